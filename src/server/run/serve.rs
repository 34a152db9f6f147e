//! The life cycle of the service, from start to shutdown.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::rt;
use actix_web::web::Data;

use super::build::{self, Access};
use super::error::ServeError;
use super::key_files::KeyFiles;
use super::lexicon_sync::LexiconSync;
use super::listeners::{self, Listeners, Servers};
use super::notify::{self, notify};
use super::signals::{Hangups, StopSignals};
use crate::config::{ListenArgs, ServeArgs};
use crate::edition::EditionId;
use crate::registry::source::LexiconSource;
use crate::registry::updater::LexiconUpdater;
use crate::registry::{LexiconRegistry, blocking};
use crate::rules::Variant;
use crate::server::admin::{AdminAuth, AdminState};
use crate::server::health::Readiness;
use crate::server::metrics::Metrics;
use crate::server::middleware::RateLimiter;
use crate::server::traces::Traces;
use crate::server::{State, memory};

/// The time between looks at the files of keys and tokens.
const WATCH_INTERVAL: Duration = Duration::from_secs(5);
/// The time between evictions of idle callers from the rate limiter.
const EVICTION_INTERVAL: Duration = Duration::from_secs(30);

type Lexicons =
    (Arc<LexiconRegistry>, Arc<LexiconUpdater>, Option<LexiconSync>, Option<Sender<Infallible>>);

/// Runs the service until SIGTERM or SIGINT.
///
/// # Errors
/// [`ServeError`] if the service cannot start or a listener fails.
pub async fn serve(args: ServeArgs) -> Result<(), ServeError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let workers = args.listen.workers.map_or(cores, usize::from);
    let file_limit = listeners::raise_file_limit();
    // First, so that a signal during the start also stops the service properly, and none is lost.
    let mut stop_signals = StopSignals::listen()?;
    let hangups = Hangups::listen();
    // Before the files are read, so that no change is missed.
    let key_files = KeyFiles::of(&args);
    // Invalid settings are reported before lexicons are built, because that takes seconds.
    let listeners = Listeners::bind(&args.listen)?;
    let (access, admin_auth, traces) = settings(&args)?;

    let metrics = Metrics::new();
    let (registry, updater, lexicon_sync, starting) = tokio::select! {
        loaded = load_lexicons(&args, &metrics) => loaded?,
        // A file system that does not respond must not prevent the end of the process.
        () = stop_signals.wait() => {
            tracing::info!("stopped");
            return Ok(());
        }
    };

    let admin = Data::new(AdminState {
        updater,
        auth: admin_auth,
        poll_source: lexicon_sync.as_ref().map(LexiconSync::requests),
        read_keys: key_files.has_any().then(Arc::default),
        text_limit: args.lexicons.lexicon_limit,
        max_shrink: args.admin.max_shrink,
    });
    let searches = args.limits.searches.map_or(cores, usize::from);
    let state = build::state(&args, searches, access, registry, metrics)?;
    let state = Data::new(State { traces, ..state });
    start_background_work(&state, lexicon_sync)?;
    let shared = (Data::clone(&state), Data::clone(&admin));
    rt::spawn(reload_keys(key_files, hangups, args.clone(), shared));

    let (address, ops_address) = listeners.addresses()?;
    let readiness = Data::new(Readiness::default());
    let Servers { service, ops } =
        listeners.start(&args.listen, (workers, file_limit), &state, admin, &readiness)?;
    let handles = (service.handle(), ops.handle());
    readiness.set(true);
    tracing::info!(%address, %ops_address, workers, "serving");
    notify(notify::State::Ready);
    drop(starting);
    rt::spawn(load_default_indexes(Data::clone(&state)));
    rt::spawn(stop_on_signal(stop_signals, args.listen, readiness, Data::clone(&state), handles));
    tokio::try_join!(service, ops)?;
    if state.traces.is_some() {
        let state = Data::clone(&state);
        blocking::run(move || state.traces.as_ref().map(Traces::stop)).await;
    }
    // Writes the lines that the thread of the log has not written yet.
    let _ = state.access_log.flush(&mut std::io::stderr());
    tracing::info!("stopped");
    Ok(())
}

/// Checks the settings of the service and reads the files that they name, apart from lexicons.
///
/// # Errors
/// [`ServeError`] if the service could not start with them.
pub fn check(args: &ServeArgs) -> Result<(), ServeError> {
    settings(args)?;
    if let Some(location) = &args.lexicons.lexicon_source {
        LexiconSource::open(location, args.lexicons.lexicon_limit)?;
    }
    Ok(())
}

