//! `cubesolve scramble`: random positions as moves.

use crate::cli::options::{self, MetricOption, TablesOption};
use crate::cli::output::print_line;
use crate::cli::{Status, exit_with_usage, signals, table};
use crate::host;
use clap::Args;
use cubesolve::coord::Stop;
use cubesolve::cube::{Cube, CubeSubset};
use cubesolve::{Outcome, Puzzle, Query, Solver, scramble};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

/// Print random scrambles
///
/// Each leads to a position drawn uniformly from all 43,252,003,274,489,856,000. It is short, but
/// not always a shortest sequence.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve scramble -n 5 --seed 1
  cubesolve scramble --goal-solved dr
  cubesolve scramble --distance 11
  cubesolve scramble --competition
  cubesolve scramble --puzzle 2x2x2 -n 5")]
pub struct Arguments {
    /// Number of scrambles
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    number: u64,

    /// Seed of the random numbers: the same seed gives the same scrambles [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Draw positions that take exactly D moves to solve, not all with the same probability, and
    /// print shortest sequences. Uses the pruning table; 19 moves (22 quarter turns) take very long
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(..=25), conflicts_with = "goal_solved")]
    distance: Option<u8>,

    /// Draw positions where a step is solved: eo (edges oriented to F and B), co (corners oriented
    /// to U and D), dr (domino reduction to U and D), htr (half turns are enough), corners or edges
    #[arg(long, value_name = "STEP")]
    goal_solved: Option<CubeSubset>,

    /// As in competitions: fewest-moves scrambles, with R' U' F before and after; a 2x2x2 takes at
    /// least 4 moves to solve
    #[arg(long, conflicts_with_all = ["distance", "goal_solved"])]
    competition: bool,

    /// Puzzle; a 2x2x2 gets a shortest sequence of U, R and F
    #[arg(long, value_name = "PUZZLE", value_parser = options::puzzle(), default_value = "3x3x3", conflicts_with_all = ["distance", "goal_solved"])]
    puzzle: Puzzle,

    #[command(flatten)]
    metric: MetricOption,

    #[command(flatten)]
    tables: TablesOption,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let metric = arguments.metric.get();
    let mut rng: ChaCha12Rng = match arguments.seed {
        Some(seed) => ChaCha12Rng::seed_from_u64(seed),
        None => ChaCha12Rng::from_rng(&mut host::rng()),
    };
    if let Some(distance) = arguments.distance {
        return at_distance(distance, arguments, &mut rng);
    }
    let stop = Stop::when(signals::stop_flag());
    for _ in 0..arguments.number {
        let scramble = match (arguments.puzzle, arguments.goal_solved) {
            (Puzzle::Cube2, _) => {
                let least = if arguments.competition { 4 } else { 0 };
                scramble::cube2(least, metric, &mut rng, stop)
            }
            _ if arguments.competition => scramble::fewest_moves(metric, &mut rng, stop),
            (_, Some(subset)) => scramble::to_cube(&subset.random(&mut rng), metric, stop),
            (_, None) => scramble::random(metric, &mut rng, stop),
        };
        print_line(scramble?)?;
    }
    Ok(Status::Success)
}

/// Draws positions near the distance and prints those at exactly this distance.
fn at_distance(
    distance: u8,
    arguments: &Arguments,
    rng: &mut ChaCha12Rng,
) -> anyhow::Result<Status> {
    let metric = arguments.metric.get();
    if distance >= metric.gods_number() {
        let farthest = metric.gods_number() - 1;
        let error = format!("--distance: {distance} is not in 0 to {farthest}");
        exit_with_usage("scramble", error);
    }
    let solver = Solver::with_directory(arguments.tables.directory());
    let query = Query::new().metric(metric).max_moves(distance);
    let mut left = arguments.number;
    while left > 0 {
        let cube = Cube::random_near(distance, metric, rng);
        let answer = solver.query(&cube.into(), &query, &table::limits(None))?;
        if answer.outcome == Outcome::Stopped {
            return Ok(Status::Interrupted);
        }
        if answer.length() == Some(distance.into()) {
            print_line(answer.solutions[0].sequence().inverse())?;
            left -= 1;
        }
    }
    Ok(Status::Success)
}
