//! `cubesolve coord`: coordinates, their values, and cubes that have them.

mod write;

use crate::cli::filter::{self, Reply};
use crate::cli::input::{Each, inputs};
use crate::cli::options::MetricOption;
use crate::cli::output::print_line;
use crate::cli::position::{CubeReader, describe_transformation, print_cube};
use crate::cli::{Status, exit_with_usage, query, values};
use anyhow::ensure;
use clap::{Args, ValueHint};
use cubesolve::coord::{CATALOGUE, CatalogueEntry, Coordinate, Distances, Stop, Tables, Tracked};
use cubesolve::cube::{Cube, Metric, Move, Sequence, SymmetryGroup, Transformation};
use cubesolve::notation::Format;
use cubesolve::{FORMAT, Puzzle};
use serde_json::{Value, json};
use std::iter;
use std::path::PathBuf;

/// List coordinates, or print the value of one for cubes
///
/// A coordinate is a number that describes part of a cube. Symmetric ones number classes of
/// equivalent values: a cube is transformed so that its value becomes the representative of its
/// class. Self-symmetries are the transformations that leave the representative unchanged. The
/// distribution, of a coordinate that is named, is the number of values that are 0, 1, 2, ... moves from that
/// of the solved cube; this distance is a lower bound for the whole cube. Of coordinates with more than 2^25 values
/// neither is computed.
///
/// Coordinates are composed of basic ones by +, the least significant first: eo+slice. The first is reduced by the
/// transformations that act on all of them, after / and their number, cp/16+co, or by the group that some generate:
/// cp/<1,2>+co. Transformations have the numbers that --transform prints.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve coord
  cubesolve coord corners/48 \"R U F\"
  cubesolve coord \"slice/<1,2>+co\"
  cubesolve coord eo --value 5 | cubesolve convert --to moves
  cubesolve coord cp/48 --table classes --output classes.npy
  cubesolve coord ep --transform \"R U F\"
  cubesolve coord corners/48 --follow \"R U F\"")]
pub struct Arguments {
    /// The coordinate: a name, or several composed [default: list those with a name]
    #[arg(value_parser = values::coordinate())]
    name: Option<String>,

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

    /// Also print the value of x, and of its inverse, after each of the 48 transformations s·x·s⁻¹
    #[arg(long, requires = "cubes", conflicts_with_all = ["value", "follow"])]
    transform: bool,

    /// Print a table with a row for each value, as CSV
    #[arg(long, value_name = "TABLE", requires = "name", conflicts_with_all = ["cubes", "value", "follow", "json", "format"])]
    table: Option<write::Kind>,

    /// Write the table to this file instead, FILE.csv or FILE.npy, which NumPy maps
    #[arg(long, value_name = "FILE", requires = "table", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

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
    let Some(name) = arguments.name else {
        let entries = CATALOGUE.iter();
        let entries = entries.map(|entry| (entry.name, entry.meaning, entry.coordinate()));
        return list(entries, None, json);
    };
    let coordinate: Coordinate = match name.parse() {
        Ok(coordinate) => coordinate,
        Err(error) => exit_with_usage("coord", error),
    };
    if let Some(kind) = arguments.table {
        write::write(&coordinate, kind, arguments.output.as_deref())?;
        return Ok(Status::Success);
    }
    if let Some(value) = arguments.value {
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
            let meaning = CatalogueEntry::by_name(&name).map_or("", |entry| entry.meaning);
            return list([(&name[..], meaning, coordinate)], Some(metric), json);
        }
        cubes.push(String::new());
    }
    let distances = distances(&coordinate, metric)?;
    let reader = CubeReader::new(arguments.format);
    let cubes = inputs(cubes, arguments.each, Puzzle::Cube3);
    let Some(moves) = arguments.follow else {
        return filter::reply_to_each(cubes, json, |text| {
            let cube = reader.parse(text)?.cube;
            let mut reply = describe(&coordinate, distances.as_ref(), metric, &cube);
            if arguments.transform {
                add_transforms(&mut reply, &coordinate, &cube);
            }
            Ok(Some(reply))
        });
    };
    let mut parts = coordinate.parts().iter();
    ensure!(
        parts.all(|part| part.size() <= MOST_VALUES),
        "--follow: the move tables of {name} are too large"
    );
    let tables = Tables::new(&coordinate, Stop::never())?;
    filter::reply_to_each(cubes, json, |text| {
        let start = coordinate.track(&reader.parse(text)?.cube);
        Ok(Some(follow(
            start,
            moves.moves(),
            &tables,
            distances.as_ref(),
        )))
    })
}

/// The most values whose distances are computed: a byte each, and a few seconds.
const MOST_VALUES: usize = 1 << 25;

/// The distances of all values from that of the solved cube, unless there are too many.
fn distances(coordinate: &Coordinate, metric: Metric) -> anyhow::Result<Option<Distances>> {
    match coordinate.size() <= MOST_VALUES {
        true => Ok(Some(coordinate.distances(metric, Stop::never())?)),
        false => Ok(None),
    }
}

/// Prints a line for each coordinate with its name and meaning, with a metric the distribution, too.
fn list<'a>(
    entries: impl IntoIterator<Item = (&'a str, &'a str, Coordinate)>,
    metric: Option<Metric>,
    json: bool,
) -> anyhow::Result<Status> {
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
    for (name, meaning, coordinate) in entries {
        let (kind, values) = (coordinate.kind(), coordinate.size());
        let classes = coordinate.symmetric().map(|symmetric| symmetric.classes());
        let known = metric.map(|metric| distances(&coordinate, metric));
        let known = known.transpose()?.flatten();
        let distribution = known.map(|known| known.distribution());
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
fn describe(
    coordinate: &Coordinate,
    distances: Option<&Distances>,
    metric: Metric,
    cube: &Cube,
) -> Reply {
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
    let lower_bound = distances.map(|distances| distances.get(value));
    reply.field("metric", metric);
    if let Some(lower_bound) = lower_bound {
        reply.line("lower bound", metric.describe(lower_bound));
    }
    reply.field("lower_bound", lower_bound);
    reply
}

/// Adds the values of the conjugates of a cube and of its inverse.
fn add_transforms(reply: &mut Reply, coordinate: &Coordinate, cube: &Cube) {
    let inverse = cube.inverse();
    let title = "    value    inverse  transformation".to_owned();
    reply.lines.push(title);
    let mut transforms: Vec<Value> = vec![];
    for s in Transformation::all() {
        let [value, of_inverse] = [cube, &inverse].map(|x| coordinate.index(&s.apply(x)));
        let described = describe_transformation(s);
        let line = format!("{value:>9}  {of_inverse:>9}  {described}");
        reply.lines.push(line);
        transforms.push(json!({
            "transformation": s.index(), "value": value, "inverse": of_inverse,
        }));
    }
    reply.field("transforms", transforms);
}

/// The value of a cube after each move, the lower bound, and the transformation under which it has the
/// value; first, without a move, those of the cube itself.
fn follow(start: Tracked, moves: &[Move], tables: &Tables, distances: Option<&Distances>) -> Reply {
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
        let name = made.map(Move::to_string);
        let bound = distances.map(|distances| distances.get(value));
        let shown = bound.map_or(String::new(), |bound| bound.to_string());
        let (m, described) = (name.as_deref().unwrap_or(""), describe_transformation(s));
        let line = format!("{m:4}  {value:>9}  {shown:>11}  {described}");
        reply.lines.push(line);
        steps.push(json!({
            "move": name, "value": value, "lower_bound": bound, "transformation": s.index(),
        }));
    }
    reply.field("steps", steps);
    reply
}
