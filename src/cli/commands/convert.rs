//! `cubesolve convert`: cubes from one notation to another.

use crate::cli::position::Reading;
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::cube::Cube;
use cubesolve::notation::{Format, moves_to_string};
use cubesolve::search::TwoPhase;

/// Print cubes in another notation
///
/// They are printed as held with the U centre above and the F centre in front.
///
/// Notations: moves, niss (moves, those in ( ) made on the inverse), facelets (54 letters or
/// colours), reid (UF UR UB ...), speffz or speffz:CE with the letters of the buffers, h48
/// (base 32 of nissy), index (one number), json (permutations and orientations), rubbik and
/// rubbik-layers (LMY's numbers of 69 and 71 bits, in hexadecimal; never guessed).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve convert --to facelets \"R U F'\"
  cubesolve convert --to moves 12345678901234567890
  cubesolve scramble -n 5 | cubesolve convert --to speffz:AU")]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT")]
    from: Option<Format>,

    /// Notation to print; moves are a short way to make the cube, not proved shortest
    #[arg(long, short, value_name = "FORMAT")]
    to: Format,
}

/// Converts what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let Arguments { cubes, from, to } = arguments;
    let reading = Reading {
        format: from,
        target: None,
    };
    let printer = Printer::new(to);
    filter::run(cubes, |text| Ok(printer.print(&reading.parse(text)?.cube)))
}

/// Writes cubes in any notation, moves too.
pub struct Printer {
    format: Format,
    /// Finds moves, if that is the notation.
    two_phase: Option<TwoPhase>,
}

impl Printer {
    pub fn new(format: Format) -> Printer {
        let two_phase = matches!(format, Format::Moves | Format::Niss).then(TwoPhase::new);
        Printer { format, two_phase }
    }

    pub fn print(&self, cube: &Cube) -> String {
        let printed = match &self.two_phase {
            Some(two_phase) => Some(moves_to_string(&two_phase.generate(cube))),
            None => self.format.print(cube),
        };
        printed.unwrap_or_default()
    }
}
