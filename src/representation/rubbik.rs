//! The two numbers of LMY's *Rubbik*.

use super::{Representation, hex_number};
use crate::cube::Cube;
use crate::notation::rubbik::Form;

/// Rubbik's shortest form, 69 bits: corners with their states, edges, states of edges. 0 is
/// solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceOffsets(u128);

/// Rubbik's form for solving layer by layer, 71 bits: the lower corners with their states,
/// lower and middle edges, their states, the same of the upper layer. 0 is solved, and the
/// value falls as the layers are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerOffsets(u128);

impl Representation for PieceOffsets {
    const NAME: &'static str = "Rubbik, pieces";
    const BITS: u32 = Form::Pieces.bits();

    fn from_cube(cube: &Cube) -> Self {
        PieceOffsets(Form::Pieces.number(cube))
    }

    fn cube(&self) -> Cube {
        Form::Pieces
            .cube(self.0)
            .expect("it is the number of a cube")
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}

impl Representation for LayerOffsets {
    const NAME: &'static str = "Rubbik, layers";
    const BITS: u32 = Form::Layers.bits();

    fn from_cube(cube: &Cube) -> Self {
        LayerOffsets(Form::Layers.number(cube))
    }

    fn cube(&self) -> Cube {
        Form::Layers
            .cube(self.0)
            .expect("it is the number of a cube")
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}
