//! `cubesolve convert`: cubes from one notation to another.

use super::position::Reading;
use super::{Status, filter};
use clap::Args;
use cubesolve::notation::{Format, moves_to_string};
use cubesolve::search::TwoPhase;

/// Print cubes in another notation
///
/// They are printed as held with the U centre above and the F centre in front.
///
/// Notations: moves, niss (moves, those in ( ) made on the inverse), facelets (54 letters or
/// colours), reid (UF UR UB ...), speffz or speffz:CE with the letters of the buffers, h48
/// (base 32 of nissy), index (one number) and json (permutations and orientations).
#[derive(Debug, Args)]
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
    let two_phase = matches!(to, Format::Moves | Format::Niss).then(TwoPhase::new);
    filter::run(cubes, |text| {
        let cube = reading.parse(text)?.cube;
        let printed = match &two_phase {
            Some(two_phase) => Some(moves_to_string(&two_phase.generate(&cube))),
            None => to.print(&cube),
        };
        Ok(printed.unwrap_or_default())
    })
}
