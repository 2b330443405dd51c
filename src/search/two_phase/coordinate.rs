use crate::cube::{Cube, Move, MoveSet};
use std::collections::HashMap;

/// Something about a cube that two cubes may share; moves may depend on it only.
pub type Key = fn(&Cube) -> [u8; 12];

/// The values of a key numbered in the order in which breadth-first search meets them, the
/// solved cube's as 0, with the table of what moves do to them.
pub struct Coordinate {
    key: Key,
    numbers: HashMap<[u8; 12], u16>,
    moves: Vec<[u16; Move::COUNT]>,
}

impl Coordinate {
    /// The coordinate of all cubes that `moves` can reach.
    pub fn new(key: Key, moves: MoveSet) -> Coordinate {
        let mut numbers = HashMap::from([(key(&Cube::SOLVED), 0)]);
        let mut cubes = vec![Cube::SOLVED];
        let mut table = Vec::new();
        while let Some(cube) = cubes.get(table.len()).copied() {
            let mut row = [0; Move::COUNT];
            for m in moves.iter() {
                let next = cube.apply(m);
                row[m.index()] = *numbers.entry(key(&next)).or_insert_with(|| {
                    cubes.push(next);
                    (cubes.len() - 1) as u16
                });
            }
            table.push(row);
        }
        Coordinate {
            key,
            numbers,
            moves: table,
        }
    }

    pub fn size(&self) -> usize {
        self.moves.len()
    }

    /// The value of a cube that the moves can reach.
    pub fn index(&self, cube: &Cube) -> u16 {
        self.numbers[&(self.key)(cube)]
    }

    pub fn after(&self, value: u16, m: Move) -> u16 {
        self.moves[usize::from(value)][m.index()]
    }
}

/// The exact distances of all pairs of values of two coordinates.
pub struct PairTable {
    depths: Vec<u8>,
    width: usize,
}

impl PairTable {
    pub fn new(a: &Coordinate, b: &Coordinate, moves: MoveSet) -> PairTable {
        const UNSEEN: u8 = u8::MAX;
        let width = b.size();
        let mut depths = vec![UNSEEN; a.size() * width];
        depths[0] = 0;
        let mut frontier = vec![0];
        for depth in 1.. {
            let mut next = Vec::new();
            for pair in frontier {
                let (i, j) = ((pair / width) as u16, (pair % width) as u16);
                for m in moves.iter() {
                    let pair = usize::from(a.after(i, m)) * width + usize::from(b.after(j, m));
                    if depths[pair] == UNSEEN {
                        depths[pair] = depth;
                        next.push(pair);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            frontier = next;
        }
        PairTable { depths, width }
    }

    pub fn depth(&self, i: u16, j: u16) -> u8 {
        self.depths[usize::from(i) * self.width + usize::from(j)]
    }
}

/// The twists of the corners.
pub fn twists(cube: &Cube) -> [u8; 12] {
    padded(cube.corner_orientations())
}

/// The flips of the edges.
pub fn flips(cube: &Cube) -> [u8; 12] {
    *cube.edge_orientations()
}

/// Which positions hold the four edges that belong between U and D.
pub fn slice_positions(cube: &Cube) -> [u8; 12] {
    cube.edges().map(|cubie| u8::from(cubie >= 8))
}

/// The permutation of the corners.
pub fn corners(cube: &Cube) -> [u8; 12] {
    padded(cube.corners())
}

/// The edges at the positions of U and D.
pub fn outer_edges(cube: &Cube) -> [u8; 12] {
    padded(&cube.edges()[..8])
}

/// The edges at the positions between U and D.
pub fn slice_edges(cube: &Cube) -> [u8; 12] {
    padded(&cube.edges()[8..])
}

fn padded(values: &[u8]) -> [u8; 12] {
    let mut key = [0; 12];
    key[..values.len()].copy_from_slice(values);
    key
}
