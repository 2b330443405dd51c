//! The grammar of sequences: turns, groups, commutators, conjugates, repeats, comments.
//!
//! `(R U)3` repeats and `(R U)'` undoes; `(R U) x3`, `(R U)*3` and `(R U)^-1` say the same.
//! `[A, B]` is A B A' B', `[A: B]` is A B A', and `A: B` without brackets, which reaches to the
//! end, too. Turns may be a list with commas, numbered `1.` or `1)`, labelled `Scramble:`, and
//! followed by their number, `(20f*)`, which is compared. Quotes may be around all of them, and
//! the bullet of a list before, a full stop at the end. Comments go from `//`, `#` or `;` to the
//! end of the line; a `;` without any space beside it is none. What the turns are made with, a cube or the facelets of any NxNxN, is for the
//! caller to say.

use super::error::{MAX_MOVES, MAX_NESTING, MAX_REPEATS, SequenceError, SequenceProblem};
use super::reader::{Reader, is_space};
use super::turn::{is_prime, number, read_turn, suffix};
use crate::permutation::LayerTurn;

/// What turns are made with.
pub(super) trait Turnable {
    /// What turns add up to.
    type Made;

    /// Cubies along an edge.
    fn size(&self) -> usize;

    /// No turns.
    fn nothing(&self) -> Self::Made;

    /// Adds a turn.
    fn turn(&mut self, made: &mut Self::Made, turn: LayerTurn);

    /// Adds what was made elsewhere.
    fn append(made: &mut Self::Made, more: &Self::Made);

    /// What undoes it.
    fn inverse(made: &Self::Made) -> Self::Made;

    /// It so many times, at least once.
    fn repeated(&self, made: &Self::Made, count: u32) -> Self::Made;

    /// How many face turns (metric `f`) or quarter turns (`q`) they are, if that is known.
    fn length(made: &Self::Made, metric: char) -> Option<usize>;

    /// The moves that take up memory, counted against [`MAX_MOVES`].
    fn len(made: &Self::Made) -> usize;
}

/// What becomes of round brackets that do not group: given what was made before and inside.
pub(super) type OnInverse<'a, M> = &'a mut dyn FnMut(&M, M) -> Result<(), SequenceProblem>;

/// Reads a whole text. Time and memory are bounded by the length of the text and
/// [`MAX_MOVES`], whatever the repeat counts.
///
/// # Errors
/// The first place where the text is no sequence, and what was expected there.
pub(super) fn parse<'a, T: Turnable>(
    text: &'a str,
    turnable: &'a mut T,
    on_inverse: Option<OnInverse<'a, T::Made>>,
) -> Result<T::Made, SequenceError> {
    let reader = unquoted(text)?;
    let before = reader.column().checked_sub(2);
    let before = before.and_then(|at| text.chars().nth(at));
    let mut parser = Parser {
        reader,
        is_apart: before.is_none_or(is_space),
        made: turnable.nothing(),
        turnable,
        on_inverse,
        brackets: Vec::new(),
        outside: 0,
        steps: 0,
        commas: Vec::new(),
        items: 0,
    };
    if let Err(problem) = parser.read() {
        let column = parser.reader.column() - 1;
        return Err(SequenceError { column, problem });
    }
    parser.finish()?;
    Ok(parser.made)
}

/// What people write before moves, followed by a colon.
const LABELS: [&str; 9] = [
    "scramble",
    "solution",
    "generator",
    "algorithm",
    "alg",
    "moves",
    "setup",
    "case",
    "answer",
];

/// Skips the bullet of a list, a number with a dot or bracket, if something follows, and a label
/// with or without a number.
fn skip_heading(reader: &mut Reader) {
    let mut ahead = reader.clone();
    ahead.skip_spaces();
    let bullet = ahead.next_if(|c| "-–—*•·‣◦▪>".contains(c));
    let is_apart = bullet.is_some() && ahead.next_if(is_space).is_some();
    ahead.skip_spaces();
    if is_apart && ahead.peek().is_some() {
        *reader = ahead;
    }
    let mut ahead = reader.clone();
    ahead.skip_spaces();
    let numbered =
        number(&mut ahead).is_some() && ahead.next_if(|c| matches!(c, '.' | ')')).is_some();
    ahead.skip_spaces();
    if numbered && ahead.peek().is_some() {
        *reader = ahead;
    }
    let mut ahead = reader.clone();
    ahead.skip_spaces();
    let mut word = String::new();
    while let Some(c) = ahead.next_if(|c| c.is_ascii_alphabetic() && word.len() < 10) {
        word.push(c.to_ascii_lowercase());
    }
    while ahead.next_if(|c| matches!(c, ' ' | '#')).is_some() {}
    number(&mut ahead);
    ahead.skip_spaces();
    if LABELS.contains(&word.as_str()) && ahead.next_if(|c| c == ':').is_some() {
        *reader = ahead;
    }
}

