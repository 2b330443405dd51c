//! Which puzzle a command is about.

use clap::ValueEnum;

/// A cube by its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Puzzle {
    #[value(name = "3x3x3")]
    Three,
    #[value(name = "2x2x2")]
    Two,
}
