//! The cube unfolded, for terminals.

use super::facelets::Facelets;
use crate::cube::Face;

/// The faces beside each other in the net, from the top.
const ROWS: [&[Face]; 3] = [
    &[Face::U],
    &[Face::L, Face::F, Face::R, Face::B],
    &[Face::D],
];

/// Twelve characters for each facelet row, U above and D below F, a letter for each facelet;
/// in colour with escape sequences for terminals of 256 colours.
pub fn print(facelets: &Facelets, in_colour: bool) -> String {
    let mut text = String::new();
    for faces in ROWS {
        for row in 0..3 {
            // U and D stand above and below F, one face from the left
            if faces.len() == 1 {
                text.push_str("       ");
            }
            let line: Vec<String> = faces
                .iter()
                .map(|face| row_of(facelets, *face, row, in_colour))
                .collect();
            text.push_str(&line.join(" "));
            text.push('\n');
        }
    }
    text
}

fn row_of(facelets: &Facelets, face: Face, row: usize, in_colour: bool) -> String {
    let start = 9 * face.index() + 3 * row;
    let colours = &facelets[start..start + 3];
    let cell = |colour: &Face| match in_colour {
        false => format!(" {}", colour.letter()),
        true => format!("\x1b[{}m {}\x1b[0m", escape(*colour), colour.letter()),
    };
    colours.iter().map(cell).collect()
}

/// Ink and background in the colours of most cubes.
fn escape(colour: Face) -> &'static str {
    match colour {
        Face::U => "30;48;5;255",
        Face::R => "97;48;5;160",
        Face::F => "30;48;5;34",
        Face::D => "30;48;5;226",
        Face::L => "30;48;5;208",
        Face::B => "97;48;5;26",
    }
}
