//! Serving: two listeners, and a shutdown that finishes what is under way.

use std::net::{SocketAddr, TcpListener};
use std::thread;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer, web};

use crate::config::{ListenArgs, ServeArgs};
use crate::court::{Court, Edition, Searches};
use crate::http::access_log::AccessLog;
use crate::http::body::BodyLimits;
use crate::http::metrics::Metrics;
use crate::http::ops::Readiness;
use crate::http::{State, document, ops, routes};
use crate::lexicon::source;
use crate::memory;

/// Why the service couldn't run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// An address can't be listened on.
    #[error("can't listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// The default lexicon can't be built.
    #[error("the default lexicon can't be built: {0}")]
    Lexicon(#[from] crate::lexicon::LexiconError),
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
    let listener = bind(args.listen.listen)?;
    let ops_listener = bind(args.listen.ops_listen)?;

    let edition = Edition::build(&source::embedded(), args.limits.answer_cache)?;
    memory::give_back();
    tracing::info!(
        lexicon = edition.stamp.name,
        edition = edition.stamp.edition,
        digest = edition.stamp.digest,
        words = edition.lexicon.len(),
        build_ms = edition.build_time.as_millis() as u64,
        "lexicon in force"
    );
    let searches = args.limits.searches.map_or(cores, usize::from);
    let state = web::Data::new(State {
        court: Court::convene(edition),
        searches: Searches::bounded(searches, args.limits.search_queue),
        metrics: Metrics::new(),
        access_log: AccessLog::new(args.log.log_format),
        body_limits: BodyLimits { bytes: args.limits.body_limit, timeout: args.limits.body_timeout },
    });
    let readiness = web::Data::new(Readiness::default());
    let document = web::Data::new(document());
    {
        let state = web::Data::clone(&state);
        thread::Builder::new().name("access-log".to_owned()).spawn(move || state.access_log.run())?;
    }

    let (address, ops_address) = (listener.local_addr()?, ops_listener.local_addr()?);
    let service = {
        let state = web::Data::clone(&state);
        HttpServer::new(move || routes(web::Data::clone(&state), web::Data::clone(&document)))
            .workers(workers)
            .shutdown_timeout(args.listen.shutdown_timeout.as_secs())
            .disable_signals()
            .listen(listener)?
            .run()
    };
    let ops_service = {
        let (state, readiness) = (web::Data::clone(&state), web::Data::clone(&readiness));
        HttpServer::new(move || {
            App::new().app_data(web::Data::clone(&state)).app_data(web::Data::clone(&readiness)).configure(ops::routes)
        })
        .workers(1)
        .disable_signals()
        .listen(ops_listener)?
        .run()
    };
    let handles = (service.handle(), ops_service.handle());
    readiness.set(true);
    tracing::info!(%address, %ops_address, workers, "serving");
    actix_web::rt::spawn(stop_on_signal(args.listen, readiness, handles));
    tokio::try_join!(service, ops_service)?;
    // What the log's own thread hasn't written yet.
    let _ = state.access_log.flush(&mut std::io::stderr());
    tracing::info!("stopped");
    Ok(())
}

fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).map_err(|error| ServeError::Listen { address, error })
}

/// Waits for a signal; then says "not ready", waits for balancers to notice, and stops when all requests are answered.
async fn stop_on_signal(
    args: ListenArgs,
    readiness: web::Data<Readiness>,
    (service, ops): (ServerHandle, ServerHandle),
) {
    signalled().await;
    tracing::info!(drain_delay = %humantime::format_duration(args.drain_delay), "stopping");
    readiness.set(false);
    tokio::time::sleep(args.drain_delay).await;
    service.stop(true).await;
    ops.stop(false).await;
}

#[cfg(unix)]
async fn signalled() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        tracing::error!("signals can't be waited for; stop the process by force");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signalled() {
    let _ = tokio::signal::ctrl_c().await;
}
