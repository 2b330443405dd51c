//! The base-32 form of nissy and its H48 solver: `ABCDEFGH=ABCDEFGHIJKL=A` when solved.
//!
//! A letter for each piece, `A-Z` then `a-f`: number plus 8 times the twist of a corner,
//! number plus 16 times the flip of an edge; after the second `=` how the cube is held, which
//! does not change the position (format: README of nissy-core by Sebastiano Tronto).

use super::error::FormatError;
use super::impossible::cube_of;
use super::piece::{Piece, at_home};
use super::reader::Reader;
use crate::cube::Cube;

/// nissy's order of the corners, in numbers of Kociemba's.
const CORNERS: [u8; 8] = [0, 2, 5, 7, 1, 3, 4, 6];

/// nissy's order of the edges, in numbers of Kociemba's.
const EDGES: [u8; 12] = [1, 3, 7, 5, 0, 2, 6, 4, 8, 9, 10, 11];

/// Reads a cube; what follows the edges may be missing.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut cubies = at_home();
    let mut reader = Reader::new(text);
    reader.skip_spaces();
    for place in CORNERS {
        let corner = |c| digit(c).filter(|value| *value < 24);
        let value = reader.next("a corner (A-X)", corner)?;
        cubies[Piece::Corner(place).index()] = (CORNERS[value % 8], (value / 8) as u8);
    }
    reader.skip('=', "'=' after 8 corners")?;
    for place in EDGES {
        let edge = |c| digit(c).filter(|value| value % 16 < 12);
        let value = reader.next("an edge (A-L or Q-b)", edge)?;
        cubies[Piece::Edge(place).index()] = (EDGES[value % 16], (value / 16) as u8);
    }
    if reader.peek() == Some('=') {
        reader.skip('=', "'=' after 12 edges")?;
        reader.next("how the cube is held (A-X)", |c| {
            matches!(c, 'A'..='X').then_some(())
        })?;
    }
    reader.end("the end")?;
    Ok(cube_of(cubies)?)
}

fn digit(c: char) -> Option<usize> {
    DIGITS.iter().position(|d| char::from(*d) == c)
}

const DIGITS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef";

/// The cube held with U above and F in front.
pub fn print(cube: &Cube) -> String {
    let letters = |order: &[u8], place: fn(u8) -> Piece, for_each_turn: u8| -> String {
        let letter = |n: &u8| {
            let (cubie, turned) = cube.at(place(*n));
            let number = order.iter().position(|n| *n == cubie);
            let number = number.expect("the order has every piece");
            char::from(DIGITS[number + usize::from(for_each_turn * turned)])
        };
        order.iter().map(letter).collect()
    };
    let corners = letters(&CORNERS, Piece::Corner, 8);
    let edges = letters(&EDGES, Piece::Edge, 16);
    format!("{corners}={edges}=A")
}
