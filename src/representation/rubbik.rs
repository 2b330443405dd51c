//! The two numbers of LMY's *Rubbik*.

use super::{Representation, hex_number};
use crate::cube::Cube;
use crate::notation::rubbik::Form;

/// Rubbik's shortest form, 69 bits: corners with their states, edges, states of edges. 0 is
/// solved.
pub type PieceOffsets = RubbikOffset<false>;

/// Rubbik's form for solving layer by layer, 71 bits: the lower corners with their states,
/// lower and middle edges, their states, the same of the upper layer. 0 is solved, and the
/// value falls as the layers are solved.
pub type LayerOffsets = RubbikOffset<true>;

/// A number of Rubbik's, by layers or for the whole cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RubbikOffset<const LAYERS: bool>(u128);

impl<const LAYERS: bool> RubbikOffset<LAYERS> {
    const FORM: Form = if LAYERS { Form::Layers } else { Form::Pieces };
}

impl<const LAYERS: bool> Representation for RubbikOffset<LAYERS> {
    const NAME: &'static str = if LAYERS {
        "Rubbik, layers"
    } else {
        "Rubbik, pieces"
    };
    const BITS: u32 = Self::FORM.bits();

    fn from_cube(cube: &Cube) -> Self {
        RubbikOffset(Self::FORM.number(cube))
    }

    fn cube(&self) -> Cube {
        let cube = Self::FORM.cube(self.0);
        cube.expect("it is the number of a cube")
    }

    fn hex(&self) -> String {
        hex_number(self.0, Self::BITS)
    }
}
