//! Steps made one after the other, with moves of one face made as one where they meet.

use super::GoalSolution;
use super::goal::Goal;
use crate::cube::{Metric, Move, MoveSet, merge};

/// Steps that were made, and what is left of their moves.
#[derive(Clone, Default)]
pub struct Way {
    pub steps: Vec<GoalSolution>,
    normal: Side,
    inverse: Side,
}

/// The moves on one scramble.
#[derive(Clone, Default)]
struct Side {
    /// Canonical.
    made: Vec<Move>,
    /// The same, but each quarter turn with which a step ended clockwise if either direction
    /// leads to its goal.
    alike: Vec<Move>,
    /// The half turns that exchange the directions of those that were added last.
    exchange: MoveSet,
}

/// The moves of a way on both scrambles, and if it is of one step its goal: what makes it the same
/// as others.
pub type Sameness = (Option<usize>, Vec<Move>, Vec<Move>);

impl Way {
    /// With another step, to `goal`; `None` if it takes back a move of those before.
    pub fn then(&self, step: GoalSolution, goal: &Goal) -> Option<Way> {
        let mut way = self.clone();
        way.normal.add_step(&step.normal, goal)?;
        way.inverse.add_step(&step.inverse, goal)?;
        way.steps.push(step);
        Some(way)
    }

    /// The length of what is left; of a way that `solves` the cube as one solution.
    pub fn length(&self, metric: Metric, solves: bool) -> usize {
        let (normal, inverse) = left(&self.normal.made, &self.inverse.made, solves);
        metric.length(&normal) + metric.length(&inverse)
    }

    /// No way that goes on from here with a step of this length is shorter in all; `is_last` if
    /// no other step follows.
    ///
    /// Moves that meet are made as one only in the last run of moves about one axis, which
    /// saves one for each there at most. In quarter turns it saves two, as in R R2, and a half
    /// turn in a last run may yet become a quarter turn; other steps never make a way shorter.
    pub fn least_length(&self, length: u8, metric: Metric, solves: bool, is_last: bool) -> usize {
        const MOST_IN_RUNS: usize = 4;
        let (length, most) = (usize::from(length), usize::from(metric.half_turn()));
        let [normal, inverse] = [&self.normal, &self.inverse].map(Side::last_run);
        let in_all = self.length(metric, false) + length;
        let where_steps_meet = match metric {
            Metric::HalfTurn => (normal + inverse).min(length),
            Metric::QuarterTurn => most * (normal + inverse),
        };
        let where_scrambles_meet = if solves { most * inverse } else { 0 };
        let later = if is_last {
            0
        } else {
            (most - 1) * MOST_IN_RUNS
        };
        in_all.saturating_sub(where_steps_meet + where_scrambles_meet + later)
    }

    /// Ways that have one of these in common are the same to a person: they leave the same
    /// moves, or unless `variants` count they differ by directions that do not matter.
    pub fn sameness(&self, solves: bool, variants: bool) -> Vec<Sameness> {
        let goal = match &self.steps[..] {
            [only] => Some(only.goal),
            _ => None,
        };
        let same = |side: fn(&Side) -> &Vec<Move>| {
            let (normal, inverse) = left(side(&self.normal), side(&self.inverse), solves);
            (goal, normal, inverse)
        };
        let mut all = vec![same(|side| &side.made)];
        if !variants {
            all.push(same(|side| &side.alike));
        }
        all
    }
}

/// What is left of canonical moves on the normal and on the inverse scramble; of a way that
/// solves the cube all of it as moves on the normal one.
pub fn left(normal: &[Move], inverse: &[Move], solves: bool) -> (Vec<Move>, Vec<Move>) {
    if !solves {
        return (normal.to_vec(), inverse.to_vec());
    }
    let mut whole = normal.to_vec();
    for m in inverse.iter().rev() {
        merge(&mut whole, m.inverse());
    }
    (whole, vec![])
}

