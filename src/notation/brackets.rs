//! The grammar of sequences: moves, groups, commutators, conjugates, repeats, comments.
//!
//! `(R U)3` repeats and `(R U)'` inverts; `(R U)x3`, `(R U)*3` and `(R U)^-1` are the same. After a space
//! `x2` is the rotation, in a link always. `[A, B]` is A B A' B', `[A: B]` is A B A', and so is `A: B` without
//! brackets, to the end of the text; a name before the colon is skipped, see `heading.rs`. A comma behind
//! `A:`, or between parts that are not single moves, is that of a commutator: `A: B, C` is [A: [B, C]]. `A/B`
//! is A B A' A' B' A. Brackets without separator group, but [r], [u], [f] ... are rotations as rules of
//! competitions had them. A dot with spaces around it is a pause. Single moves may have commas between, and
//! their number behind, `(20f*)`, which is checked. A full stop may end the text. Comments go from `//`, `#` or `;` to the end of the line;
//! a `;` with a character right after it is an error. Dates, from `@2022` or `@N/A`, end the line as
//! well. For headings and quotes see `heading.rs`.
//!
//! The parser descends recursively, at most [`MAX_NESTING`] brackets deep, and multiplies moves as
//! it reads them: into a sequence of the 3x3x3, or into a permutation of facelets.

use super::error::{MAX_MOVES, MAX_NESTING, MAX_REPEATS};
use super::heading::reader_of_moves;
use super::markup::{self, LengthUnit};
use super::nxn_move::{read_move, suffix};
use super::reader::{Reader, TextError, is_space};
use crate::cube::{Metric, NxnMove};

pub(super) trait Product: Clone {
    fn append(&mut self, more: &Self);

    fn inverse(&self) -> Self;

    /// The product `count` times, at least once.
    fn power(&self, count: u32) -> Self;

    /// Number of moves that it holds in memory.
    fn stored(&self) -> usize;

    /// The length, if the moves are kept.
    fn length(&self, metric: Metric) -> Option<usize>;
}

/// How to read sequences of moves.
pub(super) struct Rules<'a, P> {
    /// Cubies along an edge.
    pub size: usize,
    /// The product of no moves.
    pub identity: P,
    /// Multiplies a product by a move.
    pub push: Push<'a, P>,
    /// Receives round brackets, unless they group: the product before them and the one inside.
    pub on_inverse: Option<OnInverse<'a, P>>,
    /// Whether the text is from a link, where `x2` is always the rotation.
    pub is_in_link: bool,
}

type Push<'a, P> = Box<dyn FnMut(&mut P, NxnMove) + 'a>;

pub(super) type OnInverse<'a, P> = &'a mut dyn FnMut(&P, P) -> Result<(), String>;

/// How a part of a text was read that could mean something else: a clause for a note.
pub(super) type Notes = Vec<String>;

/// Reads a whole text, and notes what could mean something else. Time and memory are bounded by the length
/// of the text and [`MAX_MOVES`], whatever the repeat counts.
pub(super) fn parse<'a, P: Product>(
    text: &'a str,
    rules: Rules<'a, P>,
    notes: &'a mut Notes,
) -> Result<P, TextError> {
    let mut parser = Parser {
        reader: reader_of_moves(text, rules.size, notes)?,
        rules,
        notes,
        depth: 0,
        moves: 0,
    };
    let product = parser.body(None)?;
    match parser.next() {
        Some(found) => Err(misplaced(&parser.reader, found)),
        None => Ok(product),
    }
}

/// Moves and brackets without a separator between them: what stands on one side of a comma, colon or slash.
struct Operand<P> {
    product: P,
    /// The number of moves and brackets.
    items: usize,
}

struct Parser<'a, P> {
    reader: Reader<'a>,
    rules: Rules<'a, P>,
    notes: &'a mut Notes,
    /// Number of open brackets.
    depth: usize,
    /// Moves read so far, and those that repeats, commutators and conjugates add: as many as all
    /// products hold together, or more.
    moves: usize,
}

