//! `cubesolve show`: pictures of cubes.

use crate::cli::cubes::CubeArguments;
use crate::cli::output::{self, is_coloured};
use crate::cli::position::CubeReader;
use crate::cli::{Status, filter, values};
use anyhow::{Context, ensure};
use clap::{Args, ColorChoice};
use cubesolve::Puzzle;
use cubesolve::cube::Face;
use cubesolve::notation::{Pattern, facelets, net, svg};
use std::path::PathBuf;

/// Draw cubes as they are held, unfolded
///
/// Patterns as solve --to reads them are drawn, too, in grey where any colour may be.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve show \"R U F'\"
  cubesolve show --puzzle 2x2x2 \"R U F'\"
  cubesolve show \"....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.\"
  cubesolve show --svg cube.svg \"R U F'\"
  cubesolve show --svg - \"R U F'\" > cube.svg")]
pub struct Arguments {
    #[command(flatten)]
    cubes: CubeArguments,

    /// Write a picture of one cube, net and isometric view, to an SVG file instead; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Puzzle; of a 2x2x2 only the corners are drawn
    #[arg(long, value_name = "PUZZLE", value_parser = values::puzzle(), default_value = "3x3x3")]
    puzzle: Puzzle,

    /// When to print in colour; auto is on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

/// The colour of each facelet, `None` for any.
type Drawn = [Option<Face>; 54];

pub fn run(mut arguments: Arguments) -> anyhow::Result<Status> {
    arguments.cubes.puzzle = arguments.puzzle;
    if let Some(path) = &arguments.svg {
        let drawn = only_cube(&arguments.cubes)?;
        let picture = match arguments.puzzle {
            Puzzle::Cube3 => svg::print(&drawn),
            Puzzle::Cube2 => svg::print_corners(&drawn),
        };
        output::write(path, picture)?;
        return Ok(Status::Success);
    }
    let in_colour = is_coloured(arguments.color);
    let print: fn(&Drawn, bool) -> String = match arguments.puzzle {
        Puzzle::Cube3 => net::print,
        Puzzle::Cube2 => net::print_corners,
    };
    let reader = arguments.cubes.reader();
    filter::reply_to_each(arguments.cubes.inputs(), false, |text| {
        Ok(Some(print(&drawn(&reader, text)?, in_colour).into()))
    })
}

/// The facelets of a cube, or of a pattern.
fn drawn(reader: &CubeReader, text: &str) -> anyhow::Result<Drawn> {
    let error = match reader.parse(text) {
        Ok(position) => {
            return Ok(facelets::held(&position.cube, position.orientation).map(Some));
        }
        Err(error) => error,
    };
    let may_be_pattern = reader.format().is_none() && reader.puzzle == Puzzle::Cube3;
    if !may_be_pattern || !Pattern::looks_like(text) {
        return Err(error);
    }
    let colours = Pattern::parse(text)?.colours();
    colours.context("a pattern with identical pieces cannot be drawn")
}

/// The only argument, or the first line of stdin.
fn only_cube(cubes: &CubeArguments) -> anyhow::Result<Drawn> {
    let (reader, mut inputs) = (cubes.reader(), cubes.inputs());
    let first = inputs.next().context("no cube is given")??;
    let other_arguments = inputs.size_hint().1.unwrap_or(0);
    ensure!(other_arguments == 0, "--svg draws one cube, not several");
    let cube = first.read_by(|text| drawn(&reader, text))?;
    cube.context("no cube is given")
}
