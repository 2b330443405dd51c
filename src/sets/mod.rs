//! Sets of cases: what algorithms are learned for, such as the 21 permutations of the last layer.
//!
//! A case is a cube and what an algorithm has to solve of it. A [`Definition`] says which pieces are
//! solved in every case of a set, and what algorithms may leave unsolved. Its cases are enumerated from
//! that, one for each class under turns of U before and after the algorithm (AUF):
//!
//! - *Appearances.* Pieces that algorithms need not distinguish have the same label. An appearance is the label at each
//!   place, with its orientation where that matters. Two cubes of the same appearance are solved by the same
//!   algorithms: they differ by a member of the subgroup T that the definition ignores, and appearances are the
//!   right cosets T·c.
//! - *Classes.* A turn of U before the algorithm makes c·U of c, and one after it is a turn of the labels,
//!   U·c, since T is invariant under U. The 16 appearances of U^i·c·U^j are one case; with mirror images, which
//!   reflections of the definition into itself carry into each other, up to 32.
//! - *Counts.* By Burnside's lemma there are, for example, 22 double cosets of ⟨U⟩ among the permutations
//!   of the last layer, of which one is solved. Published counts leave that one out, and so do we. Of the
//!   cases with oriented edges, 493 are unsolved; ZBLL leaves out the 21 in which corners are oriented,
//!   too, and has 472, and COLL 40 of 42. The 84 of 2GLL include four in which only edges are permuted.
//!
//! The first appearance of a class, in lexicographic order, stands for it. Corners come first in an appearance, so that
//! cases with the same corners follow each other.
//!
//! [`BUILT_IN`] has the sets that cubers know, written as definitions. Names of cases come from one
//! algorithm for each (`names`); what has no name is numbered in the order of its appearances.

mod case;
mod classes;
mod definition;
mod names;
mod picture;
mod random;

pub use case::Case;
pub use classes::TooManyAppearances;
pub use definition::{BUILT_IN, BuiltIn, Definition, DefinitionError};
