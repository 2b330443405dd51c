//! Whether moves solve a cube: a cube of 54 stickers, and a reader of moves.
//!
//! A checker that shares code with the solver can share its mistakes. So this file imports nothing of
//! the program, which a test ensures: it turns stickers by cycles written out here, for the moves U, x
//! and y only, and knows every other move as a sequence of moves it already knows.

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use std::iter::Peekable;
use std::str::Chars;

/// A scramble and what is claimed of a solution.
pub struct Claim {
    pub scramble: String,
    pub solution: String,
    pub length: Option<u64>,
    /// No solution is shorter.
    pub lower_bound: Option<u64>,
    pub metric: Metric,
}

/// How lengths are counted; rotations count 0, wide moves 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// Half turns count 1, slices 2
    Htm,
    /// Half turns count 2, slices 2
    Qtm,
    /// Half turns count 1, slices 1
    Stm,
    /// Half turns count 2, slices 1
    Sqtm,
}

/// A quarter turn in the usual notation, lower case for wide moves, and how often it is made.
#[derive(Debug, Clone, Copy)]
struct Turn {
    name: char,
    times: u8,
}

/// The colours of the 54 places, faces in the order U R F D L B and each row by row.
type Stickers = [char; 54];

const FACES: &str = "URFDLB";

/// Checks that the solution solves the cube and has the claimed length.
///
/// # Errors
/// With what is wrong, for a line of output.
pub fn check(claim: &Claim) -> anyhow::Result<()> {
    let stickers = scrambled(&claim.scramble).context("cannot read the scramble")?;
    let (moves, stated) = split_length(&claim.solution, claim.metric);
    let read = |text, is_solution| read(text, is_solution).context("cannot read the solution");
    let mut solution = read(moves, true)?;
    if !solves(stickers, &solution) {
        let counted = without_free_turns(moves).context(NOT_SOLVED)?;
        ensure!(solves(stickers, &read(moves, false)?), NOT_SOLVED);
        solution = read(counted, true)?;
    }
    let claimed = claim.length.map(|length| (length, claim.metric));
    for (claimed, metric) in claimed.into_iter().chain(stated) {
        let length = length(&solution, metric);
        ensure!(
            length == claimed,
            "has length {length}, not {claimed} as claimed"
        );
    }
    let length = length(&solution, claim.metric);
    if let Some(bound) = claim.lower_bound.filter(|bound| *bound > length) {
        bail!("has length {length}, less than the lower bound {bound}");
    }
    Ok(())
}

/// The cube that the text describes: moves, or the colours of its 54 places.
fn scrambled(text: &str) -> anyhow::Result<Stickers> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if let Ok(stickers) = Stickers::try_from(letters) {
        let count = |face| stickers.iter().filter(|colour| **colour == face).count();
        if FACES.chars().all(|face| count(face) == 9) {
            return Ok(stickers);
        }
    }
    let mut stickers = solved();
    let moves = read(text, false)?;
    moves.iter().for_each(|turn| turn.apply(&mut stickers));
    Ok(stickers)
}

fn solved() -> Stickers {
    std::array::from_fn(|place| char::from(FACES.as_bytes()[place / 9]))
}

/// Whether after the moves each face has one colour, however the cube is held.
fn solves(mut stickers: Stickers, moves: &[Turn]) -> bool {
    moves.iter().for_each(|turn| turn.apply(&mut stickers));
    let mut faces = stickers.chunks(9);
    faces.all(|face| face.iter().all(|colour| *colour == face[0]))
}

/// The moves between turns of U in parentheses that are free (AUF); `None` if there are none.
fn without_free_turns(moves: &str) -> Option<&str> {
    const FREE: [&str; 3] = ["(U)", "(U2)", "(U')"];
    let all = moves.trim();
    let first = FREE.iter().find_map(|turn| all.strip_prefix(turn));
    let rest = first.unwrap_or(all);
    let last = FREE.iter().find_map(|turn| rest.strip_suffix(turn));
    last.or(first)
}

/// Reads moves. Those in parentheses are repeated as often as the number behind them says; in a
/// solution they are made on the inverse scramble (NISS), and a solution that makes all on the scramble
/// ends with their inverses in reverse order.
fn read(text: &str, is_solution: bool) -> anyhow::Result<Vec<Turn>> {
    let mut open = vec![vec![]]; // the moves of each parenthesis that is open, after those outside
    let mut on_inverse = vec![];
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        match letter {
            ' ' => {}
            '(' => open.push(vec![]),
            ')' if open.len() > 1 => {
                let group = open.pop().expect("more than one");
                if is_solution {
                    on_inverse.extend(group);
                } else {
                    let times = read_number(&mut rest).unwrap_or(1);
                    let length = group.len().saturating_mul(times);
                    ensure!(length <= MAX_MOVES, "too many moves");
                    let outer = open.last_mut().expect("one less");
                    outer.extend(group.repeat(times));
                }
            }
            _ => {
                let turn = read_turn(letter, &mut rest);
                let turn = turn.with_context(|| format!("{letter:?} is no move"))?;
                open.last_mut().expect("at least one").push(turn);
            }
        }
    }
    ensure!(open.len() == 1, "a parenthesis is not closed");
    let mut moves = open.remove(0);
    moves.extend(on_inverse.into_iter().rev().map(Turn::inverse));
    Ok(moves)
}

