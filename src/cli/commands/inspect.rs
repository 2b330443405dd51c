//! `cubesolve inspect`: the properties of a cube on one page.

use crate::cli::Status;
use crate::cli::cubes::Cubes;
use crate::cli::filter::Reply;
use crate::cli::options::MetricOption;
use crate::cli::output::is_coloured;
use crate::cli::position::{Position, describe_transformation};
use clap::Args;
use cubesolve::coord::Stop;
use cubesolve::cube::{Cube, CubieCycle, Metric};
use cubesolve::goals::{Goal, GoalChain};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::{Limits, Puzzle, Query, SolveError, Solver};
use serde_json::Map;

/// Print the properties of a cube on one page
///
/// The net, the cubies (Reid's notation), cycles, parity, order, symmetry, the representative of
/// all cubes that are equal up to rotation or reflection, and lower bounds for the moves to several
/// steps and to the solved cube.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve inspect \"R U\"
  cubesolve inspect --json \"R U\"
  cubesolve inspect < cubes.txt")]
pub struct Arguments {
    #[command(flatten)]
    cubes: Cubes,

    /// When to print in colour; auto is on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,

    #[command(flatten)]
    metric: MetricOption,

    /// Print a JSON object for each cube, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let bounds = Bounds {
        metric: arguments.metric.get(),
        solver: Solver::default(),
        steps: ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
        whole: ["corners", "edges"].into_iter().flat_map(goals).collect(),
    };
    // generates the tables first, so that missing memory fails the command and not a line
    reply(&Cube::SOLVED.into(), &bounds, false)?;
    let in_colour = is_coloured(arguments.color);
    arguments.cubes.answer_each(arguments.json, |position| {
        Ok(Some(reply(&position, &bounds, in_colour)?))
    })
}

/// What gives lower bounds of distances.
struct Bounds {
    metric: Metric,
    /// Solves the corners as a 2x2x2.
    solver: Solver,
    steps: Vec<Goal>,
    /// Steps whose bounds are best for the whole cube.
    whole: Vec<Goal>,
}

/// All properties. The index is text: many JSON readers do not represent integers of this size.
fn reply(position: &Position, bounds: &Bounds, in_colour: bool) -> Result<Reply, SolveError> {
    let (cube, metric) = (&position.as_held(), bounds.metric);
    let mut reply = Reply::labelled(16);
    let facelets = facelets::held(&position.cube, position.orientation);
    reply
        .lines
        .push(net::print(&facelets, in_colour).trim_end().to_owned());
    reply.add("index", cube.index().to_string());
    reply.add("pieces", Format::Reid.print(cube).unwrap_or_default());
    reply.line("cubies", Format::Cycles.print(cube).unwrap_or_default());
    let cycles = cube.cycles();
    let (corners, edges): (Vec<_>, Vec<_>) = cycles.iter().partition(|c| c.places[0].len() == 3);
    let texts = |cycles: Vec<&CubieCycle>| -> Vec<String> {
        cycles.iter().map(ToString::to_string).collect()
    };
    reply.field("corners", texts(corners));
    reply.field("edges", texts(edges));
    reply.add("parity", if cube.is_odd() { "odd" } else { "even" });
    reply.add("order", cube.order());
    let symmetry = cube.symmetry_group();
    let (name, count) = (symmetry.name(), symmetry.order());
    reply.line("symmetry", format_args!("{name}, {count} of 48"));
    reply.field("symmetry", name);
    reply.field("self_symmetries", count);
    let representative = cube.representative();
    let s = representative.transformation;
    reply.add("representative", representative.cube.index().to_string());
    reply.line("  made by", describe_transformation(s));
    reply.field("transformation", s.index());
    let at_least = |bound: u8| match bound {
        0 => "done".to_owned(),
        bound => format!("at least {}", metric.describe(bound)),
    };
    let bound = |goal: &Goal, cube: &Cube| goal.lower_bound(cube, metric, Stop::never());
    let mut steps = Map::new();
    for goal in &bounds.steps {
        let (name, bound) = (goal.name().to_string(), bound(goal, cube)?);
        reply.line(&name, at_least(bound));
        steps.insert(name, bound.into());
    }
    reply.field("metric", metric);
    reply.field("steps", steps);
    let mut whole = 0;
    for goal in &bounds.whole {
        whole = whole.max(bound(goal, cube)?);
        whole = whole.max(bound(goal, &cube.inverse())?);
    }
    let query = Query::new().metric(metric).puzzle(Puzzle::Cube2);
    let pocket = bounds
        .solver
        .query(&(*cube).into(), &query, &Limits::default())?;
    reply.line("2x2x2", metric.describe(pocket.lower_bound));
    reply.field("pocket", pocket.lower_bound);
    reply.line("solved", at_least(whole));
    reply.field("lower_bound", whole);
    reply.lines.push(String::new());
    Ok(reply)
}

/// A step in each of its orientations.
fn goals(name: &str) -> Vec<Goal> {
    let chain: GoalChain = name.parse().expect("a goal");
    chain.goals()[0].clone()
}
