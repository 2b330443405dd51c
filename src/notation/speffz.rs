//! Speffz letters, as blindfold solvers memorise a cube: swaps with a buffer.
//!
//! The stickers of each face are lettered clockwise from the top left, U a-d, L e-h, F i-l,
//! R m-p, B q-t, D u-x, corners and edges with the same letters. A lower-case letter swaps the piece there
//! with the one in the buffer, sticker for sticker; an upper-case letter twists a corner in place
//! so that this sticker comes to U or D, or flips an edge, and turns the buffer back.
//! Corners first, then a dot and the edges; all swaps in order solve the cube (the format of
//! vcube by Andrew Skalski). Buffers other than A and U are written before the letters, as `CE:`.

use super::assembly::Assembly;
use super::error::FormatError;
use super::piece::{CORNER_FACELETS, EDGE_FACELETS};
use super::reader::Reader;
use crate::cube::Cube;

/// The stickers whose places serve as buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buffers {
    corner: Sticker,
    edge: Sticker,
}

impl Default for Buffers {
    fn default() -> Self {
        Buffers::DEFAULT
    }
}

impl Buffers {
    /// Corner A and edge U, of the methods Old Pochmann and M2.
    pub(super) const DEFAULT: Buffers = Buffers {
        corner: Sticker { piece: 2, side: 0 },
        edge: Sticker { piece: 5, side: 0 },
    };

    /// The buffers with these letters, `A-X` in either case; `None` for other letters.
    pub fn new(corner: char, edge: char) -> Option<Buffers> {
        Some(Buffers {
            corner: Sticker::with_letter(corner, &CORNERS)?,
            edge: Sticker::with_letter(edge, &EDGES)?,
        })
    }

    /// The buffers with a name of two letters, corner first.
    pub(super) fn named(name: &str) -> Option<Buffers> {
        let mut letters = name.chars();
        let buffers = Buffers::new(letters.next()?, letters.next()?);
        buffers.filter(|_| letters.next().is_none())
    }
}

/// Splits the buffers, such as `CE:`, from the beginning of a text.
pub(super) fn split_buffers(text: &str) -> (Option<Buffers>, &str) {
    let split = text.trim_start().split_once(':');
    let named = split.and_then(|(name, rest)| Some((Buffers::named(name)?, rest)));
    named.map_or((None, text), |(buffers, rest)| (Some(buffers), rest))
}

/// The letters of the two buffers, corner first: `AU`.
impl std::fmt::Display for Buffers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letters = [self.corner.letter(&CORNERS), self.edge.letter(&EDGES)];
        let [corner, edge] = letters.map(|letter| letter.to_ascii_uppercase());
        write!(f, "{corner}{edge}")
    }
}

/// One kind of piece: the facelets of its places, and where on a face its stickers are,
/// clockwise.
struct Kind<const SIDES: usize, const PLACES: usize> {
    facelets: &'static [[usize; SIDES]; PLACES],
    around: [usize; 4],
}

const CORNERS: Kind<3, 8> = Kind {
    facelets: &CORNER_FACELETS,
    around: [0, 2, 8, 6],
};

const EDGES: Kind<2, 12> = Kind {
    facelets: &EDGE_FACELETS,
    around: [1, 5, 7, 3],
};

/// The faces in the order of their letters.
const FACES: [usize; 6] = [0, 4, 2, 1, 5, 3];

/// A sticker or its place: the number of the piece, and which of its sides, clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sticker {
    piece: usize,
    side: usize,
}

impl Sticker {
    fn letter<const S: usize, const P: usize>(self, kind: &Kind<S, P>) -> char {
        let facelet = kind.facelets[self.piece][self.side];
        let face = FACES.iter().position(|face| *face == facelet / 9);
        let n = kind.around.iter().position(|n| *n == facelet % 9);
        let number = 4 * face.unwrap_or_default() + n.unwrap_or_default();
        char::from(b'a' + number as u8)
    }

    fn with_letter<const S: usize, const P: usize>(
        letter: char,
        kind: &Kind<S, P>,
    ) -> Option<Sticker> {
        let all = (0..P).flat_map(|piece| (0..S).map(move |side| Sticker { piece, side }));
        let letter = letter.to_ascii_lowercase();
        all.into_iter()
            .find(|sticker| sticker.letter(kind) == letter)
    }
}

/// The pieces of one kind, a number and an orientation at each place.
type State<const PLACES: usize> = [(usize, usize); PLACES];

impl<const SIDES: usize, const PLACES: usize> Kind<SIDES, PLACES> {
    /// Swaps the pieces at `a` and `b`, sticker for sticker.
    fn swap(&self, state: &mut State<PLACES>, a: Sticker, b: Sticker) {
        state.swap(a.piece, b.piece);
        self.reorient(state, a.piece, SIDES + a.side - b.side);
        self.reorient(state, b.piece, SIDES + b.side - a.side);
    }

    fn reorient(&self, state: &mut State<PLACES>, place: usize, by: usize) {
        state[place].1 = (state[place].1 + by) % SIDES;
    }

