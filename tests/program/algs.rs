//! `algs`: algorithms for the cases of sets.

use crate::naive::{Facelets, NaiveCube};
use crate::program::{LARGE, program, solve_with, stderr, stdout, with_table};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Runs `algs` in a directory. Returns stdout, stderr and the exit code.
fn run(directory: &Path, arguments: &[&str]) -> (String, String, i32) {
    let mut command = with_table();
    let output = command
        .arg("algs")
        .args(arguments)
        .current_dir(directory)
        .output()
        .unwrap();
    let code = output.status.code().unwrap();
    (stdout(&output).into(), stderr(&output).into(), code)
}

fn algs(arguments: &[&str]) -> String {
    let (out, error, code) = run(Path::new("."), arguments);
    assert_eq!(code, 0, "{arguments:?}: {error}");
    out
}

/// The moves with their brackets taken off.
fn moves(algorithm: &str) -> String {
    algorithm.replace(['(', ')'], "")
}

fn inverse(algorithm: &str) -> String {
    let undone = |m: &str| match m.strip_suffix('\'') {
        Some(m) => m.to_owned(),
        None if m.ends_with('2') => m.to_owned(),
        None => format!("{m}'"),
    };
    let undone: Vec<String> = moves(algorithm)
        .split_whitespace()
        .rev()
        .map(undone)
        .collect();
    undone.join(" ")
}

/// Whether an algorithm, its free turns included, solves what is known of a cube: its inverse makes a
/// cube that looks so.
fn solves(algorithm: &str, facelets: &str) -> bool {
    let made = NaiveCube::from_str(&inverse(algorithm))
        .upright()
        .facelets();
    let mut stickers = made.chars().zip(facelets.chars());
    stickers.all(|(made, known)| known == '.' || made == known)
}

#[test]
fn every_algorithm_solves_its_case() {
    for (arguments, cases) in [
        (
            &["pll", "--moves", "RU", "--moves", "MU", "--max-moves", "13"] as &[&str],
            21,
        ),
        (&["ocll", "--moves", "RU", "--number", "3"], 7),
        (
            &[
                "oll",
                "--moves",
                "RUF",
                "--moves",
                "RrU",
                "--max-moves",
                "8",
            ],
            57,
        ),
        (
            &["f2l", "--moves", "RU", "--moves", "RUF", "--max-moves", "8"],
            41,
        ),
        (
            &["solved: f2l ll-corners; free: ll-edges", "--moves", "RU"],
            0,
        ),
    ] {
        let out = algs(&[arguments, &["--json"]].concat());
        let choices = arguments
            .iter()
            .filter(|argument| **argument == "--moves")
            .count();
        assert_eq!(out.lines().count(), cases * choices, "{arguments:?}");
        let mut solved = 0;
        for line in out.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let facelets = record["facelets"].as_str().unwrap();
            let allowed: Vec<&str> = record["moves"].as_str().unwrap().split(',').collect();
            for solution in record["solutions"].as_array().unwrap() {
                let text = solution["solution"].as_str().unwrap();
                assert!(solves(text, facelets), "{line}");
                let counted = text.split(' ').filter(|m| !m.starts_with('('));
                let counted: Vec<&str> = counted.collect();
                assert_eq!(solution["length"], counted.len(), "{line}");
                let is_allowed = |m: &&str| allowed.contains(&m.trim_end_matches(['2', '\'']));
                assert!(counted.iter().all(is_allowed), "{line}");
                solved += 1;
            }
        }
        assert!(cases == 0 || solved > 4, "{arguments:?}: {solved}");
    }
}

/// The orders of the groups that R and U, and M and U, generate say which permutations they solve.
#[test]
fn impossible_cases_are_proven() {
    let out = algs(&["pll", "--moves", "RU", "--max-moves", "13", "--csv"]);
    let impossible = out.lines().filter(|row| row.contains("impossible"));
    let names: Vec<&str> = impossible
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(
        names.join(" "),
        "Aa Ab E F Ga Gb Gc Gd Ja Jb Na Nb Ra Rb T V Y"
    );
}

