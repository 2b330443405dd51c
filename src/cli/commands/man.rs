//! `cubesolve man`: manual pages.

use crate::cli::{Cli, Status, output};
use crate::host::fs;
use anyhow::Context;
use clap::{Args, CommandFactory, ValueHint};
use clap_mangen::Man;
use std::iter;
use std::path::PathBuf;

/// Month of this version.
const DATE: &str = "2026-11";

/// Print the manual page of the program or of a command, or write all pages to files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve man
  cubesolve man solve | man -l -
  cubesolve man --write ~/.local/share/man/man1 && man cubesolve-solve")]
pub struct Arguments {
    /// Command [default: the page of the program]
    command: Option<String>,

    /// Write the pages of the program and of all commands to this directory
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    write: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut commands = iter::once(&program).chain(program.get_subcommands());
    if let Some(directory) = &arguments.write {
        let mut write = || {
            fs::create_dir_all(directory)?;
            commands.try_for_each(|command| page(command).generate_to(directory).map(drop))
        };
        write().with_context(|| format!("cannot write to {}", directory.display()))?;
        return Ok(Status::Success);
    }
    let name = arguments.command.as_deref().unwrap_or("cubesolve");
    let command = commands.find(|command| command.get_name() == name);
    let command = command.with_context(|| format!("there is no command {name}"))?;
    let mut text = vec![];
    page(command).render(&mut text)?;
    output::print(text)?;
    Ok(Status::Success)
}

fn page(command: &clap::Command) -> Man {
    let version = concat!("cubesolve ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).date(DATE).source(version)
}