const NOT_SOLVED: &str = "does not solve the cube";

/// Limit of repeated groups, for memory.
const MAX_MOVES: usize = 1_000_000;

type Characters<'a> = Peekable<Chars<'a>>;

fn read_number(rest: &mut Characters) -> Option<usize> {
    let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).collect();
    match digits.is_empty() {
        true => None,
        false => Some(digits.parse().unwrap_or(usize::MAX)),
    }
}

fn read_turn(letter: char, rest: &mut Characters) -> Option<Turn> {
    definition(letter)?;
    let name = match FACES.contains(letter) && rest.next_if_eq(&'w').is_some() {
        true => letter.to_ascii_lowercase(),
        false => letter,
    };
    let count = rest.next_if(|c| matches!(c, '1'..='3'));
    let times = count.map_or(1, |digit| digit as u8 - b'0');
    let turn = Turn { name, times };
    match rest.next_if(|c| matches!(c, '\'' | '’')) {
        Some(_) => Some(turn.inverse()),
        None => Some(turn),
    }
}

/// Splits off the length that stands in parentheses behind a solution: (20), (20f*), (26q).
fn split_length(solution: &str, metric: Metric) -> (&str, Option<(u64, Metric)>) {
    let split = || {
        let (moves, length) = solution.trim_end().strip_suffix(')')?.rsplit_once('(')?;
        let length = length.strip_suffix('*').unwrap_or(length);
        let digits = length.trim_end_matches(['f', 'h', 'q', 's']);
        let metric = match &length[digits.len()..] {
            "" => metric,
            "f" | "h" => Metric::Htm,
            "q" => Metric::Qtm,
            "s" => Metric::Stm,
            _ => return None,
        };
        Some((moves, (digits.parse().ok()?, metric)))
    };
    split().map_or((solution, None), |(moves, length)| (moves, Some(length)))
}

fn length(moves: &[Turn], metric: Metric) -> u64 {
    let (slice, half) = match metric {
        Metric::Htm => (2, 1),
        Metric::Qtm => (2, 2),
        Metric::Stm => (1, 1),
        Metric::Sqtm => (1, 2),
    };
    let count = |turn: &Turn| {
        let turns = if turn.times == 2 { half } else { 1 };
        match turn.name {
            'x' | 'y' | 'z' => 0,
            'M' | 'E' | 'S' => slice * turns,
            _ => turns,
        }
    };
    moves.iter().map(count).sum()
}

/// A move as a product of moves that are defined before it. U, x and y are primitive. `None` for what is
/// no move.
fn definition(name: char) -> Option<&'static str> {
    Some(match name {
        'U' | 'x' | 'y' => "",
        'F' => "x U x'",
        'B' => "x' U x",
        'D' => "x2 U x2",
        'R' => "y F y'",
        'L' => "y' F y",
        'z' => "y' x y",
        'M' => "x' R L'",
        'E' => "y' U D'",
        'S' => "z F' B",
        'u' => "y D",
        'r' => "x L",
        'f' => "z B",
        'd' => "y' U",
        'l' => "x' R",
        'b' => "z' F",
        _ => return None,
    })
}

impl Turn {
    fn inverse(self) -> Turn {
        Turn {
            times: 4 - self.times,
            ..self
        }
    }

    fn apply(&self, stickers: &mut Stickers) {
        for _ in 0..self.times {
            match definition(self.name).expect("it has been read") {
                "" => quarter_turn(self.name, stickers),
                text => {
                    let moves = read(text, false).expect("definitions can be read");
                    moves.iter().for_each(|turn| turn.apply(stickers));
                }
            }
        }
    }
}

/// Makes U, x or y. A sticker moves to the next place of its cycle; U is 0 to 8, R 9 to 17, F 18 to
/// 26, D 27 to 35, L 36 to 44, B 45 to 53.
fn quarter_turn(name: char, stickers: &mut Stickers) {
    let mut cycle = |places: [usize; 4]| {
        let [a, b, c, d] = places.map(|place| stickers[place]);
        for (place, sticker) in places.into_iter().zip([d, a, b, c]) {
            stickers[place] = sticker;
        }
    };
    let mut clockwise = |first: usize, is_clockwise: bool| {
        for mut places in [[0, 2, 8, 6], [1, 5, 7, 3]] {
            if !is_clockwise {
                places.reverse();
            }
            cycle(places.map(|place| first + place));
        }
    };
    if name == 'x' {
        clockwise(9, true);
        clockwise(36, false);
        (0..9).for_each(|i| cycle([18 + i, i, 53 - i, 27 + i]));
        return;
    }
    clockwise(0, true);
    let mut turned = 0..3;
    if name == 'y' {
        clockwise(27, false);
        turned = 0..9;
    }
    turned.for_each(|i| cycle([18 + i, 36 + i, 45 + i, 9 + i]));
}
