//! Arguments that say which cubes a command is about.

use super::input::{Each, Input};
use super::named;
use super::position::CubeReader;
use clap::Args;
use cubesolve::notation::Format;

#[derive(Debug, Args)]
pub struct Cubes {
    /// Cubes; without any, or for -, one is read from each line of stdin
    cubes: Vec<String>,

    #[command(flatten)]
    each: Each,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,
}

impl Cubes {
    /// Where their texts come from, and what reads them.
    pub fn open(self, quiet: bool) -> (Input, CubeReader) {
        let reader = CubeReader::new(self.format, quiet);
        (Input::new(self.cubes, self.each, quiet), reader)
    }
}
