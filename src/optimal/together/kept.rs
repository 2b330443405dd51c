//! Where moves bring the pieces that are solved in every case of a set.

use crate::cube::{Cube, Face, Move, MoveSet};
use crate::notation::Piece;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// The places of three stickers, one a piece, as digits to the base 24.
type Triple = u16;

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

/// By region, how far it is from one of them.
pub struct Distances {
    /// By moves left and region: the moves after which the region may be reached in as many moves less one, as bits.
    within: Vec<Vec<u32>>,
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
        let mut triples: Vec<&[Piece]> = first
            .into_iter()
            .chain(edges.chunks(3))
            .chain(corners)
            .collect();
        // whole ones first, of which one divides positions into regions
        triples.sort_by_key(|pieces| Reverse(pieces.len()));
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
        let distances = self.distances(self.solved[0]);
        let reached = (0..).zip(distances);
        let reached = reached.filter(|(_, distance)| *distance < u8::MAX);
        reached.map(|(region, _)| region).collect()
    }

    /// By region, the number of moves to this one.
    fn distances(&self, region: Triple) -> Vec<u8> {
        let mut distances = vec![u8::MAX; TRIPLES];
        let (mut frontier, mut distance) = (vec![region], 0);
        while !frontier.is_empty() {
            let is_new = |region: &Triple| {
                let known = &mut distances[usize::from(*region)];
                std::mem::replace(known, distance.min(*known)) == u8::MAX
            };
            frontier = frontier.into_iter().filter(is_new).collect();
            let neighbours = frontier
                .iter()
                .flat_map(|region| self.moves[0][usize::from(*region)]);
            frontier = neighbours.collect();
            distance += 1;
        }
        distances
    }

    /// How far all regions are from this one.
    pub fn distances_to(&self, region: Triple) -> Distances {
        let distances = self.distances(region);
        let reached = distances.iter().filter(|distance| **distance < u8::MAX);
        let greatest = reached.max().copied().unwrap_or(0);
        let mut within = vec![vec![0; TRIPLES]; usize::from(greatest) + 1];
        let all = (0..TRIPLES).filter(|region| distances[*region] < u8::MAX);
        for from in all {
            for (m, to) in self.moves[0][from].iter().enumerate() {
                within[usize::from(distances[usize::from(*to)])][from] |= 1 << m;
            }
            for left in 0..usize::from(greatest) {
                within[left + 1][from] |= within[left][from];
            }
        }
        Distances { within }
    }
}

impl Distances {
    /// The moves from a region after which it is not farther than `left`.
    #[inline]
    pub fn within(&self, left: u8, region: Triple) -> u32 {
        let within = self.within.get(usize::from(left));
        within.map_or(MoveSet::ALL.bits(), |within| within[usize::from(region)])
    }
}
