//! Cubes at God's number. They are too rare to be drawn by chance: some 490 million in half turns (T. Rokicki's
//! estimate), three that are known in quarter turns. So published ones are drawn.

use crate::cube::{Metric, Sequence, Transformation};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// Shortest sequences to such cubes, one for each class under the 48 transformations and inversion.
const PUBLISHED: [(Metric, &str); 5] = [
    // superflip, superfliptwist, and this with pons asinorum: M. Reid, cflmath.com/Rubik (1995 to 1997)
    (
        Metric::HalfTurn,
        "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    ),
    (
        Metric::HalfTurn,
        "U R F' B U' D' F U' D F L F' L' U R D F U R L",
    ),
    (
        Metric::HalfTurn,
        "U F B D R L U' F2 B2 R L D' F B D R L D F' B'",
    ),
    // T. Rokicki, H. Kociemba, M. Davidson and J. Dethridge, God's number is 20 (2010)
    (
        Metric::HalfTurn,
        "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2",
    ),
    // superflip with four spots: T. Rokicki and M. Davidson, God's number is 26 (2014)
    (
        Metric::QuarterTurn,
        "U2 F U2 R' L F2 U F' B' R L U2 R U D' R L' D R' L' D2",
    ),
];

/// A shortest sequence to a cube at [God's number](Metric::gods_number) of moves, whose class and place in it are drawn
/// from the published ones: four classes in half turns, one in quarter turns. `None` in slice turns, in which none is
/// published.
pub fn farthest(metric: Metric, rng: &mut impl rand::Rng) -> Option<Sequence> {
    let classes = PUBLISHED.iter().filter(|(known, _)| *known == metric);
    let classes: Vec<&str> = classes.map(|(_, moves)| *moves).collect();
    let moves: Sequence = classes.choose(rng)?.parse().expect("moves");
    let moves = match rng.random() {
        true => moves.inverse(),
        false => moves,
    };
    let s = Transformation::from_index(rng.random_range(0..Transformation::COUNT));
    Some(moves.moves().iter().map(|m| s.apply_move(*m)).collect())
}
