//! `cubesolve canon`: one cube out of each class of equivalent ones.

use crate::cli::position::{Printer, Reading};
use crate::cli::{Status, filter, named};
use clap::Args;
use cubesolve::cube::{Cube, Face, Representative};
use cubesolve::notation::Format;
use cubesolve::representation::{IndexBytes, Representation};
use std::collections::HashSet;

/// Print the representative of cubes that differ only in the way they are held or mirrored
///
/// Each line holds, with tabs between, the representative, the transformation that leads to
/// it (URF if none: the faces to which U, R and F are carried; an odd one mirrors) and, if the
/// cube had to be inverted first, the word inverse.
///
/// With -v follows how many of the 48 forms of the cube (of its inverse, if that is the word)
/// can still be the least when their first facelet has been compared, the first two, and so
/// on, up to where no further facelet leaves fewer: those that are left are the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve canon \"R U\" \"F' L'\"
  cubesolve canon --unique < cubes.txt
  cubesolve canon -v \"R U\"")]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    from: Option<Format>,

    /// Notation of the representatives
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true, default_value = "index")]
    to: Format,

    /// Take a cube and its inverse for equivalent too
    #[arg(long)]
    inverse: bool,

    /// Print each representative once only
    #[arg(long)]
    unique: bool,

    /// Print how many of the 48 forms were left at each step
    #[arg(long, short)]
    verbose: bool,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let reading = Reading {
        format: arguments.from,
        target: None,
    };
    let printer = Printer::new(arguments.to);
    let mut seen = HashSet::new();
    filter::run(arguments.cubes, |text| {
        let cube = reading.parse(text)?.cube;
        let representative = representative(&cube, arguments.inverse);
        let new = !arguments.unique || seen.insert(IndexBytes::from_cube(&representative.cube));
        let forms = || match (arguments.verbose, representative.inverted) {
            (false, _) => String::new(),
            (true, false) => describe_forms(&cube),
            (true, true) => describe_forms(&cube.inverse()),
        };
        Ok(new.then(|| describe(&representative, &printer) + &forms()))
    })
}

fn representative(cube: &Cube, inverse: bool) -> Representative {
    if inverse {
        cube.representative_with_inverse()
    } else {
        cube.representative()
    }
}

fn describe(representative: &Representative, printer: &Printer) -> String {
    let cube = printer.print(&representative.cube);
    let s = representative.transformation;
    let faces = [Face::U, Face::R, Face::F].map(|face| s.apply_face(face).letter());
    let faces = String::from_iter(faces);
    let inverted = if representative.inverted {
        "\tinverse"
    } else {
        ""
    };
    format!("{cube}\t{faces}{inverted}")
}

/// How many of the 48 forms of a cube are left at each step.
fn describe_forms(cube: &Cube) -> String {
    let steps = cube.representative_candidates();
    let left: String = steps
        .iter()
        .map(|left| format!(" {}", left.len()))
        .collect();
    format!("\tleft of 48:{left}")
}
