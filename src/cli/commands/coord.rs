//! `cubesolve coord`: coordinates, their values, and cubes that have them.

use crate::cli::filter::Reply;
use crate::cli::input::{Each, Input};
use crate::cli::position::{CubeReader, Printer, describe_transformation};
use crate::cli::{Status, filter, named, output};
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use cubesolve::coord::{AnyCoordinate, AnyTables, CATALOGUE, CatalogueEntry, Distances, Tracked};
use cubesolve::cube::{Cube, Metric, Move, Sequence, SymmetryGroup, Transformation};
use cubesolve::notation::Format;
use serde::Serialize;

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

    #[command(flatten)]
    each: Each,

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

    /// Print a JSON object for each cube or coordinate, on a line of its own
    #[arg(long, conflicts_with = "value")]
    json: bool,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,
}

/// Prints what the command line asks for.
pub fn run(arguments: Arguments, metric: Metric, quiet: bool) -> anyhow::Result<Status> {
    let Some(name) = &arguments.name else {
        return list(CATALOGUE.iter(), metric, arguments.json);
    };
    let entry = CatalogueEntry::by_name(name).with_context(|| unknown(name))?;
    if let Some(value) = arguments.value {
        return print_cube(&entry.coordinate(), value, arguments.to);
    }
    let moves = arguments.follow.as_deref().map(Sequence::parse);
    let moves = moves.transpose().context("--follow")?;
    if arguments.cubes.is_empty() && moves.is_none() {
        return list(std::iter::once(entry), metric, arguments.json);
    }
    let cubes = match arguments.cubes {
        none if none.is_empty() => vec![String::new()],
        cubes => cubes,
    };
    let coordinate = entry.coordinate();
    let distances = coordinate.distances(metric);
    let reader = CubeReader::new(arguments.format, quiet);
    let input = Input::new(cubes, arguments.each, quiet);
    let json = arguments.json;
    match moves {
        None => filter::reply(input, json, |text| {
            Ok(Some(Page {
                metric,
                ..describe(&coordinate, &distances, &reader.parse(text)?.cube)
            }))
        }),
        Some(moves) => {
            let tables = coordinate.tables();
            filter::reply(input, json, |text| {
                let start = coordinate.track(&reader.parse(text)?.cube);
                Ok(Some(follow(start, moves.moves(), &tables, &distances)))
            })
        }
    }
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

/// What is said of a coordinate itself.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    values: usize,
    /// Null without symmetry.
    classes: Option<usize>,
    /// What distances are in.
    metric: Metric,
    /// How many values are at distance 0, 1, 2, ... from the solved cube's.
    distribution: Vec<u64>,
    meaning: &'static str,
}

/// A line for each coordinate, as soon as its distances are known.
fn list(
    entries: impl Iterator<Item = &'static CatalogueEntry>,
    metric: Metric,
    json: bool,
) -> anyhow::Result<Status> {
    let print = |line: String| output::print(format!("{line}\n").as_bytes());
    let row = |columns: [&str; 5]| {
        let [name, kind, values, classes, distribution] = columns;
        format!("{name:19}  {kind:19}  {values:>9}  {classes:>7}  {distribution}")
    };
    if !json {
        print(row([
            "name",
            "type",
            "values",
            "classes",
            "distribution, meaning",
        ]))?;
    }
    for entry in entries {
        let any = entry.coordinate();
        let listed = Listed {
            name: entry.name,
            kind: any.kind(),
            values: any.coordinate().size(),
            classes: any.symmetric().map(|symmetric| symmetric.classes()),
            metric,
            distribution: any.distances(metric).distribution(),
            meaning: entry.meaning,
        };
        if json {
            print(serde_json::to_string(&listed)?)?;
            continue;
        }
        let classes = listed.classes.map(|classes| classes.to_string());
        let distribution: Vec<String> = listed.distribution.iter().map(u64::to_string).collect();
        print(row([
            listed.name,
            listed.kind,
            &listed.values.to_string(),
            classes.as_deref().unwrap_or("-"),
            &format!("{}, {}", distribution.join(" "), listed.meaning),
        ]))?;
    }
    Ok(Status::Success)
}

/// What a coordinate says of a cube.
#[derive(Serialize)]
struct Page {
    value: usize,
    #[serde(flatten)]
    class: Option<Class>,
    metric: Metric,
    lower_bound: u8,
}

/// What a symmetric coordinate says besides.
#[derive(Serialize)]
struct Class {
    class: usize,
    representative: usize,
    /// Number of the transformation that leads to the representative.
    transformation: usize,
    /// Numbers of the transformations that leave the representative as it is.
    self_symmetries: Vec<usize>,
}

fn describe(any: &AnyCoordinate, distances: &Distances, cube: &Cube) -> Page {
    let value = any.coordinate().index(cube);
    let class = any.locate(cube).zip(any.symmetric());
    Page {
        value,
        class: class.map(|((class, representative, s), symmetric)| Class {
            class,
            representative,
            transformation: s.index(),
            self_symmetries: symmetric
                .self_symmetries(class)
                .iter()
                .map(Transformation::index)
                .collect(),
        }),
        metric: Metric::default(),
        lower_bound: distances.get(value),
    }
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut lines = vec![format!("value           {}", self.value)];
        if let Some(class) = &self.class {
            let s = Transformation::from_index(class.transformation);
            lines.push(format!("class           {}", class.class));
            lines.push(format!("representative  {}", class.representative));
            lines.push(format!("transformation  {}", describe_transformation(s)));
            let group = describe_group(&class.self_symmetries);
            lines.push(format!("self-symmetries {group}"));
        }
        let lower_bound = self.metric.show(self.lower_bound);
        lines.push(format!("lower bound     {lower_bound}"));
        lines.join("\n")
    }
}

/// The name of a group of transformations and the numbers of its members.
fn describe_group(members: &[usize]) -> String {
    let members_of_set = members.iter().copied().map(Transformation::from_index);
    let name = SymmetryGroup::of(members_of_set.collect()).expect("self-symmetries are a group");
    let numbers: String = members.iter().map(|number| format!(" {number}")).collect();
    format!("{name}:{numbers}")
}

/// The value at first and after each move.
#[derive(Serialize)]
struct Followed {
    steps: Vec<Step>,
}

/// The value after a move.
#[derive(Serialize)]
struct Step {
    /// The move; null at first.
    #[serde(rename = "move")]
    after: Option<String>,
    value: usize,
    lower_bound: u8,
    /// Number of the transformation under which the cube has the value.
    transformation: usize,
}

fn follow(start: Tracked, moves: &[Move], tables: &AnyTables, distances: &Distances) -> Followed {
    let mut tracked = start;
    let step = |after: Option<String>, tracked: Tracked| Step {
        after,
        value: tracked.value,
        lower_bound: distances.get(tracked.value),
        transformation: tracked.offset.index(),
    };
    let mut steps = vec![step(None, start)];
    for &m in moves {
        tracked = tracked.step(tables, m);
        steps.push(step(Some(m.to_string()), tracked));
    }
    Followed { steps }
}

impl Reply for Followed {
    fn text(&self) -> String {
        let mut text = "move      value  lower bound  transformation".to_owned();
        for step in &self.steps {
            let m = step.after.as_deref().unwrap_or("");
            let s = describe_transformation(Transformation::from_index(step.transformation));
            let (value, bound) = (step.value, step.lower_bound);
            text += &format!("\n{m:4}  {value:>9}  {bound:>11}  {s}");
        }
        text
    }
}
