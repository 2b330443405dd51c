//! The command line: one file per command, and what they share.

mod commands;
mod cubes;
mod exit;
mod filter;
mod input;
mod options;
mod output;
mod position;
mod progress;
mod query;
mod rows;
mod sheet;
mod signals;
mod table;
mod terminal;
mod units;
mod values;
mod workers;

use exit::{Status, report};

pub use crate::host::note_whether_stdout_is_closed;

use crate::host;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use commands::*;
use cubesolve::Cube;
use cubesolve::cpu::InstructionSet;
use cubesolve::cube::Metric;
use cubesolve::table::{Directory, Spec};
use std::ffi::OsString;
use std::fmt::Display;

/// Solve Rubik's cubes in the fewest moves possible
#[derive(Debug, Parser)]
#[command(
    name = "cubesolve",
    version,
    arg_required_else_help = true,
    after_help = exit::after_help("\
  cubesolve solve \"R U F'\"
  cubesolve scramble | cubesolve show
  cubesolve serve --open")
)]
struct Cli {
    /// Print results and errors only
    #[arg(long, short, global = true)]
    quiet: bool,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(Box<solve::Arguments>),
    Verify(verify::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    #[cfg(feature = "serve")]
    Page(page::Arguments),
    Algs(Box<algs::Arguments>),
    Convert(convert::Arguments),
    Show(show::Arguments),
    Insert(insert::Arguments),
    Inspect(inspect::Arguments),
    Represent(represent::Arguments),
    Coord(coord::Arguments),
    Distribution(Box<distribution::Arguments>),
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

/// Runs the program with these arguments, of which the first is its name. `build` is what the version says of where
/// the program comes from. Returns the exit code.
pub fn main(arguments: impl Iterator<Item = OsString>, build: Option<&str>) -> u8 {
    host::enable_escape_sequences();
    signals::exit_if_table_is_lost();
    let status = dispatch(arguments, build).unwrap_or_else(|error| report(&error));
    status.code()
}

/// Reads rows for the fuzz target `rows`.
#[cfg(fuzzing)]
pub fn read_rows(bytes: &[u8]) {
    rows::source::read_all(bytes);
}

/// Reads a cube as `solve` does, for the fuzz target `ambiguity`: the cube as it is held, and whether a note
/// says that the text could mean something else. `None` if it cannot be read.
#[cfg(fuzzing)]
pub fn read_cube(text: &str) -> Option<(Cube, bool)> {
    let reading = crate::notation::Reading::new(text, None, cubesolve::Puzzle::Cube3).ok()?;
    Some((reading.position.as_held(), reading.note().is_some()))
}

/// Parses the command line and runs the command.
fn dispatch(
    arguments: impl Iterator<Item = OsString>,
    build: Option<&str>,
) -> anyhow::Result<Status> {
    InstructionSet::check()?;
    let Cli { quiet, command } = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            output::print(version(build))?;
            return Ok(Status::Success);
        }
        Err(error) => return print_or_exit(error),
    };
    output::set_quiet(quiet);
    match command {
        Command::Solve(arguments) => solve::run(*arguments),
        Command::Verify(arguments) => verify::run(arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Page(arguments) => page::run(arguments),
        Command::Algs(arguments) => algs::run(*arguments),
        Command::Convert(arguments) => convert::run(arguments),
        Command::Show(arguments) => show::run(arguments),
        Command::Insert(arguments) => insert::run(&arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
        Command::Represent(arguments) => represent::run(arguments),
        Command::Coord(arguments) => coord::run(arguments),
        Command::Distribution(arguments) => distribution::run(&arguments),
        Command::Scramble(arguments) => scramble::run(&arguments),
        Command::Invert(arguments) => invert::run(arguments),
        Command::Simplify(arguments) => simplify::run(arguments),
        Command::Order(arguments) => order::run(arguments),
        Command::Factor(arguments) => factor::run(arguments),
        Command::Canon(arguments) => canon::run(arguments),
        Command::GenTables(arguments) => gen_tables::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }
}

/// Prints help; exits with 2 if the command line is wrong.
fn print_or_exit(error: clap::Error) -> anyhow::Result<Status> {
    if error.use_stderr() {
        with_hint(error).exit()
    }
    let help = error.render();
    let text = match output::is_coloured(ColorChoice::Auto) {
        true => help.ansi().to_string(),
        false => help.to_string(),
    };
    output::print(text)?;
    Ok(Status::Success)
}

/// The version, and what decides how fast this program solves on this machine.
fn version(build: Option<&str>) -> String {
    let build = build.map_or(String::new(), |build| format!(" ({build})"));
    let directory = Directory::default();
    let table = directory.best(Metric::default());
    format!(
        "cubesolve {}{build}\ninstructions: {}\ntables: {}\ntable used: {}\n",
        env!("CARGO_PKG_VERSION"),
        InstructionSet::in_use().name(),
        directory.path().display(),
        table.map_or("none", |spec| spec.name()),
    )
}

/// If the unknown command is a cube, or the unexpected argument a table, suggests what to write.
fn with_hint(mut error: clap::Error) -> clap::Error {
    let [command, argument] = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg]
        .map(|kind| error.get(kind).map(ToString::to_string));
    let is_table = |name: &str| Spec::by_name(name).is_some();
    let tip = match (command, argument) {
        (Some(command), _) if !is_table(&command) && command.parse::<Cube>().is_ok() => {
            let arguments = std::env::args().skip_while(|argument| *argument != command);
            let cube = arguments.collect::<Vec<_>>().join(" ");
            format!("to solve a cube: cubesolve solve \"{cube}\"")
        }
        (_, Some(name)) if is_table(&name) => format!("to choose a table: --table {name}"),
        _ => return error,
    };
    let tips = ContextValue::StyledStrs(vec![tip.into()]);
    error.insert(ContextKind::Suggested, tips);
    error
}

/// Exits as clap does if options contradict each other.
fn exit_with_usage(command: &str, problem: impl Display) -> ! {
    let mut program = Cli::command();
    program.build();
    let command = program.find_subcommand_mut(command);
    let command = command.expect("a command");
    command.error(ErrorKind::ArgumentConflict, problem).exit()
}

#[test]
fn definition_of_the_command_line_is_consistent() {
    Cli::command().debug_assert();
}