#[test]
fn files_have_cases_as_algorithms_and_facelets() {
    let directory = tempdir().unwrap();
    let sune = "....U..U. ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB";
    let text = format!(
        "# mine\nT: R U R' U' R' F R2 U' R' U' R U R' F'\nsexy\tR U R' U'\n\nedge,{}\n",
        sune.replace("....U..U.", "????U????")
            .replace("...R", "XXXR")
    );
    fs::write(directory.path().join("mine.txt"), text).unwrap();
    let (out, error, code) = run(
        directory.path(),
        &["mine.txt", "--moves", "RUF", "--csv", "--max-moves", "4"],
    );
    assert_eq!(code, 0, "{error}");
    let rows: Vec<Vec<&str>> = out.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["row", "case", "group"]);
    assert_eq!(rows[1][1], "T");
    assert!(solves("R U R' U'", rows[2][3]));
    assert!(out.contains("R U R' U'"), "{out}");
    assert!(rows[3][3].starts_with("....U...."), "{out}");
    fs::write(directory.path().join("bad.txt"), "a: R\nb: Q\n").unwrap();
    let (out, error, code) = run(directory.path(), &["bad.txt", "--moves", "R"]);
    assert!(error.contains("bad.txt, line 2"), "{error}");
    assert!(out.starts_with("a: R "), "{out}");
    assert_eq!(code, 1);
    let (_, error, code) = run(directory.path(), &["none.txt"]);
    assert!(error.contains("no built-in set (pll, oll"), "{error}");
    assert_eq!(code, 4);
}

/// A small set by two choices of moves.
const ORIENTATIONS: [&str; 7] = [
    "ocll",
    "--moves",
    "RU",
    "--moves",
    "RUF",
    "--max-moves",
    "9",
];

/// Wherever the output was cut, the second run makes it whole, and its sheet is the same.
#[test]
fn output_cut_anywhere_is_completed() {
    let directory = tempdir().unwrap();
    let query = [&ORIENTATIONS[..], &["--number", "2"]].concat();
    let files = ["--output", "out.csv", "--resume", "--html", "sheet.html"];
    let whole = algs(&[&query[..], &["--csv"]].concat());
    let read = |name: &str| fs::read_to_string(directory.path().join(name)).unwrap();
    let mut sheet = None;
    for length in (0..whole.len()).step_by(97).chain([whole.len()]) {
        fs::write(directory.path().join("out.csv"), &whole[..length]).unwrap();
        let (_, error, code) = run(directory.path(), &[&query[..], &files].concat());
        assert_eq!(code, 0, "{length}: {error}");
        let without_links = |csv: &str| -> Vec<String> {
            csv.lines()
                .map(|row| row.rsplit_once(',').unwrap().0.to_owned())
                .collect()
        };
        assert_eq!(
            without_links(&read("out.csv")),
            without_links(&whole),
            "cut after {length} bytes"
        );
        if length > 0 {
            let html = read("sheet.html");
            assert_eq!(sheet.get_or_insert_with(|| html.clone()), &html);
        }
    }
}

#[test]
fn objects_cut_anywhere_are_completed() {
    let directory = tempdir().unwrap();
    let query = [&ORIENTATIONS[..], &["--json"]].concat();
    let files = ["--output", "out.json", "--resume"];
    let without_time = |objects: &str| -> Vec<Value> {
        let mut objects: Vec<Value> = objects
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        objects
            .iter_mut()
            .for_each(|object| object["seconds"] = Value::Null);
        objects
    };
    let whole = algs(&query);
    for length in (0..whole.len()).step_by(997).chain([whole.len()]) {
        fs::write(directory.path().join("out.json"), &whole[..length]).unwrap();
        let (_, error, code) = run(directory.path(), &[&query[..], &files].concat());
        assert_eq!(code, 0, "{length}: {error}");
        let made = fs::read_to_string(directory.path().join("out.json")).unwrap();
        assert_eq!(
            without_time(&made),
            without_time(&whole),
            "cut after {length} bytes"
        );
    }
    let (_, error, code) = run(
        directory.path(),
        &[&query[..], &files, &["--html", "a.html"]].concat(),
    );
    assert!(code == 2 && error.contains("as CSV"), "{error}");
}

/// Of the shortest algorithms, those of the fewest quarter turns.
#[test]
fn second_metric_chooses_among_shortest_algorithms() {
    let by_quarter_turns = |arguments: &[&str]| -> Vec<(usize, String)> {
        let query = [
            "pll",
            "--case",
            "Z",
            "--moves",
            "MU",
            "--max-moves",
            "9",
            "--all",
            "--json",
        ];
        let record: Value = serde_json::from_str(&algs(&[&query[..], arguments].concat())).unwrap();
        let solutions = record["solutions"].as_array().unwrap().iter();
        let solutions = solutions.map(|solution| solution["solution"].as_str().unwrap());
        let counted = solutions.map(|text| {
            let moves = text.split(' ').filter(|m| !m.starts_with('('));
            (
                moves.map(|m| if m.ends_with('2') { 2 } else { 1 }).sum(),
                text.to_owned(),
            )
        });
        counted.collect()
    };
    let mut expected = by_quarter_turns(&[]);
    let least = expected.iter().map(|(count, _)| *count).min();
    expected.retain(|(count, _)| Some(*count) == least);
    assert_eq!(by_quarter_turns(&["--then", "qtm"]), expected);
}

