//! `cubesolve coord`: coordinates, their values, and cubes that have them.

use crate::cli::filter::{self, Reply};
use crate::cli::input::{Each, inputs};
use crate::cli::options::MetricOption;
use crate::cli::output::print_line;
use crate::cli::position::{CubeReader, describe_transformation, print_cube};
use crate::cli::{Status, exit_with_usage, query, values};
use clap::Args;
use cubesolve::coord::{CATALOGUE, CatalogueEntry, Coordinate, Distances, Stop, Tables, Tracked};
use cubesolve::cube::{Cube, Metric, Move, Sequence, SymmetryGroup, Transformation};
use cubesolve::notation::Format;
use cubesolve::{FORMAT, Puzzle};
use serde_json::{Value, json};
use std::iter;

/// List coordinates, or print the value of one for cubes
///
/// A coordinate is a number that describes part of a cube. Symmetric ones number classes of
/// equivalent values: a cube is transformed so that its value becomes the representative of its
/// class. Self-symmetries are the transformations that leave the representative unchanged. The
/// distribution, of a coordinate that is named, is the number of values that are 0, 1, 2, ... moves from that
/// of the solved cube; this distance is a lower bound for the whole cube.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve coord
  cubesolve coord corners/48 \"R U F\"
  cubesolve coord eo --value 5 | cubesolve convert --to moves
  cubesolve coord corners/48 --follow \"R U F\"")]
pub struct Arguments {
    /// The coordinate [default: list all]
    #[arg(value_parser = values::coordinate())]
    name: Option<&'static CatalogueEntry>,

    /// Cubes to print the values of; - reads one from each line of stdin
    cubes: Vec<String>,

    #[command(flatten)]
    each: Each,

    /// Print a cube that has this value
    #[arg(long, value_name = "N", requires = "name", conflicts_with_all = ["cubes", "format"])]
    value: Option<usize>,

    /// Notation of the cube printed for --value, see convert --to
    #[arg(long, value_name = "FORMAT", value_parser = values::format(), default_value = "facelets", requires = "value")]
    to: Format,

    /// Print the value after each of these moves, for symmetric coordinates with the
    /// transformation under which the cube has it; computed with move tables alone
    /// [default cube: solved]
    #[arg(
        long,
        value_name = "MOVES",
        requires = "name",
        conflicts_with = "value"
    )]
    follow: Option<Sequence>,

    #[command(flatten)]
    metric: MetricOption,

    /// Print a JSON object for each cube or coordinate, one per line
    #[arg(long, conflicts_with = "value")]
    json: bool,

    #[arg(long, short, value_name = FORMAT.value_name, value_parser = values::format(), help = query::about(&FORMAT))]
    format: Option<Format>,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let (metric, json) = (arguments.metric.get(), arguments.json);
    let Some(entry) = arguments.name else {
        return list(CATALOGUE, None, json);
    };
    if let Some(value) = arguments.value {
        let coordinate = entry.coordinate();
        let last = coordinate.size() - 1;
        if value > last {
            let problem = format_args!("--value: {value} is not in 0 to {last}");
            exit_with_usage("coord", problem);
        }
        print_line(print_cube(&coordinate.cube(value), arguments.to))?;
        return Ok(Status::Success);
    }
    let mut cubes = arguments.cubes;
    if cubes.is_empty() {
        if arguments.follow.is_none() {
            return list(std::slice::from_ref(entry), Some(metric), json);
        }
        cubes.push(String::new());
    }
    let coordinate = entry.coordinate();
    let distances = coordinate.distances(metric, Stop::never())?;
    let reader = CubeReader::new(arguments.format);
    let cubes = inputs(cubes, arguments.each, Puzzle::Cube3);
    let Some(moves) = arguments.follow else {
        return filter::reply_to_each(cubes, json, |text| {
            let cube = reader.parse(text)?.cube;
            Ok(Some(describe(&coordinate, &distances, metric, &cube)))
        });
    };
    let tables = Tables::new(&coordinate, Stop::never())?;
    filter::reply_to_each(cubes, json, |text| {
        let start = coordinate.track(&reader.parse(text)?.cube);
        Ok(Some(follow(start, moves.moves(), &tables, &distances)))
    })
}

