//! The grammar of sequences: moves, groups, commutators, conjugates, repeats, comments.
//!
//! `(R U)3` repeats and `(R U)'` inverts; `(R U) x3`, `(R U)*3` and `(R U)^-1` are the same.
//! `[A, B]` is A B A' B', `[A: B]` is A B A', and so is `A: B` without brackets, to the end of the
//! text. Single moves may have commas between, and their number behind, `(20f*)`, which is
//! checked. A full stop may end the text. Comments go from `//`, `#` or `;` to the end of the line;
//! a `;` without any space beside it is an error. For headings and quotes see `heading.rs`.
//!
//! The parser descends recursively, at most [`MAX_NESTING`] brackets deep, and leaves the product
//! of the moves to a [`Builder`]: a sequence of the 3x3x3, or a permutation of facelets.

use super::block_move::{number, read_move, suffix};
use super::error::{MAX_MOVES, MAX_NESTING, MAX_REPEATS, SequenceError, SequenceProblem};
use super::heading::reader_of_moves;
use super::reader::{Reader, is_space};
use crate::cube::BlockMove;

/// Multiplies moves.
pub(super) trait Builder {
    /// A product of moves.
    type Product;

    /// Cubies along an edge.
    fn size(&self) -> usize;

    fn identity(&self) -> Self::Product;

    fn push(&mut self, product: &mut Self::Product, block: BlockMove);

    fn append(product: &mut Self::Product, more: &Self::Product);

    fn inverse(product: &Self::Product) -> Self::Product;

    /// The product `count` times, at least once.
    fn power(&self, product: &Self::Product, count: u32) -> Self::Product;

    /// Number of face turns (metric `f`) or quarter turns (`q`), if it is known.
    fn length(product: &Self::Product, metric: char) -> Option<usize>;

    /// Number of moves held in memory, which counts against [`MAX_MOVES`].
    fn stored_moves(product: &Self::Product) -> usize;
}

/// Receives round brackets that do not group: the product before them and the one inside.
pub(super) type OnInverse<'a, P> = &'a mut dyn FnMut(&P, P) -> Result<(), SequenceProblem>;

/// Reads a whole text. Time and memory are bounded by the length of the text and
/// [`MAX_MOVES`], whatever the repeat counts.
///
/// # Errors
/// The first place where the text is no sequence, and what was expected there.
pub(super) fn parse<'a, B: Builder>(
    text: &'a str,
    builder: &'a mut B,
    on_inverse: Option<OnInverse<'a, B::Product>>,
) -> Result<B::Product, SequenceError> {
    let reader = reader_of_moves(text)?;
    let before = reader.column().checked_sub(2);
    let before = before.and_then(|at| text.chars().nth(at));
    let parser = Parser {
        reader,
        after_space: before.is_none_or(is_space),
        builder,
        on_inverse,
        moves_on_inverse: 0,
        items: 0,
    };
    parser.parse()
}

/// Moves and brackets without a separator between them.
struct Part<P> {
    product: P,
    /// The number of moves and brackets.
    items: usize,
}

struct Parser<'a, B: Builder> {
    reader: Reader<'a>,
    /// Whether the character read last is a space, or there is none.
    after_space: bool,
    builder: &'a mut B,
    /// Receives round brackets, unless they group.
    on_inverse: Option<OnInverse<'a, B::Product>>,
    /// Moves given to `on_inverse`.
    moves_on_inverse: usize,
    /// Moves and brackets read so far.
    items: usize,
}

