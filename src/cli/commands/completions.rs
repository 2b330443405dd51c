//! `cubesolve completions`: scripts by which shells complete names.

use crate::cli::{Cli, Status, output};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve completions bash > ~/.local/share/bash-completion/completions/cubesolve
  cubesolve completions fish > ~/.config/fish/completions/cubesolve.fish
  cubesolve completions zsh > ~/.zfunc/_cubesolve")]
pub struct Arguments {
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut script = vec![];
    let mut program = Cli::command();
    clap_complete::generate(arguments.shell, &mut program, "cubesolve", &mut script);
    output::print(script)?;
    Ok(Status::Success)
}
