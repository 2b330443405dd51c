use super::path::{Path, PathKey};
use crate::cube::Metric;
use crate::goals::GoalChain;
use crate::search::{Bounds, Query};
use std::collections::HashMap;

/// The best paths found so far, no two of them equivalent.
pub struct BestPaths {
    count: Option<usize>,
    /// Whether to keep only the shortest.
    shortest_only: bool,
    max_length: u8,
    metric: Metric,
    /// Whether the last step solves the cube.
    solves: bool,
    /// Whether paths with other directions of last quarter turns are different ones.
    variants: bool,
    /// Shortest first.
    paths: Vec<KeptPath>,
    /// The length of the shortest path found with each key.
    lengths: HashMap<PathKey, usize>,
}

struct KeptPath {
    length: usize,
    keys: Vec<PathKey>,
    path: Path,
}

impl BestPaths {
    /// No paths; those of at most this length are kept. Of several steps without a number of solutions only
    /// the shortest are.
    pub fn new(query: &Query, bounds: &Bounds, max_length: u8) -> BestPaths {
        let chain = query.goal.as_ref();
        let has_several_steps = chain.is_some_and(|chain| chain.len() > 1);
        BestPaths {
            count: bounds.count,
            shortest_only: has_several_steps && bounds.count.is_none(),
            max_length,
            metric: bounds.metric,
            solves: chain.is_some_and(GoalChain::solves_cube),
            variants: query.all || query.unique,
            paths: vec![],
            lengths: HashMap::new(),
        }
    }

    /// The greatest length of another path that would be one of the best; `None` if none would.
    pub fn max_useful_length(&self) -> Option<u8> {
        let full = self.count.is_some_and(|count| self.paths.len() >= count);
        let longest = match self.paths.last() {
            Some(last) if full => last.length.checked_sub(1)?,
            Some(last) if self.shortest_only => last.length,
            _ => return Some(self.max_length),
        };
        Some(longest as u8)
    }

    /// Adds a path if it is one of the best; it replaces longer ones that are equivalent.
    pub fn add(&mut self, path: Path) {
        let length = path.length(self.metric, self.solves);
        if self
            .max_useful_length()
            .is_none_or(|max| length > max.into())
        {
            return;
        }
        let keys = path.keys(self.solves, self.variants);
        let mut known = keys.iter().filter_map(|key| self.lengths.get(key));
        if known.any(|known| *known <= length) {
            return;
        }
        if keys.iter().any(|key| self.lengths.contains_key(key)) {
            let is_other = |kept: &KeptPath| keys.iter().all(|key| !kept.keys.contains(key));
            self.paths.retain(is_other);
        }
        self.lengths
            .extend(keys.iter().map(|key| (key.clone(), length)));
        let place = self.paths.partition_point(|kept| kept.length <= length);
        let kept = KeptPath { length, keys, path };
        self.paths.insert(place, kept);
        self.paths.truncate(self.count.unwrap_or(usize::MAX));
        if self.shortest_only {
            let shortest = self.paths[0].length;
            self.paths.retain(|kept| kept.length == shortest);
        }
    }

    pub fn shortest(&self) -> Option<u8> {
        self.paths.first().map(|kept| kept.length as u8)
    }

    pub fn count(&self) -> usize {
        self.paths.len()
    }

    pub fn into_paths(self) -> impl Iterator<Item = Path> {
        self.paths.into_iter().map(|kept| kept.path)
    }

    /// All paths, shortest first; those of one length in the order in which they were found.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(|kept| &kept.path)
    }
}

#[cfg(test)]
mod tests {
    use super::super::path::StepMoves;
    use super::*;
    use crate::cube::Sequence;

    /// U R' on the normal scramble and R on the inverse make U R2. With R in place of R' they make
    /// U: equivalent under the direction of the last quarter turn, and shorter.
    #[test]
    fn shortest_of_equivalent_paths_is_kept() {
        let chain: GoalChain = "eo-rl".parse().unwrap();
        let goal = &chain.goals()[0][0];
        let moves = |moves| Sequence::parse(moves).unwrap().moves().to_vec();
        let path = |normal, inverse| {
            let step = StepMoves {
                goal: 0,
                normal: moves(normal),
                inverse: moves(inverse),
            };
            Path::default().with(step, goal).unwrap()
        };
        let [long, short] = [path("U R'", "R"), path("U R", "R")];
        for order in [[&long, &short], [&short, &long]] {
            let query = Query::new().extra(3);
            let mut best = BestPaths {
                solves: true,
                ..BestPaths::new(&query, &Bounds::from(&query), 20)
            };
            order.into_iter().for_each(|path| best.add(path.clone()));
            assert_eq!(best.shortest(), Some(1));
            assert_eq!(best.paths().collect::<Vec<_>>(), [&short]);
        }
    }
}