impl<B: Builder> Parser<'_, B> {
    /// The whole text: one part, a list of moves with commas, or a conjugate without brackets.
    fn parse(mut self) -> Result<B::Product, SequenceError> {
        let mut whole = self.builder.identity();
        let mut commas: Vec<usize> = vec![];
        loop {
            let part = self.part(whole, 0, 0)?;
            let column = self.reader.column();
            match self.take() {
                None if commas.len() == 1 || !commas.is_empty() && part.items > 1 => {
                    let problem = SequenceProblem::Separator(',');
                    let column = commas[0];
                    return Err(SequenceError { column, problem });
                }
                None => return Ok(part.product),
                Some(',' | '，') if part.items == 1 => {
                    whole = part.product;
                    commas.push(column);
                }
                Some(':') if commas.is_empty() && part.items > 0 => {
                    return self.conjugate_to_the_end(part, column);
                }
                Some(found) => return Err(self.misplaced(found)),
            }
        }
    }

    /// What follows a colon, of which `column` is the place, conjugated by `first`.
    fn conjugate_to_the_end(
        &mut self,
        first: Part<B::Product>,
        column: usize,
    ) -> Result<B::Product, SequenceError> {
        let identity = self.builder.identity();
        let last = self.part(identity, B::stored_moves(&first.product), 0)?;
        if let Some(found) = self.take() {
            return Err(self.misplaced(found));
        }
        let combined = match last.items {
            0 => Err(SequenceProblem::EmptyPart(':')),
            _ => self.combine(':', first.product, &last.product, 0),
        };
        combined.map_err(|problem| SequenceError { column, problem })
    }

    /// Continues `product` up to a separator, a closing bracket or the end, inside of `depth`
    /// brackets. `outside` is the number of moves stored for what stands before.
    fn part(
        &mut self,
        product: B::Product,
        outside: usize,
        depth: usize,
    ) -> Result<Part<B::Product>, SequenceError> {
        let mut part = Part { product, items: 0 };
        let ends = |c: char| matches!(c, ')' | ']' | ',' | '，' | ':');
        while self.reader.peek().is_some_and(|c| !ends(c)) {
            let is_apart = self.after_space;
            let Some(c) = self.take() else { break };
            match c {
                _ if is_space(c) => {}
                '#' => self.skip_comment(),
                ';' if !is_apart && self.reader.peek().is_some_and(|c| !is_space(c)) => {
                    return Err(self.error(SequenceProblem::Semicolon));
                }
                ';' => self.skip_comment(),
                '/' if self.reader.next_if(|c| c == '/').is_some() => self.skip_comment(),
                // unlike other commas it is only used in lists
                '、' => {}
                '.' | '。' if part.items > 0 && self.is_at_end() => {}
                '(' if depth == 0 && self.skip_length(&part.product)? => {}
                '(' | '[' => self.bracket(c, &mut part, outside, depth)?,
                _ => {
                    self.count_item(&mut part)?;
                    let block = read_move(&mut self.reader, c, self.builder.size());
                    let block = block.map_err(|problem| self.error(problem))?;
                    self.builder.push(&mut part.product, block);
                    let stored = outside + B::stored_moves(&part.product);
                    self.check_capacity(stored)
                        .map_err(|problem| self.error(problem))?;
                }
            }
        }
        Ok(part)
    }

    /// Reads the rest of a bracket and appends what it stands for.
    fn bracket(
        &mut self,
        open: char,
        before: &mut Part<B::Product>,
        outside: usize,
        depth: usize,
    ) -> Result<(), SequenceError> {
        let column = self.reader.column() - 1;
        self.count_item(before)?;
        if depth == MAX_NESTING {
            return Err(self.error(SequenceProblem::TooDeep));
        }
        if self.on_inverse.is_some() && open == '(' && depth > 0 {
            return Err(self.error(SequenceProblem::InverseInsideBracket));
        }
        let outside = outside + B::stored_moves(&before.product);
        let identity = self.builder.identity();
        let first = self.part(identity, outside, depth + 1)?;
        let separator = self.separator(open, &first)?;
        let last = match separator {
            None => None,
            Some(_) => {
                let (identity, first) = (self.builder.identity(), B::stored_moves(&first.product));
                Some(self.part(identity, outside + first, depth + 1)?)
            }
        };
        self.close(open, column)?;
        let inside = match (separator, last) {
            (Some(separator), Some(last)) => match last.items {
                0 => Err(SequenceProblem::EmptyPart(separator)),
                _ => self.combine(separator, first.product, &last.product, outside),
            },
            _ => Ok(first.product),
        };
        let inside = inside.map_err(|problem| self.error(problem))?;
        let (count, inverted) = self.repeats();
        let is_bare = count.is_none() && !inverted;
        let appended = match &mut self.on_inverse {
            _ if open == '[' && separator.is_none() && is_bare => Err(SequenceProblem::NoSeparator),
            Some(_) if open == '(' && !is_bare => Err(SequenceProblem::SuffixOnInverse),
            Some(on_inverse) if open == '(' => {
                self.moves_on_inverse += B::stored_moves(&inside);
                on_inverse(&before.product, inside)
            }
            _ => self
                .power(inside, count.unwrap_or(1), inverted, outside)
                .map(|power| B::append(&mut before.product, &power)),
        };
        appended.map_err(|problem| self.error(problem))
    }

    /// The separator in square brackets, if there is one.
    fn separator(
        &mut self,
        open: char,
        first: &Part<B::Product>,
    ) -> Result<Option<char>, SequenceError> {
        if open != '[' || !self.reader.peek().is_some_and(|c| ",，:".contains(c)) {
            return Ok(None);
        }
        let separator = match self.take() {
            Some(':') => ':',
            _ => ',',
        };
        match first.items {
            0 => Err(self.error(SequenceProblem::EmptyPart(separator))),
            _ => Ok(Some(separator)),
        }
    }

    /// Reads the bracket that closes the one at `column`.
    fn close(&mut self, open: char, column: usize) -> Result<(), SequenceError> {
        let expected = if open == '(' { ')' } else { ']' };
        match self.take() {
            Some(found) if found == expected => Ok(()),
            Some(found @ (')' | ']')) => {
                Err(self.error(SequenceProblem::WrongBracket { expected, found }))
            }
            Some(found) => Err(self.misplaced(found)),
            None => Err(SequenceError {
                column,
                problem: SequenceProblem::NeverClosed(open),
            }),
        }
    }

    /// The repeat count after a bracket, as a suffix or as `x3`, and whether it is inverted.
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
    fn combine(
        &self,
        separator: char,
        first: B::Product,
        last: &B::Product,
        outside: usize,
    ) -> Result<B::Product, SequenceProblem> {
        let length = 2 * (B::stored_moves(&first) + B::stored_moves(last));
        self.check_capacity(outside + length)?;
        let first_inverse = B::inverse(&first);
        let mut whole = first;
        B::append(&mut whole, last);
        B::append(&mut whole, &first_inverse);
        if separator == ',' {
            B::append(&mut whole, &B::inverse(last));
        }
        Ok(whole)
    }

    fn power(
        &self,
        inside: B::Product,
        count: u32,
        inverted: bool,
        outside: usize,
    ) -> Result<B::Product, SequenceProblem> {
        if !(1..=MAX_REPEATS).contains(&count) {
            return Err(SequenceProblem::RepeatCount);
        }
        let length = B::stored_moves(&inside).saturating_mul(count as usize);
        self.check_capacity(outside.saturating_add(length))?;
        let once = if inverted {
            B::inverse(&inside)
        } else {
            inside
        };
        Ok(self.builder.power(&once, count))
    }

    /// Skips the rest of `(20f*)` after its bracket, the length of the moves before it.
    fn skip_length(&mut self, product: &B::Product) -> Result<bool, SequenceError> {
        let mut ahead = self.reader.clone();
        let said = number(&mut ahead);
        let metric = ahead.next_if(|c| matches!(c, 'f' | 'q'));
        ahead.next_if(|c| c == '*');
        let closed = ahead.next_if(|c| c == ')');
        let found = metric.and_then(|metric| B::length(product, metric));
        let (Some(said), Some(found), Some(_)) = (said, found, closed) else {
            return Ok(false);
        };
        self.reader = ahead;
        if said as usize != found {
            return Err(self.error(SequenceProblem::Length { said, found }));
        }
        Ok(true)
    }

    fn take(&mut self) -> Option<char> {
        let c = self.reader.next_if(|_| true)?;
        self.after_space = is_space(c);
        Some(c)
    }

    fn skip_comment(&mut self) {
        while self.reader.next_if(|c| c != '\n').is_some() {}
    }

    /// Whether nothing but a comment follows.
    fn is_at_end(&self) -> bool {
        let mut ahead = self.reader.clone();
        ahead.skip_spaces();
        ahead.peek().is_none_or(|c| matches!(c, '/' | '#' | ';'))
    }

    fn count_item(&mut self, part: &mut Part<B::Product>) -> Result<(), SequenceError> {
        part.items += 1;
        self.items += 1;
        match self.items > MAX_MOVES {
            true => Err(self.error(SequenceProblem::TooLong)),
            false => Ok(()),
        }
    }

    fn check_capacity(&self, stored: usize) -> Result<(), SequenceProblem> {
        match stored.saturating_add(self.moves_on_inverse) > MAX_MOVES {
            true => Err(SequenceProblem::TooLong),
            false => Ok(()),
        }
    }

    /// The error of a separator or closing bracket in the wrong place.
    fn misplaced(&self, found: char) -> SequenceError {
        self.error(match found {
            ')' | ']' => SequenceProblem::ClosesNothing { found },
            ':' => SequenceProblem::Separator(':'),
            _ => SequenceProblem::Separator(','),
        })
    }

    /// An error at the character read last.
    fn error(&self, problem: SequenceProblem) -> SequenceError {
        let column = self.reader.column() - 1;
        SequenceError { column, problem }
    }
}
