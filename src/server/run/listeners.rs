//! The two listeners: one for clients, one for operators.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_server::Server;
use actix_web::{App, web};

use super::error::ServeError;
use super::http::{HttpSettings, serve_http};
use crate::config::{Address, ListenArgs};
use crate::server::admin::{self, AdminState};
use crate::server::connection::Connections;
use crate::server::health::{self, Readiness};
use crate::server::listen::Listener;
use crate::server::{State, routes};

/// The bound listeners.
pub(super) struct Listeners {
    service: Listener,
    ops: TcpListener,
}

impl Listeners {
    /// Binds both listeners.
    pub(super) fn bind(args: &ListenArgs) -> Result<Self, ServeError> {
        let service = bind(&args.address(), args.write_timeout)?;
        let Listener::Tcp(ops) = bind(&Address::Tcp(args.ops_listen), args.write_timeout)? else {
            unreachable!("a TCP address binds a TCP listener")
        };
        Ok(Self { service, ops })
    }

    /// Returns the addresses of the service and of operations, with the ports that the system
    /// chose.
    pub(super) fn addresses(&self) -> std::io::Result<(Address, SocketAddr)> {
        Ok((self.service.address()?, self.ops.local_addr()?))
    }

    /// Starts both servers.
    pub(super) fn start(
        self,
        args: &ListenArgs,
        (workers, file_limit): (usize, usize),
        state: &web::Data<State>,
        admin: web::Data<AdminState>,
        readiness: &web::Data<Readiness>,
    ) -> std::io::Result<Servers> {
        let settings = HttpSettings::new(args, state.body_limits.bytes);
        let per_worker = connections_per_worker(workers, file_limit);
        let capacity = per_worker * workers;
        // Behind a proxy, all connections have the address of the proxy.
        let share = if state.address_header.is_some() { capacity } else { capacity.div_ceil(2) };
        let connections = Connections::new(capacity, share, Some(state.metrics.connections()));
        let builder = Server::build()
            .workers(workers)
            // The guard ends idle connections before workers stop accepting further ones.
            .max_concurrent_connections(per_worker + SPARE_CONNECTIONS)
            .shutdown_timeout(args.shutdown_timeout.as_secs())
            .disable_signals();
        let service = {
            let state = web::Data::clone(state);
            let app = move || routes(web::Data::clone(&state));
            serve_http(builder, self.service, app, settings, connections)?
        };
        let builder = Server::build()
            .workers(1)
            .max_concurrent_connections(OPS_CONNECTIONS + SPARE_CONNECTIONS)
            .disable_signals();
        let ops = {
            let (state, readiness) = (web::Data::clone(state), web::Data::clone(readiness));
            let app = move || {
                App::new()
                    .app_data(web::Data::clone(&state))
                    .app_data(web::Data::clone(&readiness))
                    .app_data(web::Data::clone(&admin))
                    .configure(health::routes)
                    .configure(admin::routes)
                    .default_service(web::to(health::unknown_path))
            };
            let connections = Connections::new(OPS_CONNECTIONS, OPS_CONNECTIONS, None);
            let settings = settings.without_body_limit();
            serve_http(builder, Listener::Tcp(self.ops), app, settings, connections)?
        };
        Ok(Servers { service, ops })
    }
}

/// The running servers.
pub(super) struct Servers {
    pub(super) service: Server,
    pub(super) ops: Server,
}

fn bind(address: &Address, write_timeout: Duration) -> Result<Listener, ServeError> {
    let bound = Listener::bind(address).and_then(|listener| {
        listener.set_write_timeout(write_timeout)?;
        Ok(listener)
    });
    bound.map_err(|error| ServeError::Listen { address: address.clone(), error })
}

/// The connections of the operations listener.
const OPS_CONNECTIONS: usize = 16;
/// The connections of a worker that are accepted before an idle one has been closed for them.
const SPARE_CONNECTIONS: usize = 2;
/// The open files of a worker besides its connections.
const FILES_PER_WORKER: usize = 4;
/// The open files of the rest of the process, such as the state directory and the lexicon source.
const OTHER_FILES: usize = 24;

/// Returns the connections that one worker accepts. Descriptors remain for the operations listener
/// and the files of the process, so that probes succeed while clients hold all connections.
fn connections_per_worker(workers: usize, file_limit: usize) -> usize {
    let reserve =
        OPS_CONNECTIONS + OTHER_FILES + (FILES_PER_WORKER + SPARE_CONNECTIONS) * (workers + 1);
    (file_limit.saturating_sub(reserve) / workers).clamp(1, MAX_CONNECTIONS_PER_WORKER)
}

/// The maximum number of connections of a worker, whatever the limit on open files.
const MAX_CONNECTIONS_PER_WORKER: usize = 25_000;

/// Raises the limit on open files, which also limits connections, as far as the OS allows. Returns
/// the limit.
pub(super) fn raise_file_limit() -> usize {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(%error, "cannot raise the limit on open files");
        }
        let limit = getrlimit(Resource::Nofile).current;
        limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX)
    }
    #[cfg(not(target_os = "linux"))]
    {
        usize::MAX
    }
}
