//! Every example of the README, run as it stands.

use crate::common::program;

use std::path::Path;
use std::process::Command;

/// The commands of the README's console blocks, each with what it is said to print.
fn examples() -> Vec<(String, String)> {
    let readme = include_str!("../../README.md");
    let mut examples: Vec<(String, String)> = vec![];
    let mut inside = false;
    for line in readme.lines() {
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
fn every_example_prints_what_it_says() {
    let examples = examples();
    assert!(examples.len() > 8, "the README has examples");
    let binary = Path::new(env!("CARGO_BIN_EXE_cubesolve"));
    let path = format!(
        "{}:{}",
        binary.parent().unwrap().display(),
        std::env::var("PATH").unwrap()
    );
    for (command, expected) in examples {
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
fn the_two_commands_are_there() {
    let readme = include_str!("../../README.md");
    for command in [
        "cargo run --release -- solve \"R U F'\"",
        "cargo test --release",
    ] {
        assert!(readme.contains(&format!("    {command}\n")));
        let in_ci = include_str!("../../.ci/run").contains("cargo test --release");
        assert!(in_ci, "CI runs the README's test command");
    }
}