/// Prints a line for each coordinate, with a metric the distribution, too.
fn list(entries: &[CatalogueEntry], metric: Option<Metric>, json: bool) -> anyhow::Result<Status> {
    let print = |columns: [&str; 6]| {
        let [name, kind, values, classes, meaning, counts] = columns;
        let line =
            format!("{name:19}  {kind:19}  {values:>9}  {classes:>7}  {meaning:43}  {counts}");
        print_line(line.trim_end())
    };
    if !json {
        let last = metric.map_or("", |_| "distribution");
        print(["name", "type", "values", "classes", "meaning", last])?;
    }
    for entry in entries {
        let (name, meaning) = (entry.name, entry.meaning);
        let coordinate = entry.coordinate();
        let (kind, values) = (coordinate.kind(), coordinate.size());
        let classes = coordinate.symmetric().map(|symmetric| symmetric.classes());
        let distances = metric.map(|metric| coordinate.distances(metric, Stop::never()));
        let distribution = distances.transpose()?.map(|known| known.distribution());
        let mut reply = Reply::default();
        reply.field("name", name);
        reply.field("type", kind);
        reply.field("values", values);
        reply.field("classes", classes);
        if let Some(distribution) = &distribution {
            reply.field("metric", metric);
            reply.field("distribution", distribution);
        }
        reply.field("meaning", meaning);
        if json {
            print_line(serde_json::to_string(&reply)?)?;
            continue;
        }
        let values = values.to_string();
        let classes = classes.map_or("-".to_owned(), |n| n.to_string());
        let counts = distribution.iter().flatten().map(u64::to_string);
        let counts = counts.collect::<Vec<_>>().join(" ");
        print([name, kind, &values, &classes, meaning, &counts])?;
    }
    Ok(Status::Success)
}

/// The value of a cube, and for symmetric coordinates its class with the number of the transformation that
/// leads to the representative and of those that leave it unchanged.
fn describe(coordinate: &Coordinate, distances: &Distances, metric: Metric, cube: &Cube) -> Reply {
    let value = coordinate.index(cube);
    let mut reply = Reply::labelled(16);
    reply.add("value", value);
    if let Some(symmetric) = coordinate.symmetric() {
        let (class, s) = symmetric.locate_cube(cube);
        let unchanged = symmetric.self_symmetries(class);
        let group = SymmetryGroup::of(unchanged).expect("self-symmetries are a group");
        let unchanged: Vec<usize> = unchanged.iter().map(Transformation::index).collect();
        let numbers: String = unchanged.iter().map(|n| format!(" {n}")).collect();
        reply.add("class", class);
        reply.add("representative", symmetric.representative(class));
        reply.line("transformation", describe_transformation(s));
        reply.field("transformation", s.index());
        reply.line(
            "self-symmetries",
            format_args!("{}:{numbers}", group.name()),
        );
        reply.field("self_symmetries", unchanged);
    }
    let lower_bound = distances.get(value);
    reply.field("metric", metric);
    reply.line("lower bound", metric.describe(lower_bound));
    reply.field("lower_bound", lower_bound);
    reply
}

/// The value of a cube after each move, the lower bound, and the transformation under which it has the
/// value; first, without a move, those of the cube itself.
fn follow(start: Tracked, moves: &[Move], tables: &Tables, distances: &Distances) -> Reply {
    let mut reply = Reply::default();
    reply
        .lines
        .push("move      value  lower bound  transformation".to_owned());
    let mut steps: Vec<Value> = vec![];
    let mut tracked = start;
    for made in iter::once(None).chain(moves.iter().map(Some)) {
        if let Some(&m) = made {
            tracked = tracked.step(tables, m);
        }
        let (value, s) = (tracked.value, tracked.offset);
        let (name, bound) = (made.map(Move::to_string), distances.get(value));
        let (m, described) = (name.as_deref().unwrap_or(""), describe_transformation(s));
        let line = format!("{m:4}  {value:>9}  {bound:>11}  {described}");
        reply.lines.push(line);
        steps.push(json!({
            "move": name, "value": value, "lower_bound": bound, "transformation": s.index(),
        }));
    }
    reply.field("steps", steps);
    reply
}
