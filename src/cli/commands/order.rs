//! `cubesolve order`: how often a sequence has to be repeated, and the cycles it moves in.

use crate::cli::filter::Reply;
use crate::cli::input::{Each, Input};
use crate::cli::position::expect_moves;
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::cube::CubieCycle;
use cubesolve::notation::layers;
use cubesolve::permutation::{FaceletTuple, Permutation};
use serde::Serialize;

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
    /// Sequences, or cycles of facelets; without any, or for -, one is read from each line of stdin
    sequences: Vec<String>,

    #[command(flatten)]
    each: Each,

    /// Cubies along an edge of the cube, 2 to 7
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=7))]
    size: u8,

    /// Also print the facelet at each place (tuple), and the places whose facelet is another,
    /// each with it after a colon (map)
    #[arg(long)]
    map: bool,

    /// Print a JSON object for each sequence, on a line of its own
    #[arg(long)]
    json: bool,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments, quiet: bool) -> anyhow::Result<Status> {
    let input = Input::new(arguments.sequences, arguments.each, quiet);
    let tuple = FaceletTuple::new(arguments.size.into()).expect("clap checked the size");
    filter::reply(input, arguments.json, |text| {
        Ok(Some(page(&read(text, &tuple)?, &tuple, arguments.map)))
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
    expect_moves(text)?;
    Ok(layers::parse(text, tuple)?)
}

/// What the line of the cycles of facelets begins with.
const FACELETS: &str = "facelets";

/// What is printed for a sequence.
#[derive(Serialize)]
struct Page {
    order: u128,
    parity: &'static str,
    /// Cycles of cubies, null if the facelets are those of no cube; only of the 3x3x3.
    #[serde(skip_serializing_if = "Option::is_none")]
    cubies: Option<Option<String>>,
    /// How the 3x3x3 is turned as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    rotation: String,
    /// Cycles of facelets.
    facelets: String,
    /// The facelet at each place, both counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    tuple: Option<Vec<u32>>,
}

fn page(facelets: &Permutation, tuple: &FaceletTuple, map: bool) -> Page {
    let is_3x3x3 = tuple.size() == 3;
    let cube = is_3x3x3.then(|| layers::cube_and_rotations(facelets));
    let (cubies, rotation) = match cube {
        None => (None, String::new()),
        Some(None) => (Some(None), String::new()),
        Some(Some((cube, rotation))) => (Some(Some(show_cycles(&cube.cycles()))), rotation),
    };
    Page {
        order: facelets
            .order()
            .expect("294 facelets have no order beyond 128 bits"),
        parity: if facelets.is_odd() { "odd" } else { "even" },
        cubies,
        rotation,
        facelets: facelets.inverse().to_string(),
        tuple: map.then(|| {
            facelets
                .images()
                .iter()
                .map(|facelet| facelet + 1)
                .collect()
        }),
    }
}

fn show_cycles(cycles: &[CubieCycle]) -> String {
    if cycles.is_empty() {
        return "()".to_owned();
    }
    let cycles: Vec<String> = cycles.iter().map(ToString::to_string).collect();
    cycles.join(" ")
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut lines = vec![
            format!("order     {}", self.order),
            format!("parity    {}", self.parity),
        ];
        if let Some(cubies) = &self.cubies {
            let torn = "torn apart: no turns do this";
            lines.push(format!("cubies    {}", cubies.as_deref().unwrap_or(torn)));
        }
        if !self.rotation.is_empty() {
            lines.push(format!("rotation  {}", self.rotation));
        }
        lines.push(format!("{FACELETS}  {}", self.facelets));
        if let Some(tuple) = &self.tuple {
            let facelets = tuple.iter().map(|facelet| format!(" {facelet}"));
            let moved = (1..)
                .zip(tuple)
                .filter(|(place, facelet)| place != *facelet);
            let map = moved.map(|(place, facelet)| format!(" {place}:{facelet}"));
            lines.push(format!("tuple    {}", facelets.collect::<String>()));
            lines.push(format!("map      {}", map.collect::<String>()));
        }
        lines.join("\n")
    }
}
