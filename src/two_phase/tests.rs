use super::ends::{self, BoundedPhase, EndTables, FollowTables, SecondPhase};
use super::exact::{ExactPhase, ExactTables, Frames, TWISTS};
use super::generate::UNREACHED;
use super::phase::{Phase, PhaseSpace, PhaseTables, first_rules};
use crate::coord::{Basic, BasicTables, DOMINO_MOVES, Stop, Symmetric};
use crate::cube::{Cube, Metric, Move, Transformation, TransformationSet};
use crate::goals::DOMINO;
use crate::search::depth_first::{Counter, DepthFirst};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The same tables for the positions of the edges of E alone, without the orientation of edges: 1.1 M cosets, whose
/// distances are known by a plain breadth-first search.
#[test]
fn exact_distances_are_those_of_a_plain_search_and_lead_to_all_paths() {
    let (slice, twist) = (Basic::slice_positions(), Basic::corner_orientation());
    let tables = ExactTables::generate(slice.clone(), Stop::never()).unwrap();
    let plain = DOMINO[1].prepare(Metric::HalfTurn, Stop::never()).unwrap();
    let plain = |slice_value: usize, twist: usize| plain.get(slice.size() * twist + slice_value);
    for (distances, representative) in tables.distances.chunks(TWISTS).zip(&tables.representatives)
    {
        for (twist, distance) in distances.iter().enumerate() {
            assert_eq!(*distance, plain(*representative as usize, twist));
        }
    }
    assert_eq!(
        tables.counts.iter().sum::<u64>(),
        (slice.size() * TWISTS) as u64
    );

    let residues = tables.pack(|distance| distance % 3);
    let views = ExactTables::of(&tables, &residues);
    let frames = Frames::new(views, slice.clone());
    let near = ExactPhase::new(views, &frames).find_near();
    let views = ExactTables { near: &near, ..views };
    let first = ExactPhase::new(views, &frames);
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let random = (0..4).map(|_| Cube::random(&mut rng));
    let near = ["", "R", "R U R' U'", "R2 L2 F B U D"].map(|text| text.parse().unwrap());
    for cube in random.chain(near) {
        let left = |cube: &Cube| plain(slice.index(cube), twist.index(cube));
        let distance = left(&cube);
        for length in 0..=distance + 1 {
            let found = paths(&first, &cube, length);
            let is_expected = |path: &Vec<u8>| left(&after(&cube, path)) == 0;
            assert!(found.iter().all(is_expected));
            assert_eq!(found.len(), count(&cube, None, length, &left));
        }
    }
}

fn after(cube: &Cube, path: &[u8]) -> Cube {
    cube.apply_all(path.iter().map(|m| Move::from_index((*m).into())))
}

/// The paths of a length into the domino group.
fn paths(first: &ExactPhase, cube: &Cube, length: u8) -> Vec<Vec<u8>> {
    let counter = Counter::new(&|_| ControlFlow::Continue(()));
    let mut paths = vec![];
    let mut search = DepthFirst::new(first, first.rules(), &counter);
    let searched = search.find(&[], &first.node(cube), length, |_, path| {
        paths.push(path.to_vec());
        ControlFlow::Continue(())
    });
    assert!(searched.is_continue());
    paths
}

/// Their number by moves of the cube; `left` are the moves that are left at least.
fn count(cube: &Cube, last: Option<usize>, length: u8, left: &impl Fn(&Cube) -> u8) -> usize {
    if left(cube) > length {
        return 0;
    }
    if length == 0 {
        return 1;
    }
    let rules = first_rules(Metric::HalfTurn);
    let moves = rules.after(last) & rules.usable(length);
    let moves = (0..Move::COUNT).filter(|m| moves >> m & 1 == 1);
    let child = |m| cube.apply(Move::from_index(m));
    moves
        .map(|m| count(&child(m), Some(m), length - 1, left))
        .sum()
}

/// The distances of the permutations of corners together with another coordinate of the domino group.
fn plain_distances(corners: &Symmetric, other: &Basic) -> Vec<u8> {
    let none = TransformationSet::default();
    let tables = |basic: &Basic| BasicTables::new(basic.clone(), DOMINO_MOVES, none, Stop::never());
    let (corners, other) = (tables(corners.base()).unwrap(), tables(other).unwrap());
    let size = other.coordinate.size();
    let mut distances = vec![UNREACHED; corners.coordinate.size() * size];
    let start = size * corners.coordinate.index(&Cube::SOLVED) + other.coordinate.index(&Cube::SOLVED);
    let (mut newest, mut depth) = (vec![start], 0);
    while !newest.is_empty() {
        newest.retain(|value| std::mem::replace(&mut distances[*value], depth) == UNREACHED);
        let moved = |value: &usize, m| size * corners.apply(value / size, m) + other.apply(value % size, m);
        let next = newest.iter().flat_map(|value| DOMINO_MOVES.iter().map(move |m| moved(value, m)));
        newest = next.filter(|value| distances[*value] == UNREACHED).collect();
        depth += 1;
    }
    distances
}

#[test]
#[ignore]
fn scratch_nodes() {
    use crate::{Limits, Query, Solver};
    let arg = |name: &str| std::env::var(name).unwrap();
    let n: usize = arg("CUBES").parse().unwrap();
    let directory = crate::table::Directory::default();
    let cpu = || {
        let s = std::fs::read_to_string("/proc/self/stat").unwrap();
        let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect();
        f[11].parse::<u64>().unwrap()
    };
    let t = cpu();
    crate::QuickTable::generate(&directory, &std::sync::atomic::AtomicBool::new(false)).unwrap();
    println!("generate or open: {} ms", (cpu() - t) * 10);
    let (solver, query) = (Solver::default(), Query::new().fast(true));
    let t = cpu();
    solver.query(&Cube::SOLVED.into(), &query, &Limits::default()).unwrap();
    println!("first: {} ms", (cpu() - t) * 10);
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    let cubes: Vec<Cube> = (0..n).map(|_| Cube::random(&mut rng)).collect();
    for nodes in arg("NODES").split(',') {
        unsafe { std::env::set_var("CUBESOLVE_NODES", nodes) };
        let t = cpu();
        let mut sum = 0;
        for c in &cubes {
            sum += solver.query(&(*c).into(), &query, &Limits::default()).unwrap().length().unwrap();
        }
        println!("nodes {nodes}: mean {:.3}, {:.3} ms cpu per cube", sum as f64 / n as f64, (cpu() - t) as f64 * 10.0 / n as f64);
    }
}
