//! `cubesolve distribution`: how many cubes need how many moves.

mod chart;
mod print;

use super::algs::{definition, to_target};
use crate::cli::options::SolverOptions;
use crate::cli::output::print_line;
use crate::cli::position::CubeReader;
use crate::cli::progress::Reporter;
use crate::cli::table::limits;
use crate::cli::{Status, exit, exit_with_usage, query, signals, units, values, workers};
use crate::host;
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueHint};
use cubesolve::coord::Stop;
use cubesolve::cube::{CubeSubset, Metric};
use cubesolve::distribution::{self, Distribution, RandomCubes};
use cubesolve::notation::moves_to_string;
use cubesolve::sets::{Case, Definition};
use cubesolve::{Cube, Outcome, Position, Prepared, Puzzle, Query};
use print::{number, print};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Count how many cubes need how many moves
///
/// By default all cubes are counted that are solved by the moves of the metric, or by --moves. Where all positions
/// fit the memory, they are visited, and the counts are exact: the places of the pieces that a goal or a pattern is
/// about, each of which stands for equally many cubes. A goal with several places, such as cross, is the best of
/// them; what it starts from can follow after a hyphen, as in htr-dr. With moves that turn centres, positions are
/// counted as they are held.
///
/// Otherwise random cubes are solved, and shares have their standard errors; Ctrl-C prints those that are solved. A
/// count of 0 has no error: with 95% confidence its share is below 3/N. The row none counts cubes that the moves
/// cannot solve. The whole cube is only counted up to --max-moves, as far as that fits the memory.
///
/// --list prints the positions themselves where they are visited: a shortest sequence to each, and behind // how many
/// positions it stands for. Those that are symmetric with respect to a goal are listed once, as far as symmetries act on the
/// coordinate that is visited.
///
/// A set of cases is counted by solving each of its cases with free turns of U, as often as it appears among all cubes of
/// the set; of one with too many for algs random cubes are solved.
#[derive(Debug, Args)]
#[command(after_help = exit::after_help("\
  cubesolve distribution --goal cross-d --svg cross.svg
  cubesolve distribution --goal cross -n 10000 --seed 1
  cubesolve distribution --goal htr-dr --metric qtm
  cubesolve distribution --goal cross-d --list last
  cubesolve distribution --moves R,U --csv
  cubesolve distribution --max-moves 5 --metric stm
  cubesolve distribution --set pll
  cubesolve distribution --goal-solved dr \"R U F\" -n 100
  cubesolve distribution -n 1000 --json"))]
pub struct Arguments {
    /// With --goal-solved: draw cubes of the coset of this one, which is reached by its moves from those where the
    /// step is solved
    #[arg(requires = "goal_solved")]
    cube: Option<String>,

    /// Count moves to this goal, as in solve; several steps are a chain of them
    #[arg(long, value_name = "STEPS", value_parser = query::value("goal"), conflicts_with_all = ["to", "set", "puzzle"])]
    goal: Option<Value>,

    /// Count moves to cubes that match: 54 facelets or a net, with dots for any colour
    #[arg(long, value_name = "PATTERN", value_parser = query::value("to"), conflicts_with = "set")]
    to: Vec<Value>,

    /// The only moves, as in solve: R,U or M,U2
    #[arg(long, value_name = "MOVES", value_parser = query::value("moves"))]
    moves: Option<Value>,

    /// Puzzle
    #[arg(long, value_name = "PUZZLE", value_parser = values::puzzle(), default_value = "3x3x3", conflicts_with_all = ["set", "goal_solved"])]
    puzzle: Puzzle,

    /// Count cubes that need at most N moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=Query::ANY_LENGTH as i64 - 1))]
    max_moves: Option<u8>,

    /// Count the cubes of a set of cases, by its name or definition (see algs --list)
    #[arg(long, value_name = "SET", conflicts_with = "goal_solved")]
    set: Option<String>,

    /// Draw cubes where a step is solved, as in scramble: eo, co, dr, htr, corners or edges
    #[arg(long, value_name = "STEP", value_parser = ["eo", "co", "dr", "htr", "corners", "edges"])]
    goal_solved: Option<String>,

