//! Every example of the README and of the page on the commands, run as it stands, and whatever else
//! the README names exists.

use crate::program;

use cubesolve::cube::Metric;
use cubesolve::table::Spec;
use std::collections::HashMap;
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

#[cfg(unix)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]);
    shell
}

#[cfg(windows)]
fn shell(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    std::os::windows::process::CommandExt::raw_arg(&mut shell, format!("/c {command}"));
    shell
}

/// Whether the shell of Windows runs a command, too: it has no `printf`, `tail`, `cut` or `true`.
fn is_for_any_shell(command: &str) -> bool {
    let others = ["printf", "tail", "cut", "||"];
    !others.iter().any(|other| command.contains(other))
}

#[test]
fn readme_examples_print_what_they_show() {
    let readme = examples(include_str!("../../README.md"));
    let commands = examples(include_str!("../../src/cli/README.md"));
    assert!(readme.len() > 6 && commands.len() > 6, "there are examples");
    let binary = Path::new(env!("CARGO_BIN_EXE_cubesolve"));
    let path = std::env::var_os("PATH").unwrap();
    let directories = [binary.parent().unwrap().to_owned()].into_iter();
    let path = std::env::join_paths(directories.chain(std::env::split_paths(&path))).unwrap();
    let all = readme.into_iter().chain(commands);
    for (command, expected) in all.filter(|(command, _)| cfg!(unix) || is_for_any_shell(command)) {
        let output = shell(&command)
            .env("PATH", &path)
            .env("CUBESOLVE_TABLES", program::growing_tables())
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

/// `cubesolve show --svg src/cli/cube.svg "R U F'"` draws it.
#[test]
fn picture_of_the_readme_is_drawn_by_the_program() {
    let output = program::with_table()
        .args(["show", "--svg", "-", "R U F'"])
        .output()
        .unwrap();
    let picture = include_str!("../../src/cli/cube.svg");
    assert_eq!(program::stdout(&output), picture);
}

const README: &str = include_str!("../../README.md");

/// What stands between backticks in the text.
fn code(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn readme_lists_every_table_with_its_size() {
    let rows = README.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.map(|row| row.split(" | ").collect::<Vec<_>>());
    let sizes: HashMap<&str, &str> = cells.map(|cells| (cells[0], cells[1])).collect();
    for spec in Spec::all_in(Metric::HalfTurn).skip(1) {
        let (number, unit) = sizes[spec.name()].split_once(' ').unwrap();
        let unit = if unit == "GB" { 1e9 } else { 1e6 };
        let bytes = number.parse::<f64>().unwrap() * unit;
        let ratio = spec.table_bytes() as f64 / bytes;
        assert!((0.93..1.07).contains(&ratio), "{}: {ratio}", spec.name());
        for metric in ["qtm", "stm"] {
            let in_metric = Spec::by_name(&format!("{}-{metric}", spec.name()));
            assert_eq!(in_metric.is_some(), !["16G", "32G"].contains(&spec.name()));
        }
    }
}

#[test]
fn commands_options_and_files_of_the_readme_exist() {
    let run = |arguments: &[&str]| {
        let output = program::with_table().args(arguments).output();
        program::stdout(&output.unwrap()).to_owned()
    };
    let help = run(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let commands: Vec<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let pages: Vec<(&str, String)> = commands.iter().map(|c| (*c, run(&["help", c]))).collect();
    let (mut named, mut options) = (0, 0);
    for text in code(README).filter(|text| !text.contains('\n')) {
        let mut words = text.split_whitespace().peekable();
        if text.starts_with("cargo ") {
            continue;
        }
        let command = words.next_if_eq(&"cubesolve").and(words.peek().copied());
        let page = pages.iter().find(|(name, _)| Some(*name) == command);
        assert_eq!(command.is_some(), page.is_some(), "no such command: {text}");
        named += usize::from(page.is_some());
        for option in words.filter(|word| word.starts_with("--") && *word != "--help") {
            let mut pages = pages
                .iter()
                .filter(|(name, _)| command.is_none_or(|c| c == *name));
            let exists = pages.any(|(_, page)| page.split([' ', ',', '\n']).any(|w| w == option));
            assert!(exists, "no such option: {text}");
            options += 1;
        }
        if text.ends_with(".md") || text.ends_with(".rs") {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(text);
            assert!(file.exists(), "{text}");
        }
    }
    assert!(
        named > 4 && options > 8,
        "{named} commands, {options} options"
    );
}

#[test]
fn version_is_the_same_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    let changes = include_str!("../../src/CHANGELOG.md");
    let newest = changes.lines().find_map(|line| line.strip_prefix("## "));
    assert!(newest.is_some_and(|heading| heading.starts_with(version)));
    let python = include_str!("../../src/python/Cargo.toml");
    assert!(python.contains(&format!("\nversion = \"{version}\"\n")));
}

/// What the README claims beside another program is what was measured beside it, on each processor.
#[test]
fn comparison_of_the_readme_is_that_of_the_benchmarks() {
    let benchmarks = include_str!("../../benches/README.md");
    let measured = |solver: &str| {
        let row = format!("| {solver} | ");
        let row = benchmarks.lines().find_map(|line| line.strip_prefix(&row));
        let cells: Vec<&str> = row.expect("a row of the table").split(" | ").collect();
        [cells[1], cells[2], cells[4]].map(|cell| {
            let number = cell.split([' ', '|']).next();
            number.unwrap().parse::<f64>().unwrap()
        })
    };
    let [ours, theirs] = ["cubesolve 8G avx2", "vcube 208"].map(measured);
    let [zen5, emerald_rapids, megabytes] = [0, 1, 2].map(|n| theirs[n] / ours[n]);
    assert!((0.9..1.1).contains(&megabytes));
    let claim = format!(
        "With AVX2 and as much memory, vcube 208 takes about {zen5:.0} times as long as 8G on a Zen 5, and about \
         {emerald_rapids:.0} times on an Emerald Rapids"
    );
    let readme: Vec<&str> = include_str!("../../README.md").split_whitespace().collect();
    assert!(readme.join(" ").contains(&claim), "{claim}");
}
