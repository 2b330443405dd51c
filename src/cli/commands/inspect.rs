//! `cubesolve inspect`: all about a cube on one page.

use crate::cli::cubes::Cubes;
use crate::cli::filter::Reply;
use crate::cli::output::Colour;
use crate::cli::position::{Position, describe_transformation};
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::cube::{Cube, CubieCycle, Metric, Transformation};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::search::PocketSolver;
use cubesolve::search::goals::{Goal, GoalName};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// Print all about a cube on one page
///
/// The net, which cubie is where (Reid's notation), cycles, parity, order, symmetry, the
/// representative of the equivalent cubes, and how far it is at least to the solved cube and
/// to steps on the way.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve inspect \"R U\"
  cubesolve inspect --json \"R U\"
  cubesolve inspect < cubes.txt")]
pub struct Arguments {
    #[command(flatten)]
    cubes: Cubes,

    /// When to print in colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,

    /// Print a JSON object for each cube, on a line of its own
    #[arg(long)]
    json: bool,
}

/// Prints a page for each cube.
pub fn run(arguments: Arguments, metric: Metric, quiet: bool) -> anyhow::Result<Status> {
    let (input, reader) = arguments.cubes.open(quiet);
    let bounds = Bounds::new(metric);
    let in_colour = arguments.color.is_wanted();
    filter::reply(input, arguments.json, |text| {
        let position = reader.parse(text)?;
        Ok(Some(page(&position, &bounds, in_colour)))
    })
}

/// What tells distances.
struct Bounds {
    pocket: PocketSolver,
    /// Steps with all their places.
    steps: Vec<Goal>,
    /// Steps that say most about the whole cube.
    whole: Vec<Goal>,
}

impl Bounds {
    fn new(metric: Metric) -> Bounds {
        let goals = |name| GoalName::parse(name, None).expect("a goal").goals(metric);
        Bounds {
            pocket: PocketSolver::new(metric),
            steps: ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
            whole: ["corners", "edges"].into_iter().flat_map(goals).collect(),
        }
    }

    /// A length that no solution of the cube falls short of.
    fn of_whole(&self, cube: &Cube) -> u8 {
        let both = [*cube, cube.inverse()];
        let bounds = self
            .whole
            .iter()
            .flat_map(|goal| both.map(|x| goal.lower_bound(&x)));
        bounds.max().unwrap_or(0)
    }
}

/// What is printed for a cube.
#[derive(Serialize)]
struct Page {
    #[serde(skip)]
    net: String,
    /// As text: it is beyond what many readers of JSON take for an integer.
    index: String,
    pieces: String,
    corners: Vec<String>,
    edges: Vec<String>,
    parity: &'static str,
    order: u32,
    symmetry: &'static str,
    self_symmetries: usize,
    representative: String,
    /// The number of the transformation that makes the representative.
    transformation: usize,
    /// What lengths are in.
    metric: Metric,
    /// For each step the length that it takes at least.
    #[serde(serialize_with = "as_map")]
    steps: Vec<(String, u8)>,
    /// The length that the corners alone take, as a 2x2x2.
    pocket: u8,
    lower_bound: u8,
}

/// Writes pairs as the fields of an object.
fn as_map<S: Serializer>(pairs: &[(String, u8)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, moves)| (name, moves)))
}

fn page(position: &Position, bounds: &Bounds, in_colour: bool) -> Page {
    let cube = &position.as_held();
    let facelets = facelets::held(&position.cube, position.orientation);
    let cycles = cube.cycles();
    let (corners, edges): (Vec<_>, Vec<_>) = cycles.iter().partition(|c| c.places[0].len() == 3);
    let show = |cycles: Vec<&CubieCycle>| cycles.iter().map(ToString::to_string).collect();
    let representative = cube.representative();
    let symmetry = cube.symmetry_group();
    let steps = bounds.steps.iter();
    Page {
        net: net::print(&facelets, in_colour).trim_end().to_owned(),
        index: cube.index().to_string(),
        pieces: Format::Reid.print(cube).unwrap_or_default(),
        corners: show(corners),
        edges: show(edges),
        parity: if cube.is_odd() { "odd" } else { "even" },
        order: cube.order(),
        symmetry: symmetry.name(),
        self_symmetries: symmetry.order(),
        representative: representative.cube.index().to_string(),
        transformation: representative.transformation.index(),
        metric: bounds.pocket.metric(),
        steps: steps
            .map(|goal| (goal.name().to_string(), goal.lower_bound(cube)))
            .collect(),
        pocket: bounds.pocket.distance(cube),
        lower_bound: bounds.of_whole(cube),
    }
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut lines = vec![self.net.clone()];
        let mut line =
            |label: &str, value: &dyn Display| lines.push(format!("{label:14}  {value}"));
        line("index", &self.index);
        line("pieces", &self.pieces);
        line(
            "cubies",
            &show_cycles(&[&self.corners[..], &self.edges].concat()),
        );
        line("parity", &self.parity);
        line("order", &self.order);
        line(
            "symmetry",
            &format!("{}, {} of 48", self.symmetry, self.self_symmetries),
        );
        line("representative", &self.representative);
        let s = Transformation::from_index(self.transformation);
        line("  made by", &describe_transformation(s));
        for (step, moves) in &self.steps {
            line(step, &format!("at least {}", self.metric.show(moves)));
        }
        line("2x2x2", &self.metric.show(self.pocket));
        let lower_bound = self.metric.show(self.lower_bound);
        line("solved", &format!("at least {lower_bound}"));
        lines.join("\n") + "\n"
    }
}

fn show_cycles(cycles: &[String]) -> String {
    match cycles {
        [] => "()".to_owned(),
        cycles => cycles.join(" "),
    }
}
