//! `cubesolve show`: pictures of cubes.

use crate::cli::cubes::CubeArguments;
use crate::cli::output::{self, is_coloured};
use crate::cli::position::Position;
use crate::cli::{Status, values};
use crate::host::fs;
use anyhow::{Context, ensure};
use clap::{Args, ColorChoice};
use cubesolve::Puzzle;
use cubesolve::notation::facelets::{self, Facelets};
use cubesolve::notation::{net, svg};
use std::path::PathBuf;

/// Draw cubes as they are held, unfolded
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve show \"R U F'\"
  cubesolve show --puzzle 2x2x2 \"R U F'\"
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

pub fn run(mut arguments: Arguments) -> anyhow::Result<Status> {
    arguments.cubes.puzzle = arguments.puzzle;
    if let Some(path) = &arguments.svg {
        let stickers = stickers(only_cube(&arguments.cubes)?);
        let picture = match arguments.puzzle {
            Puzzle::Cube3 => svg::print(&stickers),
            Puzzle::Cube2 => svg::print_corners(&stickers),
        };
        if path.as_os_str() == "-" {
            output::print(picture)?;
        } else {
            fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        return Ok(Status::Success);
    }
    let in_colour = is_coloured(arguments.color);
    let print = match arguments.puzzle {
        Puzzle::Cube3 => net::print,
        Puzzle::Cube2 => net::print_corners,
    };
    let draw = |position| Ok(Some(print(&stickers(position), in_colour).into()));
    arguments.cubes.answer_each(false, draw)
}

fn stickers(position: Position) -> Facelets {
    facelets::held(&position.cube, position.orientation)
}

/// The only argument, or the first line of stdin.
fn only_cube(cubes: &CubeArguments) -> anyhow::Result<Position> {
    let (reader, mut inputs) = (cubes.reader(), cubes.inputs());
    let first = inputs.next().context("no cube is given")??;
    let other_arguments = inputs.size_hint().1.unwrap_or(0);
    ensure!(other_arguments == 0, "--svg draws one cube, not several");
    let cube = first.read_by(|text| reader.parse(text))?;
    cube.context("no cube is given")
}