impl<P: Product> Parser<'_, P> {
    /// Reads operands with separators between, up to the end of a bracket or of the text: `A`, `A, B`, `A/B`, or
    /// one of them behind `A:`.
    fn body(&mut self, open: Option<char>) -> Result<P, TextError> {
        let first = self.operand()?;
        match (open, self.reader.peek()) {
            (Some('['), Some(':' | ';')) => {}
            (None, Some(':')) if first.items > 0 => {}
            (None, Some(':')) | (Some('('), _) => return Ok(first.product),
            _ => return Ok(self.pair(first, open.is_none())?.product),
        }
        self.next();
        let at_inner = self.reader.clone();
        let inner = self.operand()?;
        let inner = self.pair(inner, false)?;
        Ok(self.combined(':', first, inner, &at_inner)?.product)
    }

    /// Reads on behind an operand: a comma and the second half of a commutator, or a slash, as in sheets for
    /// blindfold solving. Where a list may be, single moves with commas between are one.
    fn pair(&mut self, first: Operand<P>, may_be_list: bool) -> Result<Operand<P>, TextError> {
        let before = self.reader.clone();
        let Some(separator) = self.reader.next_if(|c| matches!(c, ',' | '，' | '/')) else {
            return Ok(first);
        };
        let at_second = self.reader.clone();
        let second = self.operand()?;
        if may_be_list && separator != '/' && first.items == 1 && second.items < 2 {
            self.reader = before;
            let product = self.list(first.product)?;
            return Ok(Operand { product, items: 1 });
        }
        if may_be_list {
            let stands_for = if separator == '/' {
                "A B A' A' B' A"
            } else {
                "the commutator A B A' B'"
            };
            self.notes
                .push(format!("A{separator}B without brackets is {stands_for}"));
        }
        self.combined(separator, first, second, &at_second)
    }

    /// What two operands with a separator between them stand for: `A: B` is A B A', `A, B` is A B A' B', and
    /// `A/B` is A B A' A' B' A.
    fn combined(
        &mut self,
        separator: char,
        first: Operand<P>,
        second: Operand<P>,
        at_second: &Reader,
    ) -> Result<Operand<P>, TextError> {
        if first.items == 0 || second.items == 0 {
            let problem = format!("expected moves on both sides of {separator:?}");
            return Err(at_second.problem(problem));
        }
        let (a, b) = (first.product, second.product);
        let [undo_a, undo_b] = [a.inverse(), b.inverse()];
        let parts = match separator {
            ':' => vec![&a, &b, &undo_a],
            '/' => vec![&a, &b, &undo_a, &undo_a, &undo_b, &a],
            _ => vec![&a, &b, &undo_a, &undo_b],
        };
        let stored: usize = parts.iter().map(|part| part.stored()).sum();
        self.count(stored - a.stored() - b.stored())?;
        let mut product = self.rules.identity.clone();
        parts.into_iter().for_each(|part| product.append(part));
        Ok(Operand { product, items: 1 })
    }

    /// Reads single moves with commas between to the end, of which the first is read already.
    fn list(&mut self, mut product: P) -> Result<P, TextError> {
        let mut commas = 0;
        while self.reader.next_if(|c| matches!(c, ',' | '，')).is_some() {
            commas += 1;
            let at_comma = self.reader.clone();
            let operand = self.continued(product)?;
            let is_last = self.reader.peek().is_none();
            // a single comma could mean a commutator
            if operand.items > 1 || operand.items == 0 && !is_last || commas == 1 && is_last {
                return Err(misplaced(&at_comma, ','));
            }
            product = operand.product;
        }
        Ok(product)
    }

    /// Reads moves up to a separator, a closing bracket or the end.
    fn operand(&mut self) -> Result<Operand<P>, TextError> {
        self.continued(self.rules.identity.clone())
    }

    /// Continues `product` up to a separator, a closing bracket or the end.
    fn continued(&mut self, product: P) -> Result<Operand<P>, TextError> {
        let mut operand = Operand { product, items: 0 };
        let mut is_behind_space = false;
        loop {
            let at_item = self.reader.clone();
            let Some(c) = self.reader.next_if(|c| !")]},，:".contains(c)) else {
                return Ok(operand);
            };
            let is_apart = std::mem::replace(&mut is_behind_space, is_space(c));
            match c {
                '/' if self.reader.peek() != Some('/') => {
                    self.reader = at_item;
                    return Ok(operand);
                }
                ';' if self.depth > 0 => {
                    self.reader = at_item;
                    return Ok(operand);
                }
                // a pause
                '.' if is_apart && operand.items > 0 && self.reader.peek().is_none_or(is_space) => {
                }
                // unlike other commas it is only used in lists
                '、' => {}
                _ if is_space(c) => {}
                '#' => drop(markup::comment(&mut self.reader)),
                '@' if markup::is_at_date(&self.reader) => drop(markup::comment(&mut self.reader)),
                '/' if self.reader.next_if(|c| c == '/').is_some() => {
                    drop(markup::comment(&mut self.reader))
                }
                ';' if self.reader.peek().is_none_or(is_space) => {
                    let at_mark = self.reader.clone();
                    if markup::has_moves(&markup::comment(&mut self.reader)) {
                        return Err(at_mark.problem(
                            "expected a comment behind ';', found moves; each scramble has a line of its own",
                        ));
                    }
                }
                ';' => {
                    return Err(self.reader.problem(
                        "expected a space before the ';' of a comment, or moves without ';' between them",
                    ));
                }
                '.' | '。' if operand.items > 0 && markup::is_at_end(&self.reader) => {}
                '(' if self.depth == 0 && self.skip_length(&operand.product)? => {}
                '(' | '[' | '{' => {
                    operand.items += 1;
                    self.bracket(c, &mut operand.product)?;
                }
                _ => {
                    operand.items += 1;
                    self.reader = at_item;
                    let m = read_move(&mut self.reader, self.rules.size)?;
                    let before = operand.product.stored();
                    (self.rules.push)(&mut operand.product, m);
                    self.count((operand.product.stored() - before).max(1))?;
                }
            }
        }
    }

    /// Reads the rest of a bracket and appends what it stands for.
    fn bracket(&mut self, open: char, before: &mut P) -> Result<(), TextError> {
        let at_bracket = self.reader.clone();
        let is_inverse = open == '(' && self.rules.on_inverse.is_some();
        if self.depth == MAX_NESTING {
            let problem = format!("more than {MAX_NESTING} brackets inside each other");
            return Err(self.reader.problem(problem));
        }
        if is_inverse && self.depth > 0 {
            return Err(self.reader.problem(
                "this bracket means moves on the inverse and cannot stand inside another",
            ));
        }
        if open != '(' && self.reader.peek().is_some_and(|c| "]}".contains(c)) {
            return Err(self.reader.unexpected("moves in brackets"));
        }
        if open == '['
            && let Some((name, rotation)) = markup::old_rotation(&mut self.reader)
        {
            self.notes.push(format!(
                "[{name}] is the rotation {rotation}, as in old rules of competitions"
            ));
            let column = self.reader.column();
            let mut moves = Reader::new(&rotation);
            let m = read_move(&mut moves, self.rules.size)
                .map_err(|error| TextError { column, ..error })?;
            (self.rules.push)(before, m);
            return self.count(1);
        }
        self.depth += 1;
        let inside = self.body(Some(if open == '{' { '(' } else { open }))?;
        self.depth -= 1;
        let expected = match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        };
        match self.next() {
            Some(found) if found == expected => {}
            Some(found) => return Err(misplaced(&self.reader, found)),
            None => return Err(at_bracket.problem(format!("{open:?} is never closed"))),
        }
        let (count, inverted) = self.repeats();
        let is_bare = count.is_none() && !inverted;
        if let Some(on_inverse) = self.rules.on_inverse.as_mut().filter(|_| is_inverse) {
            let added = match is_bare {
                true => on_inverse(before, inside),
                false => Err(
                    "expected no repeat count or prime: these brackets mean moves on the inverse"
                        .into(),
                ),
            };
            return added.map_err(|problem| self.reader.problem(problem));
        }
        let count = count.unwrap_or(1);
        if !(1..=MAX_REPEATS).contains(&count) {
            let problem = format!("expected a repeat count from 1 to {MAX_REPEATS}");
            return Err(self.reader.problem(problem));
        }
        self.count(inside.stored().saturating_mul(count as usize - 1))?;
        let once = if inverted { inside.inverse() } else { inside };
        before.append(&once.power(count));
        Ok(())
    }

    /// Reads the repeat count after a bracket, as a suffix or as `x3`, and whether it is inverted. After a
    /// space `x` and `x2` are the rotation; `x3` is a repeat, as the rotation is written `x'`.
    fn repeats(&mut self) -> (Option<u32>, bool) {
        let suffix = suffix(&mut self.reader);
        if suffix != (None, false) {
            return suffix;
        }
        let mut ahead = self.reader.clone();
        ahead.skip_spaces();
        let is_apart = ahead.column() > self.reader.column();
        let mark = ahead.next_if(|c| matches!(c, 'x' | 'X' | '×' | '*'));
        if matches!(mark, Some('×' | '*')) {
            ahead.skip_spaces();
        }
        let count = mark.and_then(|_| ahead.decimal());
        let is_rotation = mark == Some('x')
            && (self.rules.is_in_link || is_apart && matches!(count, None | Some(1 | 2)));
        if is_rotation && is_apart && count == Some(2) && !self.rules.is_in_link {
            self.notes
                .push("x2 after a space is the rotation; (R U)2 repeats".into());
        }
        if count.is_none() || is_rotation {
            return (None, false);
        }
        self.reader = ahead;
        (count, false)
    }

    /// Skips the rest of `(20f*)` after its bracket, the length of the moves before it.
    fn skip_length(&mut self, product: &P) -> Result<bool, TextError> {
        let mut ahead = self.reader.clone();
        let Some((claimed, metric)) = markup::length(&mut ahead) else {
            return Ok(false);
        };
        let found = match metric {
            LengthUnit::None => product.length(Metric::HalfTurn),
            LengthUnit::Metric(metric) => product.length(metric),
            LengthUnit::Other => None,
        };
        // a group (3 R) is none: a number alone is a length only where moves are kept
        if metric == LengthUnit::None && found.is_none() {
            return Ok(false);
        }
        self.reader = ahead;
        match found.filter(|found| *found != claimed as usize) {
            Some(found) => Err(self.reader.problem(format!(
                "the text says {claimed} moves, but here are {found}"
            ))),
            None => Ok(true),
        }
    }

    fn next(&mut self) -> Option<char> {
        self.reader.next_if(|_| true)
    }

    /// Counts moves before they take memory or time.
    fn count(&mut self, moves: usize) -> Result<(), TextError> {
        self.moves = self.moves.saturating_add(moves);
        match self.moves > MAX_MOVES {
            true => {
                let problem = format!("more than {MAX_MOVES} moves or brackets");
                Err(self.reader.problem(problem))
            }
            false => Ok(()),
        }
    }
}

/// The error that a separator or closing bracket, the character read last, is in the wrong place.
fn misplaced(reader: &Reader, found: char) -> TextError {
    reader.problem(match found {
        ')' | ']' => format!("{found:?} closes nothing"),
        _ => {
            let separator = if found == ':' { ':' } else { ',' };
            format!(
                "expected {separator:?} only once, directly inside [ ], or commas between three single moves or more"
            )
        }
    })
}
