//! Cases as cubers draw them: the last layer from above, with arrows if only its permutation is unsolved;
//! other cases in three dimensions.

use super::case::Case;
use crate::cube::Face;
use crate::notation::{Piece, svg};
use std::fmt::Write;

/// Facelets of the sides around U, each side as seen from above: from left to right and from back to front.
const SIDES: [[usize; 3]; 4] = [[47, 46, 45], [11, 10, 9], [18, 19, 20], [36, 37, 38]];

/// Width of the sides, in facelets, and the space around them.
const DEPTH: f64 = 0.34;
const MARGIN: f64 = 0.08;

/// How far before the middle of a facelet an arrow ends, and the size of its head.
const ARROW_GAP: f64 = 0.2;
const HEAD: f64 = 0.26;

impl Case {
    /// A picture as an SVG element without colours: facelets have the class of their face, `U` to `B`, or
    /// `x` if they do not matter, and arrows the classes `arrow` and `corner` or `edge`.
    pub fn picture(&self) -> String {
        let facelets = self.facelets();
        let colour = |n: usize| facelets[n].map_or('x', Face::letter);
        let is_below = |piece: &Piece| !piece.is_upper();
        let is_solved = |n: &usize| facelets[*n] == Some(Face::ALL[n / 9]);
        let mut below = Piece::all()
            .filter(is_below)
            .flat_map(|piece| piece.facelets());
        match below.all(is_solved) {
            true => self.seen_from_above(colour),
            false => svg::three_faces(colour),
        }
    }

    fn seen_from_above(&self, colour: impl Fn(usize) -> char) -> String {
        let size = 3.0 + 2.0 * (DEPTH + MARGIN);
        let mut svg = format!("<svg viewBox=\"0 0 {size:.2} {size:.2}\" role=\"img\">\n");
        let mut rectangle = |n: usize, x: f64, y: f64, width: f64, height: f64| {
            let _ = writeln!(
                svg,
                "<rect class=\"{}\" x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" rx=\".07\"/>",
                colour(n),
                x + MARGIN / 2.0,
                y + MARGIN / 2.0,
                width - MARGIN,
                height - MARGIN,
            );
        };
        let edge = MARGIN + DEPTH;
        for n in 0..9 {
            let (x, y) = middle(n);
            rectangle(n, x - 0.5, y - 0.5, 1.0, 1.0);
        }
        for n in 0..3 {
            let along = edge + n as f64;
            let [back, right, front, left] = SIDES.map(|side| side[n]);
            rectangle(back, along, MARGIN, 1.0, DEPTH);
            rectangle(right, edge + 3.0, along, DEPTH, 1.0);
            rectangle(front, along, edge + 3.0, 1.0, DEPTH);
            rectangle(left, MARGIN, along, DEPTH, 1.0);
        }
        let is_known = SIDES.concat().iter().all(|n| colour(*n) != 'x');
        if is_known && (0..9).all(|n| colour(n) == 'U') {
            svg += &self.arrows();
        }
        svg + "</svg>"
    }

    /// An arrow from each piece of the last layer to its home; one with two heads for a swap.
    fn arrows(&self) -> String {
        let mut svg = String::new();
        for place in Piece::all().filter(Piece::is_upper) {
            let home = self.cube.piece_at(place);
            let is_swap = self.cube.piece_at(home) == place;
            if home == place || is_swap && home.number() < place.number() {
                continue;
            }
            let [from, to] = [place, home].map(|piece| middle(piece.facelets()[0]));
            svg += &arrow(place.kind(), from, to, is_swap);
        }
        svg
    }
}

/// The middle of a facelet of U.
fn middle(n: usize) -> (f64, f64) {
    let along = |n: usize| MARGIN + DEPTH + 0.5 + n as f64;
    (along(n % 3), along(n / 3))
}

/// An arrow of a class.
fn arrow(class: &str, from: (f64, f64), to: (f64, f64), has_two_heads: bool) -> String {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y);
    let (x, y) = (x / length, y / length);
    let at = |point: (f64, f64), along: f64, across: f64| {
        (
            point.0 + along * x - across * y,
            point.1 + along * y + across * x,
        )
    };
    let head = |tip: (f64, f64), back: f64| {
        let [left, right] = [HEAD / 2.0, -HEAD / 2.0].map(|across| at(tip, back * HEAD, across));
        format!(
            "<path d=\"M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}Z\"/>\n",
            tip.0, tip.1, left.0, left.1, right.0, right.1
        )
    };
    let (start, end) = (at(from, ARROW_GAP, 0.0), at(to, -ARROW_GAP, 0.0));
    let (line_start, line_end) = match has_two_heads {
        true => (at(start, HEAD, 0.0), at(end, -HEAD, 0.0)),
        false => (start, at(end, -HEAD, 0.0)),
    };
    let mut svg = format!(
        "<g class=\"arrow {class}\">\n<path d=\"M{:.2} {:.2}L{:.2} {:.2}\"/>\n",
        line_start.0, line_start.1, line_end.0, line_end.1
    );
    svg += &head(end, -1.0);
    if has_two_heads {
        svg += &head(start, 1.0);
    }
    svg + "</g>\n"
}
