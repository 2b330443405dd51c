//! Stickers in space: where they are, where moves carry them, and where they may be.

use crate::bits::ones;
use crate::cube::{Face, FaceletTuple, Metric, Position};
use crate::notation::facelets::{number_of, stickers};
use crate::notation::{LayerMove, Pattern, Piece};
use crate::permutation::Permutation;
use crate::search::Puzzle;

/// The most stickers that are followed: two centres and one sticker of each cubie.
pub const MAX_FOLLOWED: usize = 22;

/// The places of the followed stickers, in their order.
pub type StickerPlaces = [u8; MAX_FOLLOWED];

/// The centres of U and F, which determine how the cube is rotated.
const CENTRES: [usize; 2] = [4, 22];

/// Number of places of one sticker of a corner, and of an edge.
const PLACES_OF_A_KIND: u32 = 24;

/// Where mapped stickers are that are at these places.
#[inline]
pub fn apply(places: &StickerPlaces, mapping: &Permutation) -> StickerPlaces {
    places.map(|place| mapping.images()[usize::from(place)] as u8)
}

/// A move as a mapping of places.
pub struct StickerMove {
    pub m: LayerMove,
    /// The turn of the opposite face that is made at the same time, if it stands for one of the slice between.
    pub opposite: Option<LayerMove>,
    pub cost: u8,
    pub mapping: Permutation,
}

impl StickerMove {
    pub fn new(m: LayerMove, puzzle: Puzzle, metric: Metric) -> StickerMove {
        StickerMove {
            m,
            opposite: None,
            cost: match m.turns() {
                2 => metric.half_turn(),
                _ => 1,
            },
            mapping: mapping(m, puzzle),
        }
    }
}

/// The mapping of a move: of all stickers, or of those of the 2x2x2, with all others fixed.
pub fn mapping(m: LayerMove, puzzle: Puzzle) -> Permutation {
    let mut images: Vec<u32> = (0..54).collect();
    let facelets = FaceletTuple::of_3x3x3().permutation(&m.into());
    for (to, &from) in facelets.images().iter().enumerate() {
        let from = number_of(from as usize);
        if puzzle == Puzzle::Cube3 || is_of_corner(from) {
            images[from] = number_of(to) as u32;
        }
    }
    Permutation::new(images).expect("a move carries stickers to different places")
}

fn is_of_corner(sticker: usize) -> bool {
    matches!(sticker % 9, 0 | 2 | 6 | 8)
}

/// The mappings of the 24 rotations.
fn rotations() -> Vec<Permutation> {
    let generators = ["x", "y"].map(|m| mapping(m.parse().expect("a rotation"), Puzzle::Cube3));
    let mut rotations = vec![Permutation::identity(54)];
    let mut next = 0;
    while next < rotations.len() {
        for rotation in generators.each_ref().map(|g| g.product(&rotations[next])) {
            if !rotations.contains(&rotation) {
                rotations.push(rotation);
            }
        }
        next += 1;
    }
    rotations
}

/// The stickers to follow for a pattern, and where each may be: of the 3x3x3 two centres and a
/// sticker of each cubie that may not be just anywhere, of the 2x2x2 those of corners alone.
///
/// A target has variants: rotated in 24 ways, each with the upper layer turned back in four if its
/// turns at the end are free.
pub struct FollowedStickers {
    /// Centres first, then cubies with the fewest allowed places first.
    pub stickers: Vec<usize>,
    /// Number of centres.
    pub centres: usize,
    rotations: Vec<Permutation>,
    /// By followed sticker and place: the variants of the target in which it may be there, as bits.
    pub variants: Vec<[u128; 54]>,
    /// Number of variants of the target, at most 96.
    pub variant_count: usize,
}

