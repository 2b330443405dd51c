//! `cubesolve order`: how often a sequence has to be repeated, and the cycles it moves in.

use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::notation::layers;
use cubesolve::permutation::{FaceletTuple, Permutation};

/// Print how often sequences have to be repeated until everything is back
///
/// Also the parity of the permutation of facelets, and its cycles: a facelet goes from each
/// place of a cycle to the next and from the last to the first. Facelets are numbered face by
/// face (U L F R B D), each row by row, from 1; such cycles are also read instead of moves.
/// Cycles of cubies, for the 3x3x3, list places with the letters in the order in which the
/// facelets come to lie there; after one round they are as before, or twisted clockwise (+),
/// counter-clockwise (-), or flipped (+).
///
/// Moves: U L F R B D, wide Rw or r and 3Rw, inner layers 2R and 2-3Rw, M E S, x y z; groups
/// (R U)3, [R, U] and [R: U]. A layer number needs a space before it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve order \"R U\"
  cubesolve order --size 4 \"Rw 2U'\"
  cubesolve order --size 2 \"(1 2 4 3)(5 17)\"
  cubesolve order --size 4 --map U")]
pub struct Arguments {
    /// Sequences, or cycles of facelets; without any, one is read from each line of stdin
    sequences: Vec<String>,

    /// Cubies along an edge of the cube, 2 to 7
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=7))]
    size: u8,

    /// Also print the facelet at each place (tuple), and the places whose facelet is another,
    /// each with it after a colon (map)
    #[arg(long)]
    map: bool,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let tuple = FaceletTuple::new(arguments.size.into()).expect("clap checked the size");
    filter::run(arguments.sequences, |text| {
        let facelets = read(text, &tuple)?;
        let mut lines = describe(&facelets, &tuple);
        if arguments.map {
            lines.extend(describe_map(&facelets));
        }
        Ok(lines.join("\n"))
    })
}

/// Reads moves or, if there are numbers but no moves, cycles of places.
///
/// As a mapping a permutation of facelets tells where they come from; its cycles are written
/// and read as they go, which is the inverse.
fn read(text: &str, tuple: &FaceletTuple) -> anyhow::Result<Permutation> {
    let cycles = text.trim().strip_prefix(FACELETS).unwrap_or(text);
    if cycles.contains('(') && !cycles.contains(char::is_alphabetic) {
        let places = Permutation::from_cycles(cycles, tuple.facelet_count())?;
        return Ok(places.inverse());
    }
    Ok(layers::parse(text, tuple)?)
}

/// What the line of the cycles of facelets begins with.
const FACELETS: &str = "facelets";

fn describe(facelets: &Permutation, tuple: &FaceletTuple) -> Vec<String> {
    let order = facelets
        .order()
        .expect("294 facelets have no order beyond 128 bits");
    let parity = if facelets.is_odd() { "odd" } else { "even" };
    let mut lines = vec![format!("order     {order}"), format!("parity    {parity}")];
    if tuple.size() == 3 {
        lines.extend(describe_cubies(facelets));
    }
    lines.push(format!("{FACELETS}  {}", facelets.inverse()));
    lines
}

/// The tuple and the map, facelets and places counted from 1.
fn describe_map(facelets: &Permutation) -> [String; 2] {
    let (mut tuple, mut map) = ("tuple    ".to_owned(), "map      ".to_owned());
    for (place, facelet) in (1..).zip(facelets.images().iter().map(|facelet| facelet + 1)) {
        tuple += &format!(" {facelet}");
        if facelet != place {
            map += &format!(" {place}:{facelet}");
        }
    }
    [tuple, map]
}

fn describe_cubies(facelets: &Permutation) -> Vec<String> {
    let Some((cube, rotations)) = layers::cube_and_rotations(facelets) else {
        return vec!["cubies    torn apart: no turns do this".to_owned()];
    };
    let cycles: Vec<String> = cube.cycles().iter().map(ToString::to_string).collect();
    let cycles = if cycles.is_empty() {
        "()".to_owned()
    } else {
        cycles.join(" ")
    };
    let mut lines = vec![format!("cubies    {cycles}")];
    if !rotations.is_empty() {
        lines.push(format!("rotation  {rotations}"));
    }
    lines
}
