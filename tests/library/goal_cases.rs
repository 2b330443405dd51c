//! Cases of goals against an enumeration of all corner permutations, and floppy reduction.

use crate::goals::{
    by_brute_force, chain, compare, domino, edges_oriented, judge, moves, query, single_steps,
    without_quarters,
};
use cubesolve::cube::{Cube, Face, Move, MoveSet};
use cubesolve::goals::GoalChain;
use cubesolve::{Limits, Solver};
use rand::rngs::ChaCha12Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::LazyLock;

type Corners = [u8; 8];

/// The corners after a move.
fn turned(corners: &Corners, m: Move) -> Corners {
    let from = m.cube().corners();
    std::array::from_fn(|p| corners[usize::from(from[p])])
}

/// All that can be reached by moves.
fn closure<T: Copy + Eq + std::hash::Hash>(
    start: impl IntoIterator<Item = T>,
    moves: MoveSet,
    apply: impl Fn(&T, Move) -> T,
) -> HashSet<T> {
    let mut open: Vec<T> = start.into_iter().collect();
    let mut all: HashSet<T> = open.iter().copied().collect();
    while let Some(x) = open.pop() {
        let next = moves.iter().map(|m| apply(&x, m));
        open.extend(next.filter(|x| all.insert(*x)));
    }
    all
}

fn in_layer(face: Face) -> [bool; 8] {
    let turn = Move::new(face, 1);
    std::array::from_fn(|p| usize::from(turn.cube().corners()[p]) != p)
}

/// The places to which half turns lead each corner, and each edge.
static ORBITS: LazyLock<[Vec<HashSet<u8>>; 2]> = LazyLock::new(|| {
    let of = |cubies: fn(&Cube) -> &[u8]| {
        let place = |x: &u8, m: Move| cubies(m.cube()).iter().position(|c| c == x).unwrap() as u8;
        let orbit = |cubie: &u8| closure([*cubie], MoveSet::HALF_TURNS, place);
        cubies(&Cube::SOLVED).iter().map(orbit).collect()
    };
    [of(|x| x.corners()), of(|x| x.edges())]
});

/// For each place whether half turns do not lead the cubie there to it.
fn bad_places(cubies: &[u8], orbits: &[HashSet<u8>]) -> Vec<bool> {
    let places = cubies.iter().zip(0..);
    places
        .map(|(cubie, p)| !orbits[usize::from(*cubie)].contains(&p))
        .collect()
}

fn bad_corners(corners: &Corners) -> Vec<bool> {
    bad_places(corners, &ORBITS[0])
}

/// Names of the cases of all corner permutations, by definition: the fewest quarter turns of U and D to
/// what half turns solve up to turning both layers, the corners outside of the four places to which half
/// turns lead them, and whether half turns bring these into a layer.
static CASES: LazyLock<HashMap<Corners, String>> = LazyLock::new(|| {
    let home = *Cube::SOLVED.corners();
    let half_turns = MoveSet::HALF_TURNS;
    let both = [Face::U, Face::D].map(|face| Move::new(face, 1));
    let both = both.into_iter().fold(home, |x, m| turned(&x, m));
    let solved = closure([home, both], half_turns, turned);
    assert_eq!(solved.len(), 192);
    let mut turns: HashMap<Corners, u8> = solved.iter().map(|x| (*x, 0)).collect();
    let mut open = VecDeque::from_iter(solved);
    while let Some(x) = open.pop_front() {
        for face in [Face::U, Face::D] {
            for m in [1, 3].map(|n| Move::new(face, n)) {
                let (next, count) = (turned(&x, m), turns[&x] + 1);
                if !turns.contains_key(&next) {
                    let reached = closure([next], half_turns, turned);
                    turns.extend(reached.iter().map(|x| (*x, count)));
                    open.extend(reached);
                }
            }
        }
    }
    let layers = closure(Face::ALL.map(in_layer), half_turns, |places, m| {
        let from = m.cube().corners();
        std::array::from_fn(|p| places[usize::from(from[p])])
    });
    let layers: HashSet<Vec<bool>> = layers.iter().map(|places| places.to_vec()).collect();
    let name = |(x, turns): (Corners, u8)| {
        let bad = bad_corners(&x);
        let count = bad.iter().filter(|bad| **bad).count();
        let shape = match count {
            4 if layers.contains(&bad[..]) => 'a',
            4 => 'b',
            _ => 'c',
        };
        (x, format!("{}{shape}{turns}", count.min(8 - count)))
    };
    turns.into_iter().map(name).collect()
});

