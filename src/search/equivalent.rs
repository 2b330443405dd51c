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
    /// By the index of the representative. Of those that were stopped, what was proved.
    answers: HashMap<IndexBytes, Answer>,
    /// Moves of the solutions in `answers`.
    moves: usize,
    /// Representatives that are being solved.
    in_progress: HashSet<IndexBytes>,
}

impl KnownAnswers {
    /// Answers by what is kept, or else by what `solve` makes of the representative. Waits if
    /// another thread is solving it. An answer that was kept took no nodes and probes.
    ///
    /// A search that was stopped is made again; should that be stopped, too, the answer is the
    /// one that proves more.
    ///
    /// # Errors
    /// Those of `solve`.
    pub fn solve<E>(
        &self,
        cube: &Cube,
        solve: impl FnOnce(&Cube) -> Result<Answer, E>,
    ) -> Result<Answer, E> {
        let representative = cube.representative_with_inverse();
        let key = IndexBytes::from_cube(&representative.cube);
        let answer = match self.recall_or_begin(key) {
            Some(answer) => answer,
            None => self.end(key, solve(&representative.cube))?,
        };
        Ok(led_back(answer, &representative))
    }

    /// A solution of `cube`, made of one of the cube that [`KnownAnswers::solve`] has solved in its
    /// place: of the best so far, say, that a [`Progress`](super::Progress) tells.
    pub fn lead_back(cube: &Cube, solution: &[Move]) -> Vec<Move> {
        solution_led_back(solution, &cube.representative_with_inverse())
    }

    /// The answer that is kept; with `None` the caller has to solve the representative.
    fn recall_or_begin(&self, key: IndexBytes) -> Option<Answer> {
        let kept = self.kept.lock().expect("no thread panics");
        let in_progress = |kept: &mut Kept| kept.in_progress.contains(&key);
        let kept = self.ended.wait_while(kept, in_progress);
        let mut kept = kept.expect("no thread panics");
        if let Some(answer) = kept.answers.get(&key)
            && answer.outcome != Outcome::Stopped
        {
            return Some(Answer {
                nodes: 0,
                probes: 0,
                ..answer.clone()
            });
        }
        kept.in_progress.insert(key);
        None
    }

    /// Keeps an answer, if there is room. Returns what to answer.
    fn end<E>(&self, key: IndexBytes, found: Result<Answer, E>) -> Result<Answer, E> {
        let mut kept = self.kept.lock().expect("no thread panics");
        kept.in_progress.remove(&key);
        self.ended.notify_all();
        let mut answer = found?;
        if let Some(earlier) = kept.answers.remove(&key) {
            kept.moves -= room(&earlier);
            if answer.outcome == Outcome::Stopped && proved(&earlier) > proved(&answer) {
                answer.solutions = earlier.solutions;
                answer.lower_bound = earlier.lower_bound;
            }
        }
        if kept.moves + room(&answer) <= MAX_KEPT_MOVES {
            kept.moves += room(&answer);
            kept.answers.insert(key, answer.clone());
        }
        Ok(answer)
    }
}

/// For how many moves an answer counts.
fn room(answer: &Answer) -> usize {
    let moves: usize = answer.solutions.iter().map(|moves| 1 + moves.len()).sum();
    moves.max(MIN_MOVES)
}

/// What orders stopped answers to one request: the greater the more is proved.
fn proved(answer: &Answer) -> (u8, usize) {
    (answer.lower_bound, answer.solutions.len())
}

/// The answer to the cube that the representative was made of.
fn led_back(mut answer: Answer, representative: &Representative) -> Answer {
    for solution in &mut answer.solutions {
        *solution = solution_led_back(solution, representative);
    }
    let length = |moves: &[Move]| answer.metric.length(moves);
    answer
        .solutions
        .sort_by(|a, b| length(a).cmp(&length(b)).then_with(|| a.cmp(b)));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn stopped(solutions: Vec<Vec<Move>>) -> Result<Answer, ()> {
        Ok(Answer {
            metric: Default::default(),
            solutions,
            lower_bound: 1,
            outcome: Outcome::Stopped,
            nodes: 0,
            probes: 0,
        })
    }

    #[test]
    fn answers_without_solutions_count_once() {
        let known = KnownAnswers::default();
        for scramble in ["R", "R U", "R"] {
            let cube = scramble.parse().unwrap();
            known.solve(&cube, |_| stopped(vec![])).unwrap();
        }
        let kept = known.kept.lock().expect("no thread panics");
        assert_eq!((kept.answers.len(), kept.moves), (2, 2 * MIN_MOVES));
    }

    #[test]
    fn of_answers_that_prove_as_much_the_last_counts() {
        let known = KnownAnswers::default();
        let cube = "R U".parse().unwrap();
        for m in [3, 8] {
            let solution = vec![Move::from_index(m)];
            let answer = known.solve(&cube, |_| stopped(vec![solution.clone()]));
            let led_back = KnownAnswers::lead_back(&cube, &solution);
            assert_eq!(answer.unwrap().solutions, [led_back]);
        }
    }

    /// Each solution counts for its moves and one more; what does not fit is not kept, and what does
    /// is, to the last move.
    #[test]
    fn there_is_room_for_so_many_moves() {
        let known = KnownAnswers::default();
        let keep = |scramble: &str, count: usize, moves: usize| {
            let solutions = vec![vec![Move::from_index(0); moves]; count];
            let key = IndexBytes::from_cube(&scramble.parse().unwrap());
            known.end(key, stopped(solutions)).unwrap();
            known.kept.lock().expect("no thread panics").moves
        };
        let most = MAX_KEPT_MOVES - MIN_MOVES;
        assert_eq!(keep("R", 32, MAX_KEPT_MOVES / 32 - 2), MAX_KEPT_MOVES - 32);
        assert_eq!(keep("R U", 1, MIN_MOVES - 1), most);
        assert_eq!(keep("R U F", 1, MIN_MOVES), most, "one too many");
        assert_eq!(keep("R U F2", 1, MIN_MOVES - 1), MAX_KEPT_MOVES);
    }
}
