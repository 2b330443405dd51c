//! `cubesolve order`: how often a sequence has to be repeated, and the cycles it moves in.

use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::notation::layers;
use cubesolve::permutation::{FaceletTuple, Permutation};

/// Print how often sequences have to be repeated until everything is back
///
/// Also the parity of the permutation of facelets, and its cycles: a facelet goes from each
/// place of a cycle to the next and from the last to the first. Facelets are numbered face by
/// face (U L F R B D), each row by row, from 1. Cycles of cubies, for the 3x3x3, list places
/// with the letters in the order in which the facelets come to lie there; after one round they
/// are as before, or twisted clockwise (+), counter-clockwise (-), or flipped (+).
///
/// Moves: U L F R B D, wide Rw or r and 3Rw, inner layers 2R and 2-3Rw, M E S, x y z; groups
/// (R U)3, [R, U] and [R: U]. A layer number needs a space before it.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cubesolve order \"R U\"\n  cubesolve order --size 4 \"Rw 2U'\""
)]
pub struct Arguments {
    /// Sequences; without any, one is read from each line of stdin
    sequences: Vec<String>,

    /// Cubies along an edge of the cube, 2 to 7
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=7))]
    size: u8,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let tuple = FaceletTuple::new(arguments.size.into()).expect("clap checked the size");
    filter::run(arguments.sequences, |text| {
        Ok(describe(&layers::parse(text, &tuple)?, &tuple))
    })
}

fn describe(facelets: &Permutation, tuple: &FaceletTuple) -> String {
    let order = facelets
        .order()
        .expect("294 facelets have no order beyond 128 bits");
    let parity = if facelets.is_odd() { "odd" } else { "even" };
    let mut lines = vec![format!("order     {order}"), format!("parity    {parity}")];
    if tuple.size() == 3 {
        lines.extend(describe_cubies(facelets));
    }
    // As a mapping the permutation tells where facelets come from, its inverse where they go.
    lines.push(format!("facelets  {}", facelets.inverse()));
    lines.join("\n")
}

fn describe_cubies(facelets: &Permutation) -> Vec<String> {
    let (cube, rotations) = layers::cube_and_rotations(facelets);
    let cycles: Vec<String> = cube.cycles().iter().map(ToString::to_string).collect();
    let cycles = if cycles.is_empty() {
        "()".to_owned()
    } else {
        cycles.join(" ")
    };
    let mut lines = vec![format!("cubies    {cycles}")];
    if !rotations.is_empty() {
        lines.push(format!("rotation  {rotations}"));
    }
    lines
}
