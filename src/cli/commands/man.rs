//! `cubesolve man`: manual pages.

use crate::cli::{Status, definition, output};
use anyhow::Context;
use clap::Args;

/// Print the manual page, of the program or of one command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve man
  cubesolve man solve | man -l -")]
pub struct Arguments {
    /// Which command; without any, the program
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
    output::print(with_lists(&String::from_utf8(text)?).as_bytes())?;
    Ok(Status::Success)
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
