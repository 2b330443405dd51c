//! Lists of packed cubes, as a structure of arrays, for vector code.

use super::packed_cube::PackedCube;

/// Cubes that may be written after the end of a list, so that a whole vector can be stored even if
/// fewer are appended.
pub const PADDING: usize = 8;

pub struct PackedCubes {
    edges: Box<[[u8; 16]]>,
    corners: Box<[[u8; 8]]>,
    len: usize,
}

impl PackedCubes {
    /// An empty list for up to `capacity` cubes.
    pub fn with_capacity(capacity: usize) -> PackedCubes {
        PackedCubes {
            edges: vec![[0; 16]; capacity + PADDING].into(),
            corners: vec![[0; 8]; capacity + PADDING].into(),
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

    #[inline(always)]
    pub fn edges(&self) -> &[[u8; 16]] {
        &self.edges[..self.len]
    }

    /// The corners of all cubes, and of [`PADDING`] more, which are those of some cubes or zeros: vector code
    /// computes addresses of these, too, so no orientation there may exceed 2.
    #[inline(always)]
    pub fn corners(&self) -> &[[u8; 8]] {
        &self.corners[..self.len + PADDING]
    }

    #[inline(always)]
    pub fn push(&mut self, cube: PackedCube) {
        self.edges[self.len] = cube.edges;
        self.corners[self.len] = cube.corners;
        self.len += 1;
    }

    /// The padding after the end, to be written before [`PackedCubes::extend`], only with products of cubes.
    #[inline(always)]
    pub fn tail(&mut self) -> (&mut [[u8; 16]; PADDING], &mut [[u8; 8]; PADDING]) {
        let edges = &mut self.edges[self.len..][..PADDING];
        let corners = &mut self.corners[self.len..][..PADDING];
        (
            edges.try_into().expect("the length is right"),
            corners.try_into().expect("the length is right"),
        )
    }

    /// Appends the first `count` cubes of [`PackedCubes::tail`].
    #[inline(always)]
    pub fn extend(&mut self, count: usize) {
        assert!(count <= PADDING && self.len + count + PADDING <= self.edges.len());
        self.len += count;
    }
}
