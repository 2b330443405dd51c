//! A server with small limits: what clients cannot do to it and to each other.

use super::connection::Connection;
use super::routes::in_thread;
use super::stream::{AnswerStream, INTERNAL_ERROR};
use super::{Server, ServerLimits};
use crate::host::thread;
use crate::solver::Solver;
use crate::table::{Directory, Spec, Table};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Takes 20 moves, and hours with 32M.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/// Serves until the tests end.
struct LimitedServer {
    address: SocketAddr,
}

impl LimitedServer {
    fn start(limits: ServerLimits) -> LimitedServer {
        static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| {
            let smallest = Spec::by_name("32M").unwrap();
            Arc::new(Table::generate(smallest, &AtomicBool::new(false), &|_| ()).unwrap())
        });
        let solver = Solver::with_table(TABLE.clone());
        let address = "127.0.0.1:0".parse().unwrap();
        let server =
            Server::with_limits(address, solver, Directory::at("missing"), limits, |_, _| ());
        let server = server.unwrap();
        let address = server.address().unwrap();
        thread::spawn(move || server.answer_until(&AtomicBool::new(false)).unwrap());
        LimitedServer { address }
    }

    fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// Sends a request to solve and returns the response after its head, which has this status.
    #[track_caller]
    fn solve(&self, request: &Value, status: u16) -> BufReader<TcpStream> {
        let (head, response) = self.respond(request);
        assert!(head.starts_with(&format!("HTTP/1.0 {status}")), "{head}");
        assert_eq!(head.contains("retry-after: 1"), status == 503);
        response
    }

    /// Sends a request to solve and returns the head of the response, and the rest.
    fn respond(&self, request: &Value) -> (String, BufReader<TcpStream>) {
        let body = request.to_string();
        let head = format!(
            "POST /solve HTTP/1.0\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        let mut response = BufReader::new(self.send(&(head + &body)));
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(response.read_line(&mut head).unwrap() > 0, "{head}");
        }
        (head, response)
    }

    #[track_caller]
    fn assert_solves(&self) {
        let mut response = self.solve(&json!({"scramble": "R U F'"}), 200);
        assert_eq!(next(&mut response)["solution"], "F U' R'");
    }

    /// Begins a search that takes hours, and waits until it has reached a long depth.
    fn begin_long_search(&self) -> BufReader<TcpStream> {
        let request = json!({"scramble": SUPERFLIP, "progress": true});
        let mut response = self.solve(&request, 200);
        while next(&mut response)["event"] != "depth" {}
        response
    }
}

fn next(response: &mut BufReader<TcpStream>) -> Value {
    let mut line = String::new();
    response.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap()
}

fn impatient() -> ServerLimits {
    ServerLimits {
        idle_timeout: Duration::from_millis(300),
        ..ServerLimits::default()
    }
}

#[test]
fn searches_beyond_the_limit_are_refused_until_a_client_disconnects() {
    let server = LimitedServer::start(ServerLimits {
        searches: 2,
        ..ServerLimits::default()
    });
    let [first, _second] = [(); 2].map(|()| server.begin_long_search());
    let request = json!({"scramble": "R"});
    let mut refused = server.solve(&request, 503);
    assert_eq!(next(&mut refused)["error"], "too many searches at a time");
    // its body has not been read: the connection ends though the client keeps it
    let head = "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n";
    let mut text = String::new();
    server.send(head).read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 503"), "{text}");
    assert!(text.contains("connection: close"), "{text}");
    drop(first);
    let mut answer = loop {
        let (head, answer) = server.respond(&request);
        if !head.contains(" 503 ") {
            break answer;
        }
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(next(&mut answer)["solution"], "R'");
}

#[test]
fn idle_connection_is_closed() {
    let server = LimitedServer::start(impatient());
    for request in [
        "",
        "POST /so",
        "POST /solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nR U",
        "GET /version HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        // the server ends the stream, which this side does not close
        let mut response = vec![];
        let _ = server.send(request).read_to_end(&mut response);
        let response = String::from_utf8(response).unwrap();
        let status = response.split(' ').nth(1).unwrap_or_default();
        assert!(
            ["", "200", "408"].contains(&status),
            "{request:?}: {response}"
        );
    }
    server.assert_solves();
}

#[test]
fn client_that_waits_for_an_answer_is_not_idle() {
    let server = LimitedServer::start(impatient());
    let request = json!({"scramble": SUPERFLIP, "timeout": 1});
    let answer = next(&mut server.solve(&request, 200));
    let error = answer["error"].as_str().unwrap();
    assert!(error.starts_with("time is up"), "{error}");
}

/// Other systems disconnect it after a time of their own.
#[cfg(target_os = "linux")]
#[test]
fn client_that_does_not_read_is_disconnected() {
    let server = LimitedServer::start(ServerLimits {
        connections: 1,
        body_bytes: 64 << 20,
        idle_timeout: Duration::from_secs(1),
        ..ServerLimits::default()
    });
    // repeated in the answers, which are more than the buffers on the way hold
    let scramble = format!("F // {}", "x".repeat(60_000));
    let mut response = server.solve(&json!({"scrambles": vec![scramble; 400]}), 200);
    assert_eq!(next(&mut response)["solution"], "F'");
    // the only connection becomes free
    server.assert_solves();
    let mut rest = vec![];
    let _ = response.read_to_end(&mut rest);
    assert!(rest.iter().filter(|byte| **byte == b'\n').count() < 399);
}

#[test]
fn more_connections_than_the_limit_wait() {
    let server = LimitedServer::start(ServerLimits {
        connections: 4,
        ..impatient()
    });
    let _silent: Vec<_> = (0..50).map(|_| server.send("")).collect();
    server.assert_solves();
}

#[test]
fn panic_costs_one_request() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let response = in_thread(|| panic!("as intended")).await;
        let response: Result<(), _> = response;
        assert_eq!(response.unwrap_err().status(), 500);

        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let answers = AnswerStream::start(Connection::new(stream), |lines| {
            lines.send_answer(&"first");
            panic!("as intended");
        });
        let body = answers.collect().await.unwrap().to_bytes();
        let expected = format!("\"first\"\n{}\n", json!({"error": INTERNAL_ERROR}));
        assert_eq!(body, expected);
        assert_eq!(in_thread(|| 7).await.ok(), Some(7));
    });
}
