//! `cubesolve represent`: in-memory representations of cubes.

use crate::cli::cubes::Cubes;
use crate::cli::{Status, filter};
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
    cubes: Cubes,

    /// Print the time of a move, a product, an inverse and a comparison in nanoseconds, and the
    /// size of the move tables in bytes
    #[arg(long, short)]
    measure: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let (input, reader) = arguments.cubes.open();
    let costs = ALL.map(|entry| match arguments.measure {
        true => costs(&entry),
        false => String::new(),
    });
    filter::run(input, false, |text| {
        let cube = reader.parse(text)?.cube;
        Ok(Some(table(&cube, arguments.measure, &costs)))
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
    let (apply, product) = (times.apply, times.product);
    let (inverse, comparison) = (times.inverse, times.comparison);
    let bytes = (entry.table_bytes)();
    format!("  {apply:5.1}  {product:7.1}  {inverse:7.1}  {comparison:7.1}  {bytes:7}")
}
