//! The command line: one file for each command.

mod commands;
mod cubes;
mod filter;
mod input;
mod interrupt;
mod named;
mod output;
mod position;
mod progress;
mod puzzle;
mod size;
mod status;
mod table;
mod tables_directory;
mod terminal;
mod time;
mod version;

pub use status::{Status, report};

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::*;
use cubesolve::Cube;
use std::fmt::Display;
use std::io::{self, Write};
use tables_directory::TablesDirectory;

/// What the help ends with, besides exit codes.
const EXAMPLES: &str = "\
Examples:
  cubesolve solve \"R U F'\"
  cubesolve scramble | cubesolve show
  cubesolve serve --open

";

/// Solves Rubik's cubes in the fewest moves possible
#[derive(Debug, Parser)]
#[command(
    name = "cubesolve",
    version,
    arg_required_else_help = true,
    after_help = [EXAMPLES, status::HELP].concat()
)]
struct Cli {
    #[command(flatten)]
    tables: TablesDirectory,

    /// Print results and errors only
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(Box<solve::Arguments>),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Convert(convert::Arguments),
    Show(show::Arguments),
    Inspect(inspect::Arguments),
    Represent(represent::Arguments),
    Coord(coord::Arguments),
    Scramble(scramble::Arguments),
    Invert(invert::Arguments),
    Simplify(simplify::Arguments),
    Order(order::Arguments),
    Factor(factor::Arguments),
    Canon(canon::Arguments),
    GenTables(gen_tables::Arguments),
    Tables(tables::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The definition of the command line.
fn definition() -> clap::Command {
    Cli::command().long_version(version::long())
}

/// Ends the program as clap does where the command line of a command contradicts itself.
fn misused(command: &str, kind: ErrorKind, problem: impl Display) -> ! {
    let mut program = definition();
    program.build();
    let command = program.find_subcommand_mut(command);
    command
        .expect("it is a command")
        .error(kind, problem)
        .exit()
}

/// What clap says of a command that there is not, with what was meant if it is a cube.
fn with_hint(mut error: clap::Error) -> clap::Error {
    let given = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(given)) => given.clone(),
        _ => return error,
    };
    if given.parse::<Cube>().is_ok() {
        let arguments = std::env::args().skip_while(|argument| *argument != given);
        let cube = arguments.collect::<Vec<_>>().join(" ");
        let tip = format!("to solve a cube: cubesolve solve \"{cube}\"");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// Does what the command line says.
///
/// # Errors
/// What kept the command from its work; a broken pipe is one.
pub fn run() -> anyhow::Result<Status> {
    let matches = match definition().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => with_hint(error).exit(),
        Err(help) => {
            let printed = help.print().and_then(|()| io::stdout().flush());
            printed.context(output::CANNOT_WRITE)?;
            return Ok(Status::Success);
        }
    };
    let Cli {
        tables,
        quiet,
        command,
    } = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match command {
        Command::Solve(arguments) => solve::run(*arguments, &tables, quiet),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments, &tables, quiet),
        Command::Convert(arguments) => convert::run(arguments, quiet),
        Command::Show(arguments) => show::run(arguments, quiet),
        Command::Inspect(arguments) => inspect::run(arguments, tables.metric(), quiet),
        Command::Represent(arguments) => represent::run(arguments, quiet),
        Command::Coord(arguments) => coord::run(arguments, tables.metric(), quiet),
        Command::Scramble(arguments) => scramble::run(&arguments, &tables, quiet),
        Command::Invert(arguments) => invert::run(arguments, quiet),
        Command::Simplify(arguments) => simplify::run(arguments, quiet),
        Command::Order(arguments) => order::run(arguments, quiet),
        Command::Factor(arguments) => factor::run(arguments),
        Command::Canon(arguments) => canon::run(arguments, quiet),
        Command::GenTables(arguments) => gen_tables::run(&arguments, &tables, quiet),
        Command::Tables(arguments) => tables::run(&arguments, &tables, quiet),
        Command::Bench(arguments) => bench::run(&arguments, &tables, quiet),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}

#[test]
fn the_definition_is_sound() {
    definition().debug_assert();
}
