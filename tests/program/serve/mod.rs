//! `cubesolve serve`: HTTP with programs, and the page in a browser.

#[cfg(unix)]
mod accessibility;
mod api;
#[cfg(unix)]
mod browser;
mod clients;
#[cfg(unix)]
mod entering;
#[cfg(unix)]
mod following;
#[cfg(unix)]
mod layout;
mod openapi;
mod page;
#[cfg(unix)]
mod photos;
#[cfg(unix)]
mod searching;
#[cfg(unix)]
mod webdriver;

use crate::program;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Takes 20 moves, and hours with 64M.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

/// Takes more quarter turns than are found without a table, but a short time with one.
const FAR: &str = "R U F' L D B' U R' F L D' B R' U F' L";

/// The program as a server, killed when it is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Server {
        Server::with(program::tables())
    }

    /// A server with these tables, which generates no others.
    fn with(tables: &Path) -> Server {
        let mut command = program::program(tables);
        Server::spawn(command.args(["serve", "--no-build"]))
    }

    fn spawn(command: &mut Command) -> Server {
        command.args(["--address", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        let stdout = child.stdout.as_mut().unwrap();
        BufReader::new(stdout).read_line(&mut url).unwrap();
        let address = url.trim().strip_prefix("http://").unwrap();
        Server {
            child,
            address: address.strip_suffix('/').unwrap().parse().unwrap(),
        }
    }

    fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response whose head has been read.
struct Response {
    status: u16,
    head: String,
    body: BufReader<TcpStream>,
}

impl Response {
    fn text(mut self) -> String {
        let mut text = String::new();
        match self.header("content-length").map(|length| length.parse()) {
            Some(length) => self.body.take(length.unwrap()).read_to_string(&mut text),
            None => self.body.read_to_string(&mut text),
        }
        .unwrap();
        text
    }

    fn json(self) -> Value {
        serde_json::from_str(&self.text()).unwrap()
    }

    /// The next line as JSON.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.body.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim())
    }
}

/// Sends a request by HTTP/1.0: the connection is closed after the response.
fn send(address: SocketAddr, start: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
    exchange(address, &format!("{start} HTTP/1.0"), headers, body)
}

/// Sends a request and reads the head of the response.
fn exchange(address: SocketAddr, start: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
    let mut stream = TcpStream::connect(address).unwrap();
    let mut head = format!("{start}\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !headers.iter().any(|(name, _)| *name == "host") {
        head.push_str(&format!("host: {address}\r\n"));
    }
    if !headers.iter().any(|(name, _)| *name == "content-length") {
        head.push_str(&format!("content-length: {}\r\n", body.len()));
    }
    head.push_str("\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body).unwrap();
    receive(stream)
}

/// Reads the head of a response.
fn receive(stream: TcpStream) -> Response {
    let mut body = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(body.read_line(&mut head).unwrap() > 0, "{head}");
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Response { status, head, body }
}

fn get(address: SocketAddr, path: &str) -> Response {
    send(address, &format!("GET {path}"), &[], b"")
}

fn post_json(address: SocketAddr, path: &str, object: &Value) -> Response {
    let headers = [("content-type", "application/json")];
    send(
        address,
        &format!("POST {path}"),
        &headers,
        object.to_string().as_bytes(),
    )
}

/// Begins a search that takes hours, and waits until it has searched a depth.
fn begin_long_search(address: SocketAddr) -> Response {
    let request = json!({"scramble": SUPERFLIP, "progress": true});
    let mut response = post_json(address, "/solve", &request);
    assert_eq!(response.status, 200);
    while response.next()["event"] != "depth" {}
    response
}
