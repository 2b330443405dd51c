//! Slice turns: counts, lengths and solutions against breadth-first search on stickers, and against plain
//! iterative deepening.

use crate::naive::NaiveCube;
use crate::tables::generated;
use cubesolve::cube::{Cube, Sequence, Transformation};
use cubesolve::notation::Format;
use cubesolve::table::{Directory, Spec, Table};
use cubesolve::{Answer, Limits, Metric, Outcome, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

const STM: Metric = Metric::SliceTurn;

/// The turns of faces and slices by name.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let turned = |layer: char| ["", "2", "'"].map(|suffix| format!("{layer}{suffix}"));
    "URFDLBMES".chars().flat_map(turned).collect()
});

/// The same as cubes with fixed centres.
static TURNS: LazyLock<Vec<Cube>> = LazyLock::new(|| {
    let cube = |name: &String| Sequence::parse(name).unwrap().cube();
    NAMES.iter().map(cube).collect()
});

static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| generated(Spec::by_name("32M-stm").unwrap()));

pub fn with_table() -> &'static Solver {
    static SOLVER: LazyLock<Solver> = LazyLock::new(|| Solver::with_table(TABLE.clone()));
    &SOLVER
}

fn without_table() -> &'static Solver {
    static SOLVER: LazyLock<Solver> =
        LazyLock::new(|| Solver::with_directory(Directory::at("missing")).generate_up_to(0));
    &SOLVER
}

/// The answer about a cube, which no scramble shows to be near.
fn answer(solver: &Solver, cube: &Cube, query: &Query) -> Answer {
    let query = query.clone().metric(STM);
    solver
        .query(&(*cube).into(), &query, &Limits::default())
        .unwrap()
}

/// Some turns, no two of one axis in a row.
fn scramble(length: usize, rng: &mut ChaCha12Rng) -> Vec<String> {
    let axis = |name: &str| "URFDLBEMS".find(&name[..1]).unwrap() % 3;
    let mut names: Vec<String> = vec![];
    while names.len() < length {
        let name = NAMES.choose(rng).unwrap();
        if names.last().is_none_or(|last| axis(last) != axis(name)) {
            names.push(name.clone());
        }
    }
    names
}

