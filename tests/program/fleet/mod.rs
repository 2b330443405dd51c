//! The ways to use several machines that this directory's README shows, as they stand there, with
//! real daemons on this machine: hosts are lost and tasks stopped, and still every row has its answer.

mod machines;
mod parallel;
mod slurm;

use crate::naive::NaiveCube;
use crate::program::{self, moves, run_with, solve, stdout};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The README's only block of shell code with these words.
fn readme_block(words: &str) -> String {
    let readme = include_str!("README.md");
    let blocks = readme.split("```sh\n").chain(readme.split("```bash\n"));
    let mut found = blocks
        .skip(1)
        .filter_map(|rest| rest.split_once("```"))
        .map(|(block, _)| block)
        .filter(|block| block.contains(words));
    let block = found.next().expect(words).to_owned();
    assert_eq!(found.next(), None, "{words}");
    block
}

/// A text with some of its words replaced.
fn adapted(text: &str, replacements: &[(&str, &str)]) -> String {
    replacements
        .iter()
        .fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        })
}

fn installed(programs: &[&str]) -> bool {
    let is_there = |name: &str| find(name).is_some();
    program::installed(programs, "CUBESOLVE_TEST_FLEET", is_there)
}

/// Where programs are looked for, this one and the daemons included.
fn search_path() -> String {
    let here = std::path::Path::new(env!("CARGO_BIN_EXE_cubesolve"));
    let here = here.parent().unwrap().display();
    format!("{here}:{}:/usr/sbin:/sbin", std::env::var("PATH").unwrap())
}

fn find(program: &str) -> Option<PathBuf> {
    let path = search_path();
    let mut files = path
        .split(':')
        .map(|directory| PathBuf::from(directory).join(program));
    files.find(|file| file.is_file())
}

/// Scrambles that take a millisecond each, and the answers of one machine.
static CUBES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut state = 1u64;
    let mut random = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    let mut scramble = || {
        let moves = (0..13).map(|i| {
            let face = ["UD", "RL", "FB"][i % 3].as_bytes()[random(2)];
            format!("{}{}", char::from(face), ["", "2", "'"][random(3)])
        });
        moves.collect::<Vec<_>>().join(" ")
    };
    let scrambles: Vec<String> = (0..16_000).map(|_| scramble()).collect();
    let answers = run_with(&mut solve(&[]), scrambles.join("\n").as_bytes());
    let answers = stdout(&answers).lines().map(str::to_owned);
    let cubes: Vec<_> = scrambles.into_iter().zip(answers).collect();
    assert_eq!(cubes.len(), 16_000);
    cubes
});

/// The scrambles as a file with columns.
fn input() -> String {
    let rows = CUBES.iter().enumerate();
    let rows = rows.map(|(id, (scramble, _))| format!("{id},{scramble}\n"));
    "id,scramble\n".to_owned() + &rows.collect::<String>()
}

/// Fails unless each row has its answer, in order, and as short as one machine finds it.
fn judge(answers: &str) {
    let mut answers = answers
        .lines()
        .map(|row| row.split(',').collect::<Vec<_>>());
    let header = answers.next().unwrap().join(",");
    assert_eq!(
        header,
        "id,scramble,row,solution,length,lower_bound,error,moves"
    );
    let answers: Vec<_> = answers.collect();
    assert_eq!(answers.len(), CUBES.len());
    for (id, ((scramble, alone), row)) in CUBES.iter().zip(answers).enumerate() {
        assert_eq!(row[..2], [id.to_string(), scramble.clone()]);
        let mut cube = NaiveCube::from_str(scramble);
        cube.apply_str(row[3]);
        assert!(cube.is_solved(), "{row:?}");
        let length = moves(alone).split_whitespace().count().to_string();
        assert_eq!(row[4..7], [&length, &length, ""], "{scramble}");
    }
}
