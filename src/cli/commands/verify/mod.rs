//! `cubesolve verify`: whether solutions solve their scrambles in the lengths claimed.

mod checker;
mod claims;

use crate::cli::input::open_file;
use crate::cli::output::print_line;
use crate::cli::{Status, exit};
use anyhow::ensure;
use claims::Defaults;
use clap::{Args, ValueHint};
use std::io::BufReader;
use std::path::PathBuf;

/// Check solutions, of this or any other program
///
/// Each line has a scramble, a tab and a solution, and after another tab its length if that is claimed.
/// Files that solve writes with --json and --csv are read, too, and other CSV and TSV files whose first
/// line names a column solution.
///
/// Each solution is made on a cube of 54 stickers that shares no code with the rest of the program. It is
/// wrong if it does not solve the whole cube (the cube may be held in any orientation), or if its length
/// is not the one claimed or is less than a claimed lower bound. Prints the wrong lines with the reason,
/// then the numbers of correct and wrong solutions and of lines without one. The exit code is 1 if any is
/// wrong.
///
/// Scrambles are moves, slices M E S, wide moves Rw or r, rotations x y z, groups (R U)3, or 54 facelets
/// in the order U R F D L B. Moves of a solution in parentheses are made on the inverse scramble (NISS);
/// if that does not solve the cube, (U) before the first or after the last move is a free turn. (20),
/// (20f*) or (26q) behind a solution is its length. Comments begin with //.
#[derive(Debug, Args)]
#[command(after_help = exit::after_help("\
  cubesolve solve --json < scrambles.txt | cubesolve verify
  cubesolve verify solutions.csv
  paste scrambles.txt solutions.txt | cubesolve verify"))]
pub struct Arguments {
    /// File to check; if none or -, stdin
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true, value_hint = ValueHint::FilePath)]
    file: PathBuf,

    #[command(flatten)]
    defaults: Defaults,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let (input, name) = open_file(&arguments.file)?;
    let [mut correct, mut wrong, mut missing] = [0_u64; 3];
    let input = BufReader::new(input);
    arguments.defaults.read(input, |line, claim| {
        match claim.and_then(|claim| claim.map(|claim| checker::check(&claim)).transpose()) {
            Ok(Some(())) => correct += 1,
            Ok(None) => missing += 1,
            Err(error) => {
                wrong += 1;
                print_line(format_args!("line {line}: {error:#}"))?;
            }
        }
        Ok(())
    })?;
    ensure!(correct + wrong > 0, "{name} has no solutions");
    print_line(format_args!(
        "{correct} correct, {wrong} wrong, {missing} without a solution"
    ))?;
    Ok(match wrong {
        0 => Status::Success,
        _ => Status::LineFailed,
    })
}
