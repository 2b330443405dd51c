//! `cubesolve man`: manual pages.

use crate::cli::{Status, definition, named, output};
use anyhow::Context;
use clap::Args;
use clap_mangen::Man;
use std::fs;
use std::path::{Path, PathBuf};

/// Print the manual page, of the program or of one command, or write all pages to files
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve man
  cubesolve man solve | man -l -
  cubesolve man --write ~/.local/share/man/man1 && man cubesolve-solve")]
pub struct Arguments {
    /// Which command; without any, the program
    #[arg(value_parser = named::command(), hide_possible_values = true)]
    command: Option<String>,

    /// Write the pages of the program and of all commands to this directory, which is made
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    write: Option<PathBuf>,
}

/// Prints or writes pages.
pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let mut definition = definition();
    definition.build();
    if let Some(directory) = &arguments.write {
        let commands = definition.get_subcommands().cloned();
        for command in commands.chain([definition.clone()]) {
            write(Man::new(command), directory)
                .with_context(|| format!("cannot write to {}", directory.display()))?;
        }
        return Ok(Status::Success);
    }
    let command = match &arguments.command {
        None => definition,
        Some(name) => definition
            .find_subcommand(name)
            .cloned()
            .with_context(|| format!("there is no command {name}"))?,
    };
    output::print(text(&Man::new(command))?.as_bytes())?;
    Ok(Status::Success)
}

fn write(page: Man, directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join(page.get_filename()), text(&page)?)?;
    Ok(())
}

fn text(page: &Man) -> anyhow::Result<String> {
    let mut text = vec![];
    page.render(&mut text)?;
    Ok(with_lists(&String::from_utf8(text)?))
}

/// The page with what the help texts only show by their layout: items after dashes, lines that
/// are indented, and the titles of examples and exit codes.
fn with_lists(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut indented = false;
    for line in page.lines() {
        if line.starts_with("  ") != indented {
            indented = !indented;
            text += if indented { ".nf\n" } else { ".fi\n" };
        }
        match (line, line.strip_prefix("\\- ")) {
            (_, Some(item)) => text += &format!(".IP \\(bu 2\n{item}"),
            (".SH EXTRA", _) => continue,
            ("Examples:", _) => text += ".SH EXAMPLES",
            ("Exit codes:", _) => text += ".SH \"EXIT STATUS\"",
            _ => text += line,
        }
        text.push('\n');
    }
    text
}

#[test]
fn lists_and_examples_are_laid_out() {
    let page = ".SH EXTRA\nExamples:\n  cubesolve man\n  more\nText:\n\\- one\n\\- two\n.TP\n";
    let expected = ".SH EXAMPLES\n.nf\n  cubesolve man\n  more\n.fi\nText:\n\
                    .IP \\(bu 2\none\n.IP \\(bu 2\ntwo\n.TP\n";
    assert_eq!(with_lists(page), expected);
}
