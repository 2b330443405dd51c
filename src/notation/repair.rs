//! Stickers that were entered wrong: which one has another colour, or which two have changed places.

use super::incomplete::{Incomplete, MISSING};
use super::symbols::symbols_by_face;
use crate::cube::Face;

/// With more repairs it is ambiguous which one is right.
const MAX_REPAIRS: usize = 3;

/// The facelets of possible cubes from which an impossible one differs by the colour of one sticker or, if there
/// are none and all stickers are known, by two stickers that are swapped; none if there are more than three.
pub(crate) fn repairs(colours: &str) -> Vec<String> {
    let Ok(cube) = symbols_by_face(colours).and_then(Incomplete::new) else {
        return Vec::new();
    };
    let changeable = || (0..54).filter(|n| n % 9 != 4 && cube.colours[*n].is_some());
    let possible = |(a, b): (usize, usize), [first, second]: [Option<Face>; 2]| {
        let mut changed = cube.clone();
        (changed.colours[a], changed.colours[b]) = (first, second);
        changed.problems().is_empty().then(|| changed.letters())
    };
    let recoloured = changeable().flat_map(|n| {
        let others = Face::ALL.into_iter().map(Some);
        others.filter_map(move |face| (face != cube.colours[n]).then_some((n, face)))
    });
    let recoloured = recoloured.filter_map(|(n, face)| possible((n, n), [face, face]));
    let mut found: Vec<String> = recoloured.take(MAX_REPAIRS + 1).collect();
    if found.is_empty() && !colours.contains(MISSING) {
        let pairs =
            changeable().flat_map(|a| changeable().filter(move |b| a < *b).map(move |b| (a, b)));
        let swapped = pairs.filter(|(a, b)| cube.colours[*a] != cube.colours[*b]);
        let swapped =
            swapped.filter_map(|(a, b)| possible((a, b), [cube.colours[b], cube.colours[a]]));
        found.extend(swapped.take(MAX_REPAIRS + 1));
    }
    if found.len() > MAX_REPAIRS {
        found.clear();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Format, facelets};

    #[test]
    fn changed_sticker_is_among_the_repairs() {
        let cube = Format::Moves
            .position("R U F2 L' D B R2 U' F")
            .unwrap()
            .cube;
        let right = facelets::print(&cube);
        let mut repaired = 0;
        for n in (0..54).filter(|n| n % 9 != 4) {
            for colour in "URFDLB"
                .chars()
                .filter(|colour| right.chars().nth(n) != Some(*colour))
            {
                let mut wrong: Vec<char> = right.chars().collect();
                wrong[n] = colour;
                let found = repairs(&String::from_iter(wrong));
                assert!(found.is_empty() || found.contains(&right), "{n} {colour}");
                repaired += usize::from(found.len() == 1);
            }
        }
        assert!(repaired > 150, "{repaired} of 240");
    }

    #[test]
    fn swapped_stickers_are_among_the_repairs() {
        let cube = Format::Moves
            .position("R U F2 L' D B R2 U' F")
            .unwrap()
            .cube;
        let right: Vec<char> = facelets::print(&cube).chars().collect();
        let mut wrong = right.clone();
        wrong.swap(0, 30);
        assert_ne!(wrong, right);
        assert!(repairs(&String::from_iter(wrong)).contains(&String::from_iter(right)));
    }

    #[test]
    fn cube_with_few_stickers_has_no_repairs() {
        let few = "....U........R........F........D........L........B....";
        let mut wrong: Vec<char> = few.chars().collect();
        (wrong[8], wrong[9], wrong[20]) = ('U', 'U', 'U');
        assert_eq!(repairs(&String::from_iter(wrong)), Vec::<String>::new());
    }
}
