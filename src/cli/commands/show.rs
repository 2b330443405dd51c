//! `cubesolve show`: pictures of cubes.

use crate::cli::input::Input;
use crate::cli::output::{self, Colour};
use crate::cli::position::Reading;
use crate::cli::{Status, filter, named};
use anyhow::{Context, ensure};
use clap::Args;
use cubesolve::notation::{Format, facelets, net, svg};
use std::fs;
use std::path::PathBuf;

/// Draw cubes as they are held, unfolded
///
/// In colour on a terminal, unless NO_COLOR is set or TERM is dumb.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve show \"R U F'\"
  cubesolve show --svg cube.svg \"R U F'\"
  cubesolve show --svg - \"R U F'\" > cube.svg")]
pub struct Arguments {
    /// Cubes; without any, one is read from each line of stdin
    cubes: Vec<String>,

    /// Notation of the cubes, see convert [default: guessed for each]
    #[arg(long, short, value_name = "FORMAT", value_parser = named::format(), hide_possible_values = true)]
    format: Option<Format>,

    /// Write a picture of one cube, net and isometric view, to an SVG file instead; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// When to print in colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: Colour,
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
        let picture = svg::print(&read(&the_only(arguments.cubes)?)?);
        if path.as_os_str() == "-" {
            output::print(picture.as_bytes())?;
        } else {
            fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        }
        return Ok(Status::Success);
    }
    let in_colour = arguments.color.is_wanted();
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
