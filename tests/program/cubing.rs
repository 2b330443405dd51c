//! cubing.js as a judge of the formats that it reads and writes.

use crate::program::{self, converse, solve, stdout};
use cubesolve::notation::{Format, facelets};
use cubesolve::{Cube, Sequence};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::io::{BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command};
use std::sync::LazyLock;

/// The release that the tests were written for.
const CUBING: &str = "cubing@0.56.0";

/// Installs cubing.js beside a script that calls it; `None` without npm or the network.
fn install() -> Option<PathBuf> {
    let directory = program::install(CUBING, "CUBESOLVE_TEST_CUBING")?;
    std::fs::write(directory.join("cubing.mjs"), include_str!("cubing.mjs")).unwrap();
    Some(directory)
}

/// cubing.js in a process of its own.
struct Judge {
    child: Child,
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Judge {
    /// Starts cubing.js; `None` if it is not installed.
    fn start() -> Option<Judge> {
        static DIRECTORY: LazyLock<Option<PathBuf>> = LazyLock::new(install);
        let script = DIRECTORY.as_ref()?.join("cubing.mjs");
        let (child, requests, answers) = converse(Command::new("node").arg(script));
        Some(Judge {
            child,
            requests,
            answers,
        })
    }

    fn call(&mut self, request: &Value) -> Value {
        writeln!(self.requests, "{request}").unwrap();
        let answer = self.answers.next().expect("an answer").unwrap();
        serde_json::from_str(&answer).unwrap()
    }

    /// The pattern after moves, as cubing.js writes it.
    fn apply(&mut self, start: &Value, moves: &str) -> Value {
        self.call(&json!({"call": "apply", "start": start, "moves": moves}))
    }

    fn are_equal(&mut self, a: &Value, b: &Value) -> bool {
        self.call(&json!({"call": "equal", "patterns": [a, b]})) == json!(true)
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Moves of all kinds.
fn random_moves(count: usize, rng: &mut SmallRng) -> String {
    const LAYERS: &[u8] = b"UUURRRFFFDDDLLLBBBMESxyzrud";
    let mut text = String::new();
    for _ in 0..count {
        let n = rng.next_u32() as usize;
        text.push(LAYERS[n % LAYERS.len()].into());
        text += ["", "2", "'"][n / 64 % 3];
        text.push(' ');
    }
    text.trim_end().to_owned()
}

fn solution(arguments: &[&str]) -> String {
    let output = solve(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    program::moves(stdout(&output)).to_owned()
}

#[test]
fn cubing_js_reads_what_we_write_and_we_read_what_it_writes() {
    let Some(mut judge) = Judge::start() else {
        return;
    };
    let rng = &mut SmallRng::seed_from_u64(1);
    for count in (0..60).chain([500]) {
        let moves = random_moves(count, rng);
        let theirs = judge.apply(&json!(""), &moves);
        let sequence = Sequence::parse(&moves).unwrap();
        let as_held = sequence.orientation().inverse().apply(&sequence.cube());
        for text in [theirs.to_string(), theirs["patternData"].to_string()] {
            assert_eq!(text.parse::<Cube>(), Ok(as_held), "{moves}");
        }
        // with the centres at home
        let fixed: Sequence = sequence.moves().iter().copied().collect();
        let theirs = judge.apply(&json!(""), &fixed.to_string());
        let ours = Format::KPattern.print(&fixed.cube()).unwrap();
        let ours = serde_json::from_str(&ours).unwrap();
        assert!(judge.are_equal(&ours, &theirs), "{moves}");

        let more = "(R U')2 [F: D2] // -+_";
        let link = judge.call(&json!({"call": "link", "setup": moves, "moves": more}));
        let expected = format!("{moves} {more}");
        assert_eq!(
            Sequence::parse(link.as_str().unwrap()),
            Sequence::parse(&expected)
        );
    }
}

#[test]
fn cubing_js_finds_our_solutions_solved() {
    let Some(mut judge) = Judge::start() else {
        return;
    };
    let rng = &mut SmallRng::seed_from_u64(2);
    let cubes = (0..20).map(|_| Cube::random(rng)).collect::<Vec<_>>();
    for (n, cube) in cubes.iter().enumerate() {
        // of any state a short solution, near the solved one a shortest
        let (moves, fast) = match n % 2 {
            0 => (facelets::print(cube), "--fast"),
            _ => (random_moves(8, rng), "--quiet"),
        };
        let start = match n % 2 {
            0 => serde_json::from_str(&Format::KPattern.print(cube).unwrap()).unwrap(),
            _ => judge.apply(&json!(""), &moves),
        };
        let found = solution(&[fast, &start.to_string()]);
        let solved = json!({"call": "solved", "start": start, "moves": found});
        assert_eq!(judge.call(&solved), json!(true), "{moves}: {found}");

        let output = solve(&[fast, "--link", &moves]).output().unwrap();
        let (_, link) = stdout(&output).trim_end().rsplit_once(" // ").unwrap();
        let played = judge.call(&json!({"call": "play", "link": link}));
        let solved = json!({"call": "solved", "start": played, "moves": ""});
        assert_eq!(judge.call(&solved), json!(true), "{link}");
    }
}

/// Masks of the cross, of oriented edges, of two kinds of corners, of all but the last layer, and of
/// the corners alone.
fn masks() -> Vec<Value> {
    let orbit = |pieces: &[u8], moduli: &[u8]| {
        let orientation = vec![0; pieces.len()];
        json!({"pieces": pieces, "orientation": orientation, "orientationMod": moduli})
    };
    let edges: Vec<u8> = (0..12).collect();
    let corners: Vec<u8> = (0..8).collect();
    let mask = |edges: Value, corners: Value| json!({"EDGES": edges, "CORNERS": corners, "CENTERS": orbit(&[0, 1, 2, 3, 4, 5], &[1; 6])});
    vec![
        mask(
            orbit(
                &[0, 0, 0, 0, 4, 5, 6, 7, 0, 0, 0, 0],
                &[1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1],
            ),
            orbit(&[0; 8], &[1; 8]),
        ),
        mask(orbit(&[0; 12], &[0; 12]), orbit(&[0; 8], &[1; 8])),
        mask(
            orbit(&[9; 12], &[1; 12]),
            orbit(&[3, 3, 3, 3, 4, 4, 4, 4], &[0; 8]),
        ),
        mask(
            orbit(
                &[0, 0, 0, 0, 4, 5, 6, 7, 8, 9, 10, 11],
                &[1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
            ),
            orbit(&[2, 2, 2, 2, 4, 5, 6, 7], &[1, 1, 1, 1, 0, 0, 0, 0]),
        ),
        mask(orbit(&edges, &[0; 12]), orbit(&[0; 8], &[1; 8])),
        mask(orbit(&[0; 12], &[1; 12]), orbit(&corners, &[0; 8])),
    ]
}

#[test]
fn cubing_js_finds_masks_solved_by_our_solutions() {
    let Some(mut judge) = Judge::start() else {
        return;
    };
    let rng = &mut SmallRng::seed_from_u64(3);
    for mask in masks() {
        let text = mask.to_string();
        for count in [2, 5, 7] {
            let scramble = random_moves(count, rng);
            let found = solution(&["--quiet", "--to", &text, &scramble]);
            // the mask is rotated as the scramble rotates the cube
            let end = judge.apply(&mask, &format!("{scramble} {found}"));
            let rotations = ["", "y", "y2", "y'"]
                .into_iter()
                .flat_map(|y| ["", "x", "x2", "x'", "z", "z'"].map(|x| format!("{y} {x}")));
            let matches = rotations.map(|rotation| judge.apply(&mask, &rotation));
            let matches: Vec<Value> = matches.collect();
            let is_solved = matches.iter().any(|rotated| judge.are_equal(&end, rotated));
            assert!(is_solved, "{text} {scramble}: {found}");
        }
    }
}
