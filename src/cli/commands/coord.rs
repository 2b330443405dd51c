//! `cubesolve coord`: coordinates and their values.

use crate::cli::position::describe_transformation;
use crate::cli::{Status, filter, output};
use anyhow::{Context, anyhow};
use clap::Args;
use cubesolve::coord::{AnyCoordinate, CATALOGUE, CatalogueEntry, Distances};
use cubesolve::cube::Cube;
use cubesolve::notation::Format;

/// List coordinates, or print the value of one for cubes
///
/// A coordinate is a number for part of a cube. Symmetric ones number classes of equivalent
/// values; a cube is transformed so that its value becomes the representative of its class.
/// The distribution tells how many values take 0, 1, 2, ... moves to the solved cube's value:
/// a lower bound for the whole cube.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which coordinate; without any, all are listed
    name: Option<String>,

    /// Cubes to print the values of; - reads one from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT")]
    format: Option<Format>,
}

/// Prints what the command line asks for.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let Some(name) = &arguments.name else {
        return list(CATALOGUE.iter());
    };
    let entry = CatalogueEntry::by_name(name).with_context(|| unknown(name))?;
    if arguments.cubes.is_empty() {
        return list(std::iter::once(entry));
    }
    let coordinate = entry.coordinate();
    let distances = coordinate.distances();
    let from_stdin = arguments.cubes == ["-"];
    let cubes = if from_stdin { vec![] } else { arguments.cubes };
    filter::run(cubes, |text| {
        let format = arguments.format.unwrap_or_else(|| Format::guess(text));
        Ok(describe(&coordinate, &distances, &format.parse(text)?))
    })
}

fn unknown(name: &str) -> anyhow::Error {
    let names: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).collect();
    anyhow!(
        "there is no coordinate {name:?}; there are {}",
        names.join(", ")
    )
}

/// A line for each coordinate, as soon as its distances are known.
fn list(entries: impl Iterator<Item = &'static CatalogueEntry>) -> anyhow::Result<Status> {
    let print = |columns: [&str; 5]| {
        let [name, kind, values, classes, distribution] = columns;
        let line = format!("{name:19}  {kind:19}  {values:>9}  {classes:>7}  {distribution}\n");
        output::print(line.as_bytes())
    };
    print(["name", "type", "values", "classes", "distribution, meaning"])?;
    for entry in entries {
        let any = entry.coordinate();
        let classes = any
            .symmetric()
            .map(|symmetric| symmetric.classes().to_string());
        let distribution = any.distances().distribution();
        let distribution: Vec<String> = distribution.iter().map(u64::to_string).collect();
        print([
            entry.name,
            any.kind(),
            &any.coordinate().size().to_string(),
            classes.as_deref().unwrap_or("-"),
            &format!("{}, {}", distribution.join(" "), entry.meaning),
        ])?;
    }
    Ok(Status::Success)
}

/// What a coordinate says of a cube.
fn describe(coordinate: &AnyCoordinate, distances: &Distances, cube: &Cube) -> String {
    let value = coordinate.coordinate().index(cube);
    let mut lines = vec![format!("value           {value}")];
    if let Some((class, representative, s)) = coordinate.locate(cube) {
        lines.push(format!("class           {class}"));
        lines.push(format!("representative  {representative}"));
        lines.push(format!("transformation  {}", describe_transformation(s)));
    }
    lines.push(format!("lower bound     {}", distances.get(value)));
    lines.join("\n")
}
