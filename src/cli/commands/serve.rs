//! `cubesolve serve`: the page, and HTTP for programs.

use crate::cli::options::{MetricOption, TablesOption};
use crate::cli::output::{message, print_line};
use crate::cli::table::{self, warn_of_owner};
use crate::cli::{Status, signals};
use crate::host;
use anyhow::Context;
use clap::Args;
use cubesolve::Solver;
use cubesolve::serve::Server;
use std::net::SocketAddr;
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
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:2048")]
    address: SocketAddr,

    /// Never generate a table (by default a missing small one is generated, and one of up to 1 GB
    /// if a cube is hard)
    #[arg(long)]
    no_build: bool,

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
        Some(signals::SIGTERM) => Ok(Status::Success),
        _ => served,
    }
}

fn serve(arguments: &Arguments) -> anyhow::Result<Status> {
    // before the address is printed, after which somebody may stop the server
    let stop = signals::stop_flag();
    let directory = arguments.tables.directory();
    let mut solver = Solver::with_directory(directory.clone());
    if arguments.no_build {
        solver = solver.generate_up_to(0);
    }
    let table = solver.prepare(arguments.metric.get(), &table::limits())?;
    warn_of_owner(&arguments.tables, table.spec());
    let server = Server::bind(arguments.address, solver, directory)
        .with_context(|| format!("cannot listen on {}", arguments.address))?;
    let address = server.address()?;
    if !address.ip().is_loopback() {
        message("warning: other machines can use the processors of this one through this address");
    }
    let url = format!("http://{address}/");
    print_line(&url)?;
    if arguments.open {
        open(&url);
    }
    server.run(stop)?;
    Ok(Status::Interrupted)
}

/// Opens a page in the browser.
fn open(url: &str) {
    let started = Command::new(host::OPENER)
        .arg(url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        message(format_args!(
            "cannot open {url}: {} was not found",
            host::OPENER
        ));
    }
}
