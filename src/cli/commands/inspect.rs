//! `cubesolve inspect`: the properties of a cube on one page.

use crate::cli::Status;
use crate::cli::cubes::CubeArguments;
use crate::cli::filter::Reply;
use crate::cli::options::MetricOption;
use crate::cli::output::is_coloured;
use crate::cli::position::{Position, describe_transformation};
use crate::cli::values;
use clap::Args;
use cubesolve::coord::{Stop, held_by_dbl};
use cubesolve::cube::CubieCycle;
use cubesolve::goals::{Goal, GoalChain};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::{Answer, Limits, Puzzle, Query, SolveError, Solver};
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
  cubesolve inspect --puzzle 2x2x2 \"R U\"
  cubesolve inspect < cubes.txt")]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    /// When to print in colour; auto is on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,

    /// Puzzle; of a 2x2x2 the corners alone, with its distance
    #[arg(long, value_name = "PUZZLE", value_parser = values::puzzle(), default_value = "3x3x3")]
    puzzle: Puzzle,

    #[command(flatten)]
    metric: MetricOption,

    /// Print a JSON object for each cube, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(mut arguments: Arguments) -> anyhow::Result<Status> {
    let (puzzle, metric) = (arguments.puzzle, arguments.metric.get());
    arguments.cubes.puzzle = puzzle;
    let solver = Solver::default();
    let steps: Vec<Goal> = match puzzle {
        Puzzle::Cube3 => ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
        Puzzle::Cube2 => vec![],
    };
    let in_colour = is_coloured(arguments.color);
    let reply = |position: &Position, in_colour| -> Result<Reply, SolveError> {
        let query = Query::new().metric(metric).puzzle(Puzzle::Cube2);
        let pocket = solver.query(position, &query, &Limits::default())?;
        match puzzle {
            Puzzle::Cube3 => reply(position, &steps, &pocket, in_colour),
            Puzzle::Cube2 => Ok(reply_of_pocket(position, &pocket, in_colour)),
        }
    };
    arguments.cubes.answer_each(arguments.json, |position| {
        Ok(Some(reply(&position, in_colour)?))
    })
}

/// The properties of a 2x2x2, whose distance the answer says.
fn reply_of_pocket(position: &Position, answer: &Answer, in_colour: bool) -> Reply {
    let cube = held_by_dbl(&position.as_held());
    let mut reply = Reply::labelled(16);
    let facelets = facelets::held(&position.cube, position.orientation);
    reply.lines.push(
        net::print_corners(&facelets, in_colour)
            .trim_end()
            .to_owned(),
    );
    let cycles = cube.cycles();
    let corners = cycles.iter().filter(|c| c.places[0].len() == 3);
    let corners: Vec<String> = corners.map(CubieCycle::to_string).collect();
    reply.line("corners", corners.join(" "));
    reply.field("corners", corners);
    let solution = answer
        .solutions
        .first()
        .map_or(String::new(), |first| first.to_string());
    reply.field("metric", answer.metric);
    reply.line("distance", answer.metric.describe(answer.lower_bound));
    reply.field("distance", answer.lower_bound);
    reply.add("solution", solution);
    reply.lines.push(String::new());
    reply
}

/// All properties. The index is text: many JSON readers do not represent integers of this size.
fn reply(
    position: &Position,
    goals: &[Goal],
    pocket: &Answer,
    in_colour: bool,
) -> Result<Reply, SolveError> {
    let (cube, metric) = (&position.as_held(), pocket.metric);
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
    let mut steps = Map::new();
    let mut whole = pocket.lower_bound;
    for goal in goals {
        let bound = goal.lower_bound(cube, metric, Stop::never())?;
        whole = whole.max(bound);
        let name = goal.name().to_string();
        reply.line(&name, at_least(bound));
        steps.insert(name, bound.into());
    }
    reply.field("metric", metric);
    reply.field("steps", steps);
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
