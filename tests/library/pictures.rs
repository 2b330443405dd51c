//! Pictures show the facelets of the judge at the right places.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, Sequence};
use cubesolve::notation::facelets::{self, Facelets, facelets};
use cubesolve::notation::{net, svg};
use proptest::prelude::*;

fn scrambles() -> impl Strategy<Value = String> {
    prop::collection::vec("[URFDLBMESxyzr]['2]?", 0..20).prop_map(|moves| moves.join(" "))
}

fn seen(moves: &str) -> Facelets {
    let sequence = Sequence::parse(moves).unwrap();
    facelets::held(&sequence.cube(), sequence.orientation())
}

/// Takes escape sequences out.
fn plain(coloured: &str) -> String {
    let mut parts = coloured.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').unwrap().1)
}

fn polygons(svg: &str, group: &str) -> String {
    let from = svg.split_once(&format!("<g id=\"{group}\">")).unwrap().1;
    let group = from.split_once("</g>").unwrap().0;
    group
        .split("<polygon class=\"")
        .skip(1)
        .filter(|polygon| !polygon.starts_with("body"))
        .map(|polygon| polygon.chars().next().unwrap())
        .collect()
}

proptest! {
    #[test]
    fn net_has_all_facelets_in_place(moves in scrambles()) {
        let judged = NaiveCube::from_str(&moves).facelets();
        let row = |face: usize, row: usize| &judged[9 * face + 3 * row..][..3];
        let [u, r, f, d, l, b] = [0, 1, 2, 3, 4, 5];
        let mut expected = String::new();
        let beside = (0..3).map(|n| [l, f, r, b].map(|face| row(face, n)).concat());
        for line in (0..3).map(|n| row(u, n).to_owned()).chain(beside).chain((0..3).map(|n| row(d, n).to_owned())) {
            expected += &line;
            expected.push('\n');
        }
        let text = net::print(&seen(&moves), false);
        prop_assert_eq!(text.replace(' ', ""), expected);
        prop_assert_eq!(plain(&net::print(&seen(&moves), true)), text);
    }

    #[test]
    fn svg_has_all_facelets_in_order(moves in scrambles()) {
        let judged = NaiveCube::from_str(&moves).facelets();
        let svg = svg::print(&seen(&moves));
        prop_assert_eq!(&polygons(&svg, "net"), &judged);
        prop_assert_eq!(&polygons(&svg, "isometric"), &judged[..27]);
    }
}

#[test]
fn net_of_solved_cube_is_drawn() {
    let text = net::print(&facelets(&Cube::SOLVED), false);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[0], "        U U U");
    assert_eq!(lines[4], " L L L  F F F  R R R  B B B");
    assert_eq!(lines[8], "        D D D");
}