    /// The orientations by which an upper-case letter changes the piece at its place.
    fn reorientation(&self, letter: Sticker) -> usize {
        if SIDES == 2 { 1 } else { SIDES - letter.side }
    }

    /// Reads letters up to a dot or the end, and applies the inverse of their swaps to the solved
    /// cube.
    fn parse(&self, reader: &mut Reader, buffer: Sticker) -> Result<State<PLACES>, FormatError> {
        let mut swaps = Vec::new();
        let expected = "a letter A-X of a piece other than the buffer";
        reader.skip_spaces();
        while reader.peek().is_some_and(|c| c != '.') {
            if swaps.len() == MAX_LETTERS {
                return Err(reader.unexpected("an end of the letters"));
            }
            swaps.push(reader.next(expected, |c| {
                let sticker = Sticker::with_letter(c, self)?;
                (sticker.piece != buffer.piece).then_some((c, sticker))
            })?);
            reader.skip_spaces();
        }
        let mut state = std::array::from_fn(|piece| (piece, 0));
        for (letter, sticker) in swaps.into_iter().rev() {
            if letter.is_ascii_lowercase() {
                self.swap(&mut state, buffer, sticker);
            } else {
                let by = self.reorientation(sticker);
                self.reorient(&mut state, sticker.piece, SIDES - by % SIDES);
                self.reorient(&mut state, buffer.piece, by);
            }
        }
        Ok(state)
    }

    /// Follows the cycles, the buffer's first and the others from the least letter.
    fn print(&self, state: &State<PLACES>, buffer: Sticker) -> String {
        let mut text = String::new();
        let mut visited = [false; PLACES];
        self.trace(state, buffer, buffer, &mut visited, &mut text);
        for letter in 'a'..='x' {
            let start = Sticker::with_letter(letter, self).expect("all 24 letters are used");
            let (piece, orientation) = state[start.piece];
            if visited[start.piece] || (piece, orientation) == (start.piece, 0) {
                continue;
            }
            if piece == start.piece {
                let twisted = Sticker {
                    piece,
                    side: orientation,
                };
                text.push(twisted.letter(self).to_ascii_uppercase());
                visited[piece] = true;
            } else {
                text.push(letter);
                self.trace(state, start, buffer, &mut visited, &mut text);
            }
        }
        text
    }

    /// Writes the letter of the sticker at each place from `at` to where a visited piece
    /// ends the cycle.
    fn trace(
        &self,
        state: &State<PLACES>,
        mut at: Sticker,
        buffer: Sticker,
        visited: &mut [bool; PLACES],
        text: &mut String,
    ) {
        while !visited[at.piece] {
            visited[at.piece] = true;
            let (piece, orientation) = state[at.piece];
            let side = (at.side + SIDES - orientation) % SIDES;
            at = Sticker { piece, side };
            if piece != buffer.piece {
                text.push(at.letter(self));
            }
        }
    }
}

/// Bounds memory; a cube takes about 40 letters.
const MAX_LETTERS: usize = 1000;

/// Reads the letters of corners and, after a dot, of edges; either part may be empty.
///
/// # Errors
/// The first place where the text is wrong, or why the cube is impossible.
pub fn parse(text: &str, buffers: Buffers) -> Result<Cube, FormatError> {
    let (named, letters) = split_buffers(text);
    if named.is_some_and(|named| named != buffers) {
        return Err(FormatError::Unexpected {
            column: 1,
            expected: "letters for the same buffers as the name of the format",
            found: text.chars().next(),
        });
    }
    let mut reader = Reader::at(text, letters);
    let corners = CORNERS.parse(&mut reader, buffers.corner)?;
    if reader.peek().is_some() {
        reader.skip('.', "'.' between corners and edges")?;
    }
    let edges = EDGES.parse(&mut reader, buffers.edge)?;
    reader.end("the end after the edges")?;
    let pieces = Assembly {
        corners: corners.map(|(piece, _)| piece as u8),
        corner_orientations: corners.map(|(_, twist)| twist as u8),
        edges: edges.map(|(piece, _)| piece as u8),
        edge_orientations: edges.map(|(_, flip)| flip as u8),
    };
    Ok(pieces.into_cube()?)
}

/// Letters of corners, a dot, letters of edges, after the buffers if they are unusual.
pub fn print(cube: &Cube, buffers: Buffers) -> String {
    let corners = std::array::from_fn(|n| {
        (
            usize::from(cube.corners()[n]),
            usize::from(cube.corner_orientations()[n]),
        )
    });
    let edges = std::array::from_fn(|n| {
        (
            usize::from(cube.edges()[n]),
            usize::from(cube.edge_orientations()[n]),
        )
    });
    let corners = CORNERS.print(&corners, buffers.corner);
    let edges = EDGES.print(&edges, buffers.edge);
    match buffers == Buffers::default() {
        true => format!("{corners}.{edges}"),
        false => format!("{buffers}:{corners}.{edges}"),
    }
}
