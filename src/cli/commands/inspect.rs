//! `cubesolve inspect`: all about a cube on one page.

use crate::cli::output::Colour;
use crate::cli::position::{Position, Reading, describe_transformation};
use crate::cli::{Status, filter, named};
use clap::Args;
use cubesolve::cube::{Cube, CubieCycle};
use cubesolve::notation::{Format, facelets, net};
use cubesolve::search::PocketSolver;
use cubesolve::search::goals::{Goal, GoalName};
use std::fmt::Display;

/// Print all about a cube on one page
///
/// The net, which cubie is where (Reid's notation), cycles, parity, order, symmetry, the
/// representative of the equivalent cubes, and how far it is at least to the solved cube and
/// to steps on the way.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,

    /// When to print in colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
}

/// Prints a page for each cube.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let reading = Reading {
        format: arguments.format,
        target: None,
    };
    let bounds = Bounds::new();
    let in_colour = arguments.color.is_wanted();
    filter::run(arguments.cubes, |text| {
        let position = reading.parse(text)?;
        Ok(page(&position, &bounds, in_colour))
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
    fn new() -> Bounds {
        let goals = |name| GoalName::parse(name, None).expect("a goal").goals();
        Bounds {
            pocket: PocketSolver::new(),
            steps: ["eo", "co", "dr"].into_iter().flat_map(goals).collect(),
            whole: ["corners", "edges"].into_iter().flat_map(goals).collect(),
        }
    }

    /// A number of moves that the cube takes at least.
    fn of_whole(&self, cube: &Cube) -> u8 {
        let both = [*cube, cube.inverse()];
        let bounds = self
            .whole
            .iter()
            .flat_map(|goal| both.map(|x| goal.lower_bound(&x)));
        bounds.max().unwrap_or(0)
    }
}

fn page(position: &Position, bounds: &Bounds, in_colour: bool) -> String {
    let cube = &position.as_held();
    let net = net::print(
        &facelets::held(&position.cube, position.orientation),
        in_colour,
    );
    let cycles = cube.cycles();
    let (corners, edges): (Vec<_>, Vec<_>) = cycles.iter().partition(|c| c.places[0].len() == 3);
    let representative = cube.representative();
    let symmetry = cube.symmetry_group();
    let mut lines = vec![net.trim_end().to_string()];
    let mut line = |label: &str, value: &dyn Display| lines.push(format!("{label:14}  {value}"));
    line("index", &cube.index());
    line("pieces", &Format::Reid.print(cube).unwrap_or_default());
    line("corners", &show_cycles(&corners));
    line("edges", &show_cycles(&edges));
    line("parity", &if cube.is_odd() { "odd" } else { "even" });
    line("order", &cube.order());
    line(
        "symmetry",
        &format!("{symmetry}, {} of 48", symmetry.order()),
    );
    line("representative", &representative.cube.index());
    line(
        "  made by",
        &describe_transformation(representative.transformation),
    );
    for goal in &bounds.steps {
        line(goal.name(), &moves_at_least(goal.lower_bound(cube)));
    }
    line("2x2x2", &bounds.pocket.distance(cube));
    line("solved", &moves_at_least(bounds.of_whole(cube)));
    lines.join("\n") + "\n"
}

fn moves_at_least(moves: u8) -> String {
    format!("at least {moves}")
}

fn show_cycles(cycles: &[&CubieCycle]) -> String {
    if cycles.is_empty() {
        return "solved".into();
    }
    let cycles: Vec<String> = cycles.iter().map(ToString::to_string).collect();
    cycles.join(" ")
}
