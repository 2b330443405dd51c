//! `cubesolve solve`: a filter from scrambles to solutions.

mod session;
mod stats;
mod text;

use crate::cli::cubes::Cubes;
use crate::cli::options::{self, SolverOptions};
use crate::cli::output::note;
use crate::cli::rows::{Output, Rows, RowsOptions};
use crate::cli::{Status, exit, exit_with_usage};
use clap::Args;
use cubesolve::cube::Metric;
use cubesolve::goals::GoalChain;
use cubesolve::notation::AllowedMoves;
use cubesolve::{Cost, Loading, Puzzle, Query, Target};
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
    cubes: Cubes,

    #[command(flatten)]
    rows: RowsOptions,

    /// Print all optimal solutions
    #[arg(long)]
    all: bool,

    /// Print the N shortest solutions that --extra admits. If the last quarter turn of a step can go in
    /// either direction, only the clockwise one is printed; --all prints both
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    number: Option<usize>,

    /// Also print solutions up to K moves longer than optimal: all of them, or --number. With several
    /// steps in --goal, find the shortest chain whose steps are each up to K moves longer than necessary;
    /// any is any length, and 1,0,any,0 has a value for each step
    #[arg(long, value_name = "K", value_delimiter = ',', allow_negative_numbers = true, value_parser = |text: &str| options::moves_up_to(20, text))]
    extra: Vec<u8>,

    /// Find solutions of at most N moves; with several steps in --goal, 5,9,any,4 limits each of them
    #[arg(long, value_name = "N", value_delimiter = ',', allow_negative_numbers = true, value_parser = |text: &str| options::moves_up_to(u8::MAX, text))]
    max_moves: Vec<u8>,

    /// Stop after SECONDS per cube and print the best solution found; stderr reports the proven
    /// minimum. With --fast: keep looking for shorter solutions this long
    ///
    /// The time to generate a missing table counts. Its generation goes on while other cubes are solved, and
    /// ends with the program: nothing is kept of a table that is not finished.
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    timeout: Option<Duration>,

    /// Print a short solution at once: about 20 moves, not proven to be optimal, fewer with
    /// --timeout. Needs no table
    #[arg(long)]
    fast: bool,

    /// Solve steps instead of the whole cube, one after the other: eo,dr,htr,solved
    ///
    /// A place can follow a step, as in eo-fb, dr-ud, cross-d or block-urf; without one, the best of all
    /// is found. dr-ud|dr-fb are alternatives. 3c and f2l can take minutes. Pairs are named by their slots:
    /// xcross-d-fr, xxcross-d-fr-bl.
    ///
    /// Each step starts where the one before it ends, and preserves it. What the first step preserves can
    /// follow after a hyphen: dr-eo, htr-dr, solved-dr. Of all chains whose steps are each as short as
    /// possible from where they start (or --extra longer), the shortest is found; moves of the same face
    /// are joined where steps meet.
    ///
    /// Cases: dr-4a1 is domino reduction with four bad corners of shape a that need one quarter turn to
    /// htr; "dr-4a1 2e" also has two bad edges. Corners are 0c0, 0c3, 0c4, 2c3, 2c4, 2c5, 4a1, 4a2, 4a3,
    /// 4a4, 4b2, 4b3, 4b4 or 4b5; on the inverse scramble 4a3 is 4b3 and 4a4 is 4b4, so either name finds
    /// both. 4c4e, or drm-ud-4c4e (RZP), has this many bad corners and edges for the dr after it, and
    /// ar-ud (JZP) needs no more quarter turns of U and D for it, on one of the scrambles with --niss.
    ///
    /// The names of nissy (eofb, drud-eofb, htr-drud, corners-dr, drfin, htrfin, drslice) and of cubelib
    /// (EO > DR > HTR > FR > FIN, RZP-4c4e, AR, JZP, FINLS, LS) are accepted.
    #[arg(long, value_name = "STEPS", value_parser = options::goal())]
    goal: Option<GoalChain>,

    /// Print each step of --goal on a line of its own, as on a terminal: moves // dr-ud 4a1 (4/7), with
    /// its length and that of all steps so far. The last line has the moves of all steps
    #[arg(long, requires = "goal")]
    steps: bool,

    /// Allow moves on the inverse scramble (NISS); they are printed in ( )
    #[arg(long)]
    niss: bool,

    /// Use only these moves, each of which counts one: R,U or RUF, slices M, wide moves Rw; R2 is
    /// the half turn alone. The solved cube may be held in any orientation. If the moves cannot solve
    /// a cube, that is proven
    #[arg(long, value_name = "MOVES")]
    moves: Option<AllowedMoves>,

    /// Solve to this cube, in any notation, instead of the solved one. Facelets or a net with dots
    /// are a pattern, where a dot is any colour. If given several times, the nearest is found
    #[arg(long, value_name = "CUBE")]
    to: Vec<Target>,

    /// Puzzle; 2x2x2 solves the corners of the given cube
    #[arg(long, value_name = "PUZZLE", value_parser = options::puzzle(), default_value = "3x3x3")]
    puzzle: Puzzle,

    #[command(flatten)]
    solver: SolverOptions,

    /// How to load the table: map (ready at once, memory shared with other processes; of a large
    /// table only samples are checked), copy (into memory first: takes a while, then searches are
    /// faster), or auto (map it, and copy it once searches have taken as long as that)
    #[arg(long, value_name = "HOW", value_parser = options::loading(), default_value = "auto")]
    load: Loading,

    /// Of the shortest solutions, find one that is shortest in this metric, too: with qtm one that has
    /// the fewest quarter turns. With --all or --number, several of these
    #[arg(long, value_name = "METRIC", value_parser = options::metric())]
    then: Option<Metric>,

    /// Order solutions by a cost, cheapest first: htm, qtm, stm, mcc (comfort for speedcubing), a file of
    /// weights or its lines, such as "* 1; *2 1.5". Finds the cheapest of all lengths, or with --extra K
    /// (0 too) of those up to K moves longer than the shortest
    #[arg(long, value_name = "COST", value_parser = options::cost)]
    cost: Option<Cost>,

    /// Turns of the upper layer before the first and after the last move are free; they are printed
    /// in ( )
    #[arg(long)]
    auf: bool,

    /// Of the solutions that symmetries of the scrambled cube carry into each other, print the
    /// first with their number. Needs --all, --number or --extra
    #[arg(long)]
    unique: bool,

    /// Print behind each solution a link to Twizzle, where it is played from the scrambled cube on
    ///
    /// The link starts with the scramble if the cube was given by up to 200 moves, otherwise with other
    /// moves that make the cube.
    #[arg(long)]
    link: bool,

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
    /// - metric: metric of lengths, htm or qtm; stm or sqtm if --moves has slices or wide moves
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
    arguments.cubes.puzzle = arguments.puzzle;
    let (_, metric) = arguments.solver.table()?;
    let query = arguments.query(metric);
    if let Err(error) = query.check() {
        exit_with_usage("solve", error);
    }
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
        questions: arguments.cubes.questions(),
        output: Output::stdout(),
        skipped: Arc::default(),
    });
    let session = Session {
        solver,
        query,
        reader,
        explained: arguments.steps || io::stdout().is_terminal(),
        arguments,
    };
    session::run(session, rows)
}

impl Arguments {
    /// The query that the options select.
    fn query(&self, metric: Metric) -> Query {
        let mut query = Query::new().metric(metric);
        query.puzzle = self.puzzle;
        query.goal = self.goal.clone();
        query.niss = self.niss;
        query.moves = self.moves.clone();
        query.to = self.to.clone();
        query.fast = self.fast;
        query.all = self.all;
        query.number = self.number;
        query.extra = self.extra.clone();
        query.max_moves = self.max_moves.clone();
        query.then = self.then;
        query.cost = self.cost.clone();
        query.auf = self.auf;
        query.unique = self.unique;
        query.link = self.link;
        query
    }
}
