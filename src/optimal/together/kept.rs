//! Where moves bring the pieces that are solved in every case of a set.

use super::halves::MAX_LENGTH;
use crate::cube::{Cube, Face, Move};
use crate::notation::Piece;
use std::sync::LazyLock;

/// The places of three stickers, one a piece, as digits to the base 24.
pub type Triple = u16;

/// The places that the stickers of a kind of pieces may come to: 8 corners of 3, or 12 edges of 2.
const PLACES: usize = 24;

const TRIPLES: usize = PLACES * PLACES * PLACES;

/// What each move makes of each triple.
type TripleMoves = [[Triple; Move::COUNT]];

/// The places of all followed pieces. The first triple is called their region.
pub type Places = [Triple; 4];

/// Pieces that are followed: at most four triples of one kind each.
pub struct Kept {
    moves: [&'static TripleMoves; 4],
    solved: Places,
}

/// How far all regions are from one of them.
pub struct Distances {
    /// By region, the number of moves to that one.
    distances: Vec<u8>,
    /// By region and moves left: the moves after which that one may be reached in as many more, as bits.
    within: Vec<[u32; MAX_LENGTH as usize]>,
}

static CORNERS: LazyLock<Vec<[Triple; Move::COUNT]>> =
    LazyLock::new(|| triple_moves(3, |cube| (cube.corners(), cube.corner_orientations())));
static EDGES: LazyLock<Vec<[Triple; Move::COUNT]>> =
    LazyLock::new(|| triple_moves(2, |cube| (cube.edges(), cube.edge_orientations())));

/// For pieces with this many stickers, whose cubies and orientations by place `parts` returns.
fn triple_moves<const N: usize>(
    sides: u8,
    parts: impl Fn(&'static Cube) -> (&'static [u8; N], &'static [u8; N]),
) -> Vec<[Triple; Move::COUNT]> {
    let place_after = |place: usize, m: usize| {
        let (cubies, turned) = parts(Move::from_index(m).cube());
        let (from, orientation) = (place as u8 / sides, place as u8 % sides);
        let to = cubies.iter().position(|cubie| *cubie == from);
        let to = to.expect("each cubie is somewhere");
        to * usize::from(sides) + usize::from((orientation + turned[to]) % sides)
    };
    let after: Vec<[usize; Move::COUNT]> = (0..PLACES)
        .map(|place| std::array::from_fn(|m| place_after(place, m)))
        .collect();
    let of_triple = |triple: usize| {
        let digits = [
            triple / PLACES / PLACES,
            triple / PLACES % PLACES,
            triple % PLACES,
        ];
        std::array::from_fn(|m| {
            let number = digits
                .iter()
                .fold(0, |n, digit| n * PLACES + after[*digit][m]);
            number as Triple
        })
    };
    (0..TRIPLES).map(of_triple).collect()
}

impl Kept {
    /// Follows the pieces that are solved in all cubes, and with `free_face` not turned by that face; `None` if there
    /// are less than three of a kind.
    pub fn new(cubes: &[Cube], free_face: Option<Face>) -> Option<Kept> {
        let is_solved = |piece: &Piece| {
            let home = (piece.number(), 0);
            let turned = free_face.map(|face| Move::new(face, 1).cube());
            let mut all = cubes.iter().chain(turned);
            all.all(|cube| cube.at(*piece) == home)
        };
        let (corners, edges): (Vec<Piece>, Vec<Piece>) =
            Piece::all().filter(is_solved).partition(Piece::is_corner);
        let mut corners = corners.chunks(3);
        let first = corners.next();
        let all = first.into_iter().chain(edges.chunks(3)).chain(corners);
        let of_length = |length| all.clone().filter(move |pieces| pieces.len() == length);
        // whole ones first, of which one divides positions into regions
        let triples: Vec<&[Piece]> = [3, 2, 1].into_iter().flat_map(of_length).collect();
        let whole = triples.first().filter(|pieces| pieces.len() == 3)?;
        let triple = |n: usize| -> (&'static TripleMoves, Triple) {
            let pieces = triples.get(n).unwrap_or(whole);
            let sides = pieces[0].facelets().len();
            // a piece may stand for one that is missing
            let place = |n: usize| sides * usize::from(pieces[n.min(pieces.len() - 1)].number());
            let number = (0..3).fold(0, |number, n| number * PLACES + place(n));
            let moves = if pieces[0].is_corner() {
                &CORNERS
            } else {
                &EDGES
            };
            (moves, number as Triple)
        };
        let triples = std::array::from_fn::<_, 4, _>(triple);
        Some(Kept {
            moves: triples.map(|(moves, _)| moves),
            solved: triples.map(|(_, solved)| solved),
        })
    }

    pub fn solved(&self) -> Places {
        self.solved
    }

    #[inline]
    pub fn after(&self, places: Places, m: usize) -> Places {
        std::array::from_fn(|n| self.moves[n][usize::from(places[n])][m])
    }

    /// All regions that moves lead to.
    pub fn regions(&self) -> Vec<Triple> {
        let mut distances = Distances::default();
        distances.find(self, self.solved[0]);
        let reached = (0..).zip(distances.distances);
        let reached = reached.filter(|(_, distance)| *distance < u8::MAX);
        reached.map(|(region, _)| region).collect()
    }
}

impl Default for Distances {
    fn default() -> Distances {
        Distances {
            distances: vec![u8::MAX; TRIPLES],
            within: vec![[0; MAX_LENGTH as usize]; TRIPLES],
        }
    }
}

impl Distances {
    /// Makes these the distances from a region.
    pub fn find(&mut self, kept: &Kept, region: Triple) {
        let (distances, moves) = (&mut self.distances, kept.moves[0]);
        distances.fill(u8::MAX);
        let (mut frontier, mut distance) = (vec![region], 0);
        while !frontier.is_empty() {
            frontier.retain(|region| {
                let known = &mut distances[usize::from(*region)];
                let is_new = *known == u8::MAX;
                *known = distance.min(*known);
                is_new
            });
            let neighbours = frontier.iter().flat_map(|from| moves[usize::from(*from)]);
            frontier = neighbours.collect();
            distance += 1;
        }
        for ((within, moves), _) in (self.within.iter_mut().zip(moves))
            .zip(&*distances)
            .filter(|(_, distance)| **distance < u8::MAX)
        {
            *within = [0; MAX_LENGTH as usize];
            for (m, to) in moves.iter().enumerate() {
                if let Some(within) = within.get_mut(usize::from(distances[usize::from(*to)])) {
                    *within |= 1 << m;
                }
            }
            for left in 1..within.len() {
                within[left] |= within[left - 1];
            }
        }
    }

    /// The number of moves from a region.
    pub fn from(&self, region: Triple) -> u8 {
        self.distances[usize::from(region)]
    }

    /// The moves from a region after which it is not farther than `left`.
    #[inline]
    pub fn within(&self, left: u8, region: Triple) -> u32 {
        self.within[usize::from(region)][usize::from(left)]
    }
}
