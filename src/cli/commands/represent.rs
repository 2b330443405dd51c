//! `cubesolve represent`: cubes as programs hold them in memory.

use crate::cli::cubes::Cubes;
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::cube::Cube;
use cubesolve::representation::{ALL, Entry};

/// Print cubes in all forms that programs hold them in
///
/// The name of each form, the bits it takes, the bytes of a value in memory, and the cube in
/// hexadecimal digits, with spaces between the fields of the form.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve represent \"R U F'\"
  cubesolve represent --measure \"\"")]
pub struct Arguments {
    #[command(flatten)]
    cubes: Cubes,

    /// Print how long a move, a product, an inverse and a comparison take, in nanoseconds, and
    /// the bytes of the tables that moves are looked up in
    #[arg(long, short)]
    measure: bool,
}

/// Prints a table for each cube.
pub fn run(arguments: Arguments, quiet: bool) -> anyhow::Result<Status> {
    let (input, reader) = arguments.cubes.open(quiet);
    let costs = ALL.map(|entry| match arguments.measure {
        true => costs(&entry),
        false => String::new(),
    });
    filter::run(input, |text| {
        Ok(table(&reader.parse(text)?.cube, arguments.measure, &costs))
    })
}

/// A heading and a line for each form.
fn table(cube: &Cube, measured: bool, costs: &[String]) -> String {
    let headings = match measured {
        true => "   move  product  inverse  compare   tables",
        false => "",
    };
    let heading = format!("{:20}  bits  bytes{headings}  value", "form");
    let rows = ALL.iter().zip(costs).map(|(entry, costs)| {
        let Entry {
            name, bits, bytes, ..
        } = entry;
        format!(
            "{name:20}  {bits:4}  {bytes:5}{costs}  {}",
            (entry.hex)(cube)
        )
    });
    [heading]
        .into_iter()
        .chain(rows)
        .collect::<Vec<_>>()
        .join("\n")
}

fn costs(entry: &Entry) -> String {
    let times = (entry.measure)();
    format!(
        "  {:5.1}  {:7.1}  {:7.1}  {:7.1}  {:7}",
        times.apply,
        times.product,
        times.inverse,
        times.comparison,
        (entry.table_bytes)()
    )
}
