//! `cubesolve page`: the page without a server.

use crate::cli::Status;
use crate::cli::output::message;
use anyhow::{Context, bail};
use clap::Args;
use cubesolve::serve::write_page;
use std::env;
use std::path::PathBuf;

/// Write a page that solves cubes in the browser, without a server
///
/// Any place that serves files can have it: nothing runs there, and nothing is sent to it. `cubesolve.html`, one of the
/// files, is the same page without the others, and browsers also open it from the disk. The page needs the package of
/// the program for the web, which releases have beside the program and `.ci/web` builds in src/web/package.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve page --out cube
  python3 -m http.server --directory cube 8000")]
pub struct Arguments {
    /// Directory that the files of the page are written to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Directory of the package for the web, by default the one beside the program
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
}

/// Writes the files.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let Some(package) = arguments.web.or_else(beside_the_program) else {
        bail!(
            "the program's package for the web is not beside it, as in a release; --web names its \
             directory, which .ci/web of the source fills: src/web/package"
        );
    };
    write_page(&arguments.out, &package)
        .context("the page cannot be written, from the package of --web or beside the program")?;
    message(format_args!(
        "wrote the page to {0}; a server of files shows it, such as python3 -m http.server, and a browser opens \
         {0}/cubesolve.html alone",
        arguments.out.display()
    ));
    Ok(Status::Success)
}

/// Where releases have the package: in `share` beside `bin`, on Windows in the directory of the program.
fn beside_the_program() -> Option<PathBuf> {
    let program = env::current_exe().ok()?.canonicalize().ok()?;
    let directory = program.parent()?;
    let places = [
        directory.join("../share/cubesolve/web"),
        directory.join("web"),
    ];
    places.into_iter().find(|place| place.is_dir())
}
