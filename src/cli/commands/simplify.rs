//! `cubesolve simplify`: moves without brackets, joined where possible.

use crate::cli::cubes::SequenceArguments;
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use crate::notation::insertion_marks::inserted;
use clap::Args;
use cubesolve::cube::Sequence;
use cubesolve::goals::GoalName;
use cubesolve::notation::moves_to_string;

/// Print sequences without brackets and with moves of the same face joined
///
/// Moves are joined or cancel each other where only moves of the opposite face stand between
/// them. Wide moves and slices become moves of faces, with the centres fixed; rotations come
/// last. For a shortest sequence, see solve.
///
/// In an argument of several lines, marks such as * and + stand for insertions, which lines as
/// "* = R' D R D'" define.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve simplify \"R L R U [F, D] (R2)3\"
  cubesolve simplify --niss \"R (F' U) D\"
  cubesolve simplify --split 2 \"R D U' F\"
  cubesolve simplify < scrambles.txt")]
pub struct Arguments {
    #[command(flatten)]
    sequences: SequenceArguments,

    /// Read moves in ( ) as made on the inverse scramble, as solve --niss prints them; they are undone at
    /// the end. An argument may have several lines with comments. Without this option they are read so if a
    /// comment begins with a step of fewest-moves solvers: EO, DR, HTR, RZP or AR
    #[arg(long)]
    niss: bool,

    /// Print the moves after the first K in ( ), as made on the inverse scramble
    #[arg(long, value_name = "K")]
    split: Option<usize>,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let (niss, split) = (arguments.niss, arguments.split);
    filter::reply_to_each(arguments.sequences.inputs(), false, |text| {
        let whole = inserted(text);
        let text = whole.as_deref().unwrap_or(text);
        let sequence = match niss || names_step(text) {
            true => Sequence::parse_niss_solution(text)?,
            false => read_moves(text, |notes| Sequence::parse_with_notes(text, notes))?,
        };
        let sequence = sequence.simplified();
        let text = match split {
            Some(count) if count < sequence.len() => split_after(count, &sequence),
            _ => sequence.to_string(),
        };
        Ok(Some(text.into()))
    })
}

/// Whether a comment begins with a step that only fewest-moves solvers name, with its axis or without.
fn names_step(text: &str) -> bool {
    const STEPS: [&str; 5] = ["eo", "dr", "htr", "drm", "ar"];
    let comments = text.lines().filter_map(|line| line.split_once("//"));
    let mut words = comments.filter_map(|(_, comment)| {
        let comment = comment.trim_start().to_lowercase();
        GoalName::kind_of(comment.split(|c: char| !c.is_alphanumeric()).next()?)
    });
    words.any(|kind| STEPS.contains(&kind.name))
}

/// The first moves, then those on the inverse scramble, which are undone at the end, and rotations.
fn split_after(count: usize, sequence: &Sequence) -> String {
    let (first, last) = sequence.moves().split_at(count);
    let undone: Vec<_> = last.iter().rev().map(|m| m.inverse()).collect();
    let whole = sequence.to_string();
    let rotations = &whole[moves_to_string(sequence.moves()).len()..];
    let [first, undone] = [first, &undone].map(moves_to_string);
    format!("{first} ({undone}){rotations}")
        .trim_start()
        .to_owned()
}