/// The case of the corners of a cube in domino reduction.
fn corner_case(x: &Cube) -> &'static str {
    &CASES[x.corners()]
}

/// The case of a cube in domino reduction with its bad edges, once both layers are turned if fewer corners,
/// or then fewer edges, are bad.
fn whole_case(x: &Cube) -> String {
    let count = |places: Vec<bool>| places.into_iter().filter(|bad| *bad).count();
    let bad = |x: &Cube| {
        (
            count(bad_corners(x.corners())),
            count(bad_places(x.edges(), &ORBITS[1])),
        )
    };
    let turned = x.apply_all([Face::U, Face::D].map(|face| Move::new(face, 1)));
    format!("{} {}e", corner_case(x), bad(x).min(bad(&turned)).1)
}

/// A cube in domino reduction with these corners, of whose edges this many of M are exchanged with those
/// of S beside them.
fn cube_with(corners: Corners, exchanged: usize) -> Cube {
    let mut edges = *Cube::SOLVED.edges();
    (0..exchanged).for_each(|n| edges.swap(2 * n, 2 * n + 1));
    let build = |edges| Cube::new(corners, [0; 8], edges, [0; 12]);
    build(edges).unwrap_or_else(|_| {
        edges.swap(8, 9);
        build(edges).expect("one of both parities")
    })
}

