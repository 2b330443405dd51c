//! `cubesolve solve`: a filter from scrambles to solutions.

mod engine;
mod goal;
mod session;
mod stats;
mod text;
mod workers;

use crate::cli::input::{Each, Input};
use crate::cli::output::tell;
use crate::cli::position::CubeReader;
use crate::cli::table::{self, LoadChoice};
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, interrupt, misused, named, status, terminal};
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::Solver;
use cubesolve::cpu;
use cubesolve::cube::Metric;
use cubesolve::engines::{Target, TurnChoice, Wanted};
use cubesolve::notation::Format;
use cubesolve::search::GrowingSolver;
use cubesolve::table::Spec;
use engine::WholeCube;
use session::Session;
use std::io::{self, IsTerminal};
use std::time::Duration;

/// What the help ends with, besides exit codes.
const EXAMPLES: &str = "\
Examples:
  cubesolve solve \"R U F'\"
  cubesolve solve --all \"R2 F2 R2 F2 R2 F2\"
  cubesolve solve UUUUUUURRBBBDRRDRRRDDRFFRFFDLLDDBDDBFFFLLFLLFLLLUBBUBB
  cubesolve scramble --distance 11 | cubesolve solve --json
  cubesolve solve --fast --timeout 5 \"D2 F U2 B L2 D' R U F' L2 B' U R2 D L F2\"
  cubesolve solve --moves R,U \"R U R' U R U2 R'\"
  cubesolve solve --goal dr --niss \"R U F' L2 D B2 R'\"
  cubesolve solve --goal eo,dr,htr,solved \"R U F' L2 D B2 R'\"

";

/// Print shortest solutions
///
/// Each solution is, in the metric of --metric and unless --fast, --timeout or Ctrl-C ends the
/// search early, proved to be optimal. It starts from the cube as it is held after the scramble:
/// after `x R U` that is not the way it was held before.
///
/// Without scrambles as arguments, one is read from each line of stdin and answered by a line,
/// in the same order. The nine lines of a net that show prints are one cube, and so are six lines
/// of nine facelets each. With --all,
/// --number or --extra each solution is on a line of its own, and an empty line ends the answer
/// to each scramble.
///
/// What has no moves is answered by a comment: a solved cube by `// solved`, a line that is no
/// scramble or has no solution by `// error: ` and the reason, which is reported on stderr, too,
/// and a comment by itself. An empty line stays empty.
///
/// Several arguments that are each a single move are one scramble, and a note on stderr says so,
/// unless --each is given; among others they are scrambles of their own, with a note. An index,
/// Speffz letters and cycles are another cube if one sign is wrong: they are read, but a note says
/// so for the first of each kind, unless --format or --quiet is given.
#[derive(Debug, Args)]
#[command(after_help = [EXAMPLES, status::HELP].concat())]
pub struct Arguments {
    /// Moves such as "R U2 F'", facelets (54 letters, the faces in the order U R F D L B, each
    /// row by row), or cubes in another notation; without any, or for -, one is read from each
    /// line of stdin
    scrambles: Vec<String>,

    #[command(flatten)]
    each: Each,

    /// Notation of the cubes, see convert; with niss, moves in ( ) are made on the inverse, as
    /// in fewest-moves solving [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,

    /// Find all optimal solutions
    #[arg(long, conflicts_with = "number")]
    all: bool,

    /// Find up to this many solutions, shortest first. Of steps that may end with a quarter turn
    /// in either direction only the clockwise one is listed, unless --all is given instead
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,

    /// Find solutions up to this many moves longer than optimal, too; all of them unless
    /// --number says how many. With several steps in --goal each may be so much longer than it
    /// need be, or 1,0,2,0 says it for each, and the best in all are found
    #[arg(long, value_name = "K", default_value = "0", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(..=20))]
    extra: Vec<u8>,

    /// Look for solutions of at most this many moves
    #[arg(long, value_name = "N")]
    max_moves: Option<u8>,

    /// Give up a cube after so many seconds: the best solution known is printed, and told on
    /// stderr how many moves are proved; with --fast, for how long to look for shorter ones
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    timeout: Option<Duration>,

    /// Print a short solution at once, which is not proved to be a shortest one: about 20 moves,
    /// or fewer the longer --timeout lets it look. Needs no table
    #[arg(long, conflicts_with_all = ["all", "number", "extra", "max_moves", "goal", "puzzle", "table", "load"])]
    fast: bool,

    #[command(flatten)]
    goal: goal::GoalArguments,

    /// Solve to this cube, in any notation, instead of the solved one. Facelets or a net with
    /// dots are a pattern, where each dot may be any colour: the shortest way to a cube that
    /// matches is found, without a table
    #[arg(long, value_name = "CUBE")]
    to: Option<Target>,

