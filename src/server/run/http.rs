//! Serves an application over guarded HTTP/1 connections.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request, Response};
use actix_server::{Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config,
};
use actix_web::HttpMessage as _;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::AppConfig;
use actix_web::http::header::CONTENT_LENGTH;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use crate::api::Problem;
use crate::config::ListenArgs;
use crate::server::connection::{Connections, GuardedStream, HTTP_CLOCK_LAG, StreamTimeouts};
use crate::server::listen::Listener;
use crate::server::middleware::request_id::RequestId;
use crate::server::response;

/// The settings of HTTP connections.
#[derive(Debug, Clone, Copy)]
pub(super) struct HttpSettings {
    keep_alive: Duration,
    timeouts: StreamTimeouts,
    /// The maximum size of a body for which the service asks with `100 Continue`.
    body_limit: Option<usize>,
}

impl HttpSettings {
    /// Returns the settings of the service.
    pub(super) fn new(args: &ListenArgs, body_limit: usize) -> Self {
        let (head, keep_alive) = (args.header_timeout, args.keep_alive);
        // The HTTP layer ends idle connections itself, except those whose client has sent a part of
        // a request together with the one before.
        let idle = keep_alive.saturating_add(head);
        let timeouts = StreamTimeouts { head, idle, write: args.write_timeout };
        Self { keep_alive, timeouts, body_limit: Some(body_limit) }
    }

    /// Returns the settings without a limit on bodies.
    pub(super) const fn without_body_limit(self) -> Self {
        Self { body_limit: None, ..self }
    }
}

/// Serves the application that `app` builds.
pub(super) fn serve_http<F, I, S, B>(
    builder: ServerBuilder,
    listener: Listener,
    app: F,
    settings: HttpSettings,
    connections: Connections,
) -> std::io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let connections = Arc::new(connections);
    let stopping = builder.graceful_shutdown_signal();
    let guarded = move |peer: Option<SocketAddr>| {
        let address: Option<IpAddr> = peer.map(|peer| peer.ip());
        connections.admit(address)
    };
    macro_rules! service {
        ($stream:ty, $peer_of:expr) => {
            move || {
                let guarded = guarded.clone();
                let stopping = stopping.clone();
                let accept = fn_service(move |stream: $stream| {
                    let peer: Option<SocketAddr> = $peer_of(&stream);
                    let place = guarded(peer);
                    async move {
                        let place = place.ok_or_else(refused)?;
                        let stream = GuardedStream::new(stream, settings.timeouts, place);
                        Ok((stream, Protocol::Http1, peer))
                    }
                });
                accept.and_then(http_service(app(), settings, move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                }))
            }
        };
    }
    let server = match listener {
        Listener::Tcp(listener) => {
            builder.listen("http", listener, service!(TcpStream, peer_of))?
        }
        #[cfg(unix)]
        Listener::Unix(listener) => {
            builder.listen_uds("http", listener, service!(tokio::net::UnixStream, |_: &_| None))?
        }
    };
    Ok(server.run())
}

/// Prepares an accepted connection and returns the address of its client.
fn peer_of(stream: &TcpStream) -> Option<SocketAddr> {
    // Otherwise, the system keeps the last part of a response that is sent in several parts until
    // the client has acknowledged the part before, which takes many clients 40 ms. A connection that
    // fails here fails at its first use, too.
    let _ = stream.set_nodelay(true);
    stream.peer_addr().ok()
}

/// Returns the error for a connection that finds no place.
fn refused() -> DispatchError {
    DispatchError::Io(std::io::ErrorKind::ConnectionRefused.into())
}

/// Builds the service of one worker.
fn http_service<T, I, S, B, W>(
    app: I,
    settings: HttpSettings,
    stopping: impl Fn() -> W + 'static,
) -> impl ServiceFactory<
    (T, Protocol, Option<SocketAddr>),
    Config = (),
    Response = (),
    Error = DispatchError,
    InitError = (),
>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
    W: Future<Output = ()> + 'static,
{
    let app = app.into_factory().map_err(|error: S::Error| error.into().error_response());
    let expect = fn_service(move |request: Request| async move {
        match settings.body_limit {
            Some(limit) if declared_length(&request) > limit => Err(too_large(&request, limit)),
            _ => Ok(request),
        }
    });
    HttpService::build()
        .graceful_shutdown_signal(stopping)
        .keep_alive(settings.keep_alive)
        .client_request_timeout(settings.timeouts.head.saturating_add(HTTP_CLOCK_LAG))
        // A client that closes its side has gone: its request is dropped, and with it its place in
        // the queue of the search pool.
        .h1_allow_half_closed(false)
        .expect(expect)
        .finish(map_config(app, |()| AppConfig::default()))
}

/// Returns the declared length of a body.
fn declared_length(request: &Request) -> usize {
    let length = request.headers().get(CONTENT_LENGTH);
    length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or_default()
}

/// Returns the response to a request that asks whether to send a body that is too large.
fn too_large(request: &Request, limit: usize) -> Response<BoxBody> {
    let id = RequestId::of(request.headers());
    response::of_problem(&Problem::body_too_large(limit), id.as_str()).into()
}
