//! Many cubes in one process: every answer right, and no memory lost.

use crate::naive::Facelets;
use crate::program::{LARGE, converse, moves, solve, solve_with};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::io::Write;
use std::process::{Child, Command};
use std::thread;

/// A sequence of this many moves without one that cancels another.
fn scramble(moves: usize, random: &mut SmallRng) -> String {
    const FACES: [&str; 6] = ["U", "R", "F", "D", "L", "B"];
    let mut faces: Vec<usize> = vec![];
    while faces.len() < moves {
        let face = random.random_range(0..6);
        // opposite faces in one order only, and no face twice
        let repeats = faces
            .last()
            .is_some_and(|last| face == *last || face + 3 == *last);
        if !repeats {
            faces.push(face);
        }
    }
    let token = |face: usize| {
        let times = ["", "2", "'"].choose(random).expect("there are three");
        format!("{}{times}", FACES[face])
    };
    faces.into_iter().map(token).collect::<Vec<_>>().join(" ")
}

/// Kilobytes of memory in use that are the process's own, not pages of files.
fn own_memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.expect("Linux reports it").trim().strip_suffix("kB");
    kilobytes.unwrap().trim().parse().unwrap()
}

/// Gives the scrambles to one process, which has to solve each in no more moves, and in the
/// last three quarters of the work must not take more memory than in the first.
fn check_run(command: &mut Command, scrambles: &[String]) {
    const TOLERANCE: u64 = 8 << 10;
    let (mut child, mut stdin, answers) = converse(command);
    thread::scope(|scope| {
        let writer = scope.spawn(move || {
            for scramble in scrambles {
                writeln!(stdin, "{scramble}").unwrap();
            }
            stdin // still open, so that the process lives as long as it is watched
        });
        let mut early = 0;
        let mut answered = 0;
        for (scramble, answer) in scrambles.iter().zip(answers) {
            let answer = answer.unwrap();
            let answer = moves(&answer);
            let solved = Facelets::from_str(scramble).apply_str(answer);
            assert_eq!(solved, Facelets::solved(), "{scramble}: {answer}");
            let most = scramble.split(' ').count();
            assert!(
                answer.split_whitespace().count() <= most,
                "{scramble}: {answer}"
            );
            answered += 1;
            if answered == scrambles.len() {
                break;
            }
            let memory = own_memory(&child);
            if answered <= scrambles.len() / 4 {
                early = early.max(memory);
            } else {
                assert!(memory <= early + TOLERANCE, "{early} kB, then {memory} kB");
            }
        }
        assert_eq!(answered, scrambles.len());
        drop(writer.join().unwrap());
    });
    assert!(child.wait().unwrap().success());
}

#[test]
fn memory_of_a_long_run_does_not_grow() {
    let random = &mut SmallRng::seed_from_u64(1);
    let scrambles: Vec<String> = (0..4000).map(|i| scramble(1 + i % 10, random)).collect();
    check_run(&mut solve(&["--load", "copy"]), &scrambles);
}

/// Also more than are kept for when a cube comes again.
#[test]
#[ignore = "it takes some minutes"]
fn million_cubes_within_8_moves_are_solved() {
    let random = &mut SmallRng::seed_from_u64(4);
    let scrambles: Vec<String> = (0..1_000_000).map(|_| scramble(8, random)).collect();
    check_run(&mut solve(&["--load", "copy"]), &scrambles);
}

#[test]
#[ignore = "it takes many minutes"]
fn ten_thousand_cubes_within_15_moves_are_solved() {
    let random = &mut SmallRng::seed_from_u64(2);
    let moves = |i: usize| match i % 100 {
        0 => 15,
        1..5 => 14,
        _ => 1 + i % 13,
    };
    let scrambles: Vec<String> = (0..10_000).map(|i| scramble(moves(i), random)).collect();
    check_run(&mut solve(&["--load", "copy"]), &scrambles);
}

#[test]
#[ignore = "it needs 4G or larger, and takes many minutes"]
fn three_hundred_cubes_within_18_moves_are_solved() {
    let random = &mut SmallRng::seed_from_u64(3);
    let scrambles: Vec<String> = (0..300).map(|i| scramble(17 + i % 2, random)).collect();
    if let Some(mut command) = solve_with(&LARGE, &["--load", "copy"]) {
        check_run(&mut command, &scrambles);
    }
}
