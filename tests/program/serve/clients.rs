//! What clients cannot do to the server, and to each other. With small limits: `src/serve/tests.rs`.

use super::{Response, SUPERFLIP, Server, begin_long_search, get, receive, send};
use crate::program;
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::time::Duration;

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
    for _ in 0..10 {
        assert_solves(&server);
    }
}

#[cfg(unix)]
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

/// Sends text as it is and returns the response.
fn send_text(server: &Server, text: &str) -> (Response, TcpStream) {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    (receive(stream.try_clone().unwrap()), stream)
}

#[test]
fn text_that_is_no_request_is_refused() {
    let server = Server::start();
    let long = "x".repeat(100_000);
    for (text, status) in [
        ("GET / HTTP/1.1\r\nno header\r\n\r\n".to_owned(), 400),
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), 414),
        (
            format!("GET / HTTP/1.1\r\n{}\r\n", "x: y\r\n".repeat(200)),
            431,
        ),
    ] {
        let (response, _) = send_text(&server, &text);
        assert_eq!(response.status, status);
        assert_eq!(response.text(), "");
    }
    assert_solves(&server);
}

#[test]
fn connection_of_http_1_0_is_kept_if_requested() {
    let server = Server::start();
    let request = "GET /version HTTP/1.0\r\nhost: localhost\r\nconnection: keep-alive\r\n\r\n";
    let (first, mut stream) = send_text(&server, request);
    assert_eq!(first.header("connection"), Some("keep-alive"));
    assert!(first.json()["version"].is_string());
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(receive(stream).status, 200);
}

const SOLVE: &str = "POST /solve HTTP/1.1\r\nhost: localhost\r\n";

#[test]
fn client_that_has_closed_its_sending_side_gets_its_answer() {
    let server = Server::start();
    let body = json!({"scramble": SUPERFLIP, "timeout": 1}).to_string();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!(
        "{SOLVE}connection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.contains("time is up"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn search_ends_with_its_client_though_more_requests_have_been_sent() {
    let server = Server::start();
    let ticks = || -> u64 {
        let stat = format!("/proc/{}/stat", server.child.id());
        let stat = std::fs::read_to_string(stat).unwrap();
        let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let body = SUPERFLIP;
    let request = format!("{SOLVE}content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(request.repeat(2).as_bytes()).unwrap();
    let start = ticks();
    while ticks() < start + 20 {
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(stream);
    // the search uses no time any more
    loop {
        let before = ticks();
        std::thread::sleep(Duration::from_millis(500));
        if ticks() <= before + 1 {
            break;
        }
    }
    assert_solves(&server);
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
        "/64M.table",
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
        "/cube.js",
        "/options.js",
        "/tables.js",
        "/net.js",
        "/photos.js",
        "/classify.js",
        "/server.js",
        "/icon.svg",
    ] {
        let text = get(server.address, asset).text();
        let elsewhere = text.matches("://").count() - text.matches("http://www.w3.org/").count();
        assert_eq!(elsewhere, 0, "{asset}");
    }
}

/// The text of a QR code in a terminal, as jsQR reads it; `None` if that is not installed.
fn read_qr_code(picture: &str) -> Option<String> {
    let directory = program::install("jsqr@1.4.0", "CUBESOLVE_TEST_BROWSER")?;
    std::fs::write(directory.join("qr.cjs"), include_str!("qr.cjs")).unwrap();
    let mut node = Command::new("node");
    let output = program::run_with(node.arg(directory.join("qr.cjs")), picture.as_bytes());
    Some(program::stdout(&output).to_owned())
}

#[test]
fn other_machines_need_the_code_that_is_valid_once() {
    let mut command = program::with_table();
    command.args(["serve", "--no-build", "--address", "0.0.0.0:0"]);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut url).unwrap();
    let local = url.trim().strip_prefix("http://127.0.0.1:").unwrap();
    let port: u16 = local.strip_suffix('/').unwrap().parse().unwrap();
    let local = SocketAddr::new([127, 0, 0, 1].into(), port);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut picture = String::new();
    // the address is missing if this machine is in no network
    let mut next_code = || {
        picture.clear();
        let line = loop {
            let line = lines.next().unwrap().unwrap();
            if line.contains("enter the code") {
                break line;
            }
            if line.contains('█') {
                picture += &format!("{line}\n");
            }
        };
        let (_, code) = line.split_once("enter the code ").unwrap();
        let code = code.split(',').next().unwrap().to_owned();
        let address = line.split_once("http://").map(|(_, rest)| {
            let address = rest.split('/').next().unwrap();
            address.parse::<SocketAddr>().unwrap()
        });
        (address, code, picture.clone())
    };
    let (address, code, picture) = next_code();
    assert_eq!(get(local, "/version").status, 200);
    if let Some(address) = address {
        if let Some(read) = read_qr_code(&picture) {
            assert_eq!(
                read,
                format!("http://{address}/?code={}", code.replace('-', ""))
            );
        }
        assert_eq!(get(address, "/").status, 200);
        assert_eq!(get(address, "/version").status, 401);
        // after a wrong code the client has to wait
        let enter = |code: &str| loop {
            let response = send(address, "POST /enter", &[], code.as_bytes());
            if response.status != 429 {
                break response;
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        assert_eq!(enter("0000-0000").status, 403);
        let entered = enter(&code.to_lowercase());
        let cookie = entered.header("set-cookie").unwrap();
        let cookie = [("cookie", cookie.split(';').next().unwrap())];
        assert_eq!(send(address, "GET /version", &cookie, b"").status, 200);
        assert_ne!(next_code().1, code);
        assert_eq!(enter(&code).status, 403);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