#[test]
fn sheet_has_each_case_with_its_algorithms() {
    let directory = tempdir().unwrap();
    let arguments = [
        "pll",
        "--moves",
        "RU",
        "--moves",
        "MU",
        "--max-moves",
        "12",
        "--html",
        "pll.html",
    ];
    let (text, _, code) = run(directory.path(), &arguments);
    assert_eq!(code, 0);
    let html = fs::read_to_string(directory.path().join("pll.html")).unwrap();
    assert_eq!(html.matches("<article").count(), 21);
    assert_eq!(html.matches("<svg").count(), 21);
    assert_eq!(html.matches("<p class=\"proof\">").count(), 42);
    assert!(!html.contains("src=") && !html.contains("<script") && !html.contains("@import"));
    for line in text.lines().filter(|line| !line.contains(": //")) {
        let algorithm = line
            .split_once(": ")
            .unwrap()
            .1
            .split(" //")
            .next()
            .unwrap();
        let shown = algorithm.replace('(', "<i>(").replace(')', ")</i>");
        assert!(html.contains(&format!(">{shown}</a>")), "{line}");
    }
    let links = html.split("href=\"https://").count() - 1;
    assert_eq!(links, html.matches("<p class=\"alg\">").count());
}

/// By all face turns, the 287 unsolved permutations of the last layer take 3228 moves together if turns of
/// U before and after are free (Bernard Helmstetter; Bruce Norskog,
/// <https://www.speedsolving.com/threads/optimal-pll-288-cases.8913/>), 9 to 14 each. Those of up to 10:
#[test]
fn short_permutations_have_published_lengths() {
    let lengths = lengths_of_cases(algs(&["pll", "--max-moves", "10", "--json"]));
    let solved = lengths.iter().filter_map(|(_, length)| *length);
    assert_eq!(solved.collect::<Vec<_>>(), [9, 9, 9, 10, 10, 10, 9, 9]);
}

/// The inverses of all algorithms that orient the last layer, with turns of U before and after, make the
/// cubes with all but the last layer solved: 16 of them are 6 moves from solved, 88 are 7, 200 are 8 (Bruce
/// Norskog, <http://forum.cubeman.org/?q=node/view/137>).
#[test]
fn algorithms_for_orientations_make_the_published_numbers_of_cubes() {
    let records = algs(&["oll", "--all", "--extra", "8", "--max-moves", "8", "--json"]);
    let mut lengths: HashMap<String, usize> = HashMap::new();
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        for solution in record["solutions"].as_array().unwrap() {
            let text = solution["solution"].as_str().unwrap();
            let counted: Vec<&str> = text.split(' ').filter(|m| !m.starts_with('(')).collect();
            let algorithm = NaiveCube::from_str(&inverse(&counted.join(" "))).facelets();
            let mut made = Facelets::from_letters(&algorithm);
            for before in 0..4 {
                for (after, turn) in ["", "U", "U2", "U'"].iter().enumerate() {
                    let length = counted.len() + usize::from(before > 0) + usize::from(after > 0);
                    let known = lengths
                        .entry(made.apply_str(turn).to_string())
                        .or_insert(length);
                    *known = length.min(*known);
                }
                made = made.after_turn_of_u();
            }
        }
    }
    let count = |length: usize| lengths.values().filter(|known| **known == length).count();
    assert_eq!(
        (0..=8).map(count).collect::<Vec<_>>(),
        [0, 0, 0, 0, 0, 0, 16, 88, 200]
    );
}

/// The sums over the members of all classes: 3228 moves for the 288 permutations, and 12.08 on average for the
/// 7776 last layers with oriented edges, in 270 cases with mirror images and the solved one (Bernard
/// Helmstetter).
#[test]
#[ignore = "it needs 8G or 4G, and takes a minute"]
fn last_layers_have_published_lengths() {
    if solve_with(&LARGE, &[]).is_none() {
        return;
    }
    let moves_of = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
        let output = command.arg("algs").args(arguments).arg("--json").output();
        let lengths = lengths_of_cases(stdout(&output.unwrap()).into());
        let moves = |(size, length): &(usize, Option<usize>)| size * length.unwrap();
        (lengths.len(), lengths.iter().map(moves).sum::<usize>())
    };
    assert_eq!(moves_of(&["pll"]), (21, 3228));
    const EDGES_ORIENTED: &str = "solved: f2l; oriented: ll-edges";
    let (_, moves) = moves_of(&[EDGES_ORIENTED]);
    assert_eq!((moves as f64 / 77.76).round(), 1208.0);
    assert_eq!(moves_of(&[EDGES_ORIENTED, "--mirrors"]).0, 270);
}

