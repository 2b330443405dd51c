//! Permutations of any size, of multisets, and of the facelets of NxNxN cubes.

pub mod arrangement;
mod cycle_notation;
mod facelet_tuple;
mod group;
mod multiset;
mod stabilizers;
mod word;

pub use cycle_notation::{CycleError, CycleProblem};
pub use facelet_tuple::{FaceletTuple, LayerTurn, Side};
pub use group::{NotAPermutation, Permutation, least_common_multiple};
pub use multiset::{MultisetPermutation, NotTheSameItems};
pub use stabilizers::StabilizerChain;
pub use word::{Item, WordError};
