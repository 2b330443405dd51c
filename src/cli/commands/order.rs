//! `cubesolve order`: the order of a sequence and its cycles.

use crate::cli::cubes::SequenceArguments;
use crate::cli::filter::Reply;
use crate::cli::output::print_line;
use crate::cli::position::read_moves;
use crate::cli::{Status, filter};
use crate::notation::layers::parse_with_notes;
use clap::Args;
use cubesolve::cube::FaceletTuple;
use cubesolve::notation::{AllowedMoves, Format, layers};
use cubesolve::permutation::Permutation;

/// Print the order of sequences: how often each must be repeated to restore the cube
///
/// Also prints the parity of the permutation of facelets and its cycles: each facelet of a cycle
/// moves to the next place, the last to the first. Facelets are numbered from 1, face by face
/// (U L F R B D) and row by row; such cycles are also read instead of moves. Cycles of cubies (for
/// the 3x3x3) show the letters of each place in the order in which the facelets arrive there; after
/// one round the cubies are unchanged, twisted clockwise (+) or counter-clockwise (-), or
/// flipped (+).
///
/// Moves: U L F R B D, wide Rw or r and 3Rw, inner layers 2R and 2-3Rw, M E S, x y z; groups
/// (R U)3, [R, U] and [R: U]. A layer number needs a space before it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve order \"R U\"
  cubesolve order --group R,U
  cubesolve order --size 4 \"Rw 2U'\"
  cubesolve order --size 2 \"(1 2 4 3)(5 17)\"
  cubesolve order --size 4 --map U")]
pub struct Arguments {
    #[command(flatten)]
    sequences: SequenceArguments,

    /// Size N of the NxNxN cube, 2 to 7
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=7))]
    size: u8,

    /// Print the number of positions of the 3x3x3, as they are held, that these moves lead to: R,U or M,U2
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["sequences", "size", "map"])]
    group: Option<AllowedMoves>,

    /// Also print the facelet at each place (tuple), and the places with another facelet than
    /// before, as place:facelet (map)
    #[arg(long)]
    map: bool,

    /// Print a JSON object per sequence, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    if let Some(moves) = &arguments.group {
        let mut reply = Reply::labelled(10);
        reply.field("group", moves.to_string());
        let order = moves.group().order();
        let order = order.expect("that of all positions in 24 orientations at most");
        reply.line("order", order);
        // as text: many readers of JSON round numbers above 2⁵³
        reply.field("order", order.to_string());
        print_line(match arguments.json {
            true => serde_json::to_string(&reply)?,
            false => reply.lines.join("\n"),
        })?;
        return Ok(Status::Success);
    }
    let tuple = FaceletTuple::new(arguments.size.into()).expect("clap checked the size");
    filter::reply_to_each(arguments.sequences.inputs(), arguments.json, |text| {
        Ok(Some(reply(&read(text, &tuple)?, &tuple, arguments.map)))
    })
}

/// Reads moves or, if the text has parentheses but no letters, cycles of places.
///
/// A permutation maps each place to the one its facelet comes from. Cycles are written the other
/// way round, in the direction in which facelets move: as cycles of the inverse.
fn read(text: &str, tuple: &FaceletTuple) -> anyhow::Result<Permutation> {
    let cycles = text.trim().strip_prefix(FACELETS).unwrap_or(text);
    if cycles.contains('(') && !cycles.contains(char::is_alphabetic) {
        let places = Permutation::from_cycles(cycles, tuple.facelet_count())?;
        return Ok(places.inverse());
    }
    read_moves(text, |notes| parse_with_notes(text, tuple, notes))
}

/// Label of the line of cycles of facelets, which is also accepted before cycles that are read.
const FACELETS: &str = "facelets";

/// Cycles of cubies are a field for the 3x3x3 only, null if stickers of a cubie are apart; after them the rotations
/// of the whole cube. The tuple is the facelet at each place, both numbered from 1.
fn reply(facelets: &Permutation, tuple: &FaceletTuple, map: bool) -> Reply {
    let order = facelets.order().expect("that of 294 facelets");
    let mut reply = Reply::labelled(10);
    reply.add("order", order);
    reply.add("parity", if facelets.is_odd() { "odd" } else { "even" });
    if tuple.size() == 3 {
        match layers::cube_and_rotations(facelets) {
            None => {
                reply.line(
                    "cubies",
                    "none: the stickers of a cubie are apart, which no moves do",
                );
                reply.field("cubies", ());
            }
            Some((cube, rotations)) => {
                reply.add("cubies", Format::Cycles.print(&cube).unwrap_or_default());
                let rotations = rotations.to_string();
                if !rotations.is_empty() {
                    reply.add("rotation", rotations);
                }
            }
        }
    }
    reply.add(FACELETS, facelets.inverse().to_string());
    if map {
        let tuple: Vec<u32> = facelets.images().iter().map(|n| n + 1).collect();
        let moved = (1..)
            .zip(&tuple)
            .filter(|(place, facelet)| place != *facelet);
        let map: Vec<String> = moved
            .map(|(place, facelet)| format!("{place}:{facelet}"))
            .collect();
        let text: Vec<String> = tuple.iter().map(u32::to_string).collect();
        reply.line("tuple", text.join(" "));
        reply.line("map", map.join(" "));
        reply.field("tuple", tuple);
    }
    reply
}
