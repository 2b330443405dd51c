//! `cubesolve canon`: one cube out of each class of equivalent ones.

use crate::cli::position::{Printer, Reading};
use crate::cli::{Status, filter};
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
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  cubesolve canon \"R U\" \"F' L'\"\n  cubesolve canon --unique < cubes.txt"
)]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT")]
    from: Option<Format>,

    /// Notation of the representatives
    #[arg(long, short, value_name = "FORMAT", default_value = "index")]
    to: Format,

    /// Take a cube and its inverse for equivalent too
    #[arg(long)]
    inverse: bool,

    /// Print each representative once only
    #[arg(long)]
    unique: bool,
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
        Ok(new.then(|| describe(&representative, &printer)))
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