/// Stands after what may be before the moves, and inside of quotes around all of them. A last
/// mark that could be a prime as well has to be plainly one or the other.
fn unquoted(text: &str) -> Result<Reader<'_>, SequenceError> {
    let mut reader = Reader::new(text);
    skip_heading(&mut reader);
    reader.skip_spaces();
    let marks = reader.peek().map_or("", |opening| match opening {
        '"' => "\"",
        '“' | '„' | '”' => "“”",
        '«' => "»",
        '\'' => "'",
        '`' => "`'",
        '‘' | '‚' => "’‘",
        _ => "",
    });
    if marks.is_empty() {
        return Ok(reader);
    }
    let column = reader.column();
    let error = |problem| Err(SequenceError { column, problem });
    let at = text.char_indices().nth(column - 1);
    let (opening, rest) = at.map_or((' ', ""), |(at, c)| (c, &text[at + c.len_utf8()..]));
    let comment = ["//", "#", ";"].iter().filter_map(|sign| rest.find(sign));
    let quoted = rest[..comment.min().unwrap_or(rest.len())].trim_end_matches(is_space);
    let Some(closing) = quoted.chars().next_back().filter(|c| marks.contains(*c)) else {
        return error(SequenceProblem::NeverClosed(opening));
    };
    let inside = &quoted[..quoted.len() - closing.len_utf8()];
    let is_plain = !is_prime(closing)
        || inside.ends_with(is_prime)
        || opening != '\'' && !inside.contains(closing);
    if !is_plain {
        return error(SequenceProblem::QuoteOrPrime(closing));
    }
    let end = text.len() - rest.len() + inside.len();
    Ok(Reader::at(&text[..end], inside))
}

/// An open bracket.
struct Bracket<M> {
    /// `:` for a conjugate that reaches to the end of the text.
    opened_by: char,
    column: usize,
    /// What was made before it.
    before: M,
    /// The separator inside, and what was made before that.
    first: Option<(char, M)>,
    /// How many turns and brackets were met before it or the separator.
    steps: usize,
}

struct Parser<'a, T: Turnable> {
    reader: Reader<'a>,
    /// Whether nothing or a space is before what is read next.
    is_apart: bool,
    turnable: &'a mut T,
    /// Takes round brackets, unless they group.
    on_inverse: Option<OnInverse<'a, T::Made>>,
    /// What was made since the innermost open bracket or the separator in it.
    made: T::Made,
    brackets: Vec<Bracket<T::Made>>,
    /// The moves before the open brackets and separators.
    outside: usize,
    /// Turns and brackets met so far.
    steps: usize,
    /// Columns of the first two commas met outside of brackets, as in `R, U, F`.
    commas: Vec<usize>,
    /// Turns and whole brackets since the last of them.
    items: usize,
}

