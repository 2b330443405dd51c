//! `cubesolve scramble`: random positions as moves.

use super::algs::{definition, named};
use crate::cli::filter::Reply;
use crate::cli::options::{MetricOption, TablesOption};
use crate::cli::output::{self, print_line};
use crate::cli::sheet::{self, escaped};
use crate::cli::values;
use crate::cli::{Status, exit_with_usage, signals, table, workers};
use crate::host::{self, threads};
use anyhow::{Context, ensure};
use clap::{Args, ValueHint};
use cubesolve::coord::{CoordError, Stop};
use cubesolve::cube::{Cube, CubeSubset, Metric, Sequence};
use cubesolve::notation::{facelets, svg, with_slices};
use cubesolve::sets::{Case, Definition};
use cubesolve::{Outcome, Puzzle, Query, Solution, Solver, scramble};
use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Print random scrambles
///
/// Each leads to a position drawn uniformly from all 43,252,003,274,489,856,000, or from those that an option
/// names. It is short, but not always a shortest sequence.
///
/// For --distance up to 17 (19 quarter turns), a sequence of D moves is drawn from all in which no moves can be
/// merged. If its position is D moves from solved, it is kept with the probability 1/N for N shortest
/// solutions, as N of the sequences lead there. For greater distances and for --min-distance positions are drawn
/// from all until one is as far. For --distance 20 (26 quarter turns), which hardly any position takes, a published
/// position is drawn as it is or inverted, turned or mirrored: one of superflip, superfliptwist, the latter with pons
/// asinorum, and the hardest of the proof that 20 moves are enough; in quarter turns superflip with four spots.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve scramble -n 5 --seed 1
  cubesolve scramble --goal-solved dr
  cubesolve scramble --case pll/T --case pll/Ua -n 10
  cubesolve scramble --set oll
  cubesolve scramble --distance 11
  cubesolve scramble --distance 20
  cubesolve scramble --competition -n 3 --html sheet.html
  cubesolve scramble --puzzle 2x2x2 -n 5")]
pub struct Arguments {
    /// Number of scrambles
    #[arg(
        long,
        short,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    number: u64,

    /// Seed of the random numbers: the same seed gives the same scrambles [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Draw positions that take exactly D moves to solve, and print shortest sequences. Uses the pruning table
    /// (not for a 2x2x2, and not for 20 moves or 26 quarter turns); 19 moves (22 quarter turns) take very long
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(..=26), group = "drawn")]
    distance: Option<u8>,

    /// Draw positions that take at least D moves to solve. Uses the pruning table (not for a 2x2x2)
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(..=25), group = "drawn")]
    min_distance: Option<u8>,

    /// Draw positions where a step is solved: eo (edges oriented to F and B), co (corners oriented
    /// to U and D), dr (domino reduction to U and D), htr (half turns are enough), corners or edges
    #[arg(long, value_name = "STEP", group = "drawn")]
    goal_solved: Option<CubeSubset>,

    /// Draw positions of a set of cases, by its name or definition (see algs --list), with any turns of U before
    /// and after: each of its positions with the same probability
    #[arg(long, value_name = "SET", group = "drawn")]
    set: Option<String>,

    /// Draw positions of a case, such as pll/T; of several, each is as likely
    #[arg(long, value_name = "SET/NAME", group = "drawn")]
    case: Vec<String>,

    /// As in competitions: fewest-moves scrambles, with R' U' F before and after, at most 21 between, and
    /// no moves that can be merged; of a 2x2x2 11 moves, to positions that take at least 4
    #[arg(long, group = "drawn")]
    competition: bool,

    /// Puzzle; a 2x2x2 gets a shortest sequence of U, R and F
    #[arg(long, value_name = "PUZZLE", value_parser = values::puzzle(), default_value = "3x3x3", conflicts_with_all = ["goal_solved", "set", "case"])]
    puzzle: Puzzle,

    /// Print the number before each scramble
    #[arg(long, conflicts_with = "json")]
    numbers: bool,

    /// Print a JSON object for each scramble, one per line: number, scramble, length
    #[arg(long)]
    json: bool,

    /// Write a sheet with pictures, for the screen and for paper: one HTML page that needs no other files
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    html: Option<PathBuf>,

    #[command(flatten)]
    metric: MetricOption,

    #[command(flatten)]
    tables: TablesOption,
}

