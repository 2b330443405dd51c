//! `cubesolve scramble`: random positions as moves.

use crate::cli::puzzle::Puzzle;
use crate::cli::table::{self, LoadChoice};
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, interrupt, misused, output};
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::cube::{Cube, Move, Sequence, Step};
use cubesolve::notation::moves_to_string;
use cubesolve::search::{Limits, Outcome, PocketSolver, Request, TwoPhase};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

/// Print random scrambles
///
/// Each is a short way, not always a shortest one, to a position drawn from all
/// 43,252,003,274,489,856,000 with the same chance for each.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve scramble -n 5 --seed 1
  cubesolve scramble --goal-solved dr
  cubesolve scramble --distance 11
  cubesolve scramble --competition
  cubesolve scramble --puzzle 2x2x2 -n 5")]
pub struct Arguments {
    /// How many scrambles to print
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    number: u64,

    /// Draw the same positions for the same number [default: others each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Positions that take exactly this many moves to solve, each written in as many; some
    /// are likelier than others. Uses the pruning table; 19 takes very long (22 quarter turns)
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(..=25), conflicts_with = "goal_solved")]
    distance: Option<u8>,

    /// Positions where a step is done: eo (edges oriented to F and B), co (corners oriented to
    /// U and D), dr (domino reduction to U and D), htr (half turns are enough), corners or edges
    #[arg(long, value_name = "STEP")]
    goal_solved: Option<Step>,

    /// As in competitions: R' U' F before and after the scramble, which fewest-moves solvers
    /// count on; a 2x2x2 takes at least 4 moves to solve
    #[arg(long, conflicts_with_all = ["distance", "goal_solved"])]
    competition: bool,

    /// The puzzle; a 2x2x2 is scrambled by as few turns of U, R and F as can be
    #[arg(long, value_name = "PUZZLE", default_value = "3x3x3", conflicts_with_all = ["distance", "goal_solved"])]
    puzzle: Puzzle,
}

/// Prints what the command line asks for.
pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let mut rng: ChaCha12Rng = match arguments.seed {
        Some(seed) => ChaCha12Rng::seed_from_u64(seed),
        None => rand::make_rng(),
    };
    if let Some(distance) = arguments.distance {
        return at_distance(distance, arguments.number, &mut rng, tables, quiet);
    }
    if arguments.puzzle == Puzzle::Two {
        let solver = PocketSolver::new(tables.metric());
        let least = if arguments.competition { 4 } else { 0 };
        return print_each(arguments.number, || solver.scramble(least, &mut rng));
    }
    let two_phase = TwoPhase::new(tables.metric());
    print_each(arguments.number, || match arguments.goal_solved {
        _ if arguments.competition => two_phase.competition_scramble(&mut rng),
        Some(step) => two_phase.generate(&step.random(&mut rng)),
        None => two_phase.generate(&Cube::random(&mut rng)),
    })
}

fn print_each(number: u64, mut draw: impl FnMut() -> Vec<Move>) -> anyhow::Result<Status> {
    for _ in 0..number {
        print(&moves_to_string(&draw()))?;
    }
    Ok(Status::Success)
}

fn print(scramble: &str) -> anyhow::Result<()> {
    output::print(format!("{scramble}\n").as_bytes())
}

/// Draws positions near the distance and keeps those that have it.
fn at_distance(
    distance: u8,
    number: u64,
    rng: &mut ChaCha12Rng,
    tables: &TablesDirectory,
    quiet: bool,
) -> anyhow::Result<Status> {
    let metric = tables.metric();
    if distance >= metric.gods_number() {
        let farthest = metric.gods_number() - 1;
        let error = format!("{distance} is not in 0..={farthest}");
        misused("scramble", ErrorKind::ValueValidation, error);
    }
    let solver = table::solver(None, tables, LoadChoice::Map, true, quiet, false)?;
    let request = Request::default().max_moves(distance);
    let limits = Limits::default().stop(interrupt::flag());
    let mut left = number;
    while left > 0 {
        let answer = solver.search(&Cube::random_near(distance, metric, rng), &request, &limits)?;
        if answer.outcome == Outcome::Stopped {
            return Ok(Status::Interrupted);
        }
        for solution in answer.solutions {
            if metric.length(&solution) == usize::from(distance) {
                print(&Sequence::from(solution).inverse().to_string())?;
                left -= 1;
            }
        }
    }
    Ok(Status::Success)
}