/// The length of an orientation is the least of all last layers with it, which are solved as whole cubes.
#[test]
#[ignore = "it needs 8G or 4G, and takes a minute"]
fn orientations_are_as_short_as_the_shortest_of_their_last_layers() {
    if solve_with(&LARGE, &[]).is_none() {
        return;
    }
    // where the stickers of the upper face are, of four views that turns of U make
    let look = |record: &Value| {
        // any colour but U's for stickers that do not matter
        let cube = record["facelets"].as_str().unwrap().replace('.', "D");
        let cube = Facelets::from_letters(&cube);
        let turned = ["", "U", "U2", "U'"].map(|turn| cube.apply_str(turn).to_string());
        let of_view = |view: String| {
            view.chars()
                .map(|sticker| sticker == 'U')
                .collect::<Vec<_>>()
        };
        turned.map(of_view).into_iter().min().unwrap()
    };
    let shortest = |set: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
        let output = command.args(["algs", set, "--max-moves", "12", "--json"]);
        let mut shortest = HashMap::new();
        for line in stdout(&output.output().unwrap()).lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let length = record["length"].as_u64().unwrap_or(u64::MAX);
            let known = shortest.entry(look(&record)).or_insert(length);
            *known = length.min(*known);
        }
        shortest
    };
    let (orientations, last_layers) = (shortest("oll"), shortest("1lll"));
    assert_eq!(orientations.len(), 57);
    for (look, length) in orientations {
        assert_eq!(last_layers[&look], length);
    }
}

/// The number of cubes of each case, and its length.
fn lengths_of_cases(json: String) -> Vec<(usize, Option<usize>)> {
    let record = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        let mut class = HashSet::new();
        let mut cube = Facelets::from_letters(record["facelets"].as_str().unwrap());
        for _ in 0..4 {
            cube = cube.after_turn_of_u();
            class.extend(["", "U", "U2", "U'"].map(|turn| cube.apply_str(turn)));
        }
        (
            class.len(),
            record["length"].as_u64().map(|length| length as usize),
        )
    };
    json.lines().map(record).collect()
}

/// Sheets as people have them: a header, more columns, no names, quotes; a line that cannot be read is
/// reported, and the others are done.
#[test]
fn sheets_of_algorithms_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("sheet.csv");
    for (text, names, failed) in [
        (
            "Name,Algorithm,Comment\nsexy,U R U' R',first\nsledge,\"R' F R F'\",\n",
            &["sexy", "sledge"][..],
            false,
        ),
        ("name\talg\nF\tU R U' R'\tmine\n", &["F"], false),
        ("U R U' R'\n\"R' F R F'\"\n", &["line 1", "line 2"], false),
        ("a: U R U' R'\nb: Q\nc: R' F R F'\n", &["a", "c"], true),
        ("a;U R U' R';1\n", &["a"], false),
        (",U R U' R'\n", &["line 1"], false),
        ("UTF-16\tU R U' R'\n", &["UTF-16"], false),
    ] {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        let bytes = match text.starts_with("UTF-16") {
            true => units.flat_map(u16::to_le_bytes).collect(),
            false => text.as_bytes().to_vec(),
        };
        std::fs::write(&path, bytes).unwrap();
        let mut command = program(Path::new("none"));
        let output = command
            .args(["algs", path.to_str().unwrap(), "--moves", "R,U,F"])
            .output()
            .unwrap();
        let lines = stdout(&output)
            .lines()
            .map(|line| line.split(": ").next().unwrap());
        assert_eq!(
            lines.collect::<Vec<_>>(),
            names,
            "{text}: {}",
            stderr(&output)
        );
        assert_eq!(output.status.code(), Some(i32::from(failed)), "{text}");
        assert_eq!(stderr(&output).contains("line 2: "), failed, "{text}");
    }
}

#[test]
fn names_of_cases_need_no_capitals_or_spaces() {
    let run = |set: &str, names: &str| {
        let mut command = program(Path::new("none"));
        let output = command
            .args(["algs", set, "--case", names, "--moves", "R,U"])
            .output()
            .unwrap();
        stdout(&output).to_owned()
    };
    assert_eq!(run("PLL", "ua, ub"), run("pll", "Ua,Ub"));
    assert!(run("pll", "ua").starts_with("Ua: "));
}

#[test]
fn list_of_sets_needs_no_table() {
    let output = with_table().args(["algs", "--list"]).output().unwrap();
    assert!(output.status.success() && stdout(&output).contains("pll"));
}