type Draw = Box<dyn Fn(&mut ChaCha12Rng) -> anyhow::Result<Sequence> + Send + Sync>;

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut rng: ChaCha12Rng = match arguments.seed {
        Some(seed) => ChaCha12Rng::seed_from_u64(seed),
        None => ChaCha12Rng::from_rng(&mut host::rng()),
    };
    let metric = arguments.metric.get();
    let has_distance = arguments.distance.or(arguments.min_distance).is_some();
    let is_searched = has_distance && arguments.puzzle == Puzzle::Cube3;
    // the tables, once for all threads; a search has threads of its own
    let _ = match arguments.puzzle {
        Puzzle::Cube3 => scramble::to_cube(&Cube::SOLVED, metric, stop())?,
        Puzzle::Cube2 => {
            scramble::cube2(0..=11, metric, &mut ChaCha12Rng::seed_from_u64(0), stop())?
        }
    };
    let threads = if is_searched {
        1
    } else {
        threads::processors()
    };
    let draw = arguments.draw()?;
    let seeds = (0..arguments.number).map(move |_| Ok(rng.random::<[u8; 32]>()));
    let draw = move |seed| draw(&mut ChaCha12Rng::from_seed(seed));
    let mut drawn = vec![];
    let status = workers::answer_all(seeds, threads, draw, |scramble| {
        drawn.push(scramble);
        let (number, scramble) = (drawn.len(), &drawn[drawn.len() - 1]);
        let length = metric.length(scramble.moves());
        let scramble = text(scramble, metric);
        print_line(if arguments.json {
            let mut reply = Reply::default();
            reply.field("number", number);
            reply.field("scramble", scramble);
            reply.field("length", length);
            serde_json::to_string(&reply)?
        } else if arguments.numbers {
            format!("{number}. {scramble}")
        } else {
            scramble
        })?;
        if arguments.html.is_none() {
            // only the number is needed
            drawn[number - 1] = Sequence::new();
        }
        Ok(ControlFlow::Continue(Status::Success))
    })?;
    if let Some(path) = arguments
        .html
        .as_ref()
        .filter(|_| status == Status::Success)
    {
        let page = page(arguments, &drawn);
        output::write(path, page)?;
    }
    Ok(status)
}

/// The moves of a scramble as its metric counts them.
fn text(scramble: &Sequence, metric: Metric) -> String {
    match metric {
        Metric::SliceTurn => with_slices(scramble),
        _ => scramble.to_string(),
    }
}

fn stop() -> Stop<'static> {
    Stop::when(signals::stop_flag())
}

impl Arguments {
    /// How scrambles are drawn.
    fn draw(&self) -> anyhow::Result<Draw> {
        let metric = self.metric.get();
        let to_cube = move |cube| Ok(scramble::to_cube(&cube, metric, stop())?);
        if self.puzzle == Puzzle::Cube2 {
            return self.draw_pocket();
        }
        if self.distance == Some(metric.gods_number()) && metric != Metric::SliceTurn {
            return Ok(Box::new(move |rng| {
                scramble::farthest(metric, rng).context("a published position")
            }));
        }
        if self.distance.or(self.min_distance).is_some() {
            return Ok(self.draw_by_distance());
        }
        if self.competition {
            return Ok(Box::new(|rng| Ok(scramble::fewest_moves(rng, stop())?)));
        }
        if let Some(subset) = self.goal_solved {
            return Ok(Box::new(move |rng| to_cube(subset.random(rng))));
        }
        if let Some(set) = &self.set {
            let definition = known_definition(set)?;
            let empty = format!("{set} has no cases");
            return Ok(Box::new(move |rng| {
                to_cube(definition.random(rng).context(empty.clone())?)
            }));
        }
        if !self.case.is_empty() {
            let cases = self.case.iter().map(|name| case(name));
            let cases: Vec<(Definition, Case)> = cases.collect::<anyhow::Result<_>>()?;
            return Ok(Box::new(move |rng| {
                let (definition, case) = cases.choose(rng).context("a case")?;
                to_cube(definition.random_of(case, rng))
            }));
        }
        Ok(Box::new(move |rng| {
            Ok(scramble::random(metric, rng, stop())?)
        }))
    }

