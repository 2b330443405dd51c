use crate::cli::{Status, definition, output};
use clap::Args;
use clap_complete::Shell;

/// Print completions for a shell
#[derive(Debug, Args)]
pub struct Arguments {
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut script = vec![];
    let mut definition = definition();
    let name = definition.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut definition, name, &mut script);
    output::print(&script)?;
    Ok(Status::Success)
}