    /// Make these turns alone, and count each as one: R,U or RUF, slices M, wide turns Rw; with
    /// a 2, as in R2,U, half turns alone. How the cube is held in the end does not matter. Where
    /// no such turns solve a cube, that is proved and said
    #[arg(long, value_name = "TURNS", conflicts_with_all = ["goal", "puzzle", "table", "load", "fast"])]
    moves: Option<TurnChoice>,

    /// The table to use [default: the fastest that fits the memory]
    #[arg(long, value_name = "NAME", value_parser = named::table())]
    table: Option<&'static Spec>,

    /// Make no table: neither a small one if there is none, nor a larger one (up to 1 GB) with
    /// which a hard cube is solved sooner
    #[arg(long)]
    no_build: bool,

    /// How to read the table
    #[arg(long, value_name = "HOW", default_value = "auto")]
    load: LoadChoice,

    /// Number of threads [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print a JSON object for each scramble, on a line of its own
    ///
    /// Its fields, to which later versions may add:
    /// - line: number of the line or argument, from 1
    /// - input: the scramble as it was given, null if it is no text
    /// - solution: the first solution, null if there is none
    /// - solutions: all of them, only with --all, --number or --extra
    /// - length: length of solution, or null
    /// - metric: what lengths are in, htm or qtm; stm where --moves has slices or wide turns,
    ///   which count one, too
    /// - optimal: whether solution is proved to be a shortest one
    /// - lower_bound: no solution is shorter, proved
    /// - nodes: positions expanded
    /// - probes: reads of the table, or moves tried where there is none
    /// - seconds: time taken
    /// - table: name of the table
    /// - error: what is wrong with the scramble, or why solutions are missing, else null; it
    ///   begins with "impossible" where --moves are proved never to solve the cube
    ///
    /// A comment has neither a solution nor an error.
    ///
    /// With --fast, --goal, --moves, a pattern or a 2x2x2 there is no table; with all but the
    /// first solutions are objects with solution, length and goal, and the fields of the first
    /// are fields of the whole:
    /// - goal: which one it is, if there are several to choose from
    /// - steps: objects with solution, length and goal, if there are several
    #[arg(long, verbatim_doc_comment)]
    json: bool,

    /// Print a summary on stderr at the end: cubes, lengths of solutions, times, probes
    #[arg(long)]
    stats: bool,

    /// Print on stderr which notation a cube is taken for, and the work at each depth
    #[arg(long, short)]
    verbose: bool,
}

/// Solves what the command line or stdin asks for.
pub fn run(arguments: Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let threads = arguments.threads.map_or_else(cpu::processors, usize::from);
    let wanted = arguments.wanted(tables.metric());
    let engine = match wanted.engine() {
        Some(_) if arguments.table.is_some() => {
            let error = "patterns go with no table\n";
            misused("solve", ErrorKind::ArgumentConflict, error)
        }
        Some(engine) => engine,
        None => {
            let solver = arguments.solver(tables, quiet)?.with_threads(threads);
            let most_bytes = arguments.most_bytes();
            let solver = GrowingSolver::new(solver, tables.directory(), most_bytes);
            Box::new(WholeCube::new(solver, quiet))
        }
    };
    let input = Input::new(arguments.scrambles, arguments.each, quiet);
    let session = Session {
        engine,
        request: wanted.request(),
        threads,
        timeout: arguments.timeout,
        reader: CubeReader::new(arguments.format, quiet)
            .with_target(wanted.target(), arguments.verbose),
        json: arguments.json,
        stats: arguments.stats,
        several: wanted.several(),
        verbose: arguments.verbose,
        live: !quiet && !arguments.verbose && terminal::is_capable(&io::stderr()),
        for_a_person: io::stdout().is_terminal(),
        stop: interrupt::flag(),
        numbered: input.numbered,
    };
    if input.is_typed_by_hand() && !quiet {
        tell("reading scrambles, one a line; Ctrl-D ends");
    }
    session::run(session, input)
}

impl Arguments {
    /// What is wanted of each cube; ends the program if that does not go together.
    fn wanted(&self, metric: Metric) -> Wanted {
        let wanted = Wanted {
            metric,
            goal: self.goal.name(),
            niss: self.goal.niss,
            pocket: self.goal.pocket(),
            moves: self.moves.clone(),
            to: self.to.clone(),
            fast: self.fast,
            all: self.all,
            number: self
                .number
                .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            extra: self.extra.clone(),
            max_moves: self.max_moves,
        };
        if let Err(error) = wanted.check() {
            let error = format_args!("{error}\n");
            misused("solve", ErrorKind::ArgumentConflict, error);
        }
        wanted
    }

    fn solver(&self, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Solver> {
        let (table, load) = (self.table, self.load);
        table::solver(table, tables, load, !self.no_build, quiet, self.verbose)
    }

    /// Bytes of the largest table to make without being asked to.
    fn most_bytes(&self) -> u64 {
        if self.no_build || self.table.is_some() {
            0
        } else {
            GrowingSolver::MOST_BYTES
        }
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds, such as 0.5".to_owned())
}
