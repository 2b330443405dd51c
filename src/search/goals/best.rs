use super::GoalSolution;
use crate::cube::Metric;

/// The best ways through some steps that were found so far.
pub struct Best {
    count: Option<usize>,
    /// Whether only the shortest in all are wanted, if there is no count.
    shortest_only: bool,
    max_moves: usize,
    metric: Metric,
    /// With their lengths, the shortest first.
    found: Vec<(usize, Vec<GoalSolution>)>,
}

impl Best {
    pub fn new(count: Option<usize>, shortest_only: bool, max_moves: u8, metric: Metric) -> Best {
        Best {
            count,
            shortest_only: shortest_only && count.is_none(),
            max_moves: max_moves.into(),
            metric,
            found: vec![],
        }
    }

    /// Whether another way of this length in all would be one of the best.
    pub fn has_room_for(&self, length: usize) -> bool {
        let full = self.count.is_some_and(|count| self.found.len() >= count);
        let worst = self.found.last().map(|(length, _)| *length);
        length <= self.max_moves
            && worst.is_none_or(|worst| match (full, self.shortest_only) {
                (true, _) => length < worst,
                (false, true) => length <= worst,
                (false, false) => true,
            })
    }

    /// Adds a way, if there is room.
    pub fn add(&mut self, steps: &[GoalSolution]) {
        let length = steps.iter().map(|step| step.length(self.metric)).sum();
        if !self.has_room_for(length) {
            return;
        }
        let place = self.found.partition_point(|(other, _)| *other <= length);
        self.found.insert(place, (length, steps.to_vec()));
        self.found.truncate(self.count.unwrap_or(usize::MAX));
        if self.shortest_only {
            let shortest = self.found[0].0;
            self.found.retain(|(length, _)| *length == shortest);
        }
    }

    /// All that were kept, the shortest first; of equal ones the first that was found.
    pub fn into_solutions(self) -> Vec<Vec<GoalSolution>> {
        self.found.into_iter().map(|(_, steps)| steps).collect()
    }
}
