//! `cubesolve canon`: a standard form for cubes that are equivalent under symmetry.

use crate::cli::cubes::Cubes;
use crate::cli::position::print_cube;
use crate::cli::{Status, options};
use clap::Args;
use cubesolve::cube::{Cube, Face, Representative};
use cubesolve::notation::Format;
use cubesolve::representation::{IndexBytes, Representation};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// Print one standard form for all cubes that are equal up to rotation or reflection
///
/// Each line has the standard form (the representative of the class), a tab and the symmetry that
/// transforms the cube into it, as the faces to which it carries U, R and F. With --inverse a cube
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
    cubes: Cubes,

    /// Notation of the representatives, see convert --to
    #[arg(long, short, value_name = "FORMAT", value_parser = options::format(), default_value = "index")]
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
        Ok(new.then(|| page(cube, &found, arguments.to, arguments.verbose)))
    })
}

/// The reply to a cube.
#[derive(Serialize)]
struct Page {
    representative: String,
    /// The faces to which U, R and F are carried.
    faces: String,
    /// Whether the inverse of the cube was transformed.
    inverse: bool,
    /// Candidates left after each comparison.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<usize>>,
}

fn page(cube: &Cube, representative: &Representative, to: Format, steps: bool) -> Page {
    let s = representative.transformation;
    let compared = match representative.inverted {
        true => cube.inverse(),
        false => *cube,
    };
    let left = || {
        let steps = compared.representative_candidates();
        steps.iter().map(|left| left.len()).collect()
    };
    Page {
        representative: print_cube(&representative.cube, to),
        faces: [Face::U, Face::R, Face::F]
            .map(|face| s.apply_face(face).letter())
            .iter()
            .collect(),
        inverse: representative.inverted,
        left: steps.then(left),
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.representative, self.faces)?;
        if self.inverse {
            write!(f, "\tinverse")?;
        }
        if let Some(left) = &self.left {
            let left = left.iter().map(|left| format!(" {left}"));
            write!(f, "\tleft of 48:{}", left.collect::<String>())?;
        }
        Ok(())
    }
}
