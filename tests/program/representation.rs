//! Every representation against the cube itself, and the sizes that their inventors give.

use crate::program::{program, run_with, stdout};
use cubesolve::cube::{CORNER_NAMES, Cube, EDGE_NAMES, Face, Move};
use cubesolve::notation::Format;
use cubesolve::representation::*;
use rand::{SeedableRng, rngs::SmallRng};
use std::collections::HashSet;
use std::path::Path;

#[test]
fn sizes_in_bits_are_published_ones() {
    assert_eq!(FaceletArray::BITS, 432);
    assert_eq!(MovingFacelets::BITS, 384);
    assert_eq!(PackedFacelets::BITS, 144);
    assert_eq!(Base24::BITS, 92);
    assert_eq!(IndexBytes::BITS, 72);
    assert_eq!(Digits::BITS, 80);
    assert_eq!(SplitState::BITS, 80);
    assert_eq!(PermutationArrays::BITS, 192);
    assert_eq!(PackedPermutations::BITS, 128);
    assert_eq!(TightPermutations::BITS, 104);
    assert_eq!(PieceOffsets::BITS, 69);
    assert_eq!(LayerOffsets::BITS, 71);
    assert_eq!(128 - (cubesolve::cube::POSITIONS - 1).leading_zeros(), 66);
}

#[test]
fn only_split_coordinates_need_tables() {
    for entry in ALL {
        let megabytes = (entry.table_bytes)() as f64 / 1e6;
        let expected = if entry.name == SplitState::NAME {
            2.0..3.0
        } else {
            -1.0..0.1
        };
        assert!(expected.contains(&megabytes), "{} {megabytes}", entry.name);
        assert_eq!(
            entry.bits.div_ceil(8).max(entry.bytes as u32),
            entry.bytes as u32
        );
    }
}

/// `represent` prints every form, and with `--measure` five figures more.
#[test]
fn represent_prints_every_form() {
    let cube = Cube::from_moves([Move::new(Face::F, 1)]);
    for (more, figures) in [(None, 0), (Some("--measure"), 5)] {
        let mut command = program(Path::new("none"));
        let output = run_with(command.arg("represent").arg("F").args(more), b"");
        let lines: Vec<&str> = stdout(&output).lines().collect();
        assert_eq!(lines.len(), 1 + ALL.len());
        for (line, entry) in lines[1..].iter().zip(ALL) {
            let rest = line.strip_prefix(entry.name).unwrap();
            let hex = (entry.hex)(&cube);
            let numbers = rest.strip_suffix(&hex).unwrap().split_whitespace();
            let numbers: Vec<f64> = numbers.map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers[..2], [f64::from(entry.bits), entry.bytes as f64]);
            assert_eq!(numbers.len(), 2 + figures);
            assert!(numbers.iter().all(|n| *n >= 0.0));
        }
    }
}

/// What is shown is the value: different for different cubes, and as long for all.
#[test]
fn hexadecimal_values_differ_and_have_one_length() {
    let mut rng = SmallRng::seed_from_u64(3);
    for entry in ALL {
        let solved = (entry.hex)(&Cube::SOLVED);
        let seen: HashSet<String> = (0..50)
            .map(|_| (entry.hex)(&Cube::random(&mut rng)))
            .chain([solved.clone()])
            .collect();
        assert_eq!(seen.len(), 51, "{}", entry.name);
        assert!(
            seen.iter().all(|hex| hex.len() == solved.len()),
            "{}",
            entry.name
        );
    }
    let one_move = Cube::from_moves([Move::new(Face::F, 1)]);
    let hex = |name: &str| {
        let entry = ALL.iter().find(|entry| entry.name == name).unwrap();
        (entry.hex)(&one_move)
    };
    assert_eq!(hex("index"), format!("{:018x}", one_move.index()));
}

/// Botto's number: a digit to base 24 for each of the 20 places.
#[test]
fn base_24_has_twenty_digits() {
    let cube = Cube::random(&mut SmallRng::seed_from_u64(5));
    let hex = Base24::from_cube(&cube).hex();
    let mut number = u128::from_str_radix(&hex, 16).unwrap();
    let corners = (0..8).map(|i| cube.corners()[i] + 8 * cube.corner_orientations()[i]);
    let edges = (0..12).map(|i| cube.edges()[i] + 12 * cube.edge_orientations()[i]);
    for digit in corners.chain(edges) {
        assert_eq!(number % 24, u128::from(digit));
        number /= 24;
    }
    assert_eq!(number, 0);
}

