//! `cubesolve algs`: algorithms for the cases of a set.

mod file;
mod row;
mod set;
mod sheet;

use crate::cli::input::{self, Inputs};
use crate::cli::options::SolverOptions;
use crate::cli::output::{self, print_line};
use crate::cli::progress::Reporter;
use crate::cli::rows::{Made, Output};
use crate::cli::table::limits;
use crate::cli::values;
use crate::cli::{Status, exit, exit_with_usage, query, workers};
use crate::host::lock::lock;
use clap::{Args, ValueHint};
use cubesolve::cube::Metric;
use cubesolve::sets::{BUILT_IN, Case};
use cubesolve::{Cube, Outcome, Prepared, Progress, Puzzle, Query, Solver, Target};
use row::{AlgorithmRow, Form};
use serde_json::Value;
pub use set::{definition, named, to_target};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Print algorithms for the cases of a set, such as the permutations of the last layer
///
/// SET is the name of a built-in set (--list), a definition, or a file of cases, - for stdin.
///
/// A definition has clauses with semicolons between. In every case the pieces after `solved:` are
/// solved, those after `placed:` are at their places, those after `oriented:` are oriented, those after
/// `unoriented:` are not all oriented, and those after `unsolved:` not all solved. Algorithms only orient pieces
/// after `orient:`, leave those after `free:` as they come, and solve all others. Pieces are UR, URF and so on, or
/// ll, f2l, ll-corners, ll-edges, cross, corners, edges. The moves after `then:` are made on each of these cubes.
/// There is a case for each class under turns of U before and after.
///
/// A line of a file is a name, a colon, tab, comma or semicolon, and an algorithm that solves the case, or its
/// 54 facelets with ., ? or X for stickers that do not matter. Further columns, a first line that names the
/// columns, and quotes are skipped; without a name the case is called by its line. A line that cannot be read
/// is reported, and the others are done.
///
/// The comment after each algorithm is proven: `none shorter by R,U` says that no shorter sequence of these
/// moves solves the case, and `no algorithm by R,U` that none does.
#[derive(Debug, Args)]
#[command(after_help = exit::after_help("\
  cubesolve algs pll --moves RU --moves RUF --html pll.html
  cubesolve algs oll --case 27,33 --moves RUF --number 3
  cubesolve algs zbll --moves RUF --output zbll.csv --resume
  cubesolve algs eg1 --puzzle 2x2x2
  cubesolve algs \"solved: f2l; oriented: ll-edges; orient: ll\"
  cubesolve algs --list"))]
pub struct Arguments {
    /// Built-in set, definition, or file of cases
    #[arg(required_unless_present = "list")]
    set: Option<String>,

    /// Print the built-in sets with their definitions
    #[arg(long, exclusive = true)]
    list: bool,

    /// Only the cases with these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    case: Vec<String>,

    /// Puzzle: the corners alone of a 2x2x2, as for cll, eg1 and eg2, by turns of U, R and F unless --moves
    /// says which
    #[arg(long, value_name = "PUZZLE", value_parser = values::puzzle(), default_value = "3x3x3")]
    puzzle: Puzzle,

    /// Only one case of each pair of mirror images
    #[arg(long)]
    mirrors: bool,

    /// The algorithms in the file make their cases instead of solving them
    #[arg(long)]
    setup: bool,

    /// Moves of the algorithms, as RU, RUF, MU or R,U,Rw. If given several times, each case is solved by
    /// each of them, in this order [default: all face turns]
    #[arg(long, value_name = "MOVES", value_parser = query::value("moves"))]
    moves: Vec<Value>,