fn settings(args: &ServeArgs) -> Result<(Access, AdminAuth, Option<Traces>), ServeError> {
    let access = Access::new(&args.access)?;
    let admin_auth = build::admin_auth(args, access.api_keys.has_admin())?;
    let traces = Traces::from_environment().map_err(ServeError::Traces)?;
    Ok((access, admin_auth, traces))
}

/// Loads the lexicons: the embedded one, those in the state directory and those of the lexicon
/// source. Those that are not needed at once are loaded after the sender is dropped.
async fn load_lexicons(args: &ServeArgs, metrics: &Metrics) -> Result<Lexicons, ServeError> {
    let (starting, restore_rest) = mpsc::channel();
    let (registry, updater) = build::open_registry(args, restore_rest).await?;
    let mut lexicon_sync = LexiconSync::open(&args.lexicons, &updater)?;
    // The first poll waits until all editions are restored.
    let starting = lexicon_sync.is_none().then_some(starting);
    if let Some(lexicon_sync) = &mut lexicon_sync {
        lexicon_sync.start(metrics).await;
    }
    log_default_lexicon(&registry)?;
    memory::release_free_pages();
    Ok((registry, updater, lexicon_sync, starting))
}

fn log_default_lexicon(registry: &LexiconRegistry) -> Result<(), ServeError> {
    let active = registry.retained(None)?;
    let EditionId { name, edition, digest, .. } = &active.id;
    let build_ms = u64::try_from(active.build_time.as_millis()).unwrap_or(u64::MAX);
    let words = active.lexicon.len();
    tracing::info!(lexicon = name, edition, digest, words, build_ms, "default lexicon active");
    Ok(())
}

/// Starts the polls of the lexicon source, the evictions from the rate limiter and the writing of
/// the access log.
fn start_background_work(
    state: &Data<State>,
    lexicon_sync: Option<LexiconSync>,
) -> std::io::Result<()> {
    if let Some(lexicon_sync) = lexicon_sync {
        rt::spawn(lexicon_sync.run(Data::clone(state)));
    }
    if let Some(rate_limiter) = &state.rate_limiter {
        rt::spawn(evict_idle_callers(Arc::clone(rate_limiter)));
    }
    let state = Data::clone(state);
    thread::Builder::new().name("access-log".to_owned()).spawn(move || state.access_log.run())?;
    Ok(())
}

/// Loads the search indexes of the default lexicon, so that no search waits for them. This happens game
/// by game, so that requests get the other cores.
async fn load_default_indexes(state: Data<State>) {
    for variant in Variant::ALL {
        // Another edition may have become active meanwhile.
        let Ok(active) = state.registry.retained(None) else { return };
        if !active.indexes.has(variant) {
            active.wait_for_index(variant).await;
        }
    }
}

/// Reads the files of keys and tokens again when one changes, on request and at every SIGHUP.
async fn reload_keys(
    mut files: KeyFiles,
    mut hangups: Hangups,
    args: ServeArgs,
    (state, admin): (Data<State>, Data<AdminState>),
) {
    let requests = admin.read_keys.clone().unwrap_or_default();
    loop {
        let is_requested = tokio::select! {
            () = hangups.next() => true,
            () = requests.notified() => true,
            () = tokio::time::sleep(WATCH_INTERVAL) => false,
        };
        let (args, state, admin) = (args.clone(), Data::clone(&state), Data::clone(&admin));
        files = blocking::run(move || {
            if files.look() || is_requested {
                notify(notify::State::Reloading);
                build::reload_keys(&args, &state, &admin);
                notify(notify::State::Ready);
            }
            files
        })
        .await;
    }
}

async fn evict_idle_callers(rate_limiter: Arc<RateLimiter>) {
    loop {
        tokio::time::sleep(EVICTION_INTERVAL).await;
        rate_limiter.evict_idle();
    }
}

/// Waits for a signal. Then reports that the service is not ready, waits until load balancers have
/// noticed, completes the requests in progress, and stops.
async fn stop_on_signal(
    mut signals: StopSignals,
    args: ListenArgs,
    readiness: Data<Readiness>,
    state: Data<State>,
    (service, ops): (ServerHandle, ServerHandle),
) {
    signals.wait().await;
    notify(notify::State::Stopping);
    tracing::info!(drain_delay = %humantime::format_duration(args.drain_delay), "stopping");
    state.drain();
    readiness.set(false);
    tokio::time::sleep(args.drain_delay).await;
    service.stop(true).await;
    ops.stop(false).await;
}
