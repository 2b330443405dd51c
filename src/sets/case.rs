//! Cases: read from texts, or enumerated from what a set keeps and ignores.

use super::classes::{CaseClasses, TooManyAppearances};
use super::definition::Definition;
use super::names;
use crate::cube::{Cube, Face, Sequence};
use crate::notation::facelets::stickers;
use crate::notation::{FormatError, Pattern};
use std::collections::HashMap;
use std::sync::Arc;

/// A case: a cube, and what algorithms have to solve of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Name that is unique in its set.
    pub name: String,
    /// What several cases of a set have in common, as the orientation of the last layer; may be empty.
    pub group: String,
    /// One of the cubes of this case.
    pub cube: Cube,
    /// The cubes to which algorithms lead; the cases of a definition share it.
    pub target: Arc<Pattern>,
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
                (
                    pattern.any_cube(),
                    pattern.with_equivalent_stickers_solved(),
                )
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
            target: Arc::new(target),
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

impl Definition {
    /// The cases, one for each class under turns of U before and after, with `mirrors` also under
    /// reflections; in order of their names.
    ///
    /// # Errors
    /// [`TooManyAppearances`] if there are too many.
    pub fn cases(&self, mirrors: bool) -> Result<Vec<Case>, TooManyAppearances> {
        let target = Arc::new(self.target());
        let mut cases: Vec<_> = CaseClasses::new(self, mirrors)
            .representatives()?
            .into_iter()
            .map(|(appearance, cube)| (names::of(self, &cube), appearance, cube))
            .collect();
        cases.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let case = |(name, _, cube): &(names::Name, _, Cube)| {
            let number = numbers.entry(name.group).or_default();
            *number += 1;
            Case {
                name: name.with_number(*number),
                group: name.group.to_owned(),
                cube: name.cube.unwrap_or(*cube),
                target: target.clone(),
            }
        };
        Ok(cases.iter().map(case).collect())
    }
}

impl Definition {
    /// In how many ways a case of this set appears, of all its turns of U before and after. A cube of the set that is
    /// [drawn](Definition::random) is in a case with a probability proportional to that.
    pub fn appearances(&self, case: &Case) -> usize {
        CaseClasses::new(self, false).appearances(&case.cube)
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