    /// Solve N random cubes, even if all positions could be visited [default: 1000 if they cannot]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,

    /// Seed of the random cubes: the same seed gives the same cubes [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Visit all positions if they take at most this much memory, tables of moves aside
    #[arg(long, value_name = "SIZE", value_parser = units::parse_bytes, default_value = "1G")]
    memory: u64,

    /// List the positions that need N moves; last are the farthest
    #[arg(long, value_name = "N", value_parser = listed, conflicts_with_all = ["set", "goal_solved", "number", "max_moves", "csv", "json", "svg"])]
    list: Option<Listed>,

    /// Print a row for each number of moves, as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    /// Draw a bar chart, as SVG
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,

    #[command(flatten)]
    solver: SolverOptions,
}

/// Random cubes that are solved unless a number is given.
const SAMPLE: u64 = 1000;

/// A cube to solve, and how many it counts for.
type Weighted = (Position, u64);

/// The distance at which positions are listed; `None` for the greatest.
#[derive(Debug, Clone, Copy)]
struct Listed(Option<u8>);

fn listed(text: &str) -> Result<Listed, String> {
    match text {
        "last" => Ok(Listed(None)),
        _ => match text.parse() {
            Ok(distance) => Ok(Listed(Some(distance))),
            Err(_) => Err("expected a number of moves, or last".to_owned()),
        },
    }
}

type Draw = Box<dyn Fn(&mut ChaCha12Rng) -> anyhow::Result<Position> + Send + Sync>;

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let (_, metric) = arguments.solver.table()?;
    let mut question = arguments.question(metric);
    let query: Query = serde_json::from_value(question.clone().into())?;
    if let Some(Listed(distance)) = arguments.list {
        return list(&query, distance, arguments.memory);
    }
    let is_drawn = arguments.number.is_some() || arguments.goal_solved.is_some();
    let is_visited = !is_drawn && arguments.set.is_none();
    let stop = Stop::when(signals::stop_flag());
    let exact = match is_visited {
        true => Distribution::exact(&query, arguments.memory, stop)?,
        false => None,
    };
    let is_near = is_visited && arguments.goal.is_none() && arguments.max_moves.is_some();
    let (distribution, status) = match exact {
        Some(exact) => (exact, Status::Success),
        None if is_near => bail!(
            "the positions within these moves take more than {} (--memory), or pieces of the pattern may be in \
             several places",
            units::bytes(arguments.memory)
        ),
        None => arguments.solved(&query, &mut question)?,
    };
    let has_part = distribution.is_sample() && distribution.total() > Some(0);
    if status == Status::Success || status == Status::Interrupted && has_part {
        print(arguments, metric, &distribution, question)?;
    }
    Ok(status)
}

impl Arguments {
    /// The fields of a query.
    fn question(&self, metric: Metric) -> Map<String, Value> {
        let fields = [
            ("metric", Some(json!(metric.name()))),
            ("puzzle", Some(json!(self.puzzle))),
            ("goal", self.goal.clone()),
            ("to", Some(json!(self.to)).filter(|_| !self.to.is_empty())),
            ("moves", self.moves.clone()),
            ("max_moves", self.max_moves.map(Value::from)),
        ];
        let given = fields.into_iter();
        let given = given.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        given.collect()
    }

