//! Equivalent cubes need to be solved only once.

use super::request::{Answer, Outcome};
use crate::cube::{Cube, Move, Representative, Sequence};
use crate::representation::{IndexBytes, Representation};
use std::collections::{HashMap, HashSet};
use std::sync::{Condvar, Mutex};

/// Moves of solutions to keep at most; what is found after that is not kept.
const MAX_KEPT_MOVES: usize = 1 << 20;

/// For how many moves an answer counts at least: without any solution it takes memory too.
const MIN_MOVES: usize = 16;

/// Keeps the answers to one request, to give them again for cubes that a transformation or
/// inversion makes of one answered before.
///
/// It is the representative that is solved, so that the answer to a cube does not depend on
/// which others were asked for.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    /// By the index of the representative.
    answers: HashMap<IndexBytes, Answer>,
    /// Moves of the solutions in `answers`.
    moves: usize,
    /// Representatives that are being solved.
    in_progress: HashSet<IndexBytes>,
}

impl KnownAnswers {
    /// Answers by what is kept, or else by what `solve` makes of the representative. Waits if
    /// another thread is solving it. An answer that was kept took no nodes and probes.
    pub fn solve(&self, cube: &Cube, solve: impl FnOnce(&Cube) -> Answer) -> Answer {
        let representative = cube.representative_with_inverse();
        let key = IndexBytes::from_cube(&representative.cube);
        let answer = self.recall_or_begin(key).unwrap_or_else(|| {
            let answer = solve(&representative.cube);
            self.end(key, &answer);
            answer
        });
        led_back(answer, &representative)
    }

    /// The answer that is kept; with `None` the caller has to solve the representative.
    fn recall_or_begin(&self, key: IndexBytes) -> Option<Answer> {
        let kept = self.kept.lock().expect("no thread panics");
        let in_progress = |kept: &mut Kept| kept.in_progress.contains(&key);
        let kept = self.ended.wait_while(kept, in_progress);
        let mut kept = kept.expect("no thread panics");
        if let Some(answer) = kept.answers.get(&key) {
            return Some(Answer {
                nodes: 0,
                probes: 0,
                ..answer.clone()
            });
        }
        kept.in_progress.insert(key);
        None
    }

    fn end(&self, key: IndexBytes, answer: &Answer) {
        let moves: usize = answer.solutions.iter().map(|moves| 1 + moves.len()).sum();
        let moves = moves.max(MIN_MOVES);
        let mut kept = self.kept.lock().expect("no thread panics");
        kept.in_progress.remove(&key);
        if answer.outcome != Outcome::Stopped && kept.moves + moves <= MAX_KEPT_MOVES {
            kept.moves += moves;
            kept.answers.insert(key, answer.clone());
        }
        drop(kept);
        self.ended.notify_all();
    }
}

/// The answer to the cube that the representative was made of.
fn led_back(mut answer: Answer, representative: &Representative) -> Answer {
    for solution in &mut answer.solutions {
        *solution = solution_led_back(solution, representative);
    }
    answer
        .solutions
        .sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    answer
}

/// If `s · x · s⁻¹ · m` is solved, so is `x · s⁻¹ · m · s`. If it was made of `x⁻¹`, then
/// `s⁻¹ · m · s` leads to `x`, and its inverse back.
fn solution_led_back(solution: &[Move], representative: &Representative) -> Vec<Move> {
    let back = representative.transformation.inverse();
    let mut sequence = Sequence::from(solution.to_vec()).conjugate(back);
    if representative.inverted {
        sequence = sequence.inverse();
    }
    sequence.cleaned().moves().to_vec()
}

#[test]
fn answers_without_solutions_count() {
    let known = KnownAnswers::default();
    known.solve(&Cube::SOLVED, |_| Answer {
        solutions: vec![],
        lower_bound: 1,
        outcome: Outcome::NoneWithinMaxMoves,
        nodes: 0,
        probes: 0,
    });
    let kept = known.kept.lock().expect("no thread panics");
    assert_eq!((kept.answers.len(), kept.moves), (1, MIN_MOVES));
}
