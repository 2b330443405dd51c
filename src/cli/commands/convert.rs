//! `cubesolve convert`: cubes from one notation to another.

use crate::cli::cubes::CubeArguments;
use crate::cli::position::{Position, print_cube};
use crate::cli::{Status, values};
use clap::Args;
use cubesolve::notation::Format;

/// Print cubes in another notation
///
/// They are printed as held with the U centre above and the F centre in front.
///
/// On stdin, each line is a cube; only facelets may take several lines: the nine lines of a net, as
/// show prints it, or six lines of nine letters without spaces, one for each face.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve convert --to facelets \"R U F'\"
  cubesolve convert --to moves 12345678901234567890
  cubesolve scramble -n 5 | cubesolve convert --to speffz:AU")]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    /// Notation to print
    #[arg(long, short, value_name = "FORMAT", value_parser = values::described_format())]
    to: Format,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let print = |position: Position| print_cube(&position.cube, arguments.to).into();
    arguments
        .cubes
        .answer_each(false, |position| Ok(Some(print(position))))
}
