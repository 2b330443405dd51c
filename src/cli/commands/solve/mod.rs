//! `cubesolve solve`: a filter from scrambles to solutions.

mod session;
mod stats;
mod text;

use crate::cli::cubes::CubeArguments;
use crate::cli::options::SolverOptions;
use crate::cli::output::note;
use crate::cli::query::{self, QueryOptions};
use crate::cli::rows::{Output, Rows, RowsOptions};
use crate::cli::values;
use crate::cli::{Status, exit, exit_with_usage};
use clap::Args;
use cubesolve::{Loading, TIMEOUT};
use session::Session;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::Duration;

/// Print shortest solutions
///
/// Each solution is proven to be optimal in the metric of --metric, unless --fast, --timeout or
/// Ctrl-C ends the search early. It is for the cube as it is held after the scramble, which after
/// x R U is not as it was held before.
///
/// Without arguments, each line of stdin is a scramble and is answered by a line, in the same
/// order. The nine lines of a net as show prints it are one cube. With --all, --number or --extra
/// each solution is on a line of its own, and an empty line ends the answer.
///
/// A solved cube prints `// solved`. A line that cannot be read or solved prints `// error:
/// REASON`, also on stderr. Comments and empty lines are copied; with --json an empty line is an error.
///
/// Arguments that are all single moves are read as one scramble, as if they were quoted. With one
/// wrong character an index, Speffz letters or cycles are another cube: the first time one of them
/// is guessed, a note on stderr says so. --each, --format and --quiet silence these notes.
#[derive(Debug, Args)]
#[command(after_help = exit::after_help("\
  cubesolve solve \"R U F'\"
  cubesolve solve --all \"R2 F2 R2 F2 R2 F2\"
  cubesolve solve UUUUUUURRBBBDRRDRRRDDRFFRFFDLLDDBDDBFFFLLFLLFLLLUBBUBB
  cubesolve scramble --distance 11 | cubesolve solve --json
  cubesolve solve --fast --timeout 5 \"D2 F U2 B L2 D' R U F' L2 B' U R2 D L F2\"
  cubesolve solve --moves R,U \"R U R' U R U2 R'\"
  cubesolve solve --goal dr --niss \"R U F' L2 D B2 R'\"
  cubesolve solve --goal eo,dr,htr,solved \"R U F' L2 D B2 R'\"
  cubesolve solve --csv scrambles.csv --output solutions.csv --resume"))]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    #[command(flatten)]
    rows: RowsOptions,

    #[command(flatten)]
    query: QueryOptions,

    #[arg(long, value_name = TIMEOUT.value_name, value_parser = values::seconds, help = query::about(&TIMEOUT), long_help = query::details(&TIMEOUT))]
    timeout: Option<Duration>,

    /// Print each step of --goal on a line of its own, as on a terminal: moves // dr-ud 4a1 (4/7), with
    /// its length and that of all steps so far. The last line has the moves of all steps
    #[arg(long, requires = "goal")]
    steps: bool,

    #[command(flatten)]
    solver: SolverOptions,

    /// How to load the table: map (ready at once, memory shared with other processes; of a large
    /// table only samples are checked), copy (into memory first: takes a while, then searches are
    /// faster), or auto (map it, and copy it once searches have taken as long as that)
    #[arg(long, value_name = "HOW", value_parser = values::loading(), default_value = "auto")]
    load: Loading,

    /// Print a JSON object per scramble, one per line
    ///
    /// Later versions may add fields.
    /// - line: number of the line or argument, from 1
    /// - input: the scramble as given; null if it is no text or longer than 64 KiB
    /// - moves: the scramble as it was read, in plain notation: turns of faces, then rotations; 54
    ///   facelets if it was not given by moves; null if there is no cube
    /// - note: how the scramble was read where it could mean something else, or null
    /// - puzzle: the puzzle that is solved
    /// - to: the targets as facelets, with dots for any colour (null if facelets do not say all)
    /// - solution: the first solution, or null
    /// - length: its length, or null
    /// - solutions: all of them, as objects with solution, length, steps (objects with solution,
    ///   length, goal and case; one without --goal), target (number of the --to, from 0), count
    ///   (with --unique how many it stands for, otherwise 1), auf (free clockwise quarter turns of U
    ///   before and after), cost (null without --cost) and link (null without --link)
    /// - metric: metric of lengths, htm, qtm or stm; stm or sqtm if --moves has slices or wide moves, etm
    ///   or eqtm if it has rotations
    /// - optimal: whether solution is proven to be a shortest one
    /// - lower_bound: no solution is shorter (proven); null if there is no cube
    /// - nodes: positions expanded
    /// - probes: reads of the table, or moves tried without one
    /// - seconds: time of the search
    /// - table: name of the table, or null
    /// - error: what is wrong with the scramble, or why solutions are missing, or null; it begins
    ///   with "impossible" if --moves are proven never to solve the cube
    ///
    /// A comment has neither a solution nor an error.
    #[arg(long, verbatim_doc_comment)]
    json: bool,

    /// Print a summary on stderr at the end: cubes, lengths, times, probes
    #[arg(long)]
    stats: bool,

    /// Print on stderr how each cube is read, and the work at each depth
    #[arg(long, short)]
    verbose: bool,
}

pub fn run(mut arguments: Arguments) -> anyhow::Result<Status> {
    let (_, metric) = arguments.solver.table()?;
    let query = arguments.query.with_metric(metric);
    let query = query.unwrap_or_else(|error| exit_with_usage("solve", error));
    arguments.cubes.puzzle = query.puzzle;
    let solver = arguments.solver.solver()?.loading(arguments.load);
    if let Some(goal) = arguments.cubes.goal() {
        note(format_args!(
            "to solve steps: cubesolve solve --goal \"{goal}\" ..."
        ));
    }
    let mut reader = arguments.cubes.reader();
    reader.verbose = arguments.verbose;
    let rows = arguments.rows.open(&query, reader.format())?;
    let rows = rows.unwrap_or_else(|| Rows {
        inputs: arguments.cubes.inputs(),
        output: Output::stdout(),
        skipped: Arc::default(),
    });
    let session = Session {
        prepared: solver.prepare(&[], &query)?,
        solver,
        query,
        reader,
        explained: arguments.steps || io::stdout().is_terminal(),
        arguments,
    };
    session::solve_all(session, rows)
}
