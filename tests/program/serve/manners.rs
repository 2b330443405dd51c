//! What clients cannot do to the server, and to each other.

use super::{SUPERFLIP, Server, get, post_json, receive, send};
use crate::program;
use cubesolve::search::Solver;
use cubesolve::serve::{self, Limits};
use cubesolve::table::{Directory, Load, Table};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A server in this process, with limits of its own.
struct Strict {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Strict {
    fn start(limits: Limits) -> Strict {
        let table = Table::open(&program::tables().join("h2.table"), Load::Map).unwrap();
        let solver = Solver::new(Arc::new(table));
        let local = "127.0.0.1:0".parse().unwrap();
        let tables = Directory::at(program::tables());
        let limits = Limits {
            table_bytes: 0,
            ..limits
        };
        let server = serve::Server::bind(local, solver, tables, limits).unwrap();
        let (address, stop) = (server.address().unwrap(), Arc::new(AtomicBool::new(false)));
        let told = stop.clone();
        let thread = std::thread::spawn(move || server.run(&told).unwrap());
        Strict {
            address,
            stop,
            thread: Some(thread),
        }
    }
}

impl Drop for Strict {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.take().unwrap().join().unwrap();
    }
}

fn impatient() -> Limits {
    Limits {
        patience: Duration::from_millis(300),
        ..Limits::default()
    }
}

/// Begins a search that does not come to an end.
fn endless(address: SocketAddr) -> super::Reply {
    let question = json!({"scramble": SUPERFLIP, "progress": true});
    let mut reply = post_json(address, "/solve", &question);
    assert_eq!(reply.status, 200);
    while reply.next()["event"] != "depth" {}
    reply
}

#[track_caller]
fn assert_solves(address: SocketAddr) {
    let answer = send(address, "POST /solve", &[], b"R U F'").json();
    assert_eq!(answer["solution"], "F U' R'", "{answer}");
}

#[test]
fn searches_wait_in_a_queue_and_end_with_their_clients() {
    let server = Strict::start(Limits {
        queue: 3,
        ..Limits::default()
    });
    let first = endless(server.address);
    let question = json!({"scramble": "R U F'", "progress": true});
    let mut second = post_json(server.address, "/solve", &question);
    let told = |reply: &mut super::Reply| -> Value {
        loop {
            let event = reply.next();
            if event["event"] != "short" {
                return event;
            }
        }
    };
    assert_eq!(told(&mut second)["before"], 1);
    let mut third = post_json(server.address, "/solve", &question);
    assert_eq!(told(&mut third)["before"], 2);
    let fourth = post_json(server.address, "/solve", &question);
    assert_eq!(
        (fourth.status, fourth.header("retry-after")),
        (503, Some("1"))
    );
    // one that leaves the queue lets others move up, one that leaves its search lets them begin
    drop(second);
    assert_eq!(told(&mut third)["before"], 1);
    drop(first);
    while third.next()["event"] != "answer" {}
    assert_solves(server.address);
}

#[test]
fn many_scrambles_take_turns_with_others() {
    let server = Strict::start(Limits::default());
    let hour = json!({"scrambles": vec![SUPERFLIP; 100], "timeout": 0.2});
    let mut long = post_json(server.address, "/solve", &hour);
    assert_eq!(long.next()["line"], 1);
    assert_solves(server.address);
    assert!(long.next()["line"].as_u64().unwrap() < 100);
}

#[test]
fn a_signal_ends_it_in_the_middle_of_a_search() {
    let mut server = Server::start();
    let search = endless(server.address);
    let id = server.child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
    drop(search);
}

#[test]
fn silent_clients_are_left() {
    let server = Strict::start(impatient());
    for sent in [
        "",
        "POST /so",
        "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nR U",
        "GET /version HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(sent.as_bytes()).unwrap();
        let mut answer = vec![];
        // the end of the stream comes though this side never closes it
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap_or_default();
        assert!(["", "200", "408"].contains(&status), "{sent:?}: {answer}");
    }
    assert_solves(server.address);
}

