//! `cubesolve inspect`: the properties of a cube on one page.

use crate::cli::Status;
use crate::cli::cubes::Cubes;
use crate::cli::options::MetricOption;
use crate::cli::output::is_coloured;
use crate::cli::position::{Position, describe_transformation};
use clap::Args;
use cubesolve::coord::{CoordError, Stop};
use cubesolve::cube::{Cube, CubieCycle, Metric, Transformation};
use cubesolve::goals::{Goal, GoalChain};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::{Limits, Puzzle, Query, SolveError, Solver};
use serde::{Serialize, Serializer};
use std::fmt;

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
    let bounds = Bounds::new(arguments.metric.get());
    let in_colour = is_coloured(arguments.color);
    arguments.cubes.answer_each(arguments.json, |position| {
        Ok(Some(page(&position, &bounds, in_colour)?))
    })
}

/// Lower bounds of distances.
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
    fn new(metric: Metric) -> Bounds {
        let goals = |name: &str| {
            let chain: GoalChain = name.parse().expect("a goal");
            chain.goals()[0].clone()
        };
        Bounds {
            metric,
            solver: Solver::default(),
            steps: ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
            whole: ["corners", "edges"].into_iter().flat_map(goals).collect(),
        }
    }

    fn of_goal(&self, goal: &Goal, cube: &Cube) -> Result<u8, CoordError> {
        goal.lower_bound(cube, self.metric, Stop::never())
    }

    /// For the whole cube.
    fn of_cube(&self, cube: &Cube) -> Result<u8, CoordError> {
        let mut bound = 0;
        for goal in &self.whole {
            bound = bound.max(self.of_goal(goal, cube)?);
            bound = bound.max(self.of_goal(goal, &cube.inverse())?);
        }
        Ok(bound)
    }

    /// The distance of the corners as a 2x2x2.
    fn of_pocket_cube(&self, cube: &Cube) -> Result<u8, SolveError> {
        let query = Query::new().metric(self.metric).puzzle(Puzzle::Cube2);
        let position = Position::from(*cube);
        let answer = self.solver.query(&position, &query, &Limits::default());
        Ok(answer?.lower_bound)
    }
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
    metric: Metric,
    /// Lower bounds of steps.
    #[serde(serialize_with = "as_map")]
    steps: Vec<(String, u8)>,
    /// The distance of the corners as a 2x2x2.
    pocket: u8,
    /// For the whole cube.
    lower_bound: u8,
}

fn page(position: &Position, bounds: &Bounds, in_colour: bool) -> Result<Page, SolveError> {
    let cube = &position.as_held();
    let facelets = facelets::held(&position.cube, position.orientation);
    let cycles = cube.cycles();
    let (corners, edges): (Vec<_>, Vec<_>) = cycles.iter().partition(|c| c.places[0].len() == 3);
    let show = |cycles: Vec<&CubieCycle>| cycles.iter().map(ToString::to_string).collect();
    let representative = cube.representative();
    let symmetry = cube.symmetry_group();
    let bound = |goal: &Goal| Ok((goal.name().to_string(), bounds.of_goal(goal, cube)?));
    let steps: Result<_, CoordError> = bounds.steps.iter().map(bound).collect();
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
        metric: bounds.metric,
        steps: steps?,
        pocket: bounds.of_pocket_cube(cube)?,
        lower_bound: bounds.of_cube(cube)?,
    })
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = Transformation::from_index(self.transformation);
        let at_least = |bound: u8| match bound {
            0 => "done".to_owned(),
            bound => format!("at least {}", self.metric.describe(bound)),
        };
        writeln!(f, "{}", self.net)?;
        writeln!(f, "index           {}", self.index)?;
        writeln!(f, "pieces          {}", self.pieces)?;
        writeln!(f, "cubies          {}", self.cubies)?;
        writeln!(f, "parity          {}", self.parity)?;
        writeln!(f, "order           {}", self.order)?;
        writeln!(
            f,
            "symmetry        {}, {} of 48",
            self.symmetry, self.self_symmetries
        )?;
        writeln!(f, "representative  {}", self.representative)?;
        writeln!(f, "  made by       {}", describe_transformation(s))?;
        for (step, bound) in &self.steps {
            writeln!(f, "{step:14}  {}", at_least(*bound))?;
        }
        writeln!(f, "2x2x2           {}", self.metric.describe(self.pocket))?;
        writeln!(f, "solved          {}", at_least(self.lower_bound))
    }
}