/// Why the last edges have no table of 20,160 lines and 18 columns, 725,760 bytes: the same
/// number and move lead to different numbers.
#[test]
fn last_edges_do_not_move_on_their_own() {
    let last_edges_after = |moves: &[Move]| {
        let cube = Cube::from_moves(moves.iter().copied());
        // positions of the edges from DR to BL, by rank
        let mut positions = *cube.inverse().edges();
        let mut sorted = positions[4..].to_vec();
        sorted.sort();
        for p in &mut positions[4..] {
            *p = sorted.binary_search(p).unwrap() as u8;
        }
        positions[4..10].to_vec()
    };
    let r = Move::new(Face::R, 1);
    let before_and_after_r = Move::ALL.map(|m| (last_edges_after(&[m]), last_edges_after(&[m, r])));
    let pairs = HashSet::from(before_and_after_r);
    let before: HashSet<_> = pairs.iter().map(|(before, _)| before).collect();
    assert!(before.len() < pairs.len());
}

/// The number that a format writes in hexadecimal.
fn number(format: Format, cube: &Cube) -> u128 {
    let text = format.print(cube).unwrap();
    u128::from_str_radix(text.strip_prefix("0x").unwrap(), 16).unwrap()
}

#[test]
fn rubbik_number_of_solved_cube_is_zero() {
    assert_eq!(number(Format::Rubbik, &Cube::SOLVED), 0);
    assert_eq!(number(Format::RubbikLayers, &Cube::SOLVED), 0);
}

/// Each field of the 71 bits is 0 as soon as its part is solved: U leaves the lower fields
/// alone, D the upper ones.
#[test]
fn rubbik_layers_fields_are_zero_when_solved() {
    let bits = |face| {
        number(
            Format::RubbikLayers,
            &Cube::from_moves([Move::new(face, 1)]),
        )
    };
    assert!(bits(Face::U) > 0);
    assert!(
        bits(Face::U) < 1 << 20,
        "11 + 5 + 4 bits for the upper layer"
    );
    assert_eq!(bits(Face::D) & ((1 << 20) - 1), 0);
    assert!(bits(Face::D) >> 20 > 0);
}

#[test]
fn rubbik_numbers_round_trip() {
    let mut rng = SmallRng::seed_from_u64(2);
    for _ in 0..100 {
        let cube = Cube::random(&mut rng);
        for (format, bits) in [(Format::Rubbik, 69), (Format::RubbikLayers, 71)] {
            let number = number(format, &cube);
            assert!(number < 1 << bits);
            assert_eq!(format.parse(&format!("{number:#x}")), Ok(cube));
        }
        let shown = PieceOffsets::from_cube(&cube).hex();
        assert_eq!(format!("0x{shown}"), Format::Rubbik.print(&cube).unwrap());
    }
}

#[test]
fn numbers_of_no_cube_are_refused() {
    // an edge flipped, and fields and words that are too large
    for bits in [1, 1 << 69, 1 << 71, u128::MAX, (1 << 69) - 1, (1 << 71) - 1] {
        assert!(
            Format::Rubbik.parse(&format!("{bits:#x}")).is_err(),
            "{bits:#x}"
        );
    }
    for bits in [1, 7, 1 << 71, u128::MAX, (1 << 71) - 1] {
        assert!(
            Format::RubbikLayers.parse(&format!("{bits:#x}")).is_err(),
            "{bits:#x}"
        );
    }
}

/// Botto's numbers of the corners, in the order of his figure, as numbers of Kociemba's.
const BOTTO_CORNERS: [u8; 8] = [1, 0, 3, 2, 5, 4, 7, 6];

/// And of the edges.
const BOTTO_EDGES: [u8; 12] = [1, 0, 3, 2, 9, 8, 11, 10, 5, 4, 7, 6];

/// The lower rows of Botto's permutations: where the cubie at each of his places goes.
fn botto_rows(cube: &Cube) -> (Vec<usize>, Vec<usize>) {
    let goes_to = cube.inverse();
    let row = |order: &[u8], places: &[u8]| -> Vec<usize> {
        let place = |cubie: &u8| places[usize::from(*cubie)];
        let number = |place: u8| 1 + order.iter().position(|n| *n == place).unwrap();
        order.iter().map(|cubie| number(place(cubie))).collect()
    };
    (
        row(&BOTTO_CORNERS, goes_to.corners()),
        row(&BOTTO_EDGES, goes_to.edges()),
    )
}

/// Botto's F, and his P, Q, PQ and PQ²: P is solved and Q is F.
#[test]
fn products_agree_with_botto() {
    let f = Move::new(Face::F, 1);
    let p = PermutationArrays::from_cube(&Cube::SOLVED);
    let q = PermutationArrays::from_cube(f.cube());
    let identity = (1..=8).collect::<Vec<_>>();
    assert_eq!(botto_rows(&p.cube()).0, identity);
    let (corners, edges) = botto_rows(&q.cube());
    assert_eq!(corners, [2, 6, 3, 4, 1, 5, 7, 8]);
    assert_eq!(edges, [6, 2, 3, 4, 1, 9, 7, 8, 5, 10, 11, 12]);
    let pq = p.product(&q);
    assert_eq!(botto_rows(&pq.cube()).0, [2, 6, 3, 4, 1, 5, 7, 8]);
    let pq2 = pq.product(&q);
    assert_eq!(botto_rows(&pq2.cube()).0, [6, 5, 3, 4, 2, 1, 7, 8]);
    assert_eq!(pq2, p.apply(Move::new(Face::F, 2)));
}

