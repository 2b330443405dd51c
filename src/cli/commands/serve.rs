//! `cubesolve serve`: the page, and HTTP for programs.

use crate::cli::output::{print, tell};
use crate::cli::table::{self, LoadChoice};
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, interrupt};
use anyhow::Context;
use clap::Args;
use cubesolve::serve::{Limits, Server};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

/// Open a page to enter a cube and watch it being solved
///
/// The page is at the address that is printed, for browsers on this machine; nothing is loaded
/// from elsewhere. Programs can ask there, too: see /openapi.json.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve serve --open
  curl --data \"R U F'\" http://127.0.0.1:2048/solve")]
pub struct Arguments {
    /// Where to listen; with port 0 any free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:2048")]
    address: SocketAddr,

    /// Make no table: neither a small one if there is none, nor a larger one (up to 1 GB) with
    /// which a hard cube is solved sooner
    #[arg(long)]
    no_build: bool,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Serves until a signal ends it.
pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let may_make = !arguments.no_build;
    let solver = table::solver(None, tables, LoadChoice::Auto, may_make, quiet, false)?;
    let mut limits = Limits::default();
    if arguments.no_build {
        limits.table_bytes = 0;
    }
    let server = Server::bind(arguments.address, solver, tables.directory(), limits)
        .with_context(|| format!("cannot listen at {}", arguments.address))?;
    let address = server.address()?;
    if !address.ip().is_loopback() {
        tell("other machines can use this one's processors through this address");
    }
    let url = format!("http://{address}/");
    print(format!("{url}\n").as_bytes())?;
    if arguments.open {
        open(&url);
    }
    server.run(interrupt::flag())?;
    Ok(Status::Interrupted)
}

/// Opens a page in the user's browser.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "windows") {
        ("cmd", &["/c", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        tell(format_args!("{program} is not there to open {url}"));
    }
}
