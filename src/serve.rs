//! Serving: two listeners, and a shutdown that finishes what is under way.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer, web};
use tokio::sync::Notify;

use crate::config::{AdminArgs, GateArgs, ListenArgs, ServeArgs};
use crate::court::archive::{Archive, ArchiveError};
use crate::court::clerk::Clerk;
use crate::court::depot::Depot;
use crate::court::follower::Follower;
use crate::court::{Change, ChangeFailed, Court, Edition, Filed, Searches, Stamp};
use crate::http::access_log::AccessLog;
use crate::http::admin::{self, Admission, Office};
use crate::http::body::BodyLimits;
use crate::http::gate::Gate;
use crate::http::metrics::Metrics;
use crate::http::ops::Readiness;
use crate::http::{State, document, ops, routes};
use crate::lexicon::source;
use crate::listen::{Address, Listener};
use crate::memory;

/// Why the service couldn't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// An address can't be listened on.
    #[error("can't listen on {address}: {error}")]
    Listen {
        /// The address.
        address: Address,
        /// What the system says.
        error: std::io::Error,
    },
    /// The default lexicon can't be built.
    #[error("the default lexicon can't be built: {0}")]
    Lexicon(#[from] crate::lexicon::LexiconError),
    /// The default lexicon isn't in force.
    #[error("the default lexicon: {0}")]
    Default(#[from] crate::court::LexiconRefused),
    /// The state directory can't be used.
    #[error("the state directory: {0}")]
    Archive(#[from] ArchiveError),
    /// The place that lexicons come from can't be used.
    #[error("the lexicons' place: {0}")]
    Depot(#[from] crate::court::depot::NoDepot),
    /// It isn't clear who may change lexicons.
    #[error("{0}")]
    Admission(String),
    /// It isn't clear who may ask.
    #[error("{0}")]
    Gate(String),
    /// A listener or the wait for signals failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// [`ServeError`] if the service can't start or its listeners fail.
pub async fn serve(args: ServeArgs) -> Result<(), ServeError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let workers = args.listen.workers.map_or(cores, usize::from);
    raise_file_limit();
    // From now on a signal is heard, not the end; nobody listens to a hangup where there is nothing to look at again.
    let signals = Signals::hear()?;
    drop(hangups());
    let listener = bind(&args.listen.address(), args.listen.stall_timeout)?;
    let Listener::Tcp(ops_listener) = bind(&Address::Tcp(args.listen.ops_listen), args.listen.stall_timeout)? else {
        unreachable!("TCP was asked for")
    };
    let gate = gate(&args.gate)?;

    let admission = admission(&args)?;
    let (court, clerk) = open_court(&args).await?;

    let metrics = Metrics::new();
    let depot = args.lexicons.location.as_deref().map(Depot::open).transpose()?;
    let has_depot = depot.is_some();
    let mut follower = depot.map(|depot| Follower::new(Arc::clone(&clerk), depot, args.lexicons.lexicon_limit));
    if let Some(follower) = &mut follower {
        look(follower, &metrics).await;
    }
    let in_force = court.edition(None)?;
    let Stamp { name, edition, digest, .. } = &in_force.stamp;
    let build_ms = in_force.build_time.as_millis() as u64;
    tracing::info!(lexicon = name, edition, digest, words = in_force.lexicon.len(), build_ms, "lexicon in force");
    drop(in_force);
    memory::give_back();

    let searches = args.limits.searches.map_or(cores, usize::from);
    let state = web::Data::new(State {
        court,
        searches: Searches::bounded(searches, args.limits.search_queue),
        metrics,
        access_log: AccessLog::new(args.log.log_format),
        // Browsers write them in small letters.
        origins: args.gate.origins.iter().map(|origin| origin.to_ascii_lowercase()).collect(),
        gate,
        body_limits: BodyLimits { bytes: args.limits.body_limit, timeout: args.limits.body_timeout },
    });
    let look_again = Arc::new(Notify::new());
    let office = web::Data::new(Office {
        clerk,
        admission,
        look: Arc::clone(&look_again),
        has_depot,
        text_limit: args.lexicons.lexicon_limit,
    });
    if let Some(follower) = follower {
        let state = web::Data::clone(&state);
        actix_web::rt::spawn(follow(follower, state, args.lexicons.poll, look_again));
    }
    actix_web::rt::spawn(tidy(web::Data::clone(&state)));
    let readiness = web::Data::new(Readiness::default());
    let document = web::Data::new(document());
    {
        let state = web::Data::clone(&state);
        thread::Builder::new().name("access-log".to_owned()).spawn(move || state.access_log.run())?;
    }

    let (address, ops_address) = (listener.address()?, ops_listener.local_addr()?);
    let service = {
        let state = web::Data::clone(&state);
        let server = HttpServer::new(move || routes(web::Data::clone(&state), web::Data::clone(&document)))
            .workers(workers)
            .client_request_timeout(args.listen.head_timeout)
            .keep_alive(args.listen.keep_alive)
            .shutdown_timeout(args.listen.shutdown_timeout.as_secs())
            .disable_signals();
        match listener {
            Listener::Tcp(listener) => server.listen(listener)?,
            #[cfg(unix)]
            Listener::Unix(listener) => server.listen_uds(listener)?,
        }
        .run()
    };
    let ops_service = {
        let (state, readiness) = (web::Data::clone(&state), web::Data::clone(&readiness));
        HttpServer::new(move || {
            App::new()
                .app_data(web::Data::clone(&state))
                .app_data(web::Data::clone(&readiness))
                .app_data(web::Data::clone(&office))
                .configure(ops::routes)
                .configure(admin::routes)
        })
        .workers(1)
        .disable_signals()
        .listen(ops_listener)?
        .run()
    };
    let handles = (service.handle(), ops_service.handle());
    readiness.set(true);
    tracing::info!(%address, %ops_address, workers, "serving");
    actix_web::rt::spawn(stop_on_signal(signals, args.listen, readiness, handles));
    tokio::try_join!(service, ops_service)?;
    // What the log's own thread hasn't written yet.
    let _ = state.access_log.flush(&mut std::io::stderr());
    tracing::info!("stopped");
    Ok(())
}

/// The court with all that was in force when the service stopped, and the clerk who makes its changes.
async fn open_court(args: &ServeArgs) -> Result<(Arc<Court>, Arc<Clerk>), ServeError> {
    let archive = args.lexicons.state.as_deref().map(Archive::open).transpose()?;
    let court = Arc::new(Court::new(args.lexicons.default_lexicon.clone(), args.lexicons.editions_held));
    if !args.lexicons.without_compiled_in {
        convene(&court, archive.as_ref(), args.limits.answer_cache)?;
    }
    let clerk = Arc::new(Clerk::new(Arc::clone(&court), archive, args.limits.answer_cache, memory::give_back));
    take_up(&clerk).await?;
    Ok((court, clerk))
}

/// Puts the compiled-in lexicon in force.
fn convene(court: &Court, archive: Option<&Archive>, answer_bytes: u64) -> Result<(), ServeError> {
    let source = source::embedded();
    let mut edition = Edition::build(&source, answer_bytes)?;
    if let Some(archive) = archive {
        edition.filed = Some(Filed { compiled_in: true, ..archive.file(&source)? });
    }
    court.change::<ArchiveError>(Change::Enact(edition), |_| Ok(())).map_err(|failed| match failed {
        ChangeFailed::NotHeld(refused) => ServeError::Default(refused),
        ChangeFailed::NotConfirmed(error) => ServeError::Archive(error),
    })?;
    Ok(())
}

/// Who may change lexicons.
fn admission(args: &ServeArgs) -> Result<Admission, ServeError> {
    let AdminArgs { admin_tokens, admin_token, read_only } = &args.admin;
    let lines = match admin_tokens {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| ServeError::Admission(format!("{}: {error}", path.display())))?,
        None => String::new(),
    };
    let admission = Admission::new(&lines, admin_token.as_deref(), *read_only).map_err(ServeError::Admission)?;
    let address = args.listen.ops_listen;
    if admission.is_open() && !address.ip().is_loopback() {
        return Err(ServeError::Admission(format!(
            "{address} can be reached from elsewhere, so whoever changes lexicons there needs a token: give --admin-tokens, or --read-only"
        )));
    }
    Ok(admission)
}

/// Takes up what the archive holds; comes back when everything that was in force is, while what else is held is still being built.
async fn take_up(clerk: &Arc<Clerk>) -> Result<(), ServeError> {
    let (ready, wait) = tokio::sync::oneshot::channel();
    let taking_up = {
        let clerk = Arc::clone(clerk);
        move || {
            clerk.take_up(|| {
                let _ = ready.send(());
            })
        }
    };
    let taking_up = tokio::task::spawn_blocking(taking_up);
    // If it fails it never gets ready.
    if wait.await.is_err() {
        taking_up.await.unwrap_or_else(|failed| std::panic::resume_unwind(failed.into_panic()))?;
    }
    Ok(())
}

/// Looks at the depot and says what came of it.
async fn look(follower: &mut Follower, metrics: &Metrics) {
    let step = match follower.step().await {
        Ok(step) => step,
        Err(error) => {
            metrics.count_look("unreachable", false);
            return tracing::error!(%error, "the lexicons' place can't be read; what is in force stays");
        }
    };
    for (listed, error) in &step.failed {
        metrics.count_change(&listed.name, "refused");
        tracing::error!(lexicon = listed.name, edition = listed.edition, %error, "edition not taken over; what is in force stays");
    }
    for changed in &step.changed {
        let Stamp { name, edition, digest, .. } = &changed.now;
        metrics.count_change(name, "enacted");
        let before = changed.before.as_ref().map(|before| before.digest.as_str());
        tracing::info!(
            who = "depot",
            lexicon = name,
            edition,
            digest,
            before,
            words = changed.words,
            "lexicon enacted"
        );
    }
    for name in &step.dismissed {
        metrics.count_change(name, "dismissed");
        tracing::info!(who = "depot", lexicon = name, "lexicon dismissed");
    }
    let outcome = match (step.failed.is_empty(), step.changed.is_empty() && step.dismissed.is_empty()) {
        (false, _) => "failed",
        (true, true) => "unchanged",
        (true, false) => "changed",
    };
    metrics.count_look(outcome, step.failed.is_empty());
}

/// Keeps looking at the depot: now and then, and when somebody asks for it.
async fn follow(mut follower: Follower, state: web::Data<State>, poll: Duration, look_again: Arc<Notify>) {
    let mut hangups = hangups();
    loop {
        let pause =
            async { if poll.is_zero() { std::future::pending().await } else { tokio::time::sleep(poll).await } };
        tokio::select! {
            () = pause => {}
            () = look_again.notified() => {}
            () = hung_up(&mut hangups) => {}
        }
        look(&mut follower, &state.metrics).await;
    }
}

#[cfg(unix)]
fn hangups() -> Option<tokio::signal::unix::Signal> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok()
}

#[cfg(unix)]
async fn hung_up(hangups: &mut Option<tokio::signal::unix::Signal>) {
    match hangups {
        Some(hangups) => drop(hangups.recv().await),
        None => std::future::pending().await,
    }
}

#[cfg(not(unix))]
const fn hangups() {}

#[cfg(not(unix))]
async fn hung_up((): &mut ()) {
    std::future::pending().await
}

fn bind(address: &Address, stall_timeout: Duration) -> Result<Listener, ServeError> {
    let bound = address.bind().and_then(|listener| listener.cut_off_stalled(stall_timeout).map(|()| listener));
    bound.map_err(|error| ServeError::Listen { address: address.clone(), error })
}

/// Who may ask, and how often.
fn gate(args: &GateArgs) -> Result<Gate, ServeError> {
    let keys = match &args.api_keys {
        Some(path) => {
            let named = |error: String| ServeError::Gate(format!("{}: {error}", path.display()));
            let lines = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
            let gate = Gate::new(&lines, None, None).map_err(named)?;
            if gate.keys_are_empty() {
                return Err(named("there is no key in it, so nobody could ask".to_owned()));
            }
            lines
        }
        None => String::new(),
    };
    let header = args.address_header.as_deref().map(str::parse).transpose();
    let header = header.map_err(|error| ServeError::Gate(format!("--address-header: {error}")))?;
    for origin in args.origins.iter().filter(|origin| *origin != "*") {
        let is_origin = origin.split_once("://").is_some_and(|(_, host)| !host.is_empty() && !host.contains('/'));
        if !is_origin {
            let detail = format!(
                "--cors-origins: {origin:?} is no origin; give a scheme, a host and perhaps a port, as in https://game.example"
            );
            return Err(ServeError::Gate(detail));
        }
    }
    Gate::new(&keys, args.rate_limit, header).map_err(ServeError::Gate)
}

/// Every connection is an open file: as many as the system lets us have.
fn raise_file_limit() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(%error, "the number of open files stays as it is");
        }
    }
}

/// Lets the gate forget who hasn't asked for long.
async fn tidy(state: web::Data<State>) {
    loop {
        tokio::time::sleep(Duration::from_secs(30)).await;
        state.gate.tidy();
    }
}

/// Waits for a signal; then says "not ready", waits for balancers to notice, and stops when all requests are answered.
async fn stop_on_signal(
    signals: Signals,
    args: ListenArgs,
    readiness: web::Data<Readiness>,
    (service, ops): (ServerHandle, ServerHandle),
) {
    signals.stop().await;
    tracing::info!(drain_delay = %humantime::format_duration(args.drain_delay), "stopping");
    readiness.set(false);
    tokio::time::sleep(args.drain_delay).await;
    service.stop(true).await;
    ops.stop(false).await;
}

/// The signals that end the service.
#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn hear() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for one of them.
    async fn stop(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// The signals that end the service.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn hear() -> std::io::Result<Self> {
        Ok(Self)
    }

    async fn stop(self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
