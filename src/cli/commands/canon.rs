//! `cubesolve canon`: one cube out of each class of equivalent ones.

use crate::cli::filter::Reply;
use crate::cli::input::{Each, Input};
use crate::cli::position::{CubeReader, Printer};
use crate::cli::{Status, filter, named};
use clap::Args;
use cubesolve::cube::{Cube, Face, Representative};
use cubesolve::notation::Format;
use cubesolve::representation::{IndexBytes, Representation};
use serde::Serialize;
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
    /// Cubes; without any, or for -, one is read from each line of stdin
    cubes: Vec<String>,

    #[command(flatten)]
    each: Each,

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

    /// Print a JSON object for each cube, on a line of its own
    #[arg(long)]
    json: bool,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments, quiet: bool) -> anyhow::Result<Status> {
    let reader = CubeReader::new(arguments.from, quiet);
    let input = Input::new(arguments.cubes, arguments.each, quiet);
    let printer = Printer::new(arguments.to);
    let mut seen = HashSet::new();
    filter::reply(input, arguments.json, |text| {
        let cube = reader.parse(text)?.cube;
        let representative = if arguments.inverse {
            cube.representative_with_inverse()
        } else {
            cube.representative()
        };
        let new = !arguments.unique || seen.insert(IndexBytes::from_cube(&representative.cube));
        Ok(new.then(|| page(&cube, &representative, &printer, arguments.verbose)))
    })
}

/// What is printed for a cube.
#[derive(Serialize)]
struct Page {
    representative: String,
    /// The faces to which U, R and F are carried.
    faces: String,
    inverse: bool,
    /// How many of the 48 forms are left at each step.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<usize>>,
}

fn page(cube: &Cube, representative: &Representative, printer: &Printer, steps: bool) -> Page {
    let s = representative.transformation;
    let compared = if representative.inverted {
        cube.inverse()
    } else {
        *cube
    };
    let left = || {
        let steps = compared.representative_candidates();
        steps.iter().map(|left| left.len()).collect()
    };
    Page {
        representative: printer.print(&representative.cube),
        faces: [Face::U, Face::R, Face::F]
            .map(|face| s.apply_face(face).letter())
            .iter()
            .collect(),
        inverse: representative.inverted,
        left: steps.then(left),
    }
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut line = format!("{}\t{}", self.representative, self.faces);
        if self.inverse {
            line += "\tinverse";
        }
        if let Some(left) = &self.left {
            line += "\tleft of 48:";
            line.extend(left.iter().map(|left| format!(" {left}")));
        }
        line
    }
}
