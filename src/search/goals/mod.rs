//! Goals short of solved: the steps that fewest-moves solvers take.
//!
//! The cubes that are at a goal form a subgroup, and some coordinates tell it: a cube is there
//! when each of them has the value of the solved cube. Their distances are the lower bounds of
//! the search. To add a goal, add a line to [`KINDS`].
//!
//! Steps that lead from one to the next are a chain of plain searches: whatever a step may be is
//! followed by all that the next may be, unless nothing that comes of it can be one of the best.

mod best;
mod goal;
mod kinds;
mod names;
mod solve;
mod way;

pub(super) use goal::Bound;
pub use goal::Goal;
pub(super) use kinds::{DOMINO, FINISH};
pub use kinds::{KINDS, Kind};
pub use names::{GoalError, GoalName};
pub use solve::{GoalAnswer, GoalRequest, GoalSolution, solve};
pub(crate) use way::left;
