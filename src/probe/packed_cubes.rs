//! Lists of packed cubes, by columns: what is computed for many at once.

use super::packed_cube::PackedCube;

/// Cubes that may be written beyond the end of a list, so that a vector of them can be stored
/// where fewer are meant to stay.
pub const ROOM: usize = 8;

/// A list of cubes.
pub struct PackedCubes {
    edges: Box<[[u8; 16]]>,
    corners: Box<[[u8; 8]]>,
    len: usize,
}

impl PackedCubes {
    /// An empty list for up to `capacity` cubes.
    pub fn with_capacity(capacity: usize) -> PackedCubes {
        PackedCubes {
            edges: vec![[0; 16]; capacity + ROOM].into(),
            corners: vec![[0; 8]; capacity + ROOM].into(),
            len: 0,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub fn get(&self, i: usize) -> PackedCube {
        PackedCube {
            edges: self.edges[i],
            corners: self.corners[i],
        }
    }

    /// The edges of all cubes.
    #[inline(always)]
    pub fn edges(&self) -> &[[u8; 16]] {
        &self.edges[..self.len]
    }

    /// The corners of all cubes, and [`ROOM`] times whatever is behind them.
    #[inline(always)]
    pub fn corners(&self) -> &[[u8; 8]] {
        &self.corners[..self.len + ROOM]
    }

    #[inline(always)]
    pub fn push(&mut self, cube: PackedCube) {
        self.edges[self.len] = cube.edges;
        self.corners[self.len] = cube.corners;
        self.len += 1;
    }

    /// The room behind the end, for [`PackedCubes::extend`].
    #[inline(always)]
    pub fn room(&mut self) -> (&mut [[u8; 16]; ROOM], &mut [[u8; 8]; ROOM]) {
        let edges = &mut self.edges[self.len..][..ROOM];
        let corners = &mut self.corners[self.len..][..ROOM];
        (
            edges.try_into().expect("the length is right"),
            corners.try_into().expect("the length is right"),
        )
    }

    /// Makes the first `count` cubes behind the end part of the list.
    #[inline(always)]
    pub fn extend(&mut self, count: usize) {
        assert!(count <= ROOM && self.len + count + ROOM <= self.edges.len());
        self.len += count;
    }
}
