//! Move sequences in Singmaster notation, with everything that people paste.
//!
//! Moves `U R F D L B` with `2`, `3` or a prime (`R3`, `R2'` too), wide moves `Rw` or `r`,
//! slices `M E S`, rotations `x y z`, groups `(R U)3`, commutators `[R, U]`, conjugates
//! `[R: U]`, comments from `//` to the end of the line; spaces only where one likes.

use super::error::{MAX_MOVES, MAX_NESTING, SequenceError, SequenceProblem};
use crate::cube::{Face, Mark, Move, Sequence, Transformation};
use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

impl Sequence {
    /// Reads a sequence; brackets `( )` group. Takes time proportional to the length of
    /// the text and of the sequence.
    ///
    /// # Errors
    /// The first place where the text is no sequence, and what was expected there.
    pub fn parse(text: &str) -> Result<Sequence, SequenceError> {
        Parser::new(text, false).parse()
    }

    /// Reads a sequence in which brackets `( )` hold moves made on the inverse, as solvers
    /// of fewest-moves challenges write them (NISS). Their inverse goes before everything
    /// else, so that a scramble and the moves tried on it give the position now on the
    /// table: `(F' U) R D` is `U' F R D`. They leave the cube held as it was.
    ///
    /// # Errors
    /// The first place where the text is no such sequence, and what was expected there.
    pub fn parse_niss(text: &str) -> Result<Sequence, SequenceError> {
        Parser::new(text, true).parse()
    }
}

impl FromStr for Sequence {
    type Err = SequenceError;

    fn from_str(text: &str) -> Result<Sequence, SequenceError> {
        Sequence::parse(text)
    }
}

/// The moves, then the rotations that bring the cube to the orientation it ends in.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&moves_to_string(self.moves()))?;
        let rotations = rotations_to(self.orientation());
        if !self.is_empty() && !rotations.is_empty() {
            f.write_str(" ")?;
        }
        f.write_str(&rotations)
    }
}

/// The moves with a space between: `R U2 F'`.
pub fn moves_to_string(moves: &[Move]) -> String {
    let mut text = String::with_capacity(3 * moves.len());
    for (i, m) in moves.iter().enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text.push(m.face().letter());
        text.push_str(["", "2", "'"][usize::from(m.turns()) - 1]);
    }
    text
}

/// The fewest rotations that lead to an orientation: two at most.
fn rotations_to(orientation: Transformation) -> String {
    if orientation == Transformation::IDENTITY {
        return String::new();
    }
    let tokens: Vec<String> = ["x", "y", "z"]
        .iter()
        .flat_map(|axis| ["", "2", "'"].map(|turns| format!("{axis}{turns}")))
        .collect();
    let pairs = tokens
        .iter()
        .flat_map(|a| tokens.iter().map(move |b| format!("{a} {b}")));
    (tokens.iter().cloned().chain(pairs))
        .find(|text| Sequence::parse(text).is_ok_and(|s| s.orientation() == orientation))
        .expect("two rotations reach each of the 24 orientations")
}

/// What a letter turns, together with the face that gives axis and direction.
#[derive(Clone, Copy)]
enum Turn {
    Layer,
    Wide,
    Slice,
    Rotation,
}

fn turn_of(letter: char) -> Option<(Turn, Face)> {
    Some(match letter {
        'x' => (Turn::Rotation, Face::R),
        'y' => (Turn::Rotation, Face::U),
        'z' => (Turn::Rotation, Face::F),
        'M' => (Turn::Slice, Face::L),
        'E' => (Turn::Slice, Face::D),
        'S' => (Turn::Slice, Face::F),
        'a'..='z' => (Turn::Wide, Face::from_letter(letter.to_ascii_uppercase())?),
        _ => (Turn::Layer, Face::from_letter(letter)?),
    })
}

pub(super) fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | 'ʼ' | 'ʹ' | '´' | '`')
}

/// An open bracket.
struct Bracket {
    opened_by: char,
    column: usize,
    start: Mark,
    separator: Option<(char, Mark)>,
}

