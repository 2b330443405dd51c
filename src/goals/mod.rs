//! Goals short of the solved cube: the steps of fewest-moves solvers.
//!
//! The cubes at a goal form a subgroup described by coordinates: a cube is at the goal when each
//! coordinate has the value of the solved cube. The distances of the coordinates are lower bounds
//! for the search. A [`StepCase`] restricts a goal to a set of cubes that is no subgroup, but consists of whole
//! cosets of one on both sides. To add a goal, add an entry to [`KINDS`].

mod bounds;
mod case;
mod chain;
mod goal;
mod kinds;
mod name;

pub(crate) use bounds::{DOMINO, FINISH};
pub use case::{CornerCase, StepCase};
pub use chain::GoalChain;
pub use goal::Goal;
pub use kinds::{KINDS, Kind};
pub use name::{GoalError, GoalName};
