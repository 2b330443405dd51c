//! The cube unfolded, for terminals.

use super::incomplete::MISSING;
use super::reader::is_space;
use crate::cube::Face;
use std::ops::Range;

/// The faces beside each other in the net, from the top.
const ROWS: [&[Face]; 3] = [
    &[Face::U],
    &[Face::L, Face::F, Face::R, Face::B],
    &[Face::D],
];

/// The lines of the net: of each face in it three facelets beside each other.
pub(super) fn lines() -> impl Iterator<Item = Vec<Range<usize>>> {
    let lines = ROWS
        .iter()
        .flat_map(|faces| (0..3).map(move |row| (faces, row)));
    lines.map(|(faces, row)| {
        let starts = faces.iter().map(|face| 9 * face.index() + 3 * row);
        starts.map(|start| start..start + 3).collect()
    })
}

/// Twelve characters for each facelet row, U above and D below F, a letter for each facelet, or a dot for one
/// without a colour; in colour with escape sequences for terminals of 256 colours.
pub fn print(facelets: &[impl Into<Option<Face>> + Copy; 54], in_colour: bool) -> String {
    draw(facelets, in_colour, &[0, 1, 2])
}

/// The same of a 2x2x2: the corners alone, eight characters for each facelet row.
pub fn print_corners(facelets: &[impl Into<Option<Face>> + Copy; 54], in_colour: bool) -> String {
    draw(facelets, in_colour, &[0, 2])
}

/// The net with some rows and columns of each face.
fn draw(
    facelets: &[impl Into<Option<Face>> + Copy; 54],
    in_colour: bool,
    shown: &[usize],
) -> String {
    let cell = |facelet: usize| {
        let colour: Option<Face> = facelets[facelet].into();
        let letter = colour.map_or(MISSING, Face::letter);
        match in_colour {
            false => format!(" {letter}"),
            true => format!("\x1b[{}m {letter}\x1b[0m", escape(colour)),
        }
    };
    let mut text = String::new();
    for (row, line) in lines().enumerate() {
        if !shown.contains(&(row % 3)) {
            continue;
        }
        // U and D stand above and below F, one face from the left
        if line.len() == 1 {
            text += &" ".repeat(2 * shown.len() + 1);
        }
        let cells = |three: Range<usize>| {
            let shown = shown.iter().map(|column| three.start + column);
            shown.map(cell).collect()
        };
        let faces: Vec<String> = line.into_iter().map(cells).collect();
        text.push_str(&faces.join(" "));
        text.push('\n');
    }
    text
}

/// Whether a line is three letters (two of a 2x2x2), indented by at least their own width: the first of a
/// net, and no moves.
pub(super) fn begins_net(line: &str, letters: usize) -> bool {
    const TAB: usize = 8;
    let text = line.trim_start_matches(is_space);
    let margin = line[..line.len() - text.len()].chars();
    let margin: usize = margin.map(|c| if c == '\t' { TAB } else { 1 }).sum();
    let text = text.trim_end_matches(is_space);
    has_letters(text, letters) && margin >= text.chars().count()
}

/// Whether a line is one of a net: one of a face alone, or four times three letters as [`print`]
/// writes them.
pub(super) fn is_row(line: &str) -> bool {
    let faces: Vec<&str> = line.trim().split("  ").take(5).collect();
    begins_net(line, 3) || faces.len() == 4 && faces.iter().all(|face| has_letters(face, 3))
}

fn has_letters(text: &str, count: usize) -> bool {
    let symbols = || text.chars().filter(|c| !is_space(*c)).take(count + 1);
    symbols().count() == count && symbols().all(char::is_alphabetic)
}

/// Text and background in the colours of most cubes; grey without a colour.
fn escape(colour: Option<Face>) -> &'static str {
    let Some(colour) = colour else {
        return "97;48;5;244";
    };
    match colour {
        Face::U => "30;48;5;255",
        Face::R => "97;48;5;160",
        Face::F => "30;48;5;34",
        Face::D => "30;48;5;226",
        Face::L => "30;48;5;208",
        Face::B => "97;48;5;26",
    }
}
