//! `cubesolve convert`: cubes from one notation to another.

use crate::cli::input::{Each, Input};
use crate::cli::position::{CubeReader, Printer};
use crate::cli::{Status, filter, named};
use clap::Args;
use cubesolve::notation::Format;

/// Print cubes in another notation
///
/// They are printed as held with the U centre above and the F centre in front.
///
/// Notations: moves, niss (moves, those in ( ) made on the inverse), facelets (54 letters or
/// colours, face by face in the order U R F D L B and row by row, or the nine lines of a net),
/// reid (UF UR UB ...), speffz or speffz:CE with the letters of the buffers, h48 (base 32 of
/// nissy), index (one number), json (permutations and orientations), cycles (of cubies: (URF BRU
/// DRB FRD) ...), rubbik and rubbik-layers (LMY's numbers of 69 and 71 bits, in hexadecimal;
/// never guessed).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve convert --to facelets \"R U F'\"
  cubesolve convert --to moves 12345678901234567890
  cubesolve scramble -n 5 | cubesolve convert --to speffz:AU")]
pub struct Arguments {
    /// Cubes; without any, or for -, one is read from each line of stdin
    cubes: Vec<String>,

    #[command(flatten)]
    each: Each,

    /// Notation of the cubes [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    from: Option<Format>,

    /// Notation to print; moves are a short way to make the cube, not proved shortest
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    to: Format,
}

/// Converts what the command line or stdin gives.
pub fn run(arguments: Arguments, quiet: bool) -> anyhow::Result<Status> {
    let reader = CubeReader::new(arguments.from, quiet);
    let input = Input::new(arguments.cubes, arguments.each, quiet);
    let printer = Printer::new(arguments.to);
    filter::run(input, |text| Ok(printer.print(&reader.parse(text)?.cube)))
}