    /// The distribution of cubes that are solved: random ones, or the cases of a set. Adds what they are to the
    /// question.
    fn solved(
        &self,
        query: &Query,
        question: &mut Map<String, Value>,
    ) -> anyhow::Result<(Distribution, Status)> {
        let set = self.set.as_deref();
        let set = set.map(known_definition).transpose()?;
        let query = match &set {
            None => query.clone(),
            Some(set) => to_target(query.clone().auf(true), set.target()),
        };
        if let Err(problem) = query.check() {
            exit_with_usage("distribution", problem);
        }
        for (name, value) in [
            ("set", &self.set),
            ("goal_solved", &self.goal_solved),
            ("cube", &self.cube),
        ] {
            question.extend(value.clone().map(|value| (name.to_owned(), value.into())));
        }
        let solver = self.solver.solver()?;
        let cases = set.as_ref().filter(|_| self.number.is_none());
        if let Some((set, Ok(cases))) = cases.map(|set| (set, set.cases(false))) {
            let cubes: Vec<Cube> = cases.iter().map(|case| case.cube).collect();
            let prepared = solver.prepare(&cubes, &query)?;
            let count = cubes.len() as u64;
            let set = set.clone();
            let appearances = move |case: Case| (case.cube.into(), set.appearances(&case) as u64);
            let cubes = cases.into_iter().map(appearances).map(Ok);
            return self.solve_all(prepared, (cubes, count), Distribution::all());
        }
        let prepared = solver.prepare(&[], &query)?;
        let seed = self
            .seed
            .unwrap_or_else(|| host::rng().random::<u32>().into());
        question.insert("seed".to_owned(), seed.into());
        let (draw, mut rng) = (self.draw(&query, set)?, ChaCha12Rng::seed_from_u64(seed));
        let count = self.number.unwrap_or(SAMPLE);
        let cubes = (0..count).map(move |_| Ok((draw(&mut rng)?, 1)));
        self.solve_all(prepared, (cubes, count), Distribution::sample())
    }

    /// Solves cubes on all threads and counts the lengths of the solutions, until a signal arrives.
    fn solve_all(
        &self,
        prepared: Prepared,
        (cubes, count): (
            impl Iterator<Item = anyhow::Result<Weighted>> + Send + 'static,
            u64,
        ),
        mut distribution: Distribution,
    ) -> anyhow::Result<(Distribution, Status)> {
        let solve = move |(position, weight): Weighted| {
            let answer = prepared.solve(&position, &limits(None))?;
            let is_stopped = answer.outcome == Outcome::Stopped;
            Ok((!is_stopped).then(|| (answer.length(), weight)))
        };
        let (mut progress, mut done) = (Reporter::start(), 0_u64);
        progress.update(&number(0, "cube"), 0.0);
        let status = workers::answer_all(cubes, self.solver.threads(), solve, |solved| {
            let Some((length, weight)) = solved else {
                return Ok(ControlFlow::Break(()));
            };
            distribution.add(length, weight);
            done += 1;
            progress.update(&number(done, "cube"), done as f64 / count as f64);
            Ok(ControlFlow::Continue(Status::Success))
        })?;
        Ok((distribution, status))
    }

    /// How random cubes are drawn.
    fn draw(&self, query: &Query, set: Option<Definition>) -> anyhow::Result<Draw> {
        if let Some(set) = set {
            return Ok(Box::new(move |rng| {
                let cube = set.random(rng).context("the set has no cases")?;
                Ok(cube.into())
            }));
        }
        let Some(subset) = &self.goal_solved else {
            let cubes = RandomCubes::new(query)?;
            return Ok(Box::new(move |rng| Ok(cubes.draw(rng))));
        };
        let subset: CubeSubset = subset.parse()?;
        let text = self.cube.as_deref().unwrap_or_default();
        let coset = CubeReader::new(None).parse(text)?.cube;
        Ok(Box::new(move |rng| {
            Ok(subset.random(rng).product(&coset).into())
        }))
    }
}

/// Prints the positions at a distance, each as soon as it is found.
fn list(query: &Query, distance: Option<u8>, memory: u64) -> anyhow::Result<Status> {
    let stop = Stop::when(signals::stop_flag());
    let positions = distribution::positions(query, distance, memory, stop)?;
    let positions = positions.with_context(|| {
        format!(
            "--list needs one goal at one place, one pattern or certain moves, whose positions fit {} (--memory)",
            units::bytes(memory)
        )
    })?;
    let mut is_empty = true;
    for (moves, count) in positions.classes() {
        stop.check()?;
        let line = format!(
            "{} // {}",
            moves_to_string(&moves),
            number(count, "position")
        );
        print_line(line.trim_start())?;
        is_empty = false;
    }
    ensure!(
        !is_empty,
        "no position needs {} moves",
        positions.distance()
    );
    Ok(Status::Success)
}

fn known_definition(set: &str) -> anyhow::Result<Definition> {
    let known = definition(set)?;
    known.with_context(|| format!("{set} is no set; algs --list prints them"))
}
