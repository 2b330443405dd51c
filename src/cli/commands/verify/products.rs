//! Products of cubes of 54 stickers.

use super::goals::{cubie, upright};
use super::stickers::{Stickers, solved};

/// The place that each sticker has on a solved cube, if the cube is held with its centres where they belong; `None` if
/// a cubie of a solved cube is missing.
fn homes(stickers: &Stickers) -> Option<[usize; 54]> {
    let seen = upright(*stickers);
    let places_beside = |place: usize| (0..54).filter(move |other| cubie(*other) == cubie(place));
    let colours_at = |stickers: &Stickers, place: usize| {
        let mut colours: Vec<char> = places_beside(place).map(|other| stickers[other]).collect();
        colours.sort_unstable();
        colours
    };
    let solved = solved();
    let home = |place: usize| {
        let colours = colours_at(&seen, place);
        (0..54).find(|home| solved[*home] == seen[place] && colours_at(&solved, *home) == colours)
    };
    let homes: Vec<usize> = (0..54).map(home).collect::<Option<_>>()?;
    homes.try_into().ok()
}

/// The first cube, after what makes the second one of a solved cube.
pub fn product(first: &Stickers, second: &Stickers) -> Option<Stickers> {
    Some(homes(second)?.map(|home| first[home]))
}

/// The cube whose solutions make the target of this one.
pub fn relative(stickers: &Stickers, target: &Stickers) -> Option<Stickers> {
    let solved = solved();
    let in_target = homes(target)?;
    let place_in_target = |home: usize| in_target.iter().position(|other| *other == home);
    let places: Option<Vec<usize>> = homes(stickers)?.into_iter().map(place_in_target).collect();
    let colours = places?.into_iter().map(|place| solved[place]);
    colours.collect::<Vec<char>>().try_into().ok()
}
