//! Sets of cases: what algorithms are learned for, such as the 21 permutations of the last layer.
//!
//! A case is a cube and what an algorithm has to solve of it. A [`Definition`] says which pieces are
//! solved in every case of a set, and what algorithms may leave unsolved. Its cases are enumerated from
//! that, one for each class under turns of U before and after the algorithm (AUF):
//!
//! - *Looks.* Pieces that algorithms need not tell apart have the same label. A look is the label at each
//!   place, with its orientation where that matters. Two cubes of the same look are solved by the same
//!   algorithms: they differ by a member of the subgroup T that the definition ignores, and looks are the
//!   right cosets T·c.
//! - *Classes.* A turn of U before the algorithm makes c·U of c, and one after it is a turn of the labels,
//!   U·c, since T is invariant under U. The 16 looks of U^i·c·U^j are one case; with mirror images, which
//!   reflections of the definition into itself carry into each other, up to 32.
//! - *Counts.* By Burnside's lemma there are, for example, 22 double cosets of ⟨U⟩ among the permutations
//!   of the last layer, of which one is solved. Published counts leave that one out, and so do we. Of the
//!   cases with oriented edges, 493 are unsolved; ZBLL leaves out the 21 in which corners are oriented,
//!   too, and has 472, and COLL 40 of 42. The 84 of 2GLL include four in which only edges are permuted.
//!
//! The first look of a class, in lexicographic order, stands for it. Corners come first in a look, so that
//! cases with the same corners follow each other.
//!
//! [`BUILT_IN`] has the sets that cubers know, written as definitions. Names of cases come from one
//! algorithm for each (`names`); what has no name is numbered in the order of its looks.

mod classes;
mod definition;
mod names;
mod picture;

pub use classes::TooManyLooks;
pub use definition::{BUILT_IN, BuiltIn, Definition, DefinitionError};

use crate::cube::{Cube, Face, Sequence};
use crate::notation::facelets::stickers;
use crate::notation::{FormatError, Pattern};

/// A case: a cube, and what algorithms have to solve of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Name that is unique in its set.
    pub name: String,
    /// What several cases of a set have in common, as the orientation of the last layer; may be empty.
    pub group: String,
    /// One of the cubes of this case.
    pub cube: Cube,
    /// The cubes to which algorithms lead.
    pub target: Pattern,
}

impl Case {
    /// The case that an algorithm solves, or with `makes` the one that it makes of a solved cube; or
    /// the case of 54 facelets, of which those that do not matter are `.`, `?` or `X`.
    ///
    /// Of a piece with an unknown sticker only the known ones are solved. Pieces that look the same are
    /// interchangeable: where only the U stickers of the last layer are known, it is oriented.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(name: &str, text: &str, makes: bool) -> Result<Case, FormatError> {
        let (cube, target) = match pattern(text) {
            Some(pattern) => {
                let pattern = pattern?;
                (pattern.any_cube(), pattern.with_same_looks_solved())
            }
            None => {
                let cube = Sequence::parse(text)?.cube();
                let cube = if makes { cube } else { cube.inverse() };
                (cube, Pattern::SOLVED)
            }
        };
        Ok(Case {
            name: name.to_owned(),
            group: String::new(),
            cube,
            target,
        })
    }

    /// The colours that the cube shows: `None` for stickers that need not come to one certain face.
    pub fn facelets(&self) -> [Option<Face>; 54] {
        stickers(&self.cube).map(|sticker| self.target.face_of(sticker))
    }

    /// The same as 54 letters, with dots for `None`.
    pub fn facelet_text(&self) -> String {
        let letter = |face: &Option<Face>| face.map_or('.', Face::letter);
        self.facelets().iter().map(letter).collect()
    }
}

/// The facelets that a text is, if it has 54 of them.
fn pattern(text: &str) -> Option<Result<Pattern, FormatError>> {
    let facelets = || text.chars().filter(|c| !c.is_whitespace());
    let is_unknown = |c: char| matches!(c, '.' | '?' | 'X' | 'x');
    let has_letters = facelets().all(|c| is_unknown(c) || c.is_ascii_alphabetic());
    (facelets().count() == 54 && has_letters).then(|| {
        let dotted = facelets().map(|c| if is_unknown(c) { '.' } else { c });
        Pattern::parse(&dotted.collect::<String>())
    })
}