impl Side {
    /// Adds the moves of a step; `None` if one takes back another that is there.
    fn add_step(&mut self, moves: &[Move], goal: &Goal) -> Option<()> {
        for (n, &m) in moves.iter().enumerate() {
            let count = self.made.len();
            merge(&mut self.made, m);
            if self.made.len() < count {
                return None;
            }
            if self.exchange.contains(m) {
                continue;
            }
            if !self.exchange.iter().all(|half| half.shares_axis(m)) {
                self.exchange = MoveSet::EMPTY;
            }
            let half_turn = Move::new(m.face(), 2);
            // whichever direction the one before had, with this one it makes a half turn
            let meets_alike = self.exchange.contains(half_turn);
            let is_in_last_run = moves[n..].iter().all(|later| later.shares_axis(m));
            let either_way = is_in_last_run && goal.turns_either_way(m);
            self.exchange = match either_way && !meets_alike {
                true => self.exchange.with(half_turn),
                false => self.exchange.difference(MoveSet::EMPTY.with(half_turn)),
            };
            let clockwise = either_way || meets_alike;
            let turns = if clockwise { 1 } else { m.turns() };
            merge(&mut self.alike, Move::new(m.face(), turns));
        }
        Some(())
    }

    /// How many moves the last run about one axis has.
    fn last_run(&self) -> usize {
        let moves = self.made.iter().rev();
        let run = |last: &Move| moves.clone().take_while(|m| m.shares_axis(*last)).count();
        self.made.last().map_or(0, run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::search::goals::GoalName;

    fn moves(moves: &str) -> Vec<Move> {
        Sequence::parse(moves).unwrap().moves().to_vec()
    }

    fn way(normal: &str, inverse: &str) -> Way {
        let side = |made| Side {
            made: moves(made),
            ..Side::default()
        };
        Way {
            steps: vec![],
            normal: side(normal),
            inverse: side(inverse),
        }
    }

    /// By hand: ten moves, eleven quarter turns, and three more. One run of the next step can meet
    /// R2, and a half turn that is left may become a quarter turn in each of four.
    #[test]
    fn moves_that_meet_make_a_way_shorter() {
        let before = way("R U F R U F R U F R2", "");
        for (is_last, quarter_turns) in [(true, 12), (false, 8)] {
            let least = |metric| before.least_length(3, metric, false, is_last);
            assert_eq!(least(Metric::QuarterTurn), quarter_turns);
            assert_eq!(least(Metric::HalfTurn), 12);
        }
        // two more on the inverse scramble, which meet the next step, too, or the normal one
        let before = way("R U F R U F R U F R2", "F B");
        for (solves, half_turns, quarter_turns) in [(false, 12, 10), (true, 10, 6)] {
            let least = |metric| before.least_length(3, metric, solves, true);
            assert_eq!(least(Metric::HalfTurn), half_turns);
            assert_eq!(least(Metric::QuarterTurn), quarter_turns);
        }
    }

    /// Where either direction leads to the goal a last quarter turn counts as clockwise, and a half
    /// turn of the same face next to it changes nothing.
    #[test]
    fn directions_that_do_not_matter_are_alike() {
        let goal = |name: &str| {
            let name = GoalName::parse(name, None).unwrap();
            name.goals(Metric::HalfTurn).remove(0)
        };
        let alike = |name: &str, steps: &[&str]| {
            let mut side = Side::default();
            for step in steps {
                side.add_step(&moves(step), &goal(name)).unwrap();
            }
            side.alike
        };
        assert_eq!(alike("eo-fb", &["F'"]), moves("F"));
        assert_eq!(alike("eo-fb", &["F'", "B2 F2"]), moves("F B2"));
        assert_eq!(alike("eo-fb", &["F'", "U F2"]), moves("F U F2"));
        assert_eq!(alike("eo-fb", &["F' U2"]), moves("F' U2"));
        assert_eq!(alike("cross-d", &["R'"]), moves("R'"));
        assert_eq!(alike("cross-d", &["R'", "R2"]), moves("R"));
        // a second one, whose direction does matter, makes a half turn with either
        for m in ["F", "F'"] {
            let mut side = Side::default();
            side.add_step(&moves(m), &goal("eo-fb")).unwrap();
            side.add_step(&moves(m), &goal("cross-d")).unwrap();
            assert_eq!((&side.made, &side.alike), (&moves("F2"), &moves("F2")));
            side.add_step(&moves("F"), &goal("cross-d")).unwrap();
            assert_eq!((&side.made, &side.alike), (&moves("F'"), &moves("F'")));
        }
    }
}
