//! Every example of the README and of the page on the commands, run as it stands.

use crate::program;

use std::path::Path;
use std::process::Command;

/// The commands of a page's console blocks, each with what it is said to print.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = vec![];
    let mut inside = false;
    for line in page.lines() {
        match (line.starts_with("```"), line.strip_prefix("$ ")) {
            (true, _) => inside = line == "```console",
            (false, Some(command)) if inside => examples.push((command.into(), String::new())),
            (false, None) if inside => {
                let (_, output) = examples.last_mut().expect("a command comes first");
                output.push_str(line);
                output.push('\n');
            }
            _ => {}
        }
    }
    examples
}

#[test]
fn readme_examples_print_what_they_show() {
    let readme = examples(include_str!("../../README.md"));
    let commands = examples(include_str!("../../src/cli/README.md"));
    assert!(readme.len() > 8 && commands.len() > 6, "there are examples");
    let binary = Path::new(env!("CARGO_BIN_EXE_cubesolve"));
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    for (command, expected) in readme.into_iter().chain(commands) {
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .env("CUBESOLVE_TABLES", program::tables())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{command}: {}",
            program::stderr(&output)
        );
        assert_eq!(program::stdout(&output), expected, "{command}");
    }
}

#[test]
fn readme_starts_with_the_commands_to_solve_and_test() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() <= 150);
    for command in [
        "cargo run --release -- solve \"R U F'\"",
        "cargo test --release",
    ] {
        assert!(readme.contains(&format!("    {command}\n")));
        let in_ci = include_str!("../../.ci/run").contains("cargo test --release");
        assert!(in_ci, "CI runs the README's test command");
    }
}
