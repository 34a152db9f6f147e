//! Builds the parts of the service from its settings.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::SystemTime;

use actix_web::http::header::HeaderName;
use arc_swap::ArcSwapOption;

use super::error::ServeError;
use crate::config::{AccessArgs, AdminArgs, CpuTime, LexiconArgs, ServeArgs};
use crate::lexicon::Meanings;
use crate::registry::blocking;
use crate::registry::state_dir::StateDir;
use crate::registry::updater::LexiconUpdater;
use crate::registry::{Change, ChangeError, LexiconRegistry, PoolLimits, SearchPool};
use crate::server::access_log::AccessLog;
use crate::server::admin::{AdminAuth, AdminState};
use crate::server::body::BodyLimits;
use crate::server::key_file;
use crate::server::long_responses::LongResponses;
use crate::server::metrics::Metrics;
use crate::server::middleware::auth::day;
use crate::server::middleware::{ApiKeys, ApiKeysError, RateLimiter};
use crate::server::{State, memory};
use crate::signing::{KeyError, ServiceKeys};

/// The checked settings of API keys, the rate limit, CORS and signatures.
pub(super) struct Access {
    pub(super) api_keys: ApiKeys,
    pub(super) rate_limiter: Option<RateLimiter>,
    pub(super) address_header: Option<HeaderName>,
    pub(super) origins: Vec<String>,
    pub(super) signing: Option<ServiceKeys>,
}

impl Access {
    pub(super) fn new(args: &AccessArgs) -> Result<Self, ServeError> {
        let api_keys = args.api_keys.as_deref().map(read_api_keys).transpose()?;
        let header = args.address_header.as_deref().map(str::parse::<HeaderName>).transpose();
        let address_header =
            header.map_err(|error| access(format!("--address-header: {error}")))?;
        Ok(Self {
            api_keys: api_keys.unwrap_or_default(),
            rate_limiter: args.rate_limit.map(RateLimiter::new),
            address_header,
            origins: origins(&args.cors_origins)?,
            signing: read_signing_key(args)?,
        })
    }
}

fn access(detail: String) -> ServeError {
    ServeError::Access(detail)
}

/// Reads the API keys, signing keys and admin tokens again. If a file cannot be used, the keys or
/// tokens in use stay.
pub(super) fn reload_keys(args: &ServeArgs, state: &State, admin: &AdminState) {
    if let Some(path) = &args.access.api_keys {
        match read_api_keys(path) {
            Ok(keys) => {
                state.api_keys.replace(&keys);
                state.metrics.retain_clients(|name| state.api_keys.has_client(name));
                show_expiries(&state.api_keys, &state.metrics);
                tracing::info!("API keys read again");
            }
            Err(error) => {
                tracing::error!(%error, "cannot read the API keys again; they are unchanged");
            }
        }
    }
    match read_signing_key(&args.access) {
        Ok(None) => {}
        Ok(Some(keys)) => {
            state.signing.store(Some(Arc::new(keys)));
            tracing::info!("signing keys read again");
        }
        Err(error) => {
            tracing::error!(%error, "cannot read the signing keys again; they are unchanged");
        }
    }
    if args.admin.admin_tokens.is_none() {
        return;
    }
    match admin_auth(args, state.api_keys.has_admin()) {
        Ok(auth) if admin.auth.replace(&auth) => tracing::info!("admin tokens read again"),
        Ok(_) => tracing::error!("the file of admin tokens has none; they are unchanged"),
        Err(error) => {
            tracing::error!(%error, "cannot read the admin tokens again; they are unchanged");
        }
    }
}

/// Shows in the metrics when keys expire, and logs the clients whose keys all have expired.
fn show_expiries(keys: &ApiKeys, metrics: &Metrics) {
    let expiries = keys.expiries();
    metrics.set_key_expiries(&expiries);
    for (client, end) in expiries.iter().filter(|(_, end)| **end <= SystemTime::now()) {
        tracing::warn!(%client, "the API key of {client} expired on {}", day(*end));
    }
}

fn read_api_keys(path: &Path) -> Result<ApiKeys, ServeError> {
    let named = |error: &str| access(format!("--api-keys: {}: {error}", path.display()));
    // The file has digests of keys only.
    let text = key_file::read("--api-keys", path, false, |_| false).map_err(access)?;
    let keys: ApiKeys = text.parse().map_err(|error: ApiKeysError| named(&error.to_string()))?;
    if keys.is_empty() {
        return Err(named("the file has no keys, so every request would be refused; add one"));
    }
    Ok(keys)
}

fn read_signing_key(args: &AccessArgs) -> Result<Option<ServiceKeys>, ServeError> {
    let Some(path) = &args.signing_key else { return Ok(None) };
    let text = key_file::read("--signing-key", path, args.allow_readable_secrets, |_| true);
    let keys = text.map_err(access)?.parse();
    let named = |error: KeyError| access(format!("--signing-key: {}: {error}", path.display()));
    keys.map(Some).map_err(named)
}

/// Checks the CORS origins and returns them in lower case, as browsers send them.
fn origins(origins: &[String]) -> Result<Vec<String>, ServeError> {
    let is_origin = |origin: &str| {
        let host = origin.split_once("://").map(|(_, host)| host);
        origin == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains('/'))
    };
    match origins.iter().find(|origin| !is_origin(origin)) {
        None => Ok(origins.iter().map(|origin| origin.to_ascii_lowercase()).collect()),
        Some(origin) => Err(access(format!(
            "--cors-origins: {origin:?} is not an origin; use a scheme, a host and optionally a port, such as https://game.example"
        ))),
    }
}

