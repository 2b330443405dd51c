use super::{CORNER_NAMES, Cube, EDGE_NAMES};
use crate::permutation::least_common_multiple;
use std::fmt;

/// Cubies that move in a cycle, or one cubie that is twisted or flipped in place.
///
/// Written as by D. Singmaster: `(URF BRU)+` takes the cubie from URF to UBR, its facelet U
/// to B, R to R and F to U, and the one from there to URF. A `+` says that after one round
/// cubies are twisted clockwise (corners) or flipped (edges), a `-` counter-clockwise.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CubieCycle {
    /// The positions in the order in which the first cubie visits them; the letters in the
    /// order in which its facelets come to lie there.
    pub places: Vec<String>,
    /// The orientation gained in one round: `0..3` for corners, clockwise; `0..2` for edges.
    pub orientation: u8,
}

impl CubieCycle {
    /// Number of repetitions that restore every facelet.
    pub fn order(&self) -> u32 {
        let facelets = self.places[0].len();
        let rounds = if self.orientation == 0 { 1 } else { facelets };
        (self.places.len() * rounds) as u32
    }
}

impl fmt::Display for CubieCycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = ["", "+", "-"][usize::from(self.orientation)];
        write!(f, "({}){sign}", self.places.join(" "))
    }
}

impl Cube {
    /// The disjoint cycles of corners, then of edges. Cubies that are solved are in none.
    pub fn cycles(&self) -> Vec<CubieCycle> {
        let destinations = self.inverse();
        let mut cycles = cubie_cycles(&destinations.cp, &self.co, &CORNER_NAMES);
        cycles.extend(cubie_cycles(&destinations.ep, &self.eo, &EDGE_NAMES));
        cycles
    }

    /// The number of repetitions that lead back to the solved cube, `1..=1260`.
    pub fn order(&self) -> u32 {
        let cycles = self.cycles();
        let orders = cycles.iter().map(|cycle| u128::from(cycle.order()));
        let order = least_common_multiple(orders);
        order.expect("20 cubies have no order beyond 1260") as u32
    }
}

/// `destinations[p]` is where the cubie at home in `p` is, `orientations[q]` the orientation
/// of the one at `q`.
fn cubie_cycles(destinations: &[u8], orientations: &[u8], names: &[&str]) -> Vec<CubieCycle> {
    let facelets = names[0].len();
    let mut seen = vec![false; names.len()];
    let mut cycles = Vec::new();
    for start in 0..names.len() {
        let (mut position, mut orientation) = (start, 0);
        let mut places = Vec::new();
        while !seen[position] {
            seen[position] = true;
            let (before, after) = names[position].split_at(orientation);
            places.push(format!("{after}{before}"));
            position = destinations[position].into();
            orientation = (orientation + usize::from(orientations[position])) % facelets;
        }
        if places.len() > 1 || orientation > 0 {
            let orientation = orientation as u8;
            cycles.push(CubieCycle {
                places,
                orientation,
            });
        }
    }
    cycles
}