    /// Algorithms of at most N moves; 16,12 is one number for each --moves
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = query::value("max_moves"))]
    max_moves: Vec<Value>,

    /// Also algorithms up to K moves longer than the shortest: all of them, or --number; 2,0 is one number
    /// for each --moves
    #[arg(long, value_name = "K", value_delimiter = ',', value_parser = query::value("extra"))]
    extra: Vec<Value>,

    /// Up to N algorithms for each case
    #[arg(long, short, value_name = "N", value_parser = query::value("number"))]
    number: Option<Value>,

    /// All shortest algorithms
    #[arg(long)]
    all: bool,

    /// Of the shortest algorithms, only those that are shortest in this metric, too
    #[arg(long, value_name = "METRIC", value_parser = query::value("then"))]
    then: Option<Value>,

    /// Order algorithms by a cost, as in solve: htm, qtm, stm, mcc (comfort), or a file of weights
    #[arg(long, value_name = "COST", value_parser = query::value("cost"))]
    cost: Option<Value>,

    /// Turns of U before and after are free, and printed in ( ) [default, except for files]
    #[arg(long, overrides_with = "no_auf")]
    auf: bool,

    /// Turns of U before and after count like all others
    #[arg(long, overrides_with = "auf")]
    no_auf: bool,

    /// Stop after SECONDS per case and moves, and print what is proven until then. Cases are then solved one
    /// by one; otherwise all cases are solved together by turns of some faces, and sets of 1000 cases or more by
    /// turns of all faces, which is faster
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    timeout: Option<Duration>,

    /// Write a sheet with pictures, for the screen and for paper: one HTML page that needs no other files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    /// Print a row for each algorithm, as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print a JSON object for each case and moves, one per line: row, case, group, facelets, moves, and the
    /// fields of solve --json from solution on
    #[arg(long)]
    json: bool,

    /// Write the rows of --csv to this file, with tabs if it ends with .tsv, or the objects of --json
    #[arg(long, short, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Continue an output that was not finished
    #[arg(long, requires = "output")]
    resume: bool,

    /// Add links to Twizzle, which play the algorithms
    #[arg(long)]
    link: bool,

    #[command(flatten)]
    solver: SolverOptions,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let Some(set) = arguments.set.clone().filter(|_| !arguments.list) else {
        return list();
    };
    let (cases, has_auf, failed) = set::cases(&set, &arguments)?;
    if arguments.json && arguments.resume && arguments.html.is_some() {
        exit_with_usage(
            "algs",
            "--html reads the rows of an earlier run as CSV, not as --json",
        );
    }
    let (_, metric) = arguments.solver.table()?;
    let has_edges_solved = |case: &Case| {
        let mut facelets = case.facelets().into_iter().enumerate();
        let is_edge = |n: usize| n % 9 % 2 == 1;
        facelets.all(|(n, face)| !is_edge(n) || face.is_none_or(|face| face.index() == n / 9))
    };
    if arguments.puzzle == Puzzle::Cube2 && !cases.iter().all(has_edges_solved) {
        exit_with_usage(
            "algs",
            format!("{set} is no set of a 2x2x2: its cases differ in edges"),
        );
    }
    let queries = arguments.queries(metric, has_auf);
    let queries = queries.unwrap_or_else(|error| exit_with_usage("algs", error));
    let solver = arguments.solver.solver()?;
    let tasks = tasks(&solver, &cases, &queries, arguments.timeout.is_none())?;
    let cases: Arc<[Case]> = cases.into();
    let (status, rows) = solve_tasks(&arguments, &cases, &queries, tasks.into())?;
    if let Some(path) = arguments.html.filter(|_| status != Status::Interrupted) {
        let page = sheet::page(&set, &cases, &rows);
        output::write(&path, page)?;
    }
    Ok(match failed {
        0 => status,
        _ => status.max(Status::LineFailed),
    })
}

/// Prints the built-in sets.
fn list() -> anyhow::Result<Status> {
    for set in BUILT_IN {
        let (name, definition, about) = (set.name, set.definition, set.about);
        print_line(format_args!("{name:<6} {definition} // {about}"))?;
    }
    Ok(Status::Success)
}

impl Arguments {
    /// A query for each choice of moves.
    ///
    /// # Errors
    /// Which options are not compatible.
    fn queries(&self, metric: Metric, has_auf: bool) -> Result<Vec<Query>, String> {
        let choices = self.moves.len().max(1);
        for (option, values) in [
            ("--max-moves", self.max_moves.len()),
            ("--extra", self.extra.len()),
        ] {
            if values > 1 && values != choices {
                return Err(format!(
                    "{option} has {values} numbers for {choices} --moves"
                ));
            }
        }
        let default_moves = match self.puzzle {
            Puzzle::Cube2 => "U,R,F".into(),
            _ => Value::Null,
        };
        let nth = |values: &[Value], n: usize| values.get(n).or(values.first()).cloned();
        let query = |n: usize| {
            let [max_moves, extra] = [&self.max_moves, &self.extra].map(|values| nth(values, n));
            let query = query::query([
                ("metric", metric.name().into()),
                (
                    "moves",
                    nth(&self.moves, n).unwrap_or(default_moves.clone()),
                ),
                ("max_moves", max_moves.into()),
                ("extra", extra.into()),
                ("number", self.number.clone().into()),
                ("all", self.all.into()),
                ("then", self.then.clone().into()),
                ("cost", self.cost.clone().into()),
                ("auf", has_auf.into()),
            ])?;
            Ok(query.puzzle(self.puzzle))
        };
        (0..choices).map(query).collect()
    }
}

/// A case, by number, to solve by one choice of moves.
struct CaseTask {
    case: usize,
    /// For all cases with the same target.
    prepared: Arc<Prepared>,
}

/// All cases by each query, which is prepared for those with the same target; many are with `together` solved at once.
fn tasks(
    solver: &Solver,
    cases: &[Case],
    queries: &[Query],
    together: bool,
) -> anyhow::Result<Vec<CaseTask>> {
    const MANY: usize = 10;
    let mut tasks = vec![];
    let mut numbers = 0..;
    for cases in cases.chunk_by(|a, b| a.target == b.target) {
        let cubes: Vec<Cube> = cases.iter().map(|case| case.cube).collect();
        let is_shared = together && cases.len() >= MANY;
        let cubes = if is_shared { &cubes[..] } else { &[] };
        let prepare = |query: &Query| solver.prepare(cubes, &to_case(query, &cases[0]));
        let prepared = queries.iter().map(|query| prepare(query).map(Arc::new));
        let prepared: Vec<_> = prepared.collect::<Result<_, _>>()?;
        tasks.extend(numbers.by_ref().take(cases.len()).flat_map(|case| {
            let tasks = prepared.iter().cloned();
            tasks.map(move |prepared| CaseTask { case, prepared })
        }));
    }
    Ok(tasks)
}

