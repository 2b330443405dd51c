//! Speffz letters, as blindfold solvers memorise a cube: swaps with a buffer.
//!
//! The stickers of each face are lettered clockwise from the top left, U a-d, L e-h, F i-l,
//! R m-p, B q-t, D u-x, corners and edges with the same letters. A lower-case letter swaps the piece there
//! with the one in the buffer, sticker for sticker; an upper-case letter twists a corner in place
//! so that this sticker comes to U or D, or flips an edge, and turns the buffer back.
//! Corners first, then a dot and the edges; all swaps in order solve the cube (the format of
//! vcube by Andrew Skalski). Buffers other than A and U are written before the letters, as `CE:`.

use super::error::FormatError;
use super::facelets;
use super::piece::{Piece, face_of};
use super::reader::{Reader, TextError};
use crate::cube::Cube;

/// The places that serve as buffers, as facelets `0..54`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buffers {
    corner: usize,
    edge: usize,
}

impl Default for Buffers {
    fn default() -> Self {
        Buffers::DEFAULT
    }
}

impl Buffers {
    /// Corner A and edge U, of the methods Old Pochmann and M2.
    pub(super) const DEFAULT: Buffers = Buffers {
        corner: 0,
        edge: 28,
    };

    /// The buffers with these letters, `A-X` in either case; `None` for other letters.
    pub fn new(corner: char, edge: char) -> Option<Buffers> {
        Some(Buffers {
            corner: facelet(corner, CORNERS)?,
            edge: facelet(edge, EDGES)?,
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
        let letters = [letter(self.corner), letter(self.edge)];
        let [corner, edge] = letters.map(|letter| letter.to_ascii_uppercase());
        write!(f, "{corner}{edge}")
    }
}

/// Where the stickers of corners and edges are on a face, clockwise.
const CORNERS: [usize; 4] = [0, 2, 8, 6];
const EDGES: [usize; 4] = [1, 5, 7, 3];

/// The faces in the order of their letters.
const FACES: [usize; 6] = [0, 4, 2, 1, 5, 3];

/// The facelet of a corner or an edge with this letter, `A-X` in either case.
fn facelet(letter: char, kind: [usize; 4]) -> Option<usize> {
    let number = ('a'..='x').position(|c| c == letter.to_ascii_lowercase())?;
    Some(9 * FACES[number / 4] + kind[number % 4])
}

/// The lower-case letter of a facelet, which is no centre.
fn letter(facelet: usize) -> char {
    let is_here = |kind, letter| self::facelet(letter, kind) == Some(facelet);
    let mut letters = 'a'..='x';
    let letter = letters.find(|c| is_here(CORNERS, *c) || is_here(EDGES, *c));
    letter.expect("each facelet but a centre has a letter")
}

/// The place that a facelet belongs to.
fn piece(facelet: usize) -> Piece {
    let mut pieces = Piece::all();
    let piece = pieces.find(|piece| piece.facelets().contains(&facelet));
    piece.expect("facelets other than centres belong to pieces")
}

/// The facelets of a piece from one on, clockwise.
fn sides(facelet: usize) -> impl Iterator<Item = usize> + Clone {
    let sides = piece(facelet).facelets();
    let around = sides.iter().copied().cycle();
    around.skip_while(move |n| *n != facelet).take(sides.len())
}

/// The sticker at each place, as its place on the solved cube.
type Stickers = [usize; 54];

/// Swaps the piece at the place of a facelet with the one in the buffer, sticker for sticker.
fn swap(stickers: &mut Stickers, buffer: usize, facelet: usize) {
    let pairs = sides(buffer).zip(sides(facelet));
    pairs.for_each(|(a, b)| stickers.swap(a, b));
}

/// The facelets that a letter swaps with the buffer, in order. An upper-case one swaps a piece with the
/// buffer and back again from another side, which turns both.
fn swaps(letter: char, facelet: usize) -> Vec<usize> {
    if letter.is_ascii_lowercase() {
        return vec![facelet];
    }
    let place = piece(facelet).facelets();
    let turned = sides(facelet).position(|n| n == place[0]).unwrap_or(0);
    let back = if place.len() == 3 { turned } else { 1 };
    vec![place[0], place[back]]
}

/// Reads letters up to a dot or the end, and undoes their swaps.
fn parse_swaps(
    reader: &mut Reader,
    buffer: usize,
    kind: [usize; 4],
    stickers: &mut Stickers,
) -> Result<(), TextError> {
    let mut made = Vec::new();
    let expected = "a letter A-X of a piece other than the buffer";
    reader.skip_spaces();
    while reader.peek().is_some_and(|c| c != '.') {
        if made.len() >= MAX_SWAPS {
            return Err(reader.unexpected("an end of the letters"));
        }
        made.extend(reader.next(expected, |c| {
            let facelet = facelet(c, kind)?;
            (piece(facelet) != piece(buffer)).then(|| swaps(c, facelet))
        })?);
        reader.skip_spaces();
    }
    let backwards = made.into_iter().rev();
    backwards.for_each(|facelet| swap(stickers, buffer, facelet));
    Ok(())
}

/// The letters of one kind of pieces: along the cycles, the buffer's first and the others from the
/// least letter.
fn print_swaps(mut stickers: Stickers, buffer: usize, kind: [usize; 4]) -> String {
    let mut text = String::new();
    loop {
        let home = stickers[buffer];
        let mut facelets = ('a'..='x').filter_map(|letter| facelet(letter, kind));
        let unsolved = facelets.find(|n| piece(*n) != piece(buffer) && stickers[*n] != *n);
        let (letter, at) = match unsolved {
            _ if piece(home) != piece(buffer) => (letter(home), home),
            Some(at) if piece(stickers[at]) != piece(at) => (letter(at), at),
            Some(at) => {
                let first = piece(at).facelets()[0];
                let at = sides(at).find(|n| stickers[*n] == first).unwrap_or(at);
                (letter(at).to_ascii_uppercase(), at)
            }
            None => return text,
        };
        text.push(letter);
        let made = swaps(letter, at).into_iter();
        made.for_each(|facelet| swap(&mut stickers, buffer, facelet));
    }
}

/// Bounds memory; a cube takes about 40 swaps.
const MAX_SWAPS: usize = 1000;

/// Reads the letters of corners and, after a dot, of edges; either part may be empty.
pub fn parse(text: &str, buffers: Buffers) -> Result<Cube, FormatError> {
    let (named, letters) = split_buffers(text);
    if named.is_some_and(|named| named != buffers) {
        let expected = "letters for the same buffers as the name of the format";
        return Err(Reader::new(text).unexpected(expected).into());
    }
    let mut stickers = facelets::stickers(&Cube::SOLVED);
    let mut reader = Reader::at(text, letters);
    parse_swaps(&mut reader, buffers.corner, CORNERS, &mut stickers)?;
    if reader.peek().is_some() {
        reader.skip('.', "'.' between corners and edges")?;
    }
    parse_swaps(&mut reader, buffers.edge, EDGES, &mut stickers)?;
    reader.end("the end after the edges")?;
    facelets::cube(&stickers.map(face_of))
}

/// Letters of corners, a dot, letters of edges, after the buffers if they are unusual.
pub fn print(cube: &Cube, buffers: Buffers) -> String {
    let stickers = facelets::stickers(cube);
    let corners = print_swaps(stickers, buffers.corner, CORNERS);
    let edges = print_swaps(stickers, buffers.edge, EDGES);
    match buffers == Buffers::default() {
        true => format!("{corners}.{edges}"),
        false => format!("{buffers}:{corners}.{edges}"),
    }
}