/// The upright cubes at each distance by stickers, each with a sequence that leads to it.
fn levels(most: usize) -> Vec<HashMap<String, String>> {
    let solved = NaiveCube::solved().facelets();
    let mut levels = vec![HashMap::from([(solved, String::new())])];
    for _ in 0..most {
        let mut next = HashMap::new();
        for sequence in levels.last().unwrap().values() {
            for name in NAMES.iter() {
                let longer = format!("{sequence} {name}");
                let cube = NaiveCube::from_str(&longer).upright().facelets();
                if !levels
                    .iter()
                    .rev()
                    .take(2)
                    .any(|level| level.contains_key(&cube))
                {
                    next.entry(cube).or_insert(longer);
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// All cubes within 3 turns, with a table and without; and the counts that two programs agree on.
#[test]
fn positions_near_solved_have_the_distance_of_breadth_first_search_on_stickers() {
    let levels = levels(3);
    assert_eq!(
        levels.iter().map(HashMap::len).collect::<Vec<_>>(),
        [1, 27, 501, 9175]
    );
    for (distance, level) in levels.iter().enumerate() {
        for facelets in level.keys().step_by(1 + level.len() / 500) {
            let cube: Cube = facelets.parse().unwrap();
            assert!(usize::from(TABLE.lower_bound(&cube)) <= distance);
            for solver in [with_table(), without_table()] {
                let answer = answer(solver, &cube, &Query::new());
                assert_eq!(answer.length(), Some(distance), "{facelets}");
                assert!(answer.is_optimal() && answer.metric_name() == "stm");
                assert!(upright_is_solved(&level[facelets], &answer.to_string()));
            }
        }
    }
}

/// Whole classes under symmetry and inversion, counted as T. Rokicki did
/// (<http://forum.cubeman.org/?q=node/view/200>).
#[test]
fn numbers_of_positions_are_the_published_ones() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut level = vec![Cube::SOLVED];
    let mut counts = vec![];
    for _ in 0..=5 {
        counts.push((level.len(), level.iter().map(class_size).sum()));
        let behind_or_before = |cube: &Cube, turn: &Cube| [cube.product(turn), turn.product(cube)];
        let neighbours = level.iter().flat_map(|cube| {
            TURNS
                .iter()
                .flat_map(move |turn| behind_or_before(cube, turn))
        });
        let classes = neighbours.map(|cube| cube.representative_with_inverse().cube);
        level = classes.filter(|cube| seen.insert(*cube)).collect();
    }
    let published = [
        (1, 1),
        (4, 27),
        (13, 501),
        (150, 9175),
        (1920, 164_900),
        (31_341, 2_912_447),
    ];
    assert_eq!(counts, published);
}

/// The number of cubes that symmetry and inversion make of a cube.
fn class_size(cube: &Cube) -> usize {
    let images = Transformation::all().map(|s| s.apply(cube));
    let images: HashSet<Cube> = images.flat_map(|image| [image, image.inverse()]).collect();
    images.len()
}

/// Adds all canonical sequences of `left` more turns behind a path that solve a cube: plain iterative deepening
/// with the bounds of a table.
fn add_solutions(
    cube: &Cube,
    left: usize,
    path: &mut Vec<usize>,
    found: &mut BTreeSet<Vec<usize>>,
) {
    if usize::from(TABLE.lower_bound(cube)) > left {
        return;
    }
    if left == 0 {
        found.extend(cube.is_solved().then(|| path.clone()));
        return;
    }
    for (number, turn) in TURNS.iter().enumerate() {
        // what turns about one axis is one turn, or two of faces: the first by number of what is equivalent
        let axis = |number: usize| [0, 1, 2, 0, 1, 2, 1, 0, 2][number / 3];
        let is_canonical = path.last().is_none_or(|&last| {
            axis(last) != axis(number)
                || last / 3 < 3
                    && (3..6).contains(&(number / 3))
                    && !TURNS.contains(&TURNS[last].product(turn))
        });
        if is_canonical {
            path.push(number);
            add_solutions(&cube.product(turn), left - 1, path, found);
            path.pop();
        }
    }
}

/// All solutions, up to one turn longer than the shortest where these are few, each once; with a table and, where
/// they are near, without.
#[test]
fn all_solutions_are_those_of_plain_iterative_deepening() {
    let mut rng = ChaCha12Rng::from_seed([5; 32]);
    let lengths = (2..=9).chain([11, 12, 12]);
    let mut scrambles: Vec<Vec<String>> = lengths.map(|n| scramble(n, &mut rng)).collect();
    let symmetric = ["M2 E2 S2", "R L U2 R' L'", "R L'", "M2 U2 M2 U2 R2"];
    scrambles.extend(symmetric.map(|text| text.split(' ').map(String::from).collect()));
    for names in scrambles {
        let scramble = names.join(" ");
        let cube = Sequence::parse(&scramble).unwrap().cube();
        let extra = usize::from(names.len() < 6);
        let number = |length| {
            let mut found = BTreeSet::new();
            add_solutions(&cube, length, &mut vec![], &mut found);
            found.len()
        };
        let shortest = (0..).find(|length| number(*length) > 0).unwrap();
        let count: usize = (shortest..=shortest + extra).map(number).sum();
        let query = Query::new().all().extra(extra as u8);
        let near = (shortest + extra <= 7).then(without_table);
        for solver in [with_table()].into_iter().chain(near) {
            let found = answer(solver, &cube, &query);
            assert_eq!(found.outcome, Outcome::Complete);
            assert_eq!(found.length(), Some(shortest), "{scramble}");
            let texts = found.solutions.iter().map(|solution| solution.to_string());
            let texts: BTreeSet<String> = texts.collect();
            assert_eq!(
                (found.solutions.len(), texts.len()),
                (count, count),
                "{scramble}"
            );
            for text in texts {
                assert!(upright_is_solved(&scramble, &text), "{scramble}: {text}");
                assert!(text.split(' ').count() <= shortest + extra);
            }
        }
    }
}

/// Whether a solution solves the cube after a scramble, held with the U centre up and the F centre in front.
fn upright_is_solved(scramble: &str, solution: &str) -> bool {
    let mut cube = NaiveCube::from_str(scramble).upright();
    cube.apply_str(solution);
    cube.is_solved()
}

/// Whether it does as the scramble leaves the cube.
fn solves(scramble: &str, solution: &str) -> bool {
    let mut cube = NaiveCube::from_str(scramble);
    cube.apply_str(solution);
    cube.is_solved()
}

#[test]
fn inverse_and_transformed_cubes_are_as_far() {
    let mut rng = ChaCha12Rng::from_seed([6; 32]);
    for length in [5, 8, 10] {
        let cube = Sequence::parse(&scramble(length, &mut rng).join(" "))
            .unwrap()
            .cube();
        let distance = |cube: &Cube| answer(with_table(), cube, &Query::new()).length();
        let expected = distance(&cube);
        assert_eq!(distance(&cube.inverse()), expected);
        for s in Transformation::all().step_by(5) {
            assert_eq!(distance(&s.apply(&cube)), expected);
        }
    }
}

/// Answers about a scramble, which the stickers show to solve it.
fn solved(scramble: &str, query: &Query) -> Answer {
    let position = Format::Moves.position(scramble).unwrap();
    let query = query.clone().metric(STM);
    let answer = with_table()
        .query(&position, &query, &Limits::default())
        .unwrap();
    assert_eq!(answer.metric_name(), "stm");
    answer
}

#[test]
fn solutions_are_moves_of_the_holder() {
    for scramble in ["x M U2", "y' z R L' U", "M' E S2 Rw", "U M U' R x2 F2 S"] {
        let answer = solved(scramble, &Query::new());
        assert!(
            solves(scramble, &answer.to_string()),
            "{scramble}: {answer}"
        );
    }
}

#[test]
fn targets_are_reached_up_to_rotations() {
    let target = "R U2 F'";
    let query = Query::new().to(target.parse().unwrap());
    let answer = solved("R U2 F' M2 D", &query);
    assert_eq!(answer.length(), Some(2));
    let after = format!("R U2 F' M2 D {answer}");
    let upright = |moves: &str| NaiveCube::from_str(moves).upright().facelets();
    assert_eq!(upright(&after), upright(target));
}

#[test]
fn quick_solution_is_a_solution() {
    let scramble = "M U2 R E' F2 D S L' B2 U' M2 F D2 R' E L2 B S' U";
    let answer = solved(scramble, &Query::new().fast(true));
    assert!(solves(scramble, &answer.to_string()));
    let first = &answer.solutions[0];
    assert_eq!(first.length(), first.to_string().split(' ').count());
}

/// U M2 U2 M2 U' is M2 U2 M2 with a turn before and one after, of which the second is of the face that is up then.
#[test]
fn free_turns_are_of_the_layer_that_is_up() {
    for scramble in ["U M2 U2 M2 U'", "U M U F' S2", "U' M U M' U2"] {
        let with_turns = solved(scramble, &Query::new().auf(true));
        let without = solved(scramble, &Query::new());
        assert!(with_turns.length() < without.length() || scramble.starts_with("U M U F"));
        let text = with_turns.to_string().replace(['(', ')'], "");
        assert!(solves(scramble, &text), "{scramble}: {text}");
    }
}

/// Of the shortest solutions those with the fewest slices.
#[test]
fn second_metric_counts_slices_twice() {
    let (scramble, query) = ("M2 U2 M2 U2 R2 F", Query::new().all());
    let turns = |text: &str| {
        let cost = |name: &str| if "MES".contains(&name[..1]) { 2 } else { 1 };
        text.split(' ').map(cost).sum::<usize>()
    };
    let all = solved(scramble, &query);
    let least = all.solutions.iter().map(|s| turns(&s.to_string())).min();
    let chosen = solved(scramble, &query.then(Metric::HalfTurn));
    assert!(chosen.solutions.len() <= all.solutions.len());
    assert!(
        chosen
            .solutions
            .iter()
            .all(|s| Some(turns(&s.to_string())) == least)
    );
}

#[test]
fn all_turns_as_allowed_moves_are_the_metric() {
    let moves = "U,R,F,D,L,B,M,E,S";
    let by_moves = Query::new().moves(moves.parse().unwrap());
    for scramble in ["M U2", "E R U' S", "F M2 D E' R"] {
        let length = solved(scramble, &Query::new()).length();
        assert_eq!(solved(scramble, &by_moves).length(), length);
        let position = Format::Moves.position(scramble).unwrap();
        let in_half_turns = with_table().query(&position, &by_moves, &Limits::default());
        let in_half_turns = in_half_turns.unwrap();
        assert_eq!(
            (in_half_turns.length(), in_half_turns.metric_name()),
            (length, "stm")
        );
    }
}

#[test]
fn goals_are_refused() {
    let query = Query::new().metric(STM).goal("eo".parse().unwrap());
    let error = query.check().unwrap_err().to_string();
    assert!(error.contains("stm"), "{error}");
}
