use super::GoalSolution;
use super::way::{Sameness, Way};
use crate::cube::Metric;
use std::collections::HashMap;

/// The best ways through some steps that were found so far, no two of them the same.
pub struct Best {
    count: Option<usize>,
    /// Whether only the shortest in all are wanted, if there is no count.
    shortest_only: bool,
    max_moves: usize,
    metric: Metric,
    /// Whether the last step solves the cube.
    solves: bool,
    /// Whether directions that do not matter make ways different.
    variants: bool,
    /// The shortest first.
    found: Vec<Found>,
    /// The least length of those that are the same.
    known: HashMap<Sameness, usize>,
}

struct Found {
    length: usize,
    steps: Vec<GoalSolution>,
    sameness: Vec<Sameness>,
}

impl Best {
    pub fn new(
        count: Option<usize>,
        shortest_only: bool,
        max_moves: u8,
        metric: Metric,
        solves: bool,
        variants: bool,
    ) -> Best {
        Best {
            count,
            shortest_only: shortest_only && count.is_none(),
            max_moves: max_moves.into(),
            metric,
            solves,
            variants,
            found: vec![],
            known: HashMap::new(),
        }
    }

    /// Whether another way of this length in all would be one of the best.
    pub fn has_room_for(&self, length: usize) -> bool {
        let full = self.count.is_some_and(|count| self.found.len() >= count);
        let worst = self.found.last().map(|found| found.length);
        length <= self.max_moves
            && worst.is_none_or(|worst| match (full, self.shortest_only) {
                (true, _) => length < worst,
                (false, true) => length <= worst,
                (false, false) => true,
            })
    }

    /// Whether one that goes on like this, with a step of this length, could be one of the best.
    pub fn may_go_on(&self, way: &Way, length: u8, is_last: bool) -> bool {
        self.has_room_for(way.least_length(length, self.metric, self.solves, is_last))
    }

    /// Adds a way, if there is room, instead of a longer one that is the same.
    pub fn add(&mut self, way: &Way) {
        let length = way.length(self.metric, self.solves);
        if !self.has_room_for(length) {
            return;
        }
        let sameness = way.sameness(self.solves, self.variants);
        let mut known = sameness.iter().filter_map(|same| self.known.get(same));
        if known.any(|known| *known <= length) {
            return;
        }
        let is_other = |found: &Found| sameness.iter().all(|same| !found.sameness.contains(same));
        if sameness.iter().any(|same| self.known.contains_key(same)) {
            self.found.retain(is_other);
        }
        let same = sameness.iter().map(|same| (same.clone(), length));
        self.known.extend(same);
        let place = self.found.partition_point(|other| other.length <= length);
        let found = Found {
            length,
            steps: way.steps.clone(),
            sameness,
        };
        self.found.insert(place, found);
        self.found.truncate(self.count.unwrap_or(usize::MAX));
        if self.shortest_only {
            let shortest = self.found[0].length;
            self.found.retain(|found| found.length == shortest);
        }
    }

    /// The length of the shortest that was kept.
    pub fn shortest(&self) -> Option<usize> {
        self.found.first().map(|found| found.length)
    }

    /// All that were kept, the shortest first; of equal ones the first that was found.
    pub fn into_solutions(self) -> Vec<Vec<GoalSolution>> {
        self.found.into_iter().map(|found| found.steps).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Sequence;
    use crate::search::goals::GoalName;

    /// U R' on the normal scramble and R on the inverse make U R2. But R' might as well be R, and
    /// that makes U: the same to a person, and shorter.
    #[test]
    fn of_ways_that_are_the_same_the_shortest_is_kept() {
        let goal = GoalName::parse("eo-rl", None).unwrap();
        let goal = goal.goals(Metric::HalfTurn).remove(0);
        let moves = |moves| Sequence::parse(moves).unwrap().moves().to_vec();
        let way = |normal, inverse| {
            let (normal, inverse) = (moves(normal), moves(inverse));
            let step = GoalSolution {
                goal: 0,
                normal,
                inverse,
            };
            Way::default().then(step, &goal).unwrap()
        };
        let [long, short] = [way("U R'", "R"), way("U R", "R")];
        for ways in [[&long, &short], [&short, &long]] {
            let mut best = Best::new(None, false, 20, Metric::HalfTurn, true, false);
            ways.into_iter().for_each(|way| best.add(way));
            assert_eq!(best.shortest(), Some(1));
            assert_eq!(best.into_solutions(), std::slice::from_ref(&short.steps));
        }
    }
}
