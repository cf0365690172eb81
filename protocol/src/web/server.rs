//! The site over HTTP, for browsers of this machine: hyper on one thread.
//!
//! It answers GET and HEAD for its own files and nothing else. Whoever asks must have asked for an
//! address or `localhost`: with any other name a foreign page could read ours by giving its own
//! name this machine's address (DNS rebinding).

use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST};
use hyper::header::{HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use hyper::http::uri::Authority;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::site::Site;

/// Connections at a time; others wait.
const CONNECTIONS: usize = 64;
/// The longest a connection lives, so that idle ones make room.
const LIFE: Duration = Duration::from_secs(60);
/// How long the head of a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(2);
/// The longest head of a request in bytes, and the most fields in it.
const LONGEST_HEAD: usize = 16 << 10;
const FIELDS: usize = 64;

/// What the page may do: load its own files, run its own scripts and its WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'";

/// A server that listens.
pub(super) struct Server {
    listener: TcpListener,
    address: SocketAddr,
    runtime: Runtime,
    site: Arc<Site>,
}

impl Server {
    /// Listens on an address.
    ///
    /// # Errors
    /// If the address cannot be had.
    pub(super) fn bind(address: SocketAddr, site: Site) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self { listener, address, runtime, site: Arc::new(site) })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the program ends.
    ///
    /// # Errors
    /// If the system takes the listener away.
    pub(super) fn run(self) -> io::Result<()> {
        let Self { listener, runtime, site, .. } = self;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let places = Arc::new(Semaphore::new(CONNECTIONS));
            loop {
                let place = Arc::clone(&places).acquire_owned().await;
                let place = place.map_err(io::Error::other)?;
                let Ok((stream, _)) = listener.accept().await else {
                    // Too many open files, or whoever asked has gone: others may be luckier.
                    sleep(Duration::from_millis(10)).await;
                    continue;
                };
                let site = Arc::clone(&site);
                tokio::spawn(async move {
                    let respond = service_fn(|request| {
                        let response = response(&request, &site);
                        async { Ok::<_, Infallible>(response) }
                    });
                    let mut server = http1::Builder::new();
                    server.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
                    server.max_buf_size(LONGEST_HEAD).max_headers(FIELDS);
                    // A connection that breaks is the browser's business.
                    let _ =
                        timeout(LIFE, server.serve_connection(TokioIo::new(stream), respond)).await;
                    drop(place);
                });
            }
        })
    }
}

/// The answer to a request.
fn response(request: &Request<Incoming>, site: &Site) -> Response<Full<Bytes>> {
    let refusal = if !asks_for_this_machine(request) {
        Some((StatusCode::MISDIRECTED_REQUEST, "expected an address or localhost as Host\n"))
    } else if ![Method::GET, Method::HEAD].contains(request.method()) {
        Some((StatusCode::METHOD_NOT_ALLOWED, "expected GET or HEAD\n"))
    } else {
        None
    };
    let (status, media_type, body) = match (refusal, site.file(request.uri().path())) {
        (Some((status, words)), _) => (status, "text/plain", Bytes::from_static(words.as_bytes())),
        (None, Some((media_type, bytes))) => {
            (StatusCode::OK, media_type, Bytes::from_static(bytes))
        }
        (None, None) => {
            (StatusCode::NOT_FOUND, "text/plain", Bytes::from_static(b"no such file\n"))
        }
    };
    // What HEAD asks for is sent without its body.
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_TYPE, media_type);
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    // Another version may be served from this address tomorrow.
    set(CACHE_CONTROL, "no-store");
    if status == StatusCode::METHOD_NOT_ALLOWED {
        set(ALLOW, "GET, HEAD");
    }
    response
}

/// Whether the one name that a request was sent to is an address or `localhost`.
fn asks_for_this_machine(request: &Request<Incoming>) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let named = request.uri().authority().map(Authority::as_str);
    host.to_str().is_ok_and(is_this_machine) && named.is_none_or(is_this_machine)
}

/// Whether `host`, with or without a port, is an address or `localhost`.
fn is_this_machine(host: &str) -> bool {
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let bare = without_port.trim_start_matches('[').trim_end_matches(']');
    without_port.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_machines_are_seen() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8064", "[::1]:8064", "192.168.0.7"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in ["", "example.org", "localhost.example.org", "127.0.0.1.example.org:80", ":80"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
