//! `cubesolve show`: pictures of cubes.

use crate::cli::input::Input;
use crate::cli::output::wants_colour;
use crate::cli::position::Reading;
use crate::cli::{Status, filter};
use anyhow::{Context, ensure};
use clap::Args;
use cubesolve::notation::{Format, facelets, net, svg};
use std::fs;
use std::path::PathBuf;

/// Draw cubes as they are held, unfolded
///
/// In colour on a terminal, unless NO_COLOR is set.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve show \"R U F'\"
  cubesolve show --svg cube.svg \"R U F'\"")]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT")]
    format: Option<Format>,

    /// Write a picture of one cube, net and isometric view, to an SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Draws what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let reading = Reading {
        format: arguments.format,
        target: None,
    };
    let read = |text: &str| {
        let position = reading.parse(text)?;
        anyhow::Ok(facelets::held(&position.cube, position.orientation))
    };
    if let Some(path) = &arguments.svg {
        let facelets = read(&the_only(arguments.cubes)?)?;
        fs::write(path, svg::print(&facelets))
            .with_context(|| format!("cannot write {}", path.display()))?;
        return Ok(Status::Success);
    }
    let in_colour = wants_colour();
    filter::run(arguments.cubes, |text| {
        Ok(net::print(&read(text)?, in_colour))
    })
}

/// The only argument, or without any the first line of stdin.
fn the_only(arguments: Vec<String>) -> anyhow::Result<String> {
    ensure!(
        arguments.len() <= 1,
        "--svg draws one cube, not {}",
        arguments.len()
    );
    let question = Input::new(arguments).next().context("cannot read stdin")?;
    Ok(question.context("no cube is given")?.text?)
}
