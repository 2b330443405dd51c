//! The 24 facelets of a 2x2x2, face by face or as the six lines of a net.
//!
//! There are no centres: the corner DLB is where it belongs, and of the other colours each is opposite the one
//! that it shares no corner with.

use super::error::FormatError;
use super::impossible::cube_of;
use super::piece::{Piece, Placed, at_home};
use super::symbols::{POCKET_NET_LINES, is_between, with_short_names};
use super::wrapping::unwrapped;
use crate::cube::{Cube, Face};
use crate::permutation::arrangement::is_odd;

const FACELETS: usize = 24;

/// Whether a text is as many facelets as a 2x2x2 has.
pub(crate) fn is_pocket(text: &str) -> bool {
    let text = unwrapped(text);
    text.len() < 1000
        && symbols(&text).len() == FACELETS
        && symbols(&text).iter().all(|c| c.is_alphanumeric())
}

fn symbols(text: &str) -> Vec<char> {
    let text = with_short_names(text);
    text.chars()
        .filter(|c| !is_between(*c))
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// A cube with these corners. Its edges are at home, or two are swapped.
pub(crate) fn parse(text: &str) -> Result<Cube, FormatError> {
    let problem = |text: &str| FormatError::Text(text.to_owned());
    let text = unwrapped(text);
    let mut seen = symbols(&text);
    let lines = text
        .lines()
        .map(|line| symbols(line).len())
        .filter(|count| *count > 0);
    if lines.eq(POCKET_NET_LINES) {
        seen = in_net(&seen);
    }
    let corner = |place: Piece| {
        place
            .facelets()
            .iter()
            .map(|n| seen[n / 9 * 4 + number(n % 9)])
            .collect::<Vec<char>>()
    };
    let corners: Vec<Vec<char>> = Piece::all().take(8).map(corner).collect();
    let scheme = scheme(&corners).ok_or_else(|| {
        problem("expected six colours, of which each is opposite one that it shares no corner with")
    })?;
    let mut placement = at_home();
    for (place, colours) in Piece::all().zip(&corners) {
        let faces: Vec<Option<Face>> = colours
            .iter()
            .map(|c| {
                scheme
                    .iter()
                    .find(|(known, _)| known == c)
                    .map(|(_, face)| *face)
            })
            .collect();
        let found: Vec<Placed> = place.showing(&faces);
        let [placed] = found[..] else {
            let colours: String = colours.iter().collect();
            return Err(problem(&format!(
                "no corner has the colours {colours} seen at {}",
                place.name()
            )));
        };
        placement[place.index()] = placed;
    }
    let order: Vec<u8> = placement[..8].iter().map(|(cubie, _)| *cubie).collect();
    if is_odd(&order) {
        placement.swap(8, 9);
    }
    Ok(cube_of(placement)?)
}

/// The number of a corner facelet among the four of its face.
fn number(of_nine: usize) -> usize {
    of_nine % 3 / 2 + of_nine / 6 * 2
}

fn in_net(seen: &[char]) -> Vec<char> {
    // faces of each pair of lines: U; L F R B; D
    let start = |face: usize| match face {
        0 => (0, 2),
        3 => (20, 2),
        _ => (4 + 2 * [0, 2, 1, 0, 0, 3][face], 8),
    };
    let of_face = |face: usize| {
        let (start, width) = start(face);
        [start, start + 1, start + width, start + width + 1].map(|n| seen[n])
    };
    (0..6).flat_map(of_face).collect()
}

/// The face of each colour; the corner DBL is at home.
fn scheme(corners: &[Vec<char>]) -> Option<Vec<(char, Face)>> {
    let home = Piece::all().position(|piece| piece.name() == "DLB" || piece.name() == "DBL")?;
    let mut scheme: Vec<(char, Face)> = vec![];
    let names = Piece::Corner(home as u8).name().chars();
    for (colour, name) in corners[home].iter().zip(names) {
        scheme.push((*colour, Face::from_letter(name)?));
    }
    for (colour, face) in scheme.clone() {
        let all = corners.iter().flatten();
        let is_beside = |other: char| {
            corners
                .iter()
                .any(|corner| corner.contains(&other) && corner.contains(&colour))
        };
        let opposite = all.copied().find(|other| !is_beside(*other))?;
        scheme.push((opposite, face.opposite()));
    }
    let mut colours: Vec<char> = scheme.iter().map(|(colour, _)| *colour).collect();
    colours.sort_unstable();
    colours.dedup();
    let counts = colours
        .iter()
        .all(|c| corners.iter().flatten().filter(|seen| *seen == c).count() == 4);
    (colours.len() == 6 && counts).then_some(scheme)
}
