//! Goals short of solved: the steps that fewest-moves solvers take.
//!
//! The cubes that are at a goal form a subgroup, and some coordinates tell it: a cube is there
//! when each of them has the value of the solved cube. Their distances are the lower bounds of
//! the search. To add a goal, add a line to [`KINDS`].

mod goal;
mod kinds;
mod names;
mod solve;

pub use goal::Goal;
pub(super) use kinds::DOMINO;
pub use kinds::{KINDS, Kind};
pub use names::{GoalError, GoalName};
pub use solve::{GoalAnswer, GoalSolution, solve};
