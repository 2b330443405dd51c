//! The arguments of commands that read cubes.

use super::input::{Each, Input};
use super::options;
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
    #[arg(long, short, value_name = "FORMAT", value_parser = options::format())]
    format: Option<Format>,
}

impl Cubes {
    /// The source of the texts, and their reader.
    pub fn open(self) -> (Input, CubeReader) {
        let reader = CubeReader::new(self.format);
        (Input::new(self.cubes, self.each), reader)
    }
}
