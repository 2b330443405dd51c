//! Iterative deepening over the roots of a search: shorter lengths first, with one bound for all roots.

use super::answer::Outcome;
use super::control::Control;
use std::ops::ControlFlow;

/// How far the roots of a search have been searched. It goes on from one [`SearchLength`] to the next.
pub struct Deepening<'a> {
    control: &'a Control<'a>,
    max_length: u8,
    /// From one length to the next.
    step: u8,
    /// By root the length to search for next: all shorter solutions are known.
    lengths: Vec<u8>,
    /// Length of the shortest solutions, once one is known.
    shortest: Option<u8>,
}

/// A search for the solutions of one length.
pub trait SearchLength {
    /// A lower bound for solutions of a root that are not shorter than `length`.
    fn lower_bound(&self, root: usize, length: u8) -> u8;

    /// Breaks before a length that is not to be searched for: with the outcome of the search, or with none if
    /// another one has to go on.
    fn check(&self, length: u8) -> ControlFlow<Option<Outcome>>;

    /// Searches for the solutions of a root of exactly this length. Breaks at a limit, and with
    /// [`Outcome::Complete`] if no more solutions are requested.
    fn search_root(&mut self, root: usize, length: u8) -> ControlFlow<Outcome>;

    /// The number of solutions that are known.
    fn count(&self) -> usize;
}

impl<'a> Deepening<'a> {
    /// From these lengths of the roots on, in steps of `step`.
    pub fn new(control: &'a Control<'a>, lengths: Vec<u8>, step: u8, max_length: u8) -> Self {
        Deepening {
            control,
            max_length,
            step,
            lengths,
            shortest: None,
        }
    }

    /// Searches one length after the other. Returns no outcome if another search has to go on.
    pub fn deepen(&mut self, search: &mut impl SearchLength) -> Option<Outcome> {
        loop {
            let length = self.next_length(search);
            if self.control.is_proven() {
                return Some(Outcome::Complete);
            }
            if length > self.last_length() {
                return Some(match self.shortest {
                    Some(_) => Outcome::Complete,
                    None => Outcome::NoneWithinMaxMoves,
                });
            }
            if let ControlFlow::Break(outcome) = search.check(length) {
                return outcome;
            }
            if let ControlFlow::Break(outcome) = self.search_length(search, length) {
                let is_proven = self.control.is_proven();
                return Some(if is_proven {
                    Outcome::Complete
                } else {
                    outcome
                });
            }
        }
    }

    /// The least length of any root, which is a lower bound while no solution is known.
    fn next_length(&mut self, search: &impl SearchLength) -> u8 {
        for (root, length) in self.lengths.iter_mut().enumerate() {
            *length = search.lower_bound(root, *length);
        }
        let next = self.lengths.iter().copied().min();
        let next = next.expect("a search has a root");
        if self.shortest.is_none() {
            self.control.raise_lower_bound(next);
        }
        next
    }

    fn last_length(&self) -> u8 {
        let extra = self.control.bounds.extra;
        let last = self.shortest.map(|length| length.saturating_add(extra));
        last.unwrap_or(u8::MAX).min(self.max_length)
    }

    fn search_length(
        &mut self,
        search: &mut impl SearchLength,
        length: u8,
    ) -> ControlFlow<Outcome> {
        self.control.begin(length)?;
        for root in 0..self.lengths.len() {
            if self.lengths[root] != length {
                continue;
            }
            let searched = search.search_root(root, length);
            if search.count() > 0 {
                self.shortest.get_or_insert(length);
            }
            if searched == ControlFlow::Break(Outcome::Complete) {
                self.control.end(search.count());
            }
            searched?;
            self.lengths[root] = length.saturating_add(self.step);
        }
        self.next_length(search);
        self.control.end(search.count());
        ControlFlow::Continue(())
    }
}
