//! `cubesolve insert`: the shortest insertions into a skeleton.

use crate::cli::Status;
use crate::cli::output::{message, print_line};
use crate::cli::position::CubeReader;
use crate::notation::insertion_marks::inserted;
use anyhow::Context;
use clap::Args;
use cubesolve::cube::Sequence;
use cubesolve::insertions::{Inserted, Inserter, MAX_INSERTIONS, MAX_LONGEST};
use cubesolve::notation::moves_to_string;

/// Print the shortest insertions that complete a skeleton
///
/// A skeleton solves a cube except for a few cubies, such as three or five corners, or three edges. Moves
/// inserted at up to three places solve the rest. Prints all of the shortest solutions, their lengths
/// counted once moves are joined where they meet the skeleton, and behind each solution its insertions:
/// the number of moves before an insertion, and its moves. A second one goes into the moves with the
/// first, a third one into those with both. Three are not proven to be the shortest: only the shortest
/// moves with one and with two of them are continued.
///
/// To find skeletons: solve --goal 5c, or eo,dr,3c, or with 4c or 3e.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve insert \"D2 F U2 B L2 D' R\" \"R' D L2 B'\"
  cubesolve insert \"D2 F U2 B L2 D' R\" \"R' D L2 (D2)\"")]
pub struct Arguments {
    /// The cube, in any notation
    scramble: String,

    /// The moves that solve it but for a few cubies, those in ( ) on the inverse scramble; several lines with
    /// comments are read as one skeleton
    skeleton: String,

    /// Greatest number of insertions, up to 3 [default: as few as solve the cube]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_INSERTIONS as i64))]
    insertions: Option<u8>,

    /// Greatest number of moves of an insertion, up to 10
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=MAX_LONGEST as i64), default_value = "9")]
    longest: u8,

    /// Print N solutions, shortest first
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    match completed(arguments) {
        Ok(solutions) => {
            solutions.iter().map(line).try_for_each(print_line)?;
            Ok(Status::Success)
        }
        Err(error) => {
            message(format_args!("cubesolve: {error:#}"));
            Ok(Status::LineFailed)
        }
    }
}

/// The skeleton with its insertions.
fn completed(arguments: &Arguments) -> anyhow::Result<Vec<Inserted>> {
    let cube = CubeReader::new(None).parse(&arguments.scramble);
    let cube = cube.context("scramble")?.as_held();
    // marks where insertions were thought to go
    let unmarked = inserted(&arguments.skeleton);
    let skeleton = unmarked.as_ref().unwrap_or(&arguments.skeleton);
    let skeleton = Sequence::parse_niss_solution(skeleton);
    let skeleton = skeleton.context("skeleton")?;
    let mut inserter = Inserter::new(arguments.longest.into());
    let number = arguments.number.map(|number| number as usize);
    let count = arguments.insertions.map(usize::from);
    Ok(inserter.find(&cube, skeleton.moves(), count, number)?)
}

fn line(solution: &Inserted) -> String {
    let insertions = solution.insertions.iter().map(|insertion| {
        let moves = moves_to_string(&insertion.moves);
        format!("after {}: {moves}", insertion.place)
    });
    let insertions = insertions.collect::<Vec<String>>().join(", ");
    let (moves, total) = (moves_to_string(&solution.moves), solution.moves.len());
    format!("{moves} // {insertions}, total {total}")
}
