//! Cases as cubers draw them: the last layer from above, with arrows if only its permutation is unsolved;
//! other cases in three dimensions.

use super::case::Case;
use crate::cube::Face;
use crate::notation::Piece;
use crate::notation::svg::{self, Arrow};

impl Case {
    /// A picture as an SVG element without colours: facelets have the class of their face, `U` to `B`, or
    /// `x` if they do not matter, and arrows the classes `arrow` and `corner` or `edge`.
    pub fn picture(&self) -> String {
        let facelets = self.facelets();
        let colour = |n: usize| facelets[n].map_or('x', Face::letter);
        let (upper, lower): (Vec<Piece>, _) = Piece::all().partition(Piece::is_upper);
        let facelets_of = |pieces: Vec<Piece>| pieces.into_iter().flat_map(Piece::facelets);
        if facelets_of(lower).any(|n| facelets[*n] != Some(Face::ALL[n / 9])) {
            return svg::three_faces(colour);
        }
        let is_known = facelets_of(upper).all(|n| facelets[*n].is_some());
        match is_known && (0..9).all(|n| colour(n) == 'U') {
            true => svg::from_above(colour, &self.arrows()),
            false => svg::from_above(colour, &[]),
        }
    }

    /// An arrow from each piece of the last layer to its home; one with two heads for a swap.
    fn arrows(&self) -> Vec<Arrow> {
        let arrow = |place: Piece| {
            let home = self.cube.piece_at(place);
            let has_two_heads = self.cube.piece_at(home) == place;
            let is_drawn = home != place && (!has_two_heads || home > place);
            is_drawn.then(|| Arrow {
                from: place.facelets()[0],
                to: home.facelets()[0],
                class: place.kind(),
                has_two_heads,
            })
        };
        let upper = Piece::all().filter(Piece::is_upper);
        upper.filter_map(arrow).collect()
    }
}
