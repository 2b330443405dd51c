//! What clients cannot do to the server, and to each other. With small limits: `src/serve/tests.rs`.

use super::{Server, begin_long_search, get, receive, send};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

#[track_caller]
fn assert_solves(server: &Server) {
    let answer = send(server.address, "POST /solve", &[], b"R U F'").json();
    assert_eq!(answer["solution"], "F U' R'", "{answer}");
}

/// The forgotten tab: its search uses all processors and never ends.
#[test]
fn long_search_delays_no_other() {
    let server = Server::start();
    let _long = begin_long_search(server.address);
    let start = Instant::now();
    for _ in 0..10 {
        assert_solves(&server);
    }
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn signal_ends_server_in_the_middle_of_a_search() {
    for (signal, code) in [("-INT", 130), ("-TERM", 0)] {
        let mut server = Server::start();
        let _search = begin_long_search(server.address);
        let id = server.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(code));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn idle_server_copies_no_table() {
    let server = Server::start();
    assert_solves(&server);
    let anonymous_kilobytes = || -> u64 {
        let path = format!("/proc/{}/status", server.child.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        line.unwrap()
            .trim()
            .strip_suffix(" kB")
            .unwrap()
            .parse()
            .unwrap()
    };
    let before = anonymous_kilobytes();
    std::thread::sleep(Duration::from_millis(500));
    let after = anonymous_kilobytes();
    assert!(after < before + 1000, "{before} to {after} kB");
}

#[test]
fn body_that_is_too_long_is_not_read() {
    let server = Server::start();
    for head in ["content-length: 1000000000", "transfer-encoding: chunked"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        write!(
            stream,
            "POST /solve HTTP/1.1\r\nhost: localhost\r\n{head}\r\n\r\n"
        )
        .unwrap();
        if head.ends_with("chunked") {
            let chunk = format!("10000\r\n{}\r\n", "R U ".repeat(0x4000));
            // the response comes before the end, and the connection may be closed by then
            while stream.write_all(chunk.as_bytes()).is_ok()
                && stream.take_error().unwrap().is_none()
            {
                stream.set_nonblocking(true).unwrap();
                let has_response = stream.peek(&mut [0]).is_ok();
                stream.set_nonblocking(false).unwrap();
                if has_response {
                    break;
                }
            }
        }
        let mut response = receive(stream);
        assert_eq!(response.status, 413, "{head}");
        // the connection ends, though the body has not
        let _ = response.body.read_to_end(&mut vec![]);
    }
    assert_solves(&server);
}

#[test]
fn only_the_page_is_served_and_loads_nothing_from_other_sites() {
    let server = Server::start();
    for path in [
        "/etc/passwd",
        "/../../etc/passwd",
        "//",
        "/page/index.html",
        "/h2.table",
        "/%2e%2e/",
    ] {
        assert_eq!(get(server.address, path).status, 404, "{path}");
    }
    let page = get(server.address, "/");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    // no addresses but those that name the formats of XML
    for asset in [
        "/",
        "/style.css",
        "/main.js",
        "/search.js",
        "/player.js",
        "/net.js",
        "/server.js",
        "/icon.svg",
    ] {
        let text = get(server.address, asset).text();
        let elsewhere = text.matches("://").count() - text.matches("http://www.w3.org/").count();
        assert_eq!(elsewhere, 0, "{asset}");
    }
}
