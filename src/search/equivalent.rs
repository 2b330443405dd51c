//! Equivalent cubes need to be solved only once.

use super::request::{Answer, Ending};
use crate::cube::{Cube, Move, Representative, Sequence};
use crate::representation::{IndexBytes, Representation};
use std::collections::HashMap;
use std::sync::Mutex;

/// Moves of solutions to keep at most; what is found after that is not kept.
const MAX_KEPT_MOVES: usize = 4 << 20;

/// Keeps the answers to one request, to give them again for cubes that a transformation or
/// inversion makes of one answered before.
///
/// It is the representative that is solved, so that the answer to a cube does not depend on
/// which others were asked for.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// By the index of the representative.
    answers: HashMap<IndexBytes, Answer>,
    moves: usize,
}

impl KnownAnswers {
    /// Answers by what is kept, or else by what `solve` makes of the representative. An answer
    /// that was kept took no nodes and probes.
    pub fn solve(&self, cube: &Cube, solve: impl FnOnce(&Cube) -> Answer) -> Answer {
        let representative = cube.representative_with_inverse();
        let key = IndexBytes::from_cube(&representative.cube);
        let answer = self.recall(&key).unwrap_or_else(|| {
            let answer = solve(&representative.cube);
            self.keep(key, &answer);
            answer
        });
        led_back(answer, &representative)
    }

    fn recall(&self, key: &IndexBytes) -> Option<Answer> {
        let kept = self.kept.lock().expect("no thread panics");
        let answer = kept.answers.get(key)?;
        Some(Answer {
            nodes: 0,
            probes: 0,
            ..answer.clone()
        })
    }

    fn keep(&self, key: IndexBytes, answer: &Answer) {
        let moves: usize = answer.solutions.iter().map(|moves| 1 + moves.len()).sum();
        let mut kept = self.kept.lock().expect("no thread panics");
        if answer.ending != Ending::Stopped && kept.moves + moves <= MAX_KEPT_MOVES {
            kept.moves += moves;
            kept.answers.insert(key, answer.clone());
        }
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
