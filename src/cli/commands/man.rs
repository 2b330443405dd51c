use crate::cli::{Status, definition, output};
use anyhow::Context;
use clap::Args;

/// Print the manual page, of the program or of one command
#[derive(Debug, Args)]
pub struct Arguments {
    command: Option<String>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut definition = definition();
    definition.build();
    let page = match &arguments.command {
        None => definition,
        Some(name) => definition
            .find_subcommand(name)
            .cloned()
            .with_context(|| format!("there is no command {name}"))?,
    };
    let mut text = vec![];
    clap_mangen::Man::new(page).render(&mut text)?;
    output::print(&text)?;
    Ok(Status::Success)
}
