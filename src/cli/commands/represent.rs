//! `cubesolve represent`: in-memory representations of cubes.

use crate::cli::Status;
use crate::cli::cubes::CubeArguments;
use clap::Args;
use cubesolve::cube::Cube;
use cubesolve::representation::{ALL, RepresentationInfo};

/// Print cubes in all in-memory representations
///
/// The name of each representation, its bits of information, its size in bytes, and the cube in
/// hexadecimal digits, with spaces between fields.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve represent \"R U F'\"
  cubesolve represent --measure \"\"")]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    /// Print the time of a move, a product, an inverse and a comparison in nanoseconds, and the
    /// size of the move tables in bytes
    #[arg(long, short)]
    measure: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let costs = ALL.map(|entry| match arguments.measure {
        true => costs(&entry),
        false => String::new(),
    });
    arguments.cubes.answer_each(false, |position| {
        Ok(Some(
            table(&position.cube, arguments.measure, &costs).into(),
        ))
    })
}

/// A heading and a line for each representation.
fn table(cube: &Cube, measured: bool, costs: &[String]) -> String {
    let headings = match measured {
        true => "   move  product  inverse  compare   tables",
        false => "",
    };
    let heading = format!("{:20}  bits  bytes{headings}  value", "form");
    let rows = ALL.iter().zip(costs).map(|(entry, costs)| {
        let (name, bits, bytes, hex) = (entry.name, entry.bits, entry.bytes, (entry.hex)(cube));
        format!("{name:20}  {bits:4}  {bytes:5}{costs}  {hex}")
    });
    let lines: Vec<String> = std::iter::once(heading).chain(rows).collect();
    lines.join("\n")
}

fn costs(entry: &RepresentationInfo) -> String {
    let times = (entry.measure)();
    format!(
        "  {:5.1}  {:7.1}  {:7.1}  {:7.1}  {:7}",
        times.apply,
        times.product,
        times.inverse,
        times.comparison,
        (entry.table_bytes)(),
    )
}
