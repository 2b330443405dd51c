//! `cubesolve inspect`: the properties of a cube on one page.

use crate::cli::cubes::Cubes;
use crate::cli::filter::Reply;
use crate::cli::options::MetricOption;
use crate::cli::output::is_coloured;
use crate::cli::position::{Position, describe_transformation};
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::coord::{CoordError, Stop};
use cubesolve::cube::{Cube, CubieCycle, Metric, Transformation};
use cubesolve::goals::{Goal, GoalChain};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::{Limits, Puzzle, Query, SolveError, Solver};
use serde::{Serialize, Serializer};
use std::fmt::Display;

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
    let metric = arguments.metric.get();
    let (input, reader) = arguments.cubes.open();
    let bounds = Bounds::new(metric)?;
    let in_colour = is_coloured(arguments.color);
    filter::run(input, arguments.json, |text| {
        let position = reader.parse(text)?;
        Ok(Some(page(&position, &bounds, in_colour)?))
    })
}

/// Lower bounds of distances, with their tables.
struct Bounds {
    metric: Metric,
    /// Solves the corners as a 2x2x2.
    solver: Solver,
    /// Steps, on each axis.
    steps: Vec<Goal>,
    /// Steps whose bounds are best for the whole cube.
    whole: Vec<Goal>,
}

impl Bounds {
    /// Generates the tables.
    fn new(metric: Metric) -> Result<Bounds, CoordError> {
        let goals = |name: &str| {
            let chain: GoalChain = name.parse().expect("a goal");
            chain.goals()[0].clone()
        };
        let bounds = Bounds {
            metric,
            solver: Solver::default(),
            steps: ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
            whole: ["corners", "edges"].into_iter().flat_map(goals).collect(),
        };
        for goal in bounds.steps.iter().chain(&bounds.whole) {
            bounds.of_goal(goal, &Cube::SOLVED)?;
        }
        Ok(bounds)
    }

    fn of_goal(&self, goal: &Goal, cube: &Cube) -> Result<u8, CoordError> {
        goal.lower_bound(cube, self.metric, Stop::never())
    }

    fn of(&self, cube: &Cube) -> Result<LowerBounds, SolveError> {
        let mut steps = vec![];
        for goal in &self.steps {
            steps.push((goal.name().to_string(), self.of_goal(goal, cube)?));
        }
        let mut whole = 0;
        for goal in &self.whole {
            for cube in [cube, &cube.inverse()] {
                whole = whole.max(self.of_goal(goal, cube)?);
            }
        }
        let query = Query::new().metric(self.metric).puzzle(Puzzle::Cube2);
        let limits = Limits::default();
        let pocket = self.solver.query(&(*cube).into(), &query, &limits)?;
        Ok(LowerBounds {
            metric: self.metric,
            steps,
            pocket: pocket.lower_bound,
            lower_bound: whole,
        })
    }
}

#[derive(Serialize)]
struct LowerBounds {
    metric: Metric,
    #[serde(serialize_with = "as_map")]
    steps: Vec<(String, u8)>,
    /// The distance of the corners as a 2x2x2.
    pocket: u8,
    /// For the whole cube.
    lower_bound: u8,
}

/// Writes pairs as the fields of an object.
fn as_map<S: Serializer>(pairs: &[(String, u8)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, moves)| (name, moves)))
}

/// The properties of a cube.
#[derive(Serialize)]
struct Page {
    #[serde(skip)]
    net: String,
    /// As text: many JSON readers do not represent integers of this size.
    index: String,
    pieces: String,
    #[serde(skip)]
    cubies: String,
    corners: Vec<String>,
    edges: Vec<String>,
    parity: &'static str,
    order: u32,
    symmetry: &'static str,
    self_symmetries: usize,
    representative: String,
    /// The number of the transformation from the cube to the representative.
    transformation: usize,
    #[serde(flatten)]
    bounds: LowerBounds,
}

fn page(position: &Position, bounds: &Bounds, in_colour: bool) -> Result<Page, SolveError> {
    let cube = &position.as_held();
    let facelets = facelets::held(&position.cube, position.orientation);
    let cycles = cube.cycles();
    let (corners, edges): (Vec<_>, Vec<_>) = cycles.iter().partition(|c| c.places[0].len() == 3);
    let show = |cycles: Vec<&CubieCycle>| cycles.iter().map(ToString::to_string).collect();
    let representative = cube.representative();
    let symmetry = cube.symmetry_group();
    Ok(Page {
        net: net::print(&facelets, in_colour).trim_end().to_owned(),
        index: cube.index().to_string(),
        pieces: Format::Reid.print(cube).unwrap_or_default(),
        cubies: Format::Cycles.print(cube).unwrap_or_default(),
        corners: show(corners),
        edges: show(edges),
        parity: if cube.is_odd() { "odd" } else { "even" },
        order: cube.order(),
        symmetry: symmetry.name(),
        self_symmetries: symmetry.order(),
        representative: representative.cube.index().to_string(),
        transformation: representative.transformation.index(),
        bounds: bounds.of(cube)?,
    })
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut lines = vec![self.net.clone()];
        let mut line =
            |label: &str, value: &dyn Display| lines.push(format!("{label:14}  {value}"));
        line("index", &self.index);
        line("pieces", &self.pieces);
        line("cubies", &self.cubies);
        line("parity", &self.parity);
        line("order", &self.order);
        let symmetry = format_args!("{}, {} of 48", self.symmetry, self.self_symmetries);
        line("symmetry", &symmetry);
        line("representative", &self.representative);
        let s = Transformation::from_index(self.transformation);
        line("  made by", &describe_transformation(s));
        let bounds = &self.bounds;
        let at_least = |bound: u8| match bound {
            0 => "done".to_owned(),
            bound => format!("at least {}", bounds.metric.describe(bound)),
        };
        for (step, bound) in &bounds.steps {
            line(step, &at_least(*bound));
        }
        line("2x2x2", &bounds.metric.describe(bounds.pocket));
        line("solved", &at_least(bounds.lower_bound));
        lines.join("\n") + "\n"
    }
}
