//! The cube unfolded, for terminals.

use super::facelets::Facelets;
use super::reader::is_space;
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

/// Whether a line alone shows that it is a row of a net, since nobody writes moves like that:
/// three letters far from the margin, or two equal ones of three side by side; or four times
/// three letters as they are printed.
pub fn is_row(line: &str) -> bool {
    const WIDE: usize = 6;
    let margin: Vec<char> = line.chars().take_while(|c| is_space(*c)).collect();
    let is_wide = margin.len() >= WIDE || margin.contains(&'\t');
    let line = line.trim();
    let letters = |part: &str| {
        let symbols: Vec<char> = part.chars().filter(|c| !is_space(*c)).take(4).collect();
        let are_letters = symbols.iter().all(|c| c.is_alphabetic());
        (symbols.len() == 3 && are_letters).then_some(symbols)
    };
    let of_a_face = letters(line).is_some_and(|letters| {
        let has_equal = letters.windows(2).any(|pair| pair[0] == pair[1]);
        is_wide || margin.len() >= 3 && has_equal
    });
    let faces: Vec<&str> = line.split("  ").take(5).collect();
    of_a_face || faces.len() == 4 && faces.iter().all(|face| letters(face).is_some())
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
