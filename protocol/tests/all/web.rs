//! The site as browsers and as attackers ask for it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::program::{PATIENCE, Program};

/// The server, and where it listens.
fn server() -> (Program, SocketAddr) {
    let mut program = Program::start(&["web", "--port", "0"]);
    let line = program.line_beginning("http://");
    let address = line["http://".len()..].split('/').next().unwrap().parse().unwrap();
    (program, address)
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The head and the body of the next response.
fn response(reader: &mut impl BufRead) -> (String, Vec<u8>) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(reader.read_line(&mut head).unwrap() > 0, "closed after {head:?}");
    }
    let lower = head.to_ascii_lowercase();
    let length = lower.split("content-length: ").nth(1).expect("a length");
    let mut body = vec![0; length.split("\r\n").next().unwrap().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    (head, body)
}

/// What a request is answered with.
fn asked(address: SocketAddr, request: &str) -> (String, Vec<u8>) {
    let mut stream = connect(address);
    // It may answer and close before it has read everything.
    let _ = stream.write_all(request.as_bytes());
    response(&mut BufReader::new(stream))
}

fn status(head: &str) -> &str {
    head.split(' ').nth(1).unwrap()
}

#[test]
fn the_page_and_the_weights_are_served_with_type_and_policy() {
    let (_program, address) = server();
    let get =
        |path: &str| asked(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    let (head, body) = get("/");
    let head = head.to_ascii_lowercase();
    assert_eq!(status(&head), "200");
    assert!(head.contains("content-type: text/html; charset=utf-8\r\n"), "{head}");
    assert!(
        head.contains("content-security-policy: default-src 'none'; script-src 'self'"),
        "{head}"
    );
    assert!(body.starts_with(b"<!doctype html>"));
    let (_, weights) = get("/weights.eval?v=1");
    let embedded = yomi_engine::expert::eval::EMBEDDED_FILE;
    assert!(weights == embedded, "{} bytes of weights", weights.len());
}

/// HEAD is answered like GET, without the body.
#[test]
fn heads_have_no_bodies() {
    let (_program, address) = server();
    let mut stream = connect(address);
    let request = format!("HEAD / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut said = String::new();
    stream.read_to_string(&mut said).unwrap();
    assert_eq!(status(&said), "200");
    assert!(said.ends_with("\r\n\r\n") && said.contains("content-length: "), "{said}");
    assert!(!said.contains("content-length: 0\r\n"), "{said}");
}

#[test]
fn hostile_requests_are_refused() {
    let (_program, address) = server();
    let host = format!("Host: {address}\r\n");
    let refused = |request: &str, expected: &[&str]| {
        let (head, body) = asked(address, request);
        assert!(expected.contains(&status(&head)), "{request:.60} answered with {head}");
        assert!(body.len() < 100);
    };
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//index.html", "/site/"] {
        refused(&format!("GET {path} HTTP/1.1\r\n{host}\r\n"), &["404"]);
    }
    refused("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n", &["421"]);
    refused("GET / HTTP/1.1\r\n\r\n", &["400", "421"]);
    refused(&format!("GET / HTTP/1.1\r\n{host}Host: example.org\r\n\r\n"), &["400", "421"]);
    refused(&format!("GET http://example.org/ HTTP/1.1\r\n{host}\r\n"), &["421"]);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "HEAD_OF_MINE"] {
        let request = format!("{method} / HTTP/1.1\r\n{host}Content-Length: 5\r\n\r\nhello");
        refused(&request, &["405"]);
    }
    let long = "x".repeat(1 << 20);
    refused(&format!("GET / HTTP/1.1\r\n{host}Cookie: {long}\r\n\r\n"), &["431"]);
    refused(&format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), &["414", "431"]);
    refused(&format!("GET / HTTP/1.1\r\n{host}{}\r\n", "A: b\r\n".repeat(100)), &["431"]);
    refused("\u{1}\u{2} nonsense\r\n\r\n", &["400"]);
    let (head, _) = asked(address, &format!("GET / HTTP/1.1\r\n{host}\r\n"));
    assert_eq!(status(&head), "200", "it serves on");
}

/// KiB of memory that a process holds (Linux, proc(5)).
#[cfg(target_os = "linux")]
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ten_thousand_requests_leave_nothing_behind() {
    let (program, address) = server();
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let ask = |count: usize| {
        // Half of them over connections of their own.
        let mut kept = BufReader::new(connect(address));
        for number in 0..count {
            let (head, _) = if number % 2 == 0 {
                kept.get_mut().write_all(request.as_bytes()).unwrap();
                response(&mut kept)
            } else {
                asked(address, &request)
            };
            assert_eq!(status(&head), "200");
        }
    };
    ask(1000);
    let before = resident(program.id());
    ask(10_000);
    let after = resident(program.id());
    assert!(after < before + 2048, "{before} KiB, then {after} KiB");
}

/// Requests that never end keep nobody out for long.
#[test]
fn half_a_request_is_soon_given_up() {
    let (_program, address) = server();
    let halves: Vec<TcpStream> = (0..70)
        .map(|_| {
            let mut stream = connect(address);
            stream.write_all(b"GET / HT").unwrap();
            stream
        })
        .collect();
    let since = Instant::now();
    let (head, _) = asked(address, &format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert_eq!(status(&head), "200");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    drop(halves);
}

/// Idle connections keep nobody out for good, and more than there are places wait.
#[test]
fn silent_connections_leave_room() {
    let (_program, address) = server();
    let silent: Vec<TcpStream> = (0..60).map(|_| connect(address)).collect();
    let (head, _) = asked(address, &format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    assert_eq!(status(&head), "200");
    drop(silent);
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_yomi")).args(["web", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, format!("yomi: port {port} is taken; choose another one with --port\n"));
}

#[test]
fn the_folder_is_what_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    let out = site.to_str().unwrap();
    let status =
        Command::new(env!("CARGO_BIN_EXE_yomi")).args(["web", "--out", out]).status().unwrap();
    assert!(status.success());
    let (_program, address) = server();
    let mut count = 0;
    for entry in std::fs::read_dir(&site).unwrap() {
        let name = entry.as_ref().unwrap().file_name().into_string().unwrap();
        let (_, body) = asked(address, &format!("GET /{name} HTTP/1.1\r\nHost: {address}\r\n\r\n"));
        assert!(body == std::fs::read(entry.unwrap().path()).unwrap(), "{name}");
        count += 1;
    }
    assert!(count > 1, "{count} files");
}
