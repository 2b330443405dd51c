//! `cubesolve completions`: scripts that let shells complete names.

use crate::cli::{Status, definition, output};
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use std::fmt::Write;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve completions bash > ~/.local/share/bash-completion/completions/cubesolve
  cubesolve completions fish > ~/.config/fish/completions/cubesolve.fish
  cubesolve completions zsh > ~/.zfunc/_cubesolve")]
pub struct Arguments {
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut script = vec![];
    let mut definition = without_files(definition());
    let name = definition.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut definition, name, &mut script);
    let mut script = String::from_utf8(script)?;
    match arguments.shell {
        // what is offered where nothing else fits: files
        Shell::Bash => script = script.replace(" -o bashdefault -o default", ""),
        Shell::Fish => script += &fish_arguments(&definition),
        _ => {}
    }
    output::print(script.as_bytes())?;
    Ok(Status::Success)
}

/// The definition where files are offered only to arguments that are files.
fn without_files(command: Command) -> Command {
    let no_file = |argument: Arg| match argument.get_value_hint() {
        ValueHint::Unknown if argument.get_action().takes_values() => {
            argument.value_hint(ValueHint::Other)
        }
        _ => argument,
    };
    command.mut_args(no_file).mut_subcommands(without_files)
}

/// The names that stand for themselves, not for an option, which clap leaves out for fish.
fn fish_arguments(definition: &Command) -> String {
    let mut script = "complete -c cubesolve -f\n".to_owned();
    for command in definition.get_subcommands() {
        let of_command = format!("__fish_cubesolve_using_subcommand {}", command.get_name());
        let mut offer = |condition: &str, command: &Command| {
            for argument in command.get_positionals() {
                let values = argument.get_possible_values();
                let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
                if !names.is_empty() {
                    let names = names.join(" ");
                    let _ = writeln!(
                        script,
                        "complete -c cubesolve -n \"{condition}\" -a \"{names}\""
                    );
                }
            }
        };
        offer(&of_command, command);
        for inner in command.get_subcommands() {
            let inside = format!(
                "{of_command}; and __fish_seen_subcommand_from {}",
                inner.get_name()
            );
            offer(&inside, inner);
        }
    }
    script
}