impl FollowedStickers {
    /// The stickers for a pattern that holds after one of these turns: the identity, and those that are
    /// free at the end.
    pub fn new(pattern: &Pattern, puzzle: Puzzle, free_turns: &[Permutation]) -> FollowedStickers {
        let centres = match puzzle {
            Puzzle::Cube3 => &CENTRES[..],
            _ => &[],
        };
        let mut cubies: Vec<usize> = Piece::all().map(|piece| piece.facelets()[0]).collect();
        let freedom = |sticker: &usize| pattern.places(*sticker).count_ones();
        cubies.retain(|sticker| {
            let is_part = puzzle == Puzzle::Cube3 || is_of_corner(*sticker);
            is_part && freedom(sticker) < PLACES_OF_A_KIND
        });
        cubies.sort_by_key(freedom);
        let stickers = [centres, &cubies].concat();
        let rotations = rotations();
        let variants = free_turns.iter().flat_map(|turn| {
            let back = turn.inverse();
            rotations.iter().map(move |rotation| back.product(rotation))
        });
        let variants: Vec<Permutation> = variants.collect();
        let by_place = |sticker: &usize| {
            let mut by_place = [0; 54];
            for (number, variant) in variants.iter().enumerate() {
                for place in ones(pattern.places(*sticker)) {
                    by_place[variant.images()[place as usize] as usize] |= 1 << number;
                }
            }
            by_place
        };
        FollowedStickers {
            variants: stickers.iter().map(by_place).collect(),
            variant_count: variants.len(),
            centres: centres.len(),
            stickers,
            rotations,
        }
    }

    /// No longer follows cubies that may be wherever those with a single place are not: if those are in place, so are
    /// these.
    pub fn drop_implied(&mut self, pattern: &Pattern) {
        for (is_corner, sides) in [(true, 3), (false, 2)] {
            let is_of_kind = |n: usize| n >= self.centres && self.is_corner(n) == is_corner;
            let freedom = |n: usize| pattern.places(self.stickers[n]).count_ones();
            let of_kind = || (0..self.stickers.len()).filter(|n| is_of_kind(*n));
            let single = of_kind().filter(|n| freedom(*n) == 1).count() as u32;
            let implied = PLACES_OF_A_KIND - sides * single;
            if of_kind().all(|n| [1, implied].contains(&freedom(n))) {
                let kept = |n: &usize| !is_of_kind(*n) || freedom(*n) == 1;
                let kept: Vec<usize> = (0..self.stickers.len()).filter(kept).collect();
                self.variants = kept.iter().map(|n| self.variants[*n]).collect();
                self.stickers = kept.iter().map(|n| self.stickers[*n]).collect();
            }
        }
    }

    /// Whether the followed sticker with this number is one of a corner.
    pub fn is_corner(&self, followed: usize) -> bool {
        is_of_corner(self.stickers[followed])
    }

    /// The places of the followed stickers in space.
    pub fn places(&self, position: &Position) -> StickerPlaces {
        let inverse = position.orientation.inverse();
        let is_held = |rotation: &&Permutation| {
            CENTRES.iter().all(|centre| {
                let face = inverse.apply_face(Face::ALL[centre / 9]);
                rotation.images()[*centre] as usize / 9 == face.index()
            })
        };
        let rotation = self.rotations.iter().find(is_held);
        let rotation = rotation.expect("an orientation is a rotation").images();
        let mut places = [0; MAX_FOLLOWED];
        let unrotated = stickers(&position.cube);
        for (place, sticker) in places.iter_mut().zip(&self.stickers) {
            let unrotated = unrotated.iter().position(|other| other == sticker);
            *place = rotation[unrotated.expect("every sticker has a place")] as u8;
        }
        places
    }

    /// The free turn, by number, after which a cube with its followed stickers at these places matches.
    pub fn turn_to_match(&self, places: &StickerPlaces) -> Option<usize> {
        let placed = self.variants.iter().zip(places);
        let all = u128::MAX >> (u128::BITS as usize - self.variant_count);
        let variants = placed.fold(all, |all, (by_place, place)| {
            all & by_place[usize::from(*place)]
        });
        (variants != 0).then(|| variants.trailing_zeros() as usize / self.rotations.len())
    }
}
