//! `cubesolve algs`: algorithms for the cases of a set.

mod file;
mod row;
mod set;
mod sheet;

use crate::cli::input::{self, Inputs};
use crate::cli::options::SolverOptions;
use crate::cli::output::print_line;
use crate::cli::progress::Reporter;
use crate::cli::rows::{Made, Output};
use crate::cli::table::limits;
use crate::cli::values;
use crate::cli::{Status, exit, exit_with_usage, query, workers};
use crate::host::fs;
use anyhow::Context;
use clap::{Args, ValueHint};
use cubesolve::cube::Metric;
use cubesolve::notation::Pattern;
use cubesolve::sets::{BUILT_IN, Case};
use cubesolve::{Cube, Outcome, Prepared, Puzzle, Query, Solver, Target};
use row::AlgorithmRow;
use serde_json::Value;
pub use set::{definition, named};
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Print algorithms for the cases of a set, such as the permutations of the last layer
///
/// SET is the name of a built-in set (--list), a definition, or a file of cases, - for stdin.
///
/// A definition has clauses with semicolons between. In every case the pieces after `solved:` are
/// solved, those after `placed:` are at their places, those after `oriented:` are oriented, and those
/// after `unoriented:` are not all oriented. Algorithms only orient pieces after `orient:`, leave those
/// after `free:` as they come, and solve all others. Pieces are UR, URF and so on, or ll, f2l, ll-corners,
/// ll-edges, cross, corners, edges. The moves after `then:` are made on each of these cubes. There is a case
/// for each class under turns of U before and after.
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
    /// by one; otherwise all cases are solved together by turns of some faces, which is faster
    #[arg(long, value_name = "SECONDS", value_parser = values::seconds)]
    timeout: Option<Duration>,

    /// Write a sheet with pictures, for the screen and for paper: one HTML page that needs no other files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    /// Print a row for each algorithm, as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print a JSON object for each case and moves, one per line: case, group, facelets, moves, and the
    /// fields of solve --json from solution on
    #[arg(long)]
    json: bool,

    /// Write the rows of --csv to this file, with tabs if it ends with .tsv
    #[arg(long, short, value_name = "OUT", conflicts_with = "json", value_hint = ValueHint::FilePath)]
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
    let (status, rows) = solve_tasks(&arguments, tasks.into())?;
    if let Some(path) = arguments.html.filter(|_| status != Status::Interrupted) {
        let page = sheet::page(&set, &cases, &rows);
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
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
                ("cost", self.cost.clone().into()),
                ("auf", has_auf.into()),
            ])?;
            Ok(query.puzzle(self.puzzle))
        };
        (0..choices).map(query).collect()
    }
}

/// A case to solve by one choice of moves.
struct CaseTask {
    case: Case,
    /// For all cases with the same target.
    prepared: Prepared,
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
    for cases in cases.chunk_by(|a, b| a.target == b.target) {
        let cubes: Vec<Cube> = cases.iter().map(|case| case.cube).collect();
        let is_shared = together && cases.len() >= MANY;
        let cubes = if is_shared { &cubes[..] } else { &[] };
        let prepare = |query: &Query| solver.prepare(cubes, &to_target(query, &cases[0]));
        let prepared: Vec<_> = queries.iter().map(prepare).collect::<Result<_, _>>()?;
        tasks.extend(cases.iter().flat_map(|case| {
            prepared.iter().cloned().map(|prepared| CaseTask {
                case: case.clone(),
                prepared,
            })
        }));
    }
    Ok(tasks)
}

/// Solves each case, prints its algorithms, and adds them to those of an earlier run, which --resume
/// continues. Returns the rows of both.
fn solve_tasks(
    arguments: &Arguments,
    tasks: Arc<[CaseTask]>,
) -> anyhow::Result<(Status, Vec<AlgorithmRow>)> {
    let path = arguments.output.as_deref();
    let has_tabs = path.and_then(Path::extension) == Some(OsStr::new("tsv"));
    let delimiter = if has_tabs { b'\t' } else { b',' };
    let is_csv = arguments.csv || path.is_some();
    let header = match is_csv {
        true => AlgorithmRow::header(delimiter),
        false => vec![],
    };
    let options: Vec<_> = tasks.iter().map(|task| task.prepared.query()).collect();
    let made = Made::of(&(&options, arguments.timeout.is_some()));
    let mut output = Output::create(path, arguments.resume, &header, &made)?;
    let total = tasks.len();
    let mut left = output.skip_written(numbered(&tasks, delimiter), &row::layout(delimiter))?;
    let mut solved = left
        .next()
        .transpose()?
        .map_or(total, |next| next.line as usize - 1);
    let mut rows = match path {
        Some(path) => AlgorithmRow::read(path, delimiter)?,
        None => vec![],
    };
    let mut progress = Reporter::start();
    let (to_solve, timeout, has_links) = (tasks.clone(), arguments.timeout, arguments.link);
    let solve = move |number: usize| {
        let task = &to_solve[number];
        let (cube, limits) = (task.case.cube.into(), limits(timeout));
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
        let query = prepared.query();
        solved += 1;
        let new = AlgorithmRow::of(solved, case, query, &answer);
        let rows_of_case = match (is_csv, arguments.json) {
            (true, _) => row::encode(&new, delimiter),
            (_, true) => row::json(case, query, &answer),
            (false, false) => new
                .iter()
                .map(AlgorithmRow::text)
                .collect::<String>()
                .into(),
        };
        output.write(&rows_of_case, Status::Success)?;
        rows.extend(new);
        let title = format!("{solved} of {total} solved");
        progress.update(&title, solved as f64 / total as f64);
        Ok(ControlFlow::Continue(match answer.outcome {
            Outcome::TimedOut => Status::TimedOut,
            _ => Status::Success,
        }))
    })?;
    Ok((status.max(output.status), rows))
}

/// The cases and choices of moves as the rows of an output begin, by which --resume knows them.
fn numbered(tasks: &[CaseTask], delimiter: u8) -> Inputs {
    let rows = tasks.iter().zip(1..).map(|(task, number)| {
        let row = input::Row {
            columns: row::beginning(number, &task.case, task.prepared.query(), delimiter),
            delimiter: Some(delimiter),
            start: 0,
        };
        Ok(input::Input {
            row: Some(row),
            ..input::Input::new("row", number as u64, Ok(String::new()))
        })
    });
    Box::new(rows.collect::<Vec<_>>().into_iter())
}

fn to_target(query: &Query, case: &Case) -> Query {
    let query = query.clone();
    let is_corner = |n: usize| [0, 2, 6, 8].contains(&(n % 9));
    let facelets = case.facelets().into_iter().enumerate();
    let mut of_corners = facelets.filter(|(n, _)| is_corner(*n));
    // a 2x2x2 with solved corners may be held in any way
    let has_target = match query.puzzle {
        Puzzle::Cube3 => case.target != Pattern::SOLVED,
        Puzzle::Cube2 => of_corners.any(|(_, face)| face.is_none()),
    };
    match has_target {
        true => query.to(Target::Pattern(case.target)),
        false => query,
    }
}
