//! How an impossible cube may have been entered wrong: a face turned or mirrored, or another order of faces.

use super::facelets;
use super::impossible::ImpossibleCube;
use super::incomplete::{self, MISSING};
use super::symbols::symbols;
use super::wrapping::unwrapped;
use crate::cube::Face;
use serde::Serialize;
use std::iter;

/// The only face of an impossible cube that makes it possible if it is turned or mirrored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) struct Misread {
    pub face: char,
    /// How it was entered.
    pub entered: &'static str,
    /// The 54 facelets with the face as it is.
    pub facelets: String,
}

impl Misread {
    /// The four turns of a face, and the same after a reflection: each as the facelets, `0..9`, in
    /// whose places its own have been entered.
    pub fn turned() -> impl Iterator<Item = (&'static str, [usize; 9])> {
        const QUARTER: [usize; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
        const MIRRORED: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];
        let next = |from: &[usize; 9]| Some(QUARTER.map(|n| from[n]));
        let turns = iter::successors(Some(std::array::from_fn(|n| n)), next).take(4);
        let names = [
            "",
            "turned_clockwise",
            "upside_down",
            "turned_counter_clockwise",
        ];
        let reflections = iter::successors(Some(MIRRORED), next).take(4);
        let turns = names.into_iter().zip(turns).skip(1);
        turns.chain(reflections.map(|reflected| ("mirrored", reflected)))
    }

    /// Tries all faces of a cube whose stickers are all known.
    pub fn find(colours: &str) -> Option<Misread> {
        let symbols: Vec<char> = colours.chars().collect();
        let is_possible = |facelets: &str| {
            incomplete::examine(facelets).is_ok_and(|found| found.problems.is_empty())
        };
        let mut found = Face::ALL.into_iter().filter_map(|face| {
            let first = 9 * face.index();
            Misread::turned().find_map(|(entered, places)| {
                let mut repaired = symbols.clone();
                for (n, place) in places.into_iter().enumerate() {
                    repaired[first + place] = symbols[first + n];
                }
                let facelets = String::from_iter(repaired);
                let face = face.letter();
                is_possible(&facelets).then_some(Misread {
                    face,
                    entered,
                    facelets,
                })
            })
        });
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}

/// Why a cube is impossible in one line that helps: how many pieces are wrong, and what would make it
/// possible. All reasons if they are few.
pub(crate) fn summary(error: &ImpossibleCube, text: &str) -> String {
    const FEW: usize = 2;
    let mut line = match error.reasons.len() {
        ..=FEW => error.to_string(),
        all => {
            let of = |kind: &str| {
                let reasons = error.reasons.iter();
                let found = reasons.filter(|reason| {
                    reason
                        .places
                        .iter()
                        .chain(&reason.piece)
                        .any(|piece| piece.kind() == kind)
                });
                counted(found.count(), kind)
            };
            format!(
                "impossible cube: {all} things are wrong, with {} and {}",
                of("corner"),
                of("edge")
            )
        }
    };
    if let Some(advice) = advice(text) {
        line += &format!("; {advice}");
    }
    if error.reasons.len() > FEW {
        line += " (solve -v lists all)";
    }
    line
}

/// A number of things, whose name has `s` in the plural.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// What would make the facelets of a text possible, if one thing does.
fn advice(text: &str) -> Option<String> {
    // other orders of the faces U R F D L B that programs have
    const ORDERS: [&str; 6] = ["ULFRBD", "UDFBLR", "UDLRFB", "FRBLUD", "UFRBLD", "LUFRBD"];
    let symbols = symbols(&unwrapped(text)).ok()?;
    for order in ORDERS {
        let from = |face: Face| order.find(face.letter()).unwrap_or(0);
        let facelets = Face::ALL
            .into_iter()
            .flat_map(|face| symbols[9 * from(face)..][..9].iter());
        let facelets: String = facelets.map(|(_, symbol)| symbol).collect();
        if facelets::parse(&facelets).is_ok() {
            return Some(format!("in the order {order} of its faces it is possible"));
        }
    }
    let found = incomplete::examine(text)
        .ok()
        .filter(|found| !found.colours.contains(MISSING))?;
    if let Some(Misread { face, entered, .. }) = Misread::find(&found.colours) {
        let entered = entered
            .replace('_', " ")
            .replace("counter clockwise", "counter-clockwise");
        return Some(format!("the face {face} seems to be entered {entered}"));
    }
    let colours: Vec<char> = found.colours.chars().collect();
    let (entered, _) = Misread::turned().find(|(_, places)| {
        let mut repaired = colours.clone();
        for (n, place) in (0..54).map(|n| (n, n / 9 * 9 + places[n % 9])) {
            repaired[place] = colours[n];
        }
        facelets::parse(&String::from_iter(repaired)).is_ok()
    })?;
    let entered = entered.replace('_', " ");
    Some(format!("all faces seem to be entered {entered}"))
}
