//! Move sequences of NxNxN cubes, read as permutations of their facelets.
//!
//! Faces `U L F R B D`, wide moves `Rw` or `r` (two layers) and `3Rw` (three), inner layers
//! `2R`, `2-3Rw` from one layer to another, slices `M E S` where there is a middle layer,
//! rotations `x y z`; `2`, `3`, a prime; groups `(R U)3`, commutators `[R, U]`, conjugates
//! `[R: U]`, comments from `//` to the end of the line. Moves turn what is there in space:
//! after `x`, `U` turns the layer that is up then.

use super::facelets;
use super::sequence::is_prime;
use crate::cube::{Cube, Face};
use crate::permutation::{FaceletTuple, LayerTurn, Permutation, Side};
use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Chars;
use thiserror::Error;

/// The most turns and brackets, as many as there may be [moves](super::MAX_MOVES).
const MAX_STEPS: usize = super::MAX_MOVES;

/// The most brackets inside each other; each one takes up a permutation.
const MAX_NESTING: usize = 32;

/// What is wrong with a sequence of layer turns, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct LayerError {
    /// Place in the text in characters, from 1.
    pub column: usize,
    pub problem: LayerProblem,
}

/// What can be wrong with a sequence of layer turns.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LayerProblem {
    #[error(
        "expected a move (U L F R B D, wide Rw or r, layer 2R, slice M E S, rotation x y z) or a bracket, found {0:?}"
    )]
    NotAMove(char),
    #[error("expected a face (U L F R B D) after the number of a layer, found {0:?}")]
    NotAFace(char),
    #[error("expected a face (U L F R B D) after the number of a layer, found the end")]
    EndAfterLayer,
    #[error("expected layers from 1 to {size}, the first one first")]
    Layers { size: usize },
    #[error("expected Rw or r: layers from one to another are wide moves")]
    RangeNotWide,
    #[error(
        "expected M, E and S only where there is a middle layer; there is none on the {size}x{size}x{size}"
    )]
    NoMiddleLayer { size: usize },
    #[error("expected 1, 2 or 3 turns, found {0}")]
    Turns(u32),
    #[error("{0:?} is never closed")]
    NeverClosed(char),
    #[error("{0:?} closes nothing")]
    ClosesNothing(char),
    #[error("expected {expected:?} to close the bracket, found {found:?}")]
    WrongBracket { expected: char, found: char },
    #[error("expected {0:?} only once, directly inside [ ]")]
    Separator(char),
    #[error("expected a commutator [A, B] or a conjugate [A: B], found no ',' or ':'")]
    NoSeparator,
    #[error("more than {MAX_NESTING} brackets inside each other")]
    TooDeep,
    #[error("more than {MAX_STEPS} turns and brackets")]
    TooLong,
}

/// Reads a sequence of turns; the result is what they make of a solved cube. Takes time
/// proportional to the length of the text, whatever the repeat counts.
///
/// # Errors
/// The first place where the text is no such sequence, and what was expected there.
pub fn parse(text: &str, tuple: &FaceletTuple) -> Result<Permutation, LayerError> {
    let parser = Parser {
        chars: text.chars().peekable(),
        column: 0,
        tuple,
        turns: HashMap::new(),
        made: tuple.solved(),
        brackets: Vec::new(),
        steps: 0,
    };
    parser.parse()
}

/// What facelets of the 3x3x3 that sequences make of the solved cube stand for: a cube with
/// its centres at home, and the rotations to be made after it, as text.
///
/// # Panics
/// If there are not 54 facelets, or no sequence makes them.
pub fn cube_and_rotations(facelets: &Permutation) -> (Cube, String) {
    let tuple = FaceletTuple::new(3).expect("3 is a size");
    let ways_up = ["", "x", "x2", "x'", "z", "z'"];
    let rotations = ways_up.iter().flat_map(|way_up| {
        let join = |turn| format!("{way_up} {turn}").trim().to_owned();
        ["", "y", "y2", "y'"].map(join)
    });
    for text in rotations {
        let rotated = parse(&text, &tuple).expect("these are rotations");
        let unrotated = facelets.product(&rotated.inverse());
        if let Some(cube) = cube_with_centres_at_home(&unrotated) {
            return (cube, text);
        }
    }
    panic!("the facelets are those of no cube");
}

