//! `cubesolve serve`: the page, and HTTP for programs.

use crate::cli::options::{BuildOption, MetricOption, TablesOption};
use crate::cli::output::{message, print_line};
use crate::cli::table::{self, warn_of_owner};
use crate::cli::{Status, exit, signals};
use crate::host;
use crate::host::thread;
use anyhow::anyhow;
use clap::Args;
use cubesolve::serve::Server;
use cubesolve::{Loading, Solver, TableError};
use qrcodegen::{QrCode, QrCodeEcc};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::process::{Command, Stdio};

/// Serve a page on this machine to enter a cube and watch it being solved
///
/// Prints the address of the page. It loads nothing from other machines. The same address serves
/// programs over HTTP: see /openapi.json.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve serve --open
  curl --data \"R U F'\" http://127.0.0.1:2048/solve")]
pub struct Arguments {
    /// Address and port to listen on; port 0 chooses a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:2048", value_parser = address)]
    address: SocketAddr,

    #[command(flatten)]
    build: BuildOption,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    metric: MetricOption,

    #[command(flatten)]
    tables: TablesOption,
}

/// Serves until a signal arrives. SIGTERM, by which service managers stop a service, is success.
pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let served = serve(arguments);
    match signals::received() {
        Some(signal_hook::consts::SIGTERM) => Ok(Status::Success),
        _ => served,
    }
}

fn serve(arguments: &Arguments) -> anyhow::Result<Status> {
    // before the address is printed, after which somebody may stop the server
    let stop = signals::stop_flag();
    let directory = arguments.tables.directory();
    let solver = Solver::with_directory(directory.clone()).loading(Loading::Copy);
    let solver = arguments.build.apply(solver);
    let server = Server::bind(arguments.address, solver.clone(), directory, show_code)
        .map_err(|error| cannot_listen(arguments.address, &error))?;
    let address = server.address()?;
    let url = format!("http://{}/", on_this_machine(address));
    print_line(&url)?;
    if arguments.open {
        open(&url);
    }
    // the server answers what needs no table meanwhile
    thread::scope(|scope| {
        scope.spawn(|| prepare(arguments, &solver));
        server.answer_until(stop)
    })?;
    Ok(Status::Interrupted)
}

/// Opens the table, or generates it first if that is allowed.
fn prepare(arguments: &Arguments, solver: &Solver) {
    match solver.open_table(arguments.metric.get(), &table::limits(None)) {
        Ok(table) => warn_of_owner(&arguments.tables, table.spec()),
        Err(TableError::Interrupted) => {}
        Err(error) => exit::warn(&error.into()),
    }
}

/// Reads an address with a port, such as `localhost:2048`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let addresses = text.to_socket_addrs().map_err(|error| error.to_string())?;
    // what names this machine in IPv6 only, not all programs try
    let first = addresses.min_by_key(SocketAddr::is_ipv6);
    first.ok_or_else(|| "the name has no address".to_owned())
}

fn cannot_listen(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    let free = SocketAddr::new(address.ip(), 0);
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "cannot listen on {address}: another program does, perhaps another `cubesolve serve`; \
             --address {free} chooses a free port"
        ),
        _ => anyhow!("cannot listen on {address}: {error}"),
    }
}

/// The address under which this machine reaches itself.
fn on_this_machine(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Shows how to open the page on a phone: other machines need a code, which is valid once.
fn show_code(address: SocketAddr, code: &str) {
    let reachable = reachable(address);
    if let Some(reachable) = reachable
        && let url = format!("http://{reachable}/?code={code}")
        && let Ok(picture) = QrCode::encode_text(&url, QrCodeEcc::Low)
    {
        let picture = draw(&picture);
        message(format_args!("for a phone in the same network:\n{picture}"));
    }
    message(format_args!(
        "{}",
        how_to_enter(reachable, address.port(), code)
    ));
}

/// How to enter the code on another machine, if it is known under which address it reaches this one or not.
fn how_to_enter(reachable: Option<SocketAddr>, port: u16, code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    let code = format!("enter the code {first}-{second}, valid once");
    match reachable {
        Some(address) => format!("or open http://{address}/ there and {code}"),
        None => format!(
            "this machine seems to be in no network; where it has an address all the same, open that \
             address with port {port} and {code}"
        ),
    }
}

/// The address under which other machines reach this one; if it listens on all of its addresses, the
/// one from which it would reach another machine. Nothing is sent.
fn reachable(address: SocketAddr) -> Option<SocketAddr> {
    let any: SocketAddr = match address {
        SocketAddr::V4(_) => ([192, 0, 2, 1], 9).into(),
        SocketAddr::V6(_) => ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 1], 9).into(),
    };
    if !address.ip().is_unspecified() {
        return Some(address);
    }
    let socket = UdpSocket::bind(SocketAddr::new(address.ip(), 0)).ok()?;
    socket.connect(any).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified()).then(|| SocketAddr::new(own, address.port()))
}

/// A QR code, two rows in a line, light on dark terminals as on light ones.
fn draw(picture: &QrCode) -> String {
    const MARGIN: i32 = 2;
    let all = -MARGIN..picture.size() + MARGIN;
    let rows = all.clone().step_by(2).map(|y| {
        let symbol = |x| match (picture.get_module(x, y), picture.get_module(x, y + 1)) {
            (false, false) => '█',
            (false, true) => '▀',
            (true, false) => '▄',
            (true, true) => ' ',
        };
        let row: String = all.clone().map(symbol).collect();
        format!("\x1b[97;40m{row}\x1b[0m\n")
    });
    rows.collect()
}

/// Opens a page in the browser.
fn open(url: &str) {
    let opener = host::OPENER;
    let started = Command::new(opener)
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        message(format_args!("cannot open {url}: {opener} was not found"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_is_printed_that_is_none() {
        let text = |address: &str| on_this_machine(address.parse().unwrap()).to_string();
        assert_eq!(text("0.0.0.0:2048"), "127.0.0.1:2048");
        assert_eq!(text("[::]:2048"), "[::1]:2048");
        assert_eq!(text("192.168.0.7:2048"), "192.168.0.7:2048");
        let hidden = how_to_enter(None, 2048, "ABCDEFGH");
        assert!(
            !hidden.contains("http") && hidden.contains("port 2048"),
            "{hidden}"
        );
        assert!(
            hidden.ends_with("enter the code ABCD-EFGH, valid once"),
            "{hidden}"
        );
    }
}
