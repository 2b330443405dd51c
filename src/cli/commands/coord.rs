//! `cubesolve coord`: coordinates, their values, and cubes that have them.

use crate::cli::position::{Printer, Reading, describe_transformation};
use crate::cli::{Status, filter, named, output};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use cubesolve::coord::{AnyCoordinate, AnyTables, CATALOGUE, CatalogueEntry, Distances, Tracked};
use cubesolve::cube::{Cube, Move, Sequence, SymmetryGroup, TransformationSet};
use cubesolve::notation::Format;

/// List coordinates, or print the value of one for cubes
///
/// A coordinate is a number for part of a cube. Symmetric ones number classes of equivalent
/// values; a cube is transformed so that its value becomes the representative of its class.
/// The distribution tells how many values take 0, 1, 2, ... moves to the solved cube's value:
/// a lower bound for the whole cube. Self-symmetries are the transformations that leave the
/// value of the representative as it is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve coord
  cubesolve coord corners/48 \"R U F\"
  cubesolve coord eo --value 5 | cubesolve convert --to moves
  cubesolve coord corners/48 --follow \"R U F\"")]
pub struct Arguments {
    /// Which coordinate; without any, all are listed
    #[arg(value_parser = named::coordinate(), hide_possible_values = true)]
    name: Option<String>,

    /// Cubes to print the values of; - reads one from each line of stdin
    cubes: Vec<String>,

    /// Print a cube that has this value
    #[arg(long, value_name = "N", requires = "name", conflicts_with_all = ["cubes", "format"])]
    value: Option<usize>,

    /// Notation of the cube printed for --value
    #[arg(
        long,
        value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true,
        default_value = "facelets",
        requires = "value"
    )]
    to: Format,

    /// Print the value after each of these moves, and for symmetric coordinates the
    /// transformation under which the cube then has it; found in move tables, without the
    /// cube [default cube: solved]
    #[arg(
        long,
        value_name = "MOVES",
        requires = "name",
        conflicts_with = "value"
    )]
    follow: Option<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,
}

/// Prints what the command line asks for.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let Some(name) = &arguments.name else {
        return list(CATALOGUE.iter());
    };
    let entry = CatalogueEntry::by_name(name).with_context(|| unknown(name))?;
    if let Some(value) = arguments.value {
        return print_cube(&entry.coordinate(), value, arguments.to);
    }
    let moves = arguments.follow.as_deref().map(Sequence::parse);
    let moves = moves.transpose().context("--follow")?;
    if arguments.cubes.is_empty() && moves.is_none() {
        return list(std::iter::once(entry));
    }
    let cubes = match arguments.cubes {
        none if none.is_empty() => vec![String::new()],
        stdin if stdin == ["-"] => vec![],
        cubes => cubes,
    };
    let coordinate = entry.coordinate();
    let distances = coordinate.distances();
    let tables = moves.is_some().then(|| coordinate.tables());
    let reading = Reading {
        format: arguments.format,
        target: None,
    };
    filter::run(cubes, |text| {
        let cube = reading.parse(text)?.cube;
        Ok(match (&moves, &tables) {
            (Some(moves), Some(tables)) => {
                follow(coordinate.track(&cube), moves.moves(), tables, &distances)
            }
            _ => describe(&coordinate, &distances, &cube),
        })
    })
}

/// Prints a cube that has this value.
fn print_cube(any: &AnyCoordinate, value: usize, format: Format) -> anyhow::Result<Status> {
    let last = any.coordinate().size() - 1;
    ensure!(value <= last, "the values go from 0 to {last}");
    let cube = Printer::new(format).print(&any.coordinate().cube(value));
    output::print(format!("{cube}\n").as_bytes())?;
    Ok(Status::Success)
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
        let own = coordinate
            .symmetric()
            .expect("it has classes")
            .self_symmetries(class);
        lines.push(format!("self-symmetries {}", describe_group(own)));
    }
    lines.push(format!("lower bound     {}", distances.get(value)));
    lines.join("\n")
}

/// The name of a group of transformations and the numbers of its members.
fn describe_group(transformations: TransformationSet) -> String {
    let name = SymmetryGroup::of(transformations).expect("self-symmetries are a group");
    let members = transformations.iter().map(|s| format!(" {}", s.index()));
    format!("{name}:{}", members.collect::<String>())
}

/// A line for the value at first and after each move.
fn follow(start: Tracked, moves: &[Move], tables: &AnyTables, distances: &Distances) -> String {
    let line = |m: &str, tracked: Tracked| {
        let bound = distances.get(tracked.value);
        let s = describe_transformation(tracked.offset);
        format!("{m:4}  {:>9}  {bound:>11}  {s}", tracked.value)
    };
    let mut lines = vec![
        "move      value  lower bound  transformation".to_owned(),
        line("", start),
    ];
    let mut tracked = start;
    for &m in moves {
        tracked = tracked.step(tables, m);
        lines.push(line(&m.to_string(), tracked));
    }
    lines.join("\n")
}
