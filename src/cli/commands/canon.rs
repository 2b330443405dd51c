//! `cubesolve canon`: a standard form for cubes that are equivalent under symmetry.

use crate::cli::cubes::CubeArguments;
use crate::cli::filter::Reply;
use crate::cli::position::print_cube;
use crate::cli::{Status, values};
use clap::Args;
use cubesolve::cube::{Cube, Face, Representative};
use cubesolve::notation::Format;
use cubesolve::representation::{IndexBytes, Representation};
use std::collections::HashSet;

/// Print one standard form for all cubes that are equal up to rotation or reflection
///
/// Each line has the standard form (the representative of the class), a tab and the symmetry that
/// transforms the cube into it: the faces to which U, R and F are carried. With --inverse a cube
/// counts as equal to its inverse; if the inverse was transformed, a tab and the word inverse
/// follow.
///
/// With --verbose the line ends with the number of the 48 transformed cubes that can still be the
/// smallest after 1, 2, 3, ... facelets are compared, until no comparison excludes more.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve canon \"R U\" \"F' L'\"
  cubesolve canon --unique < cubes.txt
  cubesolve canon -v \"R U\"")]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    /// Notation of the representatives, see convert --to
    #[arg(long, short, value_name = "FORMAT", value_parser = values::format(), default_value = "index")]
    to: Format,

    /// Count a cube and its inverse as equal
    #[arg(long)]
    inverse: bool,

    /// Print each representative only once
    #[arg(long)]
    unique: bool,

    /// Print how many of the 48 transformed cubes remain after each comparison
    #[arg(long, short)]
    verbose: bool,

    /// Print a JSON object per cube, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let mut seen = HashSet::new();
    arguments.cubes.answer_each(arguments.json, |position| {
        let cube = &position.cube;
        let found = match arguments.inverse {
            true => cube.representative_with_inverse(),
            false => cube.representative(),
        };
        let new = !arguments.unique || seen.insert(IndexBytes::from_cube(&found.cube));
        Ok(new.then(|| reply(cube, &found, arguments.to, arguments.verbose)))
    })
}

/// The representative, the faces to which U, R and F are carried, whether the inverse was transformed, and
/// if `verbose` how many candidates are left after each comparison.
fn reply(cube: &Cube, found: &Representative, to: Format, verbose: bool) -> Reply {
    let representative = print_cube(&found.cube, to);
    let carried = [Face::U, Face::R, Face::F].map(|face| found.transformation.apply_face(face));
    let faces: String = carried.iter().map(|face| face.letter()).collect();
    let mut text = format!("{representative}\t{faces}");
    let mut reply = Reply::default();
    reply.field("representative", representative);
    reply.field("faces", faces);
    reply.field("inverse", found.inverted);
    let mut compared = *cube;
    if found.inverted {
        compared = cube.inverse();
        text += "\tinverse";
    }
    if verbose {
        let steps = compared.representative_candidates();
        let left: Vec<usize> = steps.iter().map(|left| left.len()).collect();
        let numbers: String = left.iter().map(|left| format!(" {left}")).collect();
        text += &format!("\tleft of 48:{numbers}");
        reply.field("left", left);
    }
    reply.lines.push(text);
    reply
}