/// Rubbik's table of moves: `position1[perm[x]] = position[perm[x - 1]]`. Its own words for
/// edges, N S for up and down, M for the middle, E W for right and left, are written out.
///
/// Errata: `edges_permF` turns against the clock (here it is reversed); `edges_permR` has MBW
/// and `edges_permL` MBE, each in place of the other; `edges_permU` says NL for NW.
#[rustfmt::skip]
const RUBBIK_MOVES: [(Face, [&str; 4], [&str; 4]); 6] = [
    (Face::F, ["DLF", "UFL", "URF", "DFR"], ["FR", "DF", "FL", "UF"]),
    (Face::B, ["UBR", "ULB", "DBL", "DRB"], ["DB", "BR", "UB", "BL"]),
    (Face::U, ["URF", "UFL", "ULB", "UBR"], ["UF", "UL", "UB", "UR"]),
    (Face::D, ["DLF", "DFR", "DRB", "DBL"], ["DL", "DF", "DR", "DB"]),
    (Face::R, ["DFR", "URF", "UBR", "DRB"], ["FR", "UR", "BR", "DR"]),
    (Face::L, ["UFL", "DLF", "DBL", "ULB"], ["FL", "DL", "BL", "UL"]),
];

#[test]
fn moves_agree_with_rubbik() {
    let number = |names: &[&str], name: &str| names.iter().position(|n| *n == name).unwrap();
    for (face, corners, edges) in RUBBIK_MOVES {
        let cube = *Move::new(face, 1).cube();
        for x in 0..4 {
            let from_to = |names: &[&str], cycle: [&str; 4]| {
                (number(names, cycle[x]), number(names, cycle[(x + 1) % 4]))
            };
            let (from, to) = from_to(&CORNER_NAMES, corners);
            assert_eq!(usize::from(cube.corners()[to]), from, "{face:?}");
            let (from, to) = from_to(&EDGE_NAMES, edges);
            assert_eq!(usize::from(cube.edges()[to]), from, "{face:?}");
        }
        let stays = |cycle: [&str; 4], name: &&str| !cycle.contains(name);
        assert!(
            CORNER_NAMES
                .iter()
                .filter(|name| stays(corners, name))
                .all(|name| {
                    let n = number(&CORNER_NAMES, name);
                    usize::from(cube.corners()[n]) == n
                })
        );
    }
}

/// The states of Rubbik's corners and edges, each in its own order.
fn rubbik_states(cube: &Cube) -> ([u8; 8], [u8; 12]) {
    let number = number(Format::Rubbik, cube);
    let twists = (number >> 41) / 40_320;
    (
        std::array::from_fn(|i| (twists / 3u128.pow(i as u32) % 3) as u8),
        std::array::from_fn(|i| (number >> i & 1) as u8),
    )
}

/// "R, L leave state 2 and toggle states 0 and 1; F, B leave 1 and toggle 0 and 2; U, D leave
/// 0 and toggle 1 and 2" of the corners they turn; F and B toggle the edges, "the other moves
/// leave the edge state constant". (Erratum: the table of edge states, which says that an edge
/// pointing right or left has state 2, contradicts that.)
#[test]
fn states_after_moves_agree_with_rubbik() {
    let mut rng = SmallRng::seed_from_u64(4);
    for _ in 0..20 {
        let cube = Cube::random(&mut rng);
        let (corners, edges) = rubbik_states(&cube);
        for m in Move::ALL.into_iter().filter(|m| !m.is_half_turn()) {
            let (turned_corners, turned_edges) = rubbik_states(&cube.apply(m));
            let left_alone = match m.face() {
                Face::U | Face::D => 0,
                Face::F | Face::B => 1,
                Face::R | Face::L => 2,
            };
            let toggle = |state: u8| {
                if state == left_alone {
                    state
                } else {
                    3 - left_alone - state
                }
            };
            let mut turned = 0;
            for (before, after) in corners.into_iter().zip(turned_corners) {
                assert!(after == before || after == toggle(before), "{m}");
                turned += usize::from(after != before);
            }
            assert!(turned <= 4, "{m}");
            let toggled = edges
                .iter()
                .zip(turned_edges)
                .filter(|(a, b)| **a != *b)
                .count();
            let flips = matches!(m.face(), Face::F | Face::B);
            assert_eq!(toggled, if flips { 4 } else { 0 }, "{m}");
        }
    }
}