/// Solves each case and prints its algorithms after those of an earlier run, which --resume continues. Returns the
/// rows of both if a page needs them.
fn solve_tasks(
    arguments: &Arguments,
    cases: &Arc<[Case]>,
    queries: &[Query],
    tasks: Arc<[CaseTask]>,
) -> anyhow::Result<(Status, Vec<AlgorithmRow>)> {
    let path = arguments.output.as_deref();
    let form = Form::of(arguments);
    let made = Made::of(&(queries, arguments.timeout.is_some()));
    let mut output = Output::create(path, arguments.resume, &form.header(), &made)?;
    let total = tasks.len();
    let mut left = output.skip_written(numbered(cases, &tasks, form), &form.layout())?;
    let mut solved = left
        .next()
        .transpose()?
        .map_or(total, |next| next.line as usize - 1);
    drop(left);
    let has_page = arguments.html.is_some();
    let mut rows = match path {
        Some(path) if has_page => form.read(path)?,
        _ => vec![],
    };
    // until the first case is solved, of the first search, which may be that of all cases
    let reporter = Arc::new(Mutex::new(Some(Reporter::start())));
    let of_first = reporter.clone();
    let mut progress = None;
    let (timeout, has_links) = (arguments.timeout, arguments.link);
    let (all, to_solve) = (cases.clone(), tasks.clone());
    let solve = move |number: usize| {
        let task = &to_solve[number];
        let on_progress = |progress: &Progress| {
            if let Some(reporter) = &mut *lock(&of_first) {
                let title = format!("solutions of up to {} moves", progress.depth);
                reporter.update(&title, progress.done);
            }
            ControlFlow::Continue(())
        };
        let limits = limits(timeout).on_progress(&on_progress);
        let cube = all[task.case].cube.into();
        let mut answer = task.prepared.solve(&cube, &limits)?;
        for solution in answer.solutions.iter_mut().filter(|_| has_links) {
            solution.link = Some(row::link(&solution.to_string()));
        }
        Ok(answer)
    };
    let numbers = (solved..total).map(Ok);
    let threads = arguments.solver.threads();
    let status = workers::answer_all(numbers, threads, solve, |answer| {
        // an answer that a signal cut short is left for --resume
        if answer.outcome == Outcome::Stopped {
            return Ok(ControlFlow::Break(()));
        }
        let CaseTask { case, prepared } = &tasks[solved];
        let (case, query) = (&cases[*case], prepared.query());
        solved += 1;
        output.write(&form.encode(solved, case, query, &answer), Status::Success)?;
        if has_page {
            rows.extend(AlgorithmRow::of(solved, case, query, &answer));
        }
        let title = format!("{solved} of {total} solved");
        lock(&reporter).take();
        let progress = progress.get_or_insert_with(Reporter::start);
        progress.update(&title, solved as f64 / total as f64);
        Ok(ControlFlow::Continue(match answer.outcome {
            Outcome::TimedOut => Status::TimedOut,
            _ => Status::Success,
        }))
    })?;
    Ok((status.max(output.status), rows))
}

/// The cases and choices of moves as the rows of an output begin, by which --resume knows them.
fn numbered(cases: &Arc<[Case]>, tasks: &Arc<[CaseTask]>, form: Form) -> Inputs {
    let (cases, tasks) = (cases.clone(), tasks.clone());
    let rows = (0..tasks.len()).map(move |n| {
        let CaseTask { case, prepared } = &tasks[n];
        let row = input::Row {
            columns: form.beginning(n + 1, &cases[*case], prepared.query()),
            delimiter: form.delimiter(),
            start: 0,
        };
        Ok(input::Input {
            row: Some(row),
            ..input::Input::new("row", n as u64 + 1, Ok(String::new()))
        })
    });
    Box::new(rows)
}

fn to_case(query: &Query, case: &Case) -> Query {
    let is_corner = |n: usize| [0, 2, 6, 8].contains(&(n % 9));
    let facelets = case.facelets().into_iter().enumerate();
    let mut of_corners = facelets.filter(|(n, _)| is_corner(*n));
    match query.puzzle {
        // a 2x2x2 with solved corners may be held in any way
        Puzzle::Cube2 if of_corners.all(|(_, face)| face.is_some()) => query.clone(),
        Puzzle::Cube2 => query.clone().to(Target::Pattern(*case.target)),
        Puzzle::Cube3 => to_target(query.clone(), *case.target),
    }
}
