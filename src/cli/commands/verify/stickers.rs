//! A cube of 54 stickers, and a reader of moves.
//!
//! A checker that shares code with the solver can share its mistakes. So this file and the checker import
//! nothing of the program, which a test ensures: it turns stickers by cycles written out here, for the moves
//! U, x and y only, and knows every other move as a sequence of moves it already knows.

use clap::ValueEnum;
use std::iter::Peekable;
use std::str::Chars;

/// How lengths are counted; rotations count 0 if nothing is said of them, wide moves like faces.
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
    /// Half turns count 1, slices and rotations 1
    Etm,
    /// Half turns count 2, slices and rotations 1
    Eqtm,
}

/// A quarter turn in the usual notation, lower case for wide moves, and how often it is made.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    name: char,
    times: u8,
}

/// The colours of the 54 places, faces in the order U R F D L B and each row by row.
pub type Stickers = [char; 54];

const FACES: &str = "URFDLB";

/// Whether a text is turns of faces with spaces between, which mean the same to everybody.
pub fn is_plain(text: &str) -> bool {
    let is_turn = |word: &str| {
        let rest = word.strip_prefix(|face| FACES.contains(face));
        rest.is_some_and(|rest| ["", "2", "'"].contains(&rest))
    };
    text.split(' ').all(is_turn)
}

/// The cube that the text describes: moves, or the colours of its 54 places.
pub fn scrambled(text: &str) -> Result<Stickers, String> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    if let Ok(stickers) = Stickers::try_from(letters) {
        let count = |face| stickers.iter().filter(|colour| **colour == face).count();
        if FACES.chars().all(|face| count(face) == 9) {
            return Ok(stickers);
        }
    }
    let mut stickers = solved();
    let moves = read(text)?;
    moves.iter().for_each(|turn| turn.apply(&mut stickers));
    Ok(stickers)
}

pub fn solved() -> Stickers {
    std::array::from_fn(|place| char::from(FACES.as_bytes()[place / 9]))
}

/// Whether on each face those of these places have one colour, however the cube is held.
pub fn is_solved(stickers: &Stickers, counts: impl Fn(usize) -> bool) -> bool {
    let face_of = |place: usize| 9 * (place / 9);
    let counted = |place: &usize| counts(*place);
    (0..54).filter(counted).all(|place| {
        let mut same = (face_of(place)..=place).filter(counted);
        same.all(|other| stickers[other] == stickers[place])
    })
}

/// Whether the cube shows these facelets if it is held with its centres where they have them.
pub fn shows(stickers: Stickers, facelets: &str) -> bool {
    let facelets: Vec<char> = facelets.chars().collect();
    let words = (0..64).map(|n| [n % 4, n / 4 % 4, n / 16]);
    let mut held = words.map(|[x, y, z]| {
        let mut held = stickers;
        for (name, times) in [('x', x), ('y', y), ('x', z)] {
            (0..times).for_each(|_| quarter_turn(name, &mut held));
        }
        held
    });
    let upright =
        held.find(|held| (0..6).all(|face| Some(held[9 * face + 4]) == FACES.chars().nth(face)));
    let matches = |held: Stickers| {
        let mut pairs = facelets.iter().zip(held);
        pairs.all(|(expected, seen)| *expected == '.' || *expected == seen)
    };
    facelets.len() == 54 && upright.is_some_and(matches)
}

/// Reads moves. Those in parentheses are repeated as often as the number behind them says.
pub fn read(text: &str) -> Result<Vec<Turn>, String> {
    Ok(read_parts(text, false)?.normal)
}

/// The moves of a solution: those on the scramble, and those in parentheses, which are made on the inverse
/// scramble (NISS).
#[derive(Default)]
pub struct Solution {
    pub normal: Vec<Turn>,
    pub on_inverse: Vec<Turn>,
}

impl Solution {
    pub fn read(text: &str) -> Result<Solution, String> {
        read_parts(text, true)
    }

    /// The moves that undo those on the inverse scramble. A whole solution ends with them; a step begins with
    /// them, before the scramble.
    pub fn undoing(&self) -> impl Iterator<Item = Turn> {
        self.on_inverse.iter().rev().map(|turn| turn.inverse())
    }

    pub fn length(&self, metric: Metric) -> u64 {
        length(&self.normal, metric) + length(&self.on_inverse, metric)
    }
}

/// Reads moves. In a solution those in parentheses are made on the inverse scramble, elsewhere they are repeated.
fn read_parts(text: &str, is_solution: bool) -> Result<Solution, String> {
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
                    rest.next_if(|c| matches!(c, 'x' | '*'));
                    let times = read_number(&mut rest).unwrap_or(1);
                    let length = group.len().saturating_mul(times);
                    if length > MAX_MOVES {
                        return Err("too many moves".into());
                    }
                    let outer = open.last_mut().expect("one less");
                    outer.extend(group.repeat(times));
                }
            }
            _ => {
                let turn = read_turn(letter, &mut rest);
                let turn = turn.ok_or_else(|| format!("{letter:?} is no move"))?;
                open.last_mut().expect("at least one").push(turn);
            }
        }
    }
    if open.len() > 1 {
        return Err("a parenthesis is not closed".into());
    }
    Ok(Solution {
        normal: open.remove(0),
        on_inverse,
    })
}

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

fn length(moves: &[Turn], metric: Metric) -> u64 {
    let (rotation, slice, half) = match metric {
        Metric::Htm => (0, 2, 1),
        Metric::Qtm => (0, 2, 2),
        Metric::Stm => (0, 1, 1),
        Metric::Sqtm => (0, 1, 2),
        Metric::Etm => (1, 1, 1),
        Metric::Eqtm => (1, 1, 2),
    };
    let count = |turn: &Turn| {
        let turns = if turn.times == 2 { half } else { 1 };
        match turn.name {
            'x' | 'y' | 'z' => rotation * turns,
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

    pub fn apply(&self, stickers: &mut Stickers) {
        for _ in 0..self.times {
            match definition(self.name).expect("it has been read") {
                "" => quarter_turn(self.name, stickers),
                text => {
                    let moves = read(text).expect("definitions can be read");
                    moves.iter().for_each(|turn| turn.apply(stickers));
                }
            }
        }
    }
}

/// Makes U, x or y. A sticker moves to the next place of its cycle; U is 0 to 8, R 9 to 17, F 18 to
/// 26, D 27 to 35, L 36 to 44, B 45 to 53.
pub fn quarter_turn(name: char, stickers: &mut Stickers) {
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