fn cube_with_centres_at_home(facelets: &Permutation) -> Option<Cube> {
    let images = facelets.images();
    let centre_is_home = |face: usize| images[9 * face + 4] as usize == 9 * face + 4;
    if !(0..6).all(centre_is_home) {
        return None;
    }
    let face = |side: usize| Face::from_letter(Side::ALL[side].letter()).expect("sides are faces");
    let mut colours = [Face::U; 54];
    for (place, &facelet) in images.iter().enumerate() {
        colours[9 * face(place / 9).index() + place % 9] = face(facelet as usize / 9);
    }
    facelets::cube(&colours).ok()
}

/// An open bracket.
struct Bracket {
    opened_by: char,
    column: usize,
    /// What was made before it.
    before: Permutation,
    /// The separator inside, and what was made before that.
    first: Option<(char, Permutation)>,
}

struct Parser<'a> {
    chars: Peekable<Chars<'a>>,
    column: usize,
    tuple: &'a FaceletTuple,
    /// Turns met so far.
    turns: HashMap<LayerTurn, Permutation>,
    /// What was made since the innermost open bracket or the separator in it.
    made: Permutation,
    brackets: Vec<Bracket>,
    /// Turns and brackets met so far.
    steps: usize,
}

impl Parser<'_> {
    fn parse(mut self) -> Result<Permutation, LayerError> {
        while let Some(c) = self.next_if(|_| true) {
            match c {
                _ if c.is_whitespace() => {}
                '/' if self.next_if(|c| c == '/').is_some() => self.skip_comment(),
                '(' | '[' => self.open(c)?,
                ',' | ':' => self.separate(c)?,
                ')' | ']' => self.close(c)?,
                _ if c.is_ascii_digit() => self.numbered_turn(c)?,
                _ => self.turn(c)?,
            }
        }
        if let Some(bracket) = self.brackets.pop() {
            return Err(LayerError {
                column: bracket.column,
                problem: LayerProblem::NeverClosed(bracket.opened_by),
            });
        }
        Ok(self.made)
    }

    fn next_if(&mut self, accept: impl Fn(char) -> bool) -> Option<char> {
        let c = self.chars.next_if(|c| accept(*c))?;
        self.column += 1;
        Some(c)
    }

    fn error<T>(&self, problem: LayerProblem) -> Result<T, LayerError> {
        let column = self.column;
        Err(LayerError { column, problem })
    }

    fn count_step(&mut self) -> Result<(), LayerError> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return self.error(LayerProblem::TooLong);
        }
        Ok(())
    }

    fn skip_comment(&mut self) {
        while self.next_if(|c| c != '\n').is_some() {}
    }

    /// The number that continues after `digits`, saturating.
    fn number_after(&mut self, digits: u32) -> u32 {
        let mut number = digits;
        while let Some(digit) = self.next_if(|c| c.is_ascii_digit()) {
            let digit = digit as u32 - '0' as u32;
            number = number.saturating_mul(10).saturating_add(digit);
        }
        number
    }

    fn number(&mut self) -> Option<u32> {
        let first = self.next_if(|c| c.is_ascii_digit())?;
        Some(self.number_after(first as u32 - '0' as u32))
    }

    /// A number and a prime, in either order and both optional.
    fn suffix(&mut self) -> (u32, bool) {
        let before = self.next_if(is_prime).is_some();
        let number = self.number().unwrap_or(1);
        (number, before || self.next_if(is_prime).is_some())
    }

    /// A face after numbers of layers, of which `digit` is the first digit.
    fn numbered_turn(&mut self, digit: char) -> Result<(), LayerError> {
        let first = self.number_after(digit as u32 - '0' as u32);
        let dash = self.next_if(|c| c == '-');
        let last = dash.map(|_| self.number().unwrap_or(0));
        let size = self.tuple.size();
        let in_range = |layer: u32| (1..=size).contains(&(layer as usize));
        if !in_range(first) || last.is_some_and(|last| last < first || !in_range(last)) {
            return self.error(LayerProblem::Layers { size });
        }
        let Some(letter) = self.next_if(|_| true) else {
            return self.error(LayerProblem::EndAfterLayer);
        };
        let Some(side) = Side::from_letter(letter.to_ascii_uppercase()) else {
            return self.error(LayerProblem::NotAFace(letter));
        };
        let wide = self.is_wide(letter);
        let first = first as usize;
        match last {
            Some(last) if wide => self.push(side, first..=last as usize),
            Some(_) => self.error(LayerProblem::RangeNotWide),
            None if wide => self.push(side, 1..=first),
            None => self.push(side, first..=first),
        }
    }

    fn is_wide(&mut self, letter: char) -> bool {
        letter.is_ascii_lowercase() || self.next_if(|c| c == 'w').is_some()
    }

    /// A move without the number of a layer.
    fn turn(&mut self, letter: char) -> Result<(), LayerError> {
        let size = self.tuple.size();
        let middle = size.div_ceil(2);
        let (side, layers) = match letter {
            'x' => (Side::R, 1..=size),
            'y' => (Side::U, 1..=size),
            'z' => (Side::F, 1..=size),
            'M' | 'E' | 'S' if size.is_multiple_of(2) => {
                return self.error(LayerProblem::NoMiddleLayer { size });
            }
            'M' => (Side::L, middle..=middle),
            'E' => (Side::D, middle..=middle),
            'S' => (Side::F, middle..=middle),
            _ => {
                let Some(side) = Side::from_letter(letter.to_ascii_uppercase()) else {
                    return self.error(LayerProblem::NotAMove(letter));
                };
                (side, 1..=if self.is_wide(letter) { 2 } else { 1 })
            }
        };
        self.push(side, layers)
    }

    /// Makes the turn, as many times as the text goes on to say.
    fn push(&mut self, side: Side, layers: RangeInclusive<usize>) -> Result<(), LayerError> {
        self.count_step()?;
        let turns = match self.suffix() {
            (turns @ 1..=3, false) => turns as u8,
            (turns @ 1..=3, true) => 4 - turns as u8,
            (other, _) => return self.error(LayerProblem::Turns(other)),
        };
        let turn = LayerTurn {
            side,
            layers,
            turns,
        };
        let permutation = match self.turns.get(&turn) {
            Some(permutation) => permutation,
            None => {
                let permutation = self.tuple.turn(&turn);
                self.turns.entry(turn).or_insert(permutation)
            }
        };
        self.made = self.made.product(permutation);
        Ok(())
    }

    fn take_made(&mut self) -> Permutation {
        std::mem::replace(&mut self.made, self.tuple.solved())
    }

    fn open(&mut self, opened_by: char) -> Result<(), LayerError> {
        self.count_step()?;
        if self.brackets.len() == MAX_NESTING {
            return self.error(LayerProblem::TooDeep);
        }
        let before = self.take_made();
        self.brackets.push(Bracket {
            opened_by,
            column: self.column,
            before,
            first: None,
        });
        Ok(())
    }

    fn separate(&mut self, c: char) -> Result<(), LayerError> {
        let made = self.take_made();
        match self.brackets.last_mut() {
            Some(bracket) if bracket.opened_by == '[' && bracket.first.is_none() => {
                bracket.first = Some((c, made));
                Ok(())
            }
            _ => self.error(LayerProblem::Separator(c)),
        }
    }

    fn close(&mut self, found: char) -> Result<(), LayerError> {
        let Some(bracket) = self.brackets.pop() else {
            return self.error(LayerProblem::ClosesNothing(found));
        };
        let expected = if bracket.opened_by == '(' { ')' } else { ']' };
        if found != expected {
            return self.error(LayerProblem::WrongBracket { expected, found });
        }
        let last = self.take_made();
        let inside = match bracket.first {
            None if found == ']' => return self.error(LayerProblem::NoSeparator),
            None => last,
            Some((',', first)) => {
                let undone = first.inverse().product(&last.inverse());
                first.product(&last).product(&undone)
            }
            Some((_, first)) => first.product(&last).product(&first.inverse()),
        };
        let (count, prime) = self.suffix();
        let exponent = if prime {
            -i128::from(count)
        } else {
            i128::from(count)
        };
        self.made = bracket.before.product(&inside.power(exponent));
        Ok(())
    }
}