    fn draw_pocket(&self) -> anyhow::Result<Draw> {
        let metric = self.metric.get();
        if self.competition {
            return Ok(Box::new(|rng| {
                Ok(scramble::cube2_competition(rng, stop())?)
            }));
        }
        let farthest = match metric {
            Metric::HalfTurn | Metric::SliceTurn => 11,
            Metric::QuarterTurn => 14,
        };
        let distances = match (self.distance, self.min_distance) {
            (Some(distance), _) => distance..=distance,
            (None, least) => least.unwrap_or(0)..=farthest,
        };
        self.check_distance(*distances.start(), farthest);
        Ok(Box::new(move |rng| {
            Ok(scramble::cube2(distances.clone(), metric, rng, stop())?)
        }))
    }

    /// Exits unless a distance exists.
    fn check_distance(&self, distance: u8, farthest: u8) {
        if distance > farthest {
            let option = if self.distance.is_some() {
                "--distance"
            } else {
                "--min-distance"
            };
            let error = format!("{option}: {distance} is not in 0 to {farthest}");
            exit_with_usage("scramble", error);
        }
    }

    /// Those at a distance, by shortest sequences, or at least at one.
    fn draw_by_distance(&self) -> Draw {
        let metric = self.metric.get();
        let distance = self.distance.or(self.min_distance).unwrap_or(0);
        self.check_distance(distance, metric.gods_number() - 1);
        let solver = Solver::with_directory(self.tables.directory());
        // the solutions of up to this many moves, shortest only
        let solve = move |cube: &Cube, max_moves, all| -> anyhow::Result<Vec<Solution>> {
            let query = Query::new().metric(metric).max_moves(max_moves);
            let query = if all { query.all() } else { query };
            let answer = solver.query(&(*cube).into(), &query, &table::limits(None))?;
            match answer.outcome {
                Outcome::Stopped => Err(CoordError::Stopped.into()),
                _ => Ok(answer.solutions),
            }
        };
        let is_exact = self.distance.is_some();
        Box::new(move |rng| {
            if is_exact {
                let mut scramble = Sequence::new();
                let solutions = |cube: &Cube, all| -> anyhow::Result<Option<usize>> {
                    let solutions = solve(cube, distance, all)?;
                    let first = solutions.first();
                    let first = first.filter(|first| first.length() == usize::from(distance));
                    scramble = first.map_or(Sequence::new(), |first| first.sequence().inverse());
                    Ok(first.map(|_| solutions.len()))
                };
                scramble::at_distance(distance, metric, rng, solutions)?;
                return Ok(scramble);
            }
            let is_far = |cube: &Cube| -> anyhow::Result<bool> {
                Ok(match distance.checked_sub(1) {
                    Some(nearer) => solve(cube, nearer, false)?.is_empty(),
                    None => true,
                })
            };
            Ok(scramble::to_cube(
                &scramble::such_that(rng, is_far)?,
                metric,
                stop(),
            )?)
        })
    }
}

fn known_definition(set: &str) -> anyhow::Result<Definition> {
    let definition = definition(set)?;
    definition.with_context(|| format!("{set} is no set; algs --list prints them"))
}

/// A case by its set and its name, with the definition of the set.
fn case(name: &str) -> anyhow::Result<(Definition, Case)> {
    let (set, case) = name
        .rsplit_once('/')
        .with_context(|| format!("expected a set and a case, such as pll/T, found {name}"))?;
    let definition = known_definition(set)?;
    let mut cases = named(set, definition.cases(false)?, &[case.trim().to_owned()])?;
    ensure!(!cases.is_empty(), "{set} has no case {case}");
    Ok((definition, cases.remove(0)))
}

/// A sheet of scrambles with pictures of their cubes.
fn page(arguments: &Arguments, scrambles: &[Sequence]) -> String {
    let (name, picture): (_, fn(&facelets::Facelets) -> String) = match arguments.puzzle {
        Puzzle::Cube3 => ("3x3x3", svg::print),
        Puzzle::Cube2 => ("2x2x2", svg::print_corners),
    };
    let kind = if arguments.competition {
        "competition "
    } else {
        ""
    };
    let article = |(number, scramble): (usize, &Sequence)| {
        let picture = picture(&facelets::facelets(&scramble.cube()));
        let scramble = escaped(&text(scramble, arguments.metric.get()));
        format!(
            "<article>\n{picture}<div>\n<h3>{number}</h3>\n<p class=\"alg\">{scramble}</p>\n</div>\n</article>\n"
        )
    };
    let articles: String = (1..).zip(scrambles).map(article).collect();
    let title = format!("{name} {kind}scrambles");
    sheet::page(
        &title,
        "",
        &format!("<section class=\"wide\">\n{articles}</section>\n"),
    )
}
