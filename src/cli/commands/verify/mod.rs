//! `cubesolve verify`: whether solutions solve their scrambles in the lengths claimed.

mod checker;
mod claims;
mod goals;
mod marks;
mod products;
mod stickers;

use crate::cli::input::open_file;
use crate::cli::output::print_line;
use crate::cli::{Status, exit};
use anyhow::ensure;
use checker::{Claim, Problem};
use claims::Defaults;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Check solutions, of this or any other program
///
/// Each line has a scramble, a tab and a solution, and after another tab its length if that is claimed.
/// Files that solve writes with --json and --csv are read, too, and other CSV and TSV files whose first
/// line names a column solution.
///
/// Each solution is made on a cube of 54 stickers that shares no code with the rest of the program. It is
/// wrong if it does not solve the whole cube (the cube may be held in any orientation), or if its length
/// is not the one claimed or is less than a claimed lower bound. Prints the lines that are wrong or cannot be
/// read with the reason, then the numbers of correct, wrong and unreadable solutions and of lines without one.
/// The exit code is 1 if any is wrong or unreadable.
///
/// In files of solve, the scramble is the one in moves, as solve has read it, and must be the other one if
/// that is plain turns of faces. Solutions may lead to the targets of --to, to the corners for --puzzle 2x2x2,
/// or to steps of --goal: solved, eo, co, dr, htr, chtr, corners, edges, 3c, 4c, 5c, 3e, block, 223, cross,
/// xcross, f2l, oll, layer, eoline, eocross, fb, sb, cmll and lse.
///
/// Scrambles elsewhere are moves, slices M E S, wide moves Rw or r, rotations x y z, groups (R U)3, or 54 facelets
/// in the order U R F D L B. Moves of a solution in parentheses are made on the inverse scramble (NISS);
/// if that does not solve the cube, (U) before the first or after the last move is a free turn. (20),
/// (20f*) or (26q) behind a solution is its length. Comments begin with //. Marks where insertions go (* + # and
/// others, alone between spaces) are skipped, unless a further line of the solution says what is inserted, as in
/// * = R' D R D'.
#[derive(Debug, Args)]
#[command(after_help = exit::after_help("\
  cubesolve solve --json < scrambles.txt | cubesolve verify
  cubesolve verify solutions.csv
  cubesolve algs pll --csv | cubesolve verify --column facelets
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
    let [mut correct, mut wrong, mut unreadable, mut missing] = [0_u64; 4];
    arguments.defaults.for_each_claim(input, |line, claim| {
        let check = |claim: Claim| checker::check(&claim);
        let (count, problem) = match claim.and_then(|claim| claim.map(check).transpose()) {
            Ok(Some(())) => (&mut correct, None),
            Ok(None) => (&mut missing, None),
            Err(Problem::Wrong(text)) => (&mut wrong, Some(text)),
            Err(Problem::Unreadable(text)) => (&mut unreadable, Some(text)),
        };
        *count += 1;
        problem.map_or(Ok(()), |text| {
            print_line(format_args!("line {line}: {text}"))
        })
    })?;
    ensure!(correct + wrong + unreadable > 0, "{name} has no solutions");
    let not_read = match unreadable {
        0 => String::new(),
        count => format!("{count} unreadable, "),
    };
    print_line(format_args!(
        "{correct} correct, {wrong} wrong, {not_read}{missing} without a solution"
    ))?;
    Ok(match wrong + unreadable {
        0 => Status::Success,
        _ => Status::LineFailed,
    })
}