#[test]
fn a_slow_reader_keeps_nobody_from_solving() {
    let server = Strict::start(Limits {
        connections: 2,
        body_bytes: 64 << 20,
        patience: Duration::from_secs(3),
        ..Limits::default()
    });
    // each is repeated in its answer: more than the buffers on the way hold
    let scramble = format!("F // {}", "x".repeat(60_000));
    let question = json!({"scrambles": vec![scramble; 400]});
    let mut slow = post_json(server.address, "/solve", &question);
    assert_eq!(slow.next()["solution"], "F'");
    // with the second place taken, there is one for others when the first has been left; a search
    // that came before the answers filled those buffers would keep it from writing more
    loop {
        for _ in 0..100 {
            assert_solves(server.address);
        }
        let _second = endless(server.address);
        let mut other = TcpStream::connect(server.address).unwrap();
        write!(other, "GET /version HTTP/1.0\r\nhost: localhost\r\n\r\n").unwrap();
        let some_time = Some(Duration::from_secs(10));
        other.set_read_timeout(some_time).unwrap();
        if other.peek(&mut [0]).is_ok() {
            assert_eq!(receive(other).status, 200);
            break;
        }
    }
    let mut rest = vec![];
    let _ = slow.body.read_to_end(&mut rest);
    let lines = rest.iter().filter(|byte| **byte == b'\n').count();
    assert!(lines < 399, "{lines}");
}

#[test]
fn endless_bodies_are_not_read() {
    let server = Strict::start(impatient());
    for head in ["content-length: 1000000000", "transfer-encoding: chunked"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        write!(
            stream,
            "POST /solve HTTP/1.1\r\nhost: localhost\r\n{head}\r\n\r\n"
        )
        .unwrap();
        if head.ends_with("chunked") {
            let chunk = format!("10000\r\n{}\r\n", "R U ".repeat(0x4000));
            // the answer comes before the end, and the connection may be closed by then
            while stream.write_all(chunk.as_bytes()).is_ok()
                && stream.take_error().unwrap().is_none()
            {
                stream.set_nonblocking(true).unwrap();
                let answered = stream.peek(&mut [0]).is_ok();
                stream.set_nonblocking(false).unwrap();
                if answered {
                    break;
                }
            }
        }
        let mut reply = receive(stream);
        assert_eq!(reply.status, 413, "{head}");
        // and the connection ends, though the body has not
        let _ = reply.body.read_to_end(&mut vec![]);
    }
    assert_solves(server.address);
}

#[test]
fn more_connections_than_are_served_wait() {
    let server = Strict::start(Limits {
        connections: 4,
        ..impatient()
    });
    let silent: Vec<_> = (0..50)
        .map(|_| TcpStream::connect(server.address).unwrap())
        .collect();
    assert_solves(server.address);
    drop(silent);
}

#[test]
fn a_crowd_is_answered_or_told_to_come_again() {
    let server = Strict::start(Limits {
        connections: 64,
        queue: 8,
        body_bytes: 1 << 16,
        patience: Duration::from_secs(2),
        ..Limits::default()
    });
    let address = server.address;
    // half-open heads, readers that never read, and a body that never ends, all at once
    let half: Vec<_> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream
                .write_all(b"POST /solve HTTP/1.1\r\nhost: local")
                .unwrap();
            stream
        })
        .collect();
    let mute: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let lines = "R U F'\n".repeat(1000);
            let head = format!(
                "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n",
                lines.len()
            );
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.write_all(lines.as_bytes());
            stream
        })
        .collect();
    let crowd: Vec<JoinHandle<u16>> = (0..100)
        .map(|_| {
            std::thread::spawn(move || {
                // to the end, for an answer not yet ended keeps its place in the queue
                let reply = send(address, "POST /solve", &[], b"R U F'");
                let (status, answer) = (reply.status, reply.json());
                assert_eq!(status == 200, answer["solution"] == "F U' R'", "{answer}");
                status
            })
        })
        .collect();
    let statuses: Vec<u16> = crowd.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(
        statuses.iter().all(|status| [200, 503].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&200));
    drop((half, mute));
    assert_solves(address);
}

#[test]
fn other_sites_and_other_names_are_refused() {
    let server = Server::start();
    let own = format!("http://{}", server.address);
    for (headers, expected) in [
        (&[("host", "evil.example")][..], 403),
        (&[("origin", "http://evil.example")], 403),
        (&[("origin", "null")], 403),
        (&[("sec-fetch-site", "cross-site")], 403),
        (
            &[("origin", own.as_str()), ("sec-fetch-site", "same-origin")],
            200,
        ),
        (&[("host", "localhost")], 200),
    ] {
        let reply = send(server.address, "POST /solve", headers, b"R");
        assert_eq!(reply.status, expected, "{headers:?}");
    }
}

#[test]
fn nothing_but_the_page_is_served() {
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
    // no address but those of XML's names for formats
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