struct Parser<'a> {
    chars: Peekable<Chars<'a>>,
    column: usize,
    /// Whether `( )` means the inverse.
    niss: bool,
    sequence: Sequence,
    /// Moves made on the inverse, centres fixed.
    on_inverse: Sequence,
    brackets: Vec<Bracket>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, niss: bool) -> Self {
        Parser {
            chars: text.chars().peekable(),
            column: 0,
            niss,
            sequence: Sequence::new(),
            on_inverse: Sequence::new(),
            brackets: Vec::new(),
        }
    }

    fn parse(mut self) -> Result<Sequence, SequenceError> {
        while let Some(c) = self.next() {
            match c {
                _ if c.is_whitespace() => {}
                '/' if self.next_if(|c| c == '/').is_some() => self.skip_comment(),
                '(' | '[' => self.open(c)?,
                ',' | ':' => self.separate(c)?,
                ')' | ']' => self.close(c)?,
                _ => self.turn(c)?,
            }
        }
        if let Some(bracket) = self.brackets.pop() {
            let problem = SequenceProblem::NeverClosed(bracket.opened_by);
            return Err(error_at(bracket.column, problem));
        }
        let mut whole = self.on_inverse.inverse();
        whole.append(&self.sequence);
        Ok(whole)
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        self.column += 1;
        Some(c)
    }

    fn next_if(&mut self, accept: impl Fn(char) -> bool) -> Option<char> {
        let c = self.chars.next_if(|c| accept(*c))?;
        self.column += 1;
        Some(c)
    }

    fn error<T>(&self, problem: SequenceProblem) -> Result<T, SequenceError> {
        Err(error_at(self.column, problem))
    }

    fn check_room(&self, moves: usize, times: usize) -> Result<(), SequenceError> {
        let total = moves
            .saturating_mul(times)
            .saturating_add(self.sequence.len());
        if total > MAX_MOVES {
            return self.error(SequenceProblem::TooLong);
        }
        Ok(())
    }

    fn skip_comment(&mut self) {
        while self.next_if(|c| c != '\n').is_some() {}
    }

    /// A number and a prime, in either order and both optional: the number (saturating)
    /// and whether there is a prime.
    fn suffix(&mut self) -> (Option<u32>, bool) {
        let before = self.next_if(is_prime).is_some();
        let number = self.number();
        let prime = before || self.next_if(is_prime).is_some();
        (number, prime)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(c) = self.next_if(|c| c.is_ascii_digit()) {
            let digit = c as u32 - '0' as u32;
            let value: u32 = number.unwrap_or(0);
            number = Some(value.saturating_mul(10).saturating_add(digit));
        }
        number
    }

    fn turn(&mut self, letter: char) -> Result<(), SequenceError> {
        let Some((mut turn, face)) = turn_of(letter) else {
            return self.error(SequenceProblem::NotAMove(letter));
        };
        if matches!(turn, Turn::Layer) && self.next_if(|c| c == 'w').is_some() {
            turn = Turn::Wide;
        }
        let (number, prime) = self.suffix();
        let turns = match number.unwrap_or(1) {
            turns @ 1..=3 => turns as u8,
            other => return self.error(SequenceProblem::Turns(other)),
        };
        self.push(turn, face, if prime { 4 - turns } else { turns });
        self.check_room(0, 1)
    }

    /// A wide move is the opposite face turned and the whole cube; a slice both faces
    /// beside it turned back and the whole cube.
    fn push(&mut self, turn: Turn, face: Face, turns: u8) {
        let sequence = &mut self.sequence;
        match turn {
            Turn::Layer => sequence.push(Move::new(face, turns)),
            Turn::Wide => sequence.push(Move::new(face.opposite(), turns)),
            Turn::Slice => {
                sequence.push(Move::new(face, 4 - turns));
                sequence.push(Move::new(face.opposite(), turns));
            }
            Turn::Rotation => {}
        }
        if !matches!(turn, Turn::Layer) {
            sequence.rotate(face, turns);
        }
    }

    fn open(&mut self, c: char) -> Result<(), SequenceError> {
        if self.brackets.len() == MAX_NESTING {
            return self.error(SequenceProblem::TooDeep);
        }
        if self.niss && c == '(' && !self.brackets.is_empty() {
            return self.error(SequenceProblem::InverseInsideBracket);
        }
        self.brackets.push(Bracket {
            opened_by: c,
            column: self.column,
            start: self.sequence.mark(),
            separator: None,
        });
        Ok(())
    }

    fn separate(&mut self, c: char) -> Result<(), SequenceError> {
        let mark = self.sequence.mark();
        match self.brackets.last_mut() {
            Some(bracket) if bracket.opened_by == '[' && bracket.separator.is_none() => {
                bracket.separator = Some((c, mark));
                Ok(())
            }
            _ => self.error(SequenceProblem::Separator(c)),
        }
    }

    fn close(&mut self, found: char) -> Result<(), SequenceError> {
        let Some(bracket) = self.brackets.pop() else {
            return self.error(SequenceProblem::ClosesNothing { found });
        };
        let expected = if bracket.opened_by == '(' { ')' } else { ']' };
        if found != expected {
            return self.error(SequenceProblem::WrongBracket { expected, found });
        }
        if found == ']' {
            self.combine(&bracket)?;
        }
        let (number, prime) = self.suffix();
        if self.niss && found == ')' {
            if number.is_some() || prime {
                return self.error(SequenceProblem::SuffixOnInverse);
            }
            return self.move_to_inverse(bracket.start);
        }
        self.repeat(bracket.start, number.unwrap_or(1), prime)
    }

    /// Takes what was added since `start` for moves on the inverse.
    fn move_to_inverse(&mut self, start: Mark) -> Result<(), SequenceError> {
        let group = self.sequence.split_off(start);
        if group.orientation() != Transformation::IDENTITY {
            return self.error(SequenceProblem::RotationOnInverse);
        }
        let fixed = group.conjugate(self.sequence.orientation());
        self.on_inverse.append(&fixed);
        Ok(())
    }

    /// Makes a commutator or conjugate of the two parts of a bracket.
    fn combine(&mut self, bracket: &Bracket) -> Result<(), SequenceError> {
        let Some((separator, middle)) = bracket.separator else {
            return self.error(SequenceProblem::NoSeparator);
        };
        let second = self.sequence.split_off(middle);
        let first = self.sequence.split_off(bracket.start);
        self.check_room(first.len() + second.len(), 2)?;
        self.sequence.append(&first);
        self.sequence.append(&second);
        self.sequence.append(&first.inverse());
        if separator == ',' {
            self.sequence.append(&second.inverse());
        }
        Ok(())
    }

    /// Replaces what was added since `start` by `count` times it, or its inverse.
    fn repeat(&mut self, start: Mark, count: u32, invert: bool) -> Result<(), SequenceError> {
        if count == 0 || count as usize > MAX_MOVES {
            return self.error(SequenceProblem::RepeatCount);
        }
        if count == 1 && !invert {
            return Ok(());
        }
        let mut group = self.sequence.split_off(start);
        self.check_room(group.len(), count as usize)?;
        if invert {
            group = group.inverse();
        }
        // rotations alone have order 1, 2, 3 or 4
        let count = if group.is_empty() { count % 12 } else { count };
        for _ in 0..count {
            self.sequence.append(&group);
        }
        Ok(())
    }
}

fn error_at(column: usize, problem: SequenceProblem) -> SequenceError {
    SequenceError { column, problem }
}