impl<T: Turnable> Parser<'_, T> {
    fn read(&mut self) -> Result<(), SequenceProblem> {
        while let Some(c) = self.reader.next_if(|_| true) {
            match c {
                _ if is_space(c) => {}
                '#' => self.skip_comment(),
                ';' if !self.is_apart && self.reader.peek().is_some_and(|c| !is_space(c)) => {
                    return Err(SequenceProblem::Semicolon);
                }
                ';' => self.skip_comment(),
                '/' if self.reader.next_if(|c| c == '/').is_some() => self.skip_comment(),
                '(' if self.skip_length()? => {}
                '(' | '[' => self.open(c)?,
                ',' | ':' => self.separate(c)?,
                '，' => self.separate(',')?,
                // unlike other commas it is only in lists
                '、' => {}
                '.' | '。' if self.is_at_end() => {}
                ')' | ']' => self.close(c)?,
                _ => self.turn(c)?,
            }
            self.is_apart = is_space(c);
        }
        Ok(())
    }

    /// Closes what may be open at the end of the text.
    fn finish(&mut self) -> Result<(), SequenceError> {
        let error = |column, problem| Err(SequenceError { column, problem });
        match self.brackets.last() {
            Some(bracket) if bracket.opened_by != ':' => {
                let problem = SequenceProblem::NeverClosed(bracket.opened_by);
                error(bracket.column, problem)
            }
            Some(bracket) => {
                let column = bracket.column;
                let closed = self.close_bracket();
                let appended = closed.and_then(|inside| self.append_repeated(inside, 1, false));
                appended.map_err(|problem| SequenceError { column, problem })
            }
            None if self.commas.len() == 1 || !self.commas.is_empty() && self.items > 1 => {
                error(self.commas[0], SequenceProblem::Separator(','))
            }
            None => Ok(()),
        }
    }

    /// Whether something was made, and nothing but a comment follows.
    fn is_at_end(&self) -> bool {
        let mut ahead = self.reader.clone();
        ahead.skip_spaces();
        self.items > 0 && ahead.peek().is_none_or(|c| matches!(c, '/' | '#' | ';'))
    }

    fn skip_comment(&mut self) {
        while self.reader.next_if(|c| c != '\n').is_some() {}
    }

    /// Skips the rest of `(20f*)` after the bracket.
    fn skip_length(&mut self) -> Result<bool, SequenceProblem> {
        let mut ahead = self.reader.clone();
        let said = number(&mut ahead);
        let metric = ahead.next_if(|c| matches!(c, 'f' | 'q'));
        ahead.next_if(|c| c == '*');
        let (Some(said), Some(metric), Some(_)) = (said, metric, ahead.next_if(|c| c == ')'))
        else {
            return Ok(false);
        };
        let Some(found) = T::length(&self.made, metric).filter(|_| self.brackets.is_empty()) else {
            return Ok(false);
        };
        self.reader = ahead;
        if said as usize != found {
            return Err(SequenceProblem::Length { said, found });
        }
        Ok(true)
    }

    fn count_step(&mut self) -> Result<(), SequenceProblem> {
        self.steps += 1;
        if self.steps > MAX_MOVES {
            return Err(SequenceProblem::TooLong);
        }
        Ok(())
    }

    /// Whether there is room for `more` moves.
    fn check_room(&self, more: usize) -> Result<(), SequenceProblem> {
        let present = self.outside + T::len(&self.made);
        if more.saturating_add(present) > MAX_MOVES {
            return Err(SequenceProblem::TooLong);
        }
        Ok(())
    }

    fn turn(&mut self, first: char) -> Result<(), SequenceProblem> {
        self.count_step()?;
        let turn = read_turn(&mut self.reader, first, self.turnable.size())?;
        self.turnable.turn(&mut self.made, turn);
        self.items += usize::from(self.brackets.is_empty());
        self.check_room(0)
    }

    /// Takes what was made, to be kept outside of what is made next.
    fn set_aside(&mut self) -> T::Made {
        self.outside += T::len(&self.made);
        std::mem::replace(&mut self.made, self.turnable.nothing())
    }

    fn open(&mut self, opened_by: char) -> Result<(), SequenceProblem> {
        self.count_step()?;
        if self.brackets.len() == MAX_NESTING {
            return Err(SequenceProblem::TooDeep);
        }
        if self.on_inverse.is_some() && opened_by == '(' && !self.brackets.is_empty() {
            return Err(SequenceProblem::InverseInsideBracket);
        }
        let before = self.set_aside();
        self.brackets.push(Bracket {
            opened_by,
            column: self.reader.column() - 1,
            before,
            first: None,
            steps: self.steps,
        });
        Ok(())
    }

    fn separate(&mut self, separator: char) -> Result<(), SequenceProblem> {
        let column = self.reader.column() - 1;
        match self.brackets.last() {
            Some(bracket) if bracket.opened_by == '[' && bracket.first.is_none() => {}
            // a list: one item before each comma
            None if separator == ',' && self.items == 1 => {
                if self.commas.len() < 2 {
                    self.commas.push(column);
                }
                self.items = 0;
                return Ok(());
            }
            None if separator == ':' && self.commas.is_empty() && self.items > 0 => {
                self.brackets.push(Bracket {
                    opened_by: ':',
                    column,
                    before: self.turnable.nothing(),
                    first: None,
                    steps: 0,
                });
            }
            _ => return Err(SequenceProblem::Separator(separator)),
        }
        self.expect_part(separator)?;
        let first = self.set_aside();
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.first = Some((separator, first));
            bracket.steps = self.steps;
        }
        Ok(())
    }

    fn close(&mut self, found: char) -> Result<(), SequenceProblem> {
        let expected = match self.brackets.last() {
            Some(bracket) if bracket.opened_by == '(' => ')',
            Some(bracket) if bracket.opened_by == '[' => ']',
            _ => return Err(SequenceProblem::ClosesNothing { found }),
        };
        if found != expected {
            return Err(SequenceProblem::WrongBracket { expected, found });
        }
        let bare = found == ']' && self.brackets.last().is_some_and(|b| b.first.is_none());
        let inside = self.close_bracket()?;
        self.items += usize::from(self.brackets.is_empty());
        let (count, prime) = self.repeats();
        if bare && count.is_none() && !prime {
            return Err(SequenceProblem::NoSeparator);
        }
        match &mut self.on_inverse {
            Some(_) if found == ')' && (count.is_some() || prime) => {
                Err(SequenceProblem::SuffixOnInverse)
            }
            Some(on_inverse) if found == ')' => {
                self.outside += T::len(&inside);
                on_inverse(&self.made, inside)
            }
            _ => self.append_repeated(inside, count.unwrap_or(1), prime),
        }
    }

    /// Fails if nothing is in the innermost open bracket, or behind its separator.
    fn expect_part(&self, separator: char) -> Result<(), SequenceProblem> {
        match self.brackets.last() {
            Some(bracket) if bracket.steps == self.steps => {
                Err(SequenceProblem::EmptyPart(separator))
            }
            _ => Ok(()),
        }
    }

    /// What the innermost open bracket stands for; goes on with what was before it.
    fn close_bracket(&mut self) -> Result<T::Made, SequenceProblem> {
        if let Some((separator, _)) = self.brackets.last().and_then(|b| b.first.as_ref()) {
            self.expect_part(*separator)?;
        }
        let bracket = self.brackets.pop().expect("a bracket is open");
        let last = std::mem::replace(&mut self.made, bracket.before);
        self.outside -= T::len(&self.made);
        match bracket.first {
            None => Ok(last),
            Some((separator, first)) => {
                self.outside -= T::len(&first);
                self.combined(separator, first, &last)
            }
        }
    }

    /// How often what is in brackets is made, as a suffix or as `x3`, and whether backwards.
    fn repeats(&mut self) -> (Option<u32>, bool) {
        let suffix = suffix(&mut self.reader);
        if suffix != (None, false) {
            return suffix;
        }
        let mut ahead = self.reader.clone();
        ahead.skip_spaces();
        let count = match ahead.next_if(|c| matches!(c, 'x' | 'X' | '×' | '*')) {
            Some('×' | '*') => {
                ahead.skip_spaces();
                number(&mut ahead)
            }
            // without a number it is a rotation
            Some(_) => number(&mut ahead),
            None => None,
        };
        if count.is_some() {
            self.reader = ahead;
        }
        (count, false)
    }

    /// The commutator or conjugate of two parts.
    fn combined(
        &self,
        separator: char,
        first: T::Made,
        last: &T::Made,
    ) -> Result<T::Made, SequenceProblem> {
        self.check_room(2 * (T::len(&first) + T::len(last)))?;
        let undone = T::inverse(&first);
        let mut whole = first;
        T::append(&mut whole, last);
        T::append(&mut whole, &undone);
        if separator == ',' {
            T::append(&mut whole, &T::inverse(last));
        }
        Ok(whole)
    }

    /// Adds `count` times what was in brackets, or its inverse.
    fn append_repeated(
        &mut self,
        inside: T::Made,
        count: u32,
        invert: bool,
    ) -> Result<(), SequenceProblem> {
        if !(1..=MAX_REPEATS).contains(&count) {
            return Err(SequenceProblem::RepeatCount);
        }
        self.check_room(T::len(&inside).saturating_mul(count as usize))?;
        let once = if invert { T::inverse(&inside) } else { inside };
        T::append(&mut self.made, &self.turnable.repeated(&once, count));
        Ok(())
    }
}