/// Returns true if a configuration file has an admin token.
fn sets_admin_token(config: &str) -> bool {
    let mut keys = config.lines().filter_map(|line| line.split_once('='));
    keys.any(|(key, _)| key.trim().trim_matches(['"', '\'']) == "admin-token")
}

/// Reads the admin tokens.
pub(super) fn admin_auth(args: &ServeArgs, has_admin_key: bool) -> Result<AdminAuth, ServeError> {
    let AdminArgs { admin_tokens, admin_token, read_only, max_shrink: _ } = &args.admin;
    let text = match admin_tokens {
        Some(path) => {
            let allow_readable = args.access.allow_readable_secrets;
            key_file::read("--admin-tokens", path, allow_readable, AdminAuth::has_plain_tokens)
                .map_err(ServeError::Admin)?
        }
        None => String::new(),
    };
    if let (Some(config), Some(_)) = (&args.config, admin_token) {
        // The token may come from the environment instead.
        let allow_readable = args.access.allow_readable_secrets;
        key_file::read("--config", config, allow_readable, sets_admin_token)
            .map_err(ServeError::Admin)?;
    }
    let auth = AdminAuth::new(&text, admin_token.as_deref(), *read_only)
        .map_err(|error| ServeError::Admin(format!("admin tokens: {error}")))?;
    let address = args.listen.ops_listen;
    if auth.is_open() && !has_admin_key && !address.ip().is_loopback() {
        return Err(ServeError::Admin(format!(
            "other machines can reach --ops-listen {address}, so changes to lexicons need a token; set --admin-tokens or --read-only"
        )));
    }
    Ok(auth)
}

/// Builds the state that all requests share.
pub(super) fn state(
    args: &ServeArgs,
    searches: usize,
    access: Access,
    registry: Arc<LexiconRegistry>,
    metrics: Metrics,
) -> Result<State, ServeError> {
    let limits = &args.limits;
    let wordnet = args.lexicons.meanings.open()?;
    metrics.set_wordnet(wordnet.is_some());
    show_expiries(&access.api_keys, &metrics);
    let search_pool = SearchPool::new(PoolLimits {
        concurrency: searches,
        queue_capacity: limits.search_queue,
        queue_timeout: limits.search_queue_timeout,
        quota: limits.search_quota.map(|CpuTime(quota)| quota),
        search_budget: PoolLimits::SEARCH_BUDGET,
    });
    let long_responses = LongResponses::new(limits.response_memory, metrics.long_response_bytes());
    Ok(State {
        meanings: wordnet.map(|wordnet| Arc::new(wordnet) as Arc<dyn Meanings>),
        metrics,
        long_responses,
        has_pages: !args.listen.no_pages,
        contact: args.listen.contact.clone(),
        access_log: AccessLog::new(args.log.log_format, args.log.access_log),
        origins: access.origins,
        api_keys: Arc::new(access.api_keys),
        rate_limiter: access.rate_limiter.map(Arc::new),
        signing: ArcSwapOption::new(access.signing.map(Arc::new)),
        address_header: access.address_header,
        body_limits: BodyLimits { bytes: limits.body_limit, timeout: limits.body_timeout },
        ..State::new(registry, search_pool)
    })
}

/// Builds the registry and its updater. Restores every edition that was active when the service
/// stopped, and the others once the sender of `starting` is dropped.
pub(super) async fn open_registry(
    args: &ServeArgs,
    starting: Receiver<Infallible>,
) -> Result<(Arc<LexiconRegistry>, Arc<LexiconUpdater>), ServeError> {
    let (lexicons, cache_bytes) = (args.lexicons.clone(), args.limits.response_cache);
    // The state directory may be on a file system that does not respond.
    let updater = blocking::run(move || build_updater(&lexicons, cache_bytes)).await?;
    restore(&updater, starting).await?;
    Ok((Arc::clone(updater.registry()), updater))
}

/// Opens the state directory and installs the embedded lexicon.
fn build_updater(args: &LexiconArgs, cache_bytes: u64) -> Result<Arc<LexiconUpdater>, ServeError> {
    let state_dir = args.state_dir.as_deref().map(StateDir::open).transpose()?;
    if let Some(reason) = state_dir.as_ref().and_then(StateDir::read_only) {
        tracing::error!(
            reason,
            "the state directory is not writable; the service refuses changes of its lexicons"
        );
    }
    let registry = LexiconRegistry::new(args.default_lexicon.clone(), args.keep_editions);
    let release = memory::release_free_pages;
    let updater = LexiconUpdater::new(Arc::new(registry), state_dir, cache_bytes, release)
        .with_max_lexicons(args.max_lexicons);
    if !args.no_embedded_lexicon {
        install_embedded(&updater)?;
    }
    Ok(Arc::new(updater))
}

fn install_embedded(updater: &LexiconUpdater) -> Result<(), ServeError> {
    let edition = updater.build_embedded()?;
    match updater.registry().change::<Infallible>(Change::Install(edition), |_| Ok(())) {
        Ok(_) => Ok(()),
        Err(ChangeError::NotRetained(refused)) => Err(ServeError::Default(refused)),
    }
}

/// Restores the editions of the state directory. Returns when the active ones are restored. The
/// others are restored in the background once the sender of `starting` is dropped, so that they
/// don't delay the start.
async fn restore(
    updater: &Arc<LexiconUpdater>,
    starting: Receiver<Infallible>,
) -> Result<(), ServeError> {
    let (ready, active_restored) = tokio::sync::oneshot::channel();
    let restoring = {
        let updater = Arc::clone(updater);
        blocking::run(move || {
            updater.restore_all(|| {
                let _ = ready.send(());
                let _ = starting.recv();
            })
        })
    };
    // If it fails, `ready` is dropped without being sent.
    if active_restored.await.is_err() {
        restoring.await?;
    }
    Ok(())
}
