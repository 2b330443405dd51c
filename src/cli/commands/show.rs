//! `cubesolve show`: pictures of cubes.

use crate::cli::cubes::Cubes;
use crate::cli::input::Input;
use crate::cli::output::{self, is_coloured};
use crate::cli::{Status, filter};
use anyhow::{Context, ensure};
use clap::{Args, ColorChoice};
use cubesolve::notation::{facelets, net, svg};
use std::fs;
use std::path::PathBuf;

/// Draw cubes as they are held, unfolded
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve show \"R U F'\"
  cubesolve show --svg cube.svg \"R U F'\"
  cubesolve show --svg - \"R U F'\" > cube.svg")]
pub struct Arguments {
    #[command(flatten)]
    cubes: Cubes,

    /// Write a picture of one cube, net and isometric view, to an SVG file instead; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// When to print in colour; auto is on a terminal, unless NO_COLOR is set or TERM is dumb
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let (input, reader) = arguments.cubes.open();
    let read = |text: &str| {
        let position = reader.parse(text)?;
        anyhow::Ok(facelets::held(&position.cube, position.orientation))
    };
    if let Some(path) = &arguments.svg {
        let picture = svg::print(&only_cube(input, read)?);
        if path.as_os_str() == "-" {
            output::print(picture)?;
        } else {
            fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        return Ok(Status::Success);
    }
    let in_colour = is_coloured(arguments.color);
    filter::run(input, false, |text| {
        Ok(Some(net::print(&read(text)?, in_colour)))
    })
}

/// Reads the only argument, or the first line of stdin.
fn only_cube<T>(mut input: Input, read: impl Fn(&str) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let question = input.next()?.context("no cube is given")?;
    let is_one = !question.is_argument || !question.followed;
    ensure!(is_one, "--svg draws one cube, not several");
    question.read(read)?.context("no cube is given")
}