/// The numbers that are published for the subsets of half-turn reduction; they sum to 8!.
#[test]
fn corner_cases_are_those_of_all_permutations() {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for case in CASES.values() {
        *counts.entry(case).or_default() += 1;
    }
    let expected = [
        ("0c0", 192),
        ("0c3", 576),
        ("0c4", 384),
        ("2c3", 6144),
        ("2c4", 9216),
        ("2c5", 3072),
        ("4a1", 1152),
        ("4a2", 1152),
        ("4a3", 2304),
        ("4a4", 2304),
        ("4b2", 4608),
        ("4b3", 2304),
        ("4b4", 2304),
        ("4b5", 4608),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    let (solver, query) = (Solver::default(), query("dr-ud"));
    for corners in CASES.keys().step_by(7) {
        let cube = cube_with(*corners, 0);
        let answer = solver.query(&cube.into(), &query, &Limits::default());
        let case = answer.unwrap().solutions[0].steps[0].case.unwrap();
        assert_eq!(case.to_string(), whole_case(&cube));
    }
    // as goals each with that of its inverses, and with no other
    for (name, _) in expected {
        let chain = chain(&format!("dr-ud-{name}"));
        let goal = &chain.goals()[0][0];
        for corners in CASES.keys() {
            let cube = cube_with(*corners, 0);
            let cases = [cube, cube.inverse()].map(|x| corner_case(&x));
            assert_eq!(goal.is_reached(&cube), cases.contains(&name), "{name}");
        }
    }
}

/// 48 subsets of half-turn reduction are published; the names of six are others on the inverse scramble.
#[test]
fn cases_have_numbers_of_bad_edges() {
    let one_of_each: HashMap<&String, &Corners> = CASES.iter().map(|(x, case)| (case, x)).collect();
    let with_edges = |corners: &Corners| [0, 1, 2, 3, 4].map(|n| cube_with(*corners, n));
    let cubes: Vec<Cube> = one_of_each.into_values().flat_map(with_edges).collect();
    let names: BTreeSet<String> = cubes.iter().map(whole_case).collect();
    assert_eq!(names.len(), 48 + 6);
    let is_reached = |name: &str| {
        let chain = chain(name);
        let is_reached = |x: &Cube| chain.goals()[0][0].is_reached(x);
        cubes.iter().map(is_reached).collect::<Vec<bool>>()
    };
    for name in &names {
        let is_in_case = |x: &Cube| [*x, x.inverse()].iter().any(|x| whole_case(x) == *name);
        let expected: Vec<bool> = cubes.iter().map(is_in_case).collect();
        assert_eq!(is_reached(&format!("dr-ud-{name}")), expected, "{name}");
    }
    for (name, same) in [
        ("drud-4a1-2e", "drud4a1 2e"),
        ("dr-ud-4c32e", "drud4b3 2e"),
        ("drud-4c5", "drud-4b5"),
    ] {
        assert_eq!(is_reached(name), is_reached(same), "{name}");
        assert_eq!(chain(name).to_string().parse(), Ok(chain(name)));
    }
    for name in [
        "dr-4a1 6e",
        "dr-2c3 3e",
        "dr-2c3 10e",
        "drm-4a1 2e",
        "dr-4c2 2e",
    ] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
}

/// Edges are oriented, those of E are not in M, no corner has its colour of U or D on R or L, and as many
/// corners of either tetrad are twisted: turns of R and L that exchange the tetrads twist one of each.
fn axially_reduced(x: &Cube) -> bool {
    let twisted = |tetrad: [usize; 4]| tetrad.map(|p| x.corner_orientations()[p]);
    let (first, second) = (twisted([0, 2, 5, 7]), twisted([1, 3, 4, 6]));
    let count = |twists: [u8; 4]| twists.iter().filter(|twist| **twist > 0).count();
    edges_oriented(x)
        && [1, 3, 5, 7].into_iter().all(|p| x.edges()[p] < 8)
        && !first.contains(&1)
        && !second.contains(&2)
        && count(first) == count(second)
}

fn axially_reduced_by_either(x: &Cube) -> bool {
    axially_reduced(x) || axially_reduced(&x.inverse())
}

fn bad_for_domino(x: &Cube, corners: usize, edges: usize) -> bool {
    let twisted = x.corner_orientations().iter().filter(|twist| **twist > 0);
    let outside = x.edges()[..8].iter().filter(|edge| **edge >= 8);
    edges_oriented(x) && (twisted.count(), 2 * outside.count()) == (corners, edges)
}

fn four_corners_four_edges(x: &Cube) -> bool {
    bad_for_domino(x, 4, 4)
}

fn three_corners_two_edges(x: &Cube) -> bool {
    bad_for_domino(x, 3, 2)
}

/// The numbers of corners and of edges that are in wrong places.
fn misplaced(x: &Cube) -> (usize, usize) {
    let corners = (0..8).filter(|p| usize::from(x.corners()[*p]) != *p);
    let edges = (0..12).filter(|p| usize::from(x.edges()[*p]) != *p);
    (corners.count(), edges.count())
}

fn but_three_corners(x: &Cube) -> bool {
    domino(x) && matches!(misplaced(x), (..=3, 0))
}

fn but_four_corners(x: &Cube) -> bool {
    domino(x) && matches!(misplaced(x), (..=4, 0))
}

fn but_five_corners(x: &Cube) -> bool {
    domino(x) && matches!(misplaced(x), (..=5, 0))
}

fn but_three_edges(x: &Cube) -> bool {
    domino(x) && matches!(misplaced(x), (0, ..=3))
}

fn has_case(x: &Cube, cases: &[&str]) -> bool {
    domino(x) && cases.contains(&corner_case(x))
}

/// All cubes that half turns of R, L, F and B make.
static FLOPPY: LazyLock<HashSet<Cube>> = LazyLock::new(|| {
    let moves = MoveSet::HALF_TURNS
        .iter()
        .filter(|m| !matches!(m.face(), Face::U | Face::D));
    closure([Cube::SOLVED], moves.collect(), |x, m| x.apply(m))
});

fn floppy(x: &Cube) -> bool {
    FLOPPY.contains(x)
}

/// All but the edges of E as in a floppy cube, once U and D are turned together.
fn floppy_but_slice(x: &Cube) -> bool {
    static OUTER: LazyLock<HashSet<(Corners, Vec<u8>)>> =
        LazyLock::new(|| FLOPPY.iter().map(outer).collect());
    fn outer(x: &Cube) -> (Corners, Vec<u8>) {
        (*x.corners(), x.edges()[..8].to_vec())
    }
    [*x, x.apply_all(moves("U2 D2"))]
        .iter()
        .any(|x| OUTER.contains(&outer(x)))
}

#[test]
fn steps_to_cases_are_those_of_brute_force() {
    let half_turns = MoveSet::HALF_TURNS;
    let beside = half_turns
        .iter()
        .filter(|m| !matches!(m.face(), Face::U | Face::D))
        .collect();
    let [of_eo, of_dr] = ["FB", "RLFB"].map(without_quarters);
    assert_eq!(FLOPPY.len(), 192);
    for (name, faces, is_reached, niss, moves, length) in [
        (
            "dr-ud-4a1",
            "URFDLB",
            (|x| has_case(x, &["4a1"])) as fn(&Cube) -> bool,
            false,
            MoveSet::ALL,
            3,
        ),
        (
            "drfb-4b2",
            "FRDBLU",
            |x| has_case(x, &["4b2"]),
            true,
            MoveSet::ALL,
            2,
        ),
        (
            "drud4a1-eofb",
            "URFDLB",
            |x| has_case(x, &["4a1"]),
            true,
            of_eo,
            2,
        ),
        (
            "drud4b3-eofb",
            "URFDLB",
            |x| has_case(x, &["4a3", "4b3"]),
            false,
            of_eo,
            4,
        ),
        (
            "drmud4c4e-eofb",
            "URFDLB",
            four_corners_four_edges,
            false,
            of_eo,
            3,
        ),
        (
            "RZPUD3c2e-eofb",
            "URFDLB",
            three_corners_two_edges,
            false,
            of_eo,
            4,
        ),
        (
            "rzpud4c4e-eofb",
            "URFDLB",
            four_corners_four_edges,
            true,
            of_eo,
            2,
        ),
        (
            "drud4a1 2e-eofb",
            "URFDLB",
            |x| domino(x) && whole_case(x) == "4a1 2e",
            true,
            of_eo,
            3,
        ),
        ("arud-eofb", "URFDLB", axially_reduced, false, of_eo, 4),
        (
            "jzpud-eofb",
            "URFDLB",
            axially_reduced_by_either,
            true,
            of_eo,
            3,
        ),
        ("frud-htr", "URFDLB", floppy, false, half_turns, 4),
        ("frud-htr", "URFDLB", floppy, true, half_turns, 2),
        (
            "frlsud-htr",
            "URFDLB",
            floppy_but_slice,
            false,
            half_turns,
            4,
        ),
        (
            "frlsud-htr",
            "URFDLB",
            floppy_but_slice,
            true,
            half_turns,
            2,
        ),
        ("3c-drud", "URFDLB", but_three_corners, false, of_dr, 4),
        ("4c-drud", "URFDLB", but_four_corners, false, of_dr, 4),
        ("5c-drud", "URFDLB", but_five_corners, false, of_dr, 4),
        ("5c-htr", "URFDLB", but_five_corners, false, half_turns, 5),
        ("3e-drud", "URFDLB", but_three_edges, false, of_dr, 4),
        ("3e-htr", "URFDLB", but_three_edges, false, half_turns, 5),
        ("solved-frud", "URFDLB", |x| x.is_solved(), false, beside, 5),
    ] {
        compare(
            &judge(name, faces, is_reached),
            query(name).niss(niss),
            moves,
            length,
        );
    }
}

fn all_but_corners<const N: usize>(x: &Cube) -> bool {
    let is_solved =
        |p: &usize| usize::from(x.corners()[*p]) == *p && x.corner_orientations()[*p] == 0;
    let edges = (x.edges(), x.edge_orientations());
    edges == (Cube::SOLVED.edges(), &[0; 12]) && (0..8).filter(is_solved).count() >= 8 - N
}

/// Three moves after or before what they leave: a 3-cycle, a 3-cycle and a twist, a 3-cycle and two twists.
#[test]
fn skeletons_that_leave_twisted_corners_are_those_of_brute_force() {
    let (cycle, twists) = (
        "R U R' D R U' R' D'",
        "R' D' R D R' D' R D U D' R' D R D' R' D R U'",
    );
    for (name, is_reached, left) in [
        (
            "3c",
            all_but_corners::<3> as fn(&Cube) -> bool,
            cycle.to_owned(),
        ),
        ("4c", all_but_corners::<4>, format!("{cycle} {twists}")),
        (
            "5c",
            all_but_corners::<5>,
            format!("L U L' D L U' L' D' {twists}"),
        ),
    ] {
        let judge = judge(name, "URFDLB", is_reached);
        for scramble in [format!("{left} F2 U R"), format!("B D' L {left}")] {
            let scramble = moves(&scramble);
            let expected = by_brute_force(&judge, MoveSet::ALL, &scramble, false, 3);
            assert!(!expected.is_empty());
            let found = single_steps(&query(name).all(), &scramble);
            assert_eq!(HashSet::from_iter(found), expected, "{name}");
        }
    }
}

/// Corners that are twisted, permuted or both.
#[test]
fn cubes_with_few_unsolved_corners_are_skeletons() {
    let mut counts = BTreeMap::new();
    let mut rng = ChaCha12Rng::seed_from_u64(28);
    for n in 0..6000 {
        let (mut corners, mut twists) = (*Cube::SOLVED.corners(), [0; 8]);
        corners[..n % 6].shuffle(&mut rng);
        twists[n % 4..][..n % 5].fill_with(|| rng.random_range(0..3));
        let edges = *Cube::SOLVED.edges();
        let Ok(cube) = Cube::new(corners, twists, edges, [0; 12]) else {
            continue;
        };
        for (name, is_reached) in [
            ("3c", all_but_corners::<3> as fn(&Cube) -> bool),
            ("4c", all_but_corners::<4>),
            ("5c", all_but_corners::<5>),
        ] {
            let is_reached = is_reached(&cube);
            assert_eq!(chain(name).goals()[0][0].is_reached(&cube), is_reached);
            if cube.corner_orientations() == &[0; 8] {
                let later = chain(&format!("dr,{name}"));
                assert_eq!(later.goals()[1][0].is_reached(&cube), is_reached);
            }
            *counts.entry((name, is_reached)).or_insert(0) += 1;
        }
    }
    assert!(
        counts.len() == 6 && counts.values().all(|count| *count > 10),
        "{counts:?}"
    );
}

/// The step before domino reduction is on its axis and keeps the same edge orientation; alternatives are
/// the goals of all their names.
#[test]
fn chains_have_cases_and_alternatives() {
    for (name, first, last, counts) in [
        ("eo-fb,4c4e,dr", "eo-fb", "dr-ud", vec![1, 2, 2]),
        (
            "EO > RZP-4c2e > DR-4a1 > HTR > FR > FIN",
            "eo-ud",
            "solved",
            vec![3, 6, 6, 3, 3, 3],
        ),
        (
            "eo,dr-ud|dr-fb-4a1,htr,LS",
            "eo-ud",
            "slice-ud",
            vec![3, 4, 2, 3],
        ),
        (
            "dr-4a1|dr-4b2|dr-ud-4a1,htr-drud",
            "dr-ud-4a1",
            "htr",
            vec![2, 1],
        ),
        ("eo-fb|eo,dr", "eo-fb", "dr-ud", vec![3, 6]),
        ("4c4e-eofb", "drm-ud-4c4e", "drm-ud-4c4e", vec![2]),
        ("eo-fb,ar,dr-2c3 4e", "eo-fb", "dr-ud-2c3 4e", vec![1, 4, 2]),
        ("cross-d|cross-u", "cross-d", "cross-d", vec![2]),
    ] {
        let chain = chain(name);
        let goals = chain.goals();
        assert_eq!(
            goals.iter().map(Vec::len).collect::<Vec<_>>(),
            counts,
            "{name}"
        );
        assert_eq!(goals[0][0].name().to_string(), first, "{name}");
        assert_eq!(goals[goals.len() - 1][0].name().to_string(), last, "{name}");
        assert_eq!(chain.to_string().parse(), Ok(chain));
    }
    for name in [
        "eo,rzp,dr",
        "4a9",
        "dr-3c2e",
        "eo-4a1",
        "9c2e",
        "eo,4c3e",
        "1c0e-eo",
    ] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
    for name in [
        "eo,drm-ud-4c4e,dr-fb",
        "dr,4c4e",
        "eo,4c4e,htr",
        "dr-eofb|dr-eoud",
        "4c4e-eofb,dr-eorl",
        "ar,dr",
        "eo,ar-ud,dr-fb",
    ] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
}
