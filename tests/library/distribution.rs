//! Distributions against published counts, and against breadth-first search on stickers.

use crate::naive::{Facelets, NaiveCube};
use cubesolve::coord::Stop;
use cubesolve::cube::{Face, Sequence, Transformation};
use cubesolve::distribution::{self, Distribution, RandomCubes};
use cubesolve::notation::{Format, LayerMove};
use cubesolve::sets::Definition;
use cubesolve::{Limits, Metric, Puzzle, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::{HashMap, HashSet};

const MEMORY: u64 = 300_000_000;

fn goal(name: &str, metric: Metric) -> Query {
    Query::new().goal(name.parse().unwrap()).metric(metric)
}

fn exact(query: &Query) -> Option<Vec<u64>> {
    let found = Distribution::exact(query, MEMORY, Stop::never()).unwrap()?;
    assert!(!found.is_sample());
    Some(found.counts().to_vec())
}

/// The moves of a metric, and what each costs.
fn turns(metric: Metric) -> Vec<(String, usize)> {
    let mut turns = vec![];
    for (face, opposite) in ["UD", "RL", "FB", "DU", "LR", "BF"].map(|axis| axis.split_at(1)) {
        let half = if metric == Metric::QuarterTurn { 2 } else { 1 };
        turns.push((face.to_owned(), 1));
        turns.push((format!("{face}'"), 1));
        turns.push((format!("{face}2"), half));
        if metric == Metric::SliceTurn {
            turns.push((format!("{face} {opposite}'"), 1));
            turns.push((format!("{face}2 {opposite}2"), 1));
        }
    }
    turns
}

/// The colourings at each distance from one, up to a greatest, by breadth-first search.
fn levels(start: &str, moves: &[(String, usize)], greatest: usize) -> Vec<Vec<Facelets>> {
    let start = Facelets::from_letters(&start.replace(' ', ""));
    let mut seen = HashSet::from([start]);
    let mut levels = vec![vec![start]];
    let mut empty = 0;
    while empty < 2 && levels.len() <= greatest {
        let mut next = vec![];
        for (m, cost) in moves {
            let from = levels.len().checked_sub(*cost);
            for cube in from.map_or(&[][..], |from| &levels[from]) {
                let moved = cube.apply_str(m);
                if seen.insert(moved) {
                    next.push(moved);
                }
            }
        }
        empty = if next.is_empty() { empty + 1 } else { 0 };
        levels.push(next);
    }
    levels.truncate(levels.iter().rposition(|level| !level.is_empty()).unwrap() + 1);
    levels
}

/// The number of colourings at each distance, up to a greatest.
fn colourings(start: &str, moves: &[(String, usize)], greatest: usize) -> Vec<u64> {
    let levels = levels(start, moves, greatest);
    levels.iter().map(|level| level.len() as u64).collect()
}

/// The cross: L. Vandenbergh, cubezone.be/crossstudy.html. The whole cube: J. Bryan,
/// jerrybryan.com/math/rubikresults.html. The corners: the numbers of them alone that several authors publish.
#[test]
fn counts_are_the_published_ones() {
    let half = Metric::HalfTurn;
    let corners = [
        1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616,
        15_139_616, 64_736,
    ];
    assert_eq!(exact(&goal("corners", half)).unwrap(), corners);
    let cross = |metric| exact(&goal("cross-d", metric)).unwrap();
    assert_eq!(
        cross(half),
        [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]
    );
    assert_eq!(
        cross(Metric::QuarterTurn),
        [1, 10, 73, 500, 3078, 15_528, 57_180, 91_654, 21_849, 207]
    );
    let whole = |metric, greatest| exact(&Query::new().metric(metric).max_moves(greatest)).unwrap();
    assert_eq!(whole(half, 5), [1, 18, 243, 3240, 43_239, 574_908]);
    assert_eq!(
        whole(Metric::QuarterTurn, 5),
        [1, 12, 114, 1068, 10_011, 93_840]
    );
    let pocket = Query::new().puzzle(cubesolve::Puzzle::Cube2);
    let pocket = exact(&pocket.metric(Metric::QuarterTurn)).unwrap();
    assert_eq!(pocket[..5], [1, 6, 27, 120, 534]);
    assert_eq!(pocket.iter().sum::<u64>(), 3_674_160);
}

/// Michael Reid, "two stage filtration", Cube-Lovers, 7 January 1995.
#[test]
#[ignore = "half a minute"]
fn domino_reduction_has_the_published_counts() {
    let counts = [
        1,
        4,
        50,
        592,
        7156,
        87_236,
        1_043_817,
        12_070_278,
        124_946_368,
        821_605_960,
        1_199_128_738,
        58_202_444,
        476,
    ];
    assert_eq!(exact(&goal("dr-ud", Metric::HalfTurn)).unwrap(), counts);
    let quarter = [
        1,
        4,
        34,
        312,
        2772,
        24_996,
        225_949,
        2_017_078,
        17_554_890,
        139_132_730,
        758_147_361,
        1_182_378_518,
        117_594_403,
        14_072,
    ];
    assert_eq!(exact(&goal("dr-ud", Metric::QuarterTurn)).unwrap(), quarter);
}

/// Oriented edges and a cross; D or U stand for what may be anywhere.
const ORIENTED: &str = "DUDUDUDUD DDDDDDDDD DDDUDUDDD DUDUDUDUD DDDDDDDDD DDDUDUDDD";
const CROSS: &str = "UUUUUUUUU UUUUUUURU UUUUUUUFU UDUDUDUDU UUUUUUULU UUUUUUUBU";

#[test]
fn goals_in_all_metrics_are_those_of_colourings() {
    for metric in Metric::ALL {
        let by_stickers = colourings(ORIENTED, &turns(metric), usize::MAX);
        assert_eq!(by_stickers.iter().sum::<u64>(), 2048);
        assert_eq!(exact(&goal("eo-fb", metric)), Some(by_stickers), "{metric}");
    }
    let metric = Metric::SliceTurn;
    let by_stickers = colourings(CROSS, &turns(metric), usize::MAX);
    assert_eq!(exact(&goal("cross-d", metric)), Some(by_stickers.clone()));
    let pattern = "....U.... ....R..R. ....F..F. .D.DDD.D. ....L..L. ....B..B.";
    let pattern = Query::new().to(pattern.parse().unwrap()).metric(metric);
    assert_eq!(exact(&pattern), Some(by_stickers));
    let start = Facelets::from_letters(&CROSS.replace(' ', ""));
    let near = listed(&pattern, Some(2));
    let near = near
        .classes()
        .map(|(moves, _)| start.apply_str(&text(&moves)));
    let two = levels(CROSS, &turns(metric), 2).pop().unwrap();
    assert_eq!(near.collect::<HashSet<_>>(), two.into_iter().collect());
    // certain moves each count one
    let restricted = goal("eo-fb", metric).moves("F,B,R".parse().unwrap());
    let two = turns(Metric::HalfTurn);
    let two: Vec<_> = two
        .into_iter()
        .filter(|(m, _)| m.starts_with(['F', 'B', 'R']))
        .collect();
    assert_eq!(
        exact(&restricted),
        Some(colourings(ORIENTED, &two, usize::MAX))
    );
}

fn text(moves: &[LayerMove]) -> String {
    let moves: Vec<String> = moves.iter().map(LayerMove::to_string).collect();
    moves.join(" ")
}

fn listed(query: &Query, distance: Option<u8>) -> distribution::Positions {
    let found = distribution::positions(query, distance, MEMORY, Stop::never());
    found.unwrap().unwrap()
}

/// The images of each listed position are as many as it stands for, and together they are the colourings at its
/// distance, none of them twice.
#[test]
fn listed_positions_and_their_images_are_all_at_the_distance() {
    // the edges may be anywhere
    let corners = "UUUUUUUUU RURUUURUR FUFUUUFUF DUDUDUDUD LULUUULUL BUBUUUBUB";
    let of_faces = |faces: &str| {
        let mut of_metric = turns(Metric::HalfTurn);
        of_metric.retain(|(m, _)| m.starts_with(|face| faces.contains(face)));
        of_metric
    };
    let preserves = |s: Transformation, faces: &str| {
        let mut among = Face::ALL
            .into_iter()
            .filter(|face| faces.contains(face.letter()));
        among.all(|face| faces.contains(s.apply_face(face).letter()))
    };
    let (half, quarter, slice) = (Metric::HalfTurn, Metric::QuarterTurn, Metric::SliceTurn);
    for (name, start, faces, metric, restricted, distances) in [
        ("cross-d", CROSS, "D", half, None, vec![0, 4]),
        ("cross-d", CROSS, "D", quarter, None, vec![2, 4]),
        ("eo-fb", ORIENTED, "FB", slice, None, vec![3, 6]),
        ("eo-fb", ORIENTED, "FB", half, Some("F,B,R"), vec![4, 6]),
        ("corners", corners, "UD", half, None, vec![3]),
    ] {
        let (of_metric, fixed) = match restricted {
            Some(_) => (of_faces("FBR"), "R"),
            None => (turns(metric), "URFDLB"),
        };
        let query = goal(name, metric);
        let query = match restricted {
            Some(moves) => query.moves(moves.parse().unwrap()),
            None => query,
        };
        let greatest = usize::from(*distances.last().unwrap());
        let levels = levels(start, &of_metric, greatest);
        for distance in distances {
            let mut open: HashSet<Facelets> =
                levels[usize::from(distance)].iter().copied().collect();
            for (moves, count) in listed(&query, Some(distance)).classes() {
                let moves: Sequence = moves.into_iter().collect();
                let length: usize = metric.length(moves.moves());
                assert_eq!(length, usize::from(distance), "{name}: {moves}");
                let symmetries = Transformation::all();
                let symmetries = symmetries.filter(|s| preserves(*s, faces));
                let symmetries = symmetries.filter(|s| preserves(*s, fixed));
                let images: HashSet<Facelets> = symmetries
                    .map(|s| {
                        let moves = moves.moves().iter().map(|m| s.apply_move(*m));
                        let moves: Sequence = moves.collect();
                        let start = Facelets::from_letters(&start.replace(' ', ""));
                        start.apply_str(&moves.to_string())
                    })
                    .collect();
                assert_eq!(images.len() as u64, count, "{name}: {moves}");
                assert!(
                    images.iter().all(|image| open.remove(image)),
                    "{name}: {moves}"
                );
            }
            assert!(open.is_empty(), "{name}");
        }
    }
}

/// From several sides, of half turns with several cubes at the goal, and of the 2x2x2.
#[test]
fn listed_positions_are_as_many_as_are_counted_and_as_far() {
    for name in ["htr-drrl", "dslicefb-htr", "drud-eorl"] {
        let query = goal(name, Metric::HalfTurn);
        let farthest = listed(&query, None);
        let counts = exact(&query).unwrap();
        assert_eq!(usize::from(farthest.distance()), counts.len() - 1);
        let (solver, mut total) = (Solver::default(), 0);
        for (moves, count) in farthest.classes() {
            let moves: Sequence = moves.into_iter().collect();
            let cube = moves.cube().into();
            let answer = solver.query(&cube, &query, &Limits::default()).unwrap();
            assert_eq!(answer.length(), Some(counts.len() - 1), "{name}: {moves}");
            total += count;
        }
        assert_eq!(Some(&total), counts.last(), "{name}");
    }
    let pocket = Query::new().puzzle(cubesolve::Puzzle::Cube2);
    let near = listed(&pocket.metric(Metric::QuarterTurn), Some(4));
    let cubes = near.classes().map(|(moves, count)| {
        let text = text(&moves);
        assert_eq!((count, moves.len() + text.matches('2').count()), (1, 4));
        text
    });
    assert_eq!(cubes.collect::<HashSet<String>>().len(), 534);
    for query in [goal("cross", Metric::HalfTurn), Query::new()] {
        let found = distribution::positions(&query, None, MEMORY, Stop::never()).unwrap();
        assert!(found.is_none());
    }
}

/// The stickers of the corners and of the edges.
const CORNERS: [[usize; 3]; 8] = [
    [8, 9, 20],
    [6, 18, 38],
    [0, 36, 47],
    [2, 45, 11],
    [29, 26, 15],
    [27, 44, 24],
    [33, 53, 42],
    [35, 17, 51],
];
const EDGES: [[usize; 2]; 12] = [
    [5, 10],
    [7, 19],
    [3, 37],
    [1, 46],
    [32, 16],
    [28, 25],
    [30, 43],
    [34, 52],
    [23, 12],
    [21, 41],
    [50, 39],
    [48, 14],
];

/// The number of the cubie at each place, which has the colours that another place has when solved.
fn cubies<const K: usize, const N: usize>(cube: &str, places: [[usize; K]; N]) -> [usize; N] {
    let colours = |cube: &str, place: [usize; K]| {
        let cube = cube.as_bytes();
        let mut colours = place.map(|sticker| cube[sticker]);
        colours.sort_unstable();
        colours
    };
    let solved = Facelets::solved().to_string();
    places.map(|place| {
        let home = |home: &[usize; K]| colours(&solved, *home) == colours(cube, place);
        places.iter().position(home).unwrap()
    })
}

/// From domino reduction, what is left to `htr` is which edges are in which slice, and the corners modulo the 96
/// permutations that half turns make.
#[test]
fn half_turn_reduction_within_domino_reduction_is_that_of_cubies() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let moves = turns(metric)
            .into_iter()
            .filter(|(m, _)| m.contains(['U', 'D', '2']));
        let moves: Vec<([usize; 8], [usize; 12], bool, usize)> = moves
            .map(|(m, cost)| {
                let cube = Facelets::from_str(&m).to_string();
                (
                    cubies(&cube, CORNERS),
                    cubies(&cube, EDGES),
                    m.contains('2'),
                    cost,
                )
            })
            .collect();
        let solved: [usize; 8] = std::array::from_fn(|n| n);
        let mut group = vec![solved];
        let mut next = 0;
        while next < group.len() {
            for (corners, _, is_half, _) in &moves {
                let moved = corners.map(|from| group[next][from]);
                if *is_half && !group.contains(&moved) {
                    group.push(moved);
                }
            }
            next += 1;
        }
        assert_eq!(group.len(), 96);
        let first =
            |corners: [usize; 8]| group.iter().map(|h| corners.map(|c| h[c])).min().unwrap();
        let slices = [0, 1, 0, 1, 0, 1, 0, 1, 2, 2, 2, 2];
        let start = (first(solved), slices);
        let mut seen = HashSet::from([start]);
        let mut levels = vec![vec![start]];
        while seen.len() < 29_400 {
            let mut next = vec![];
            for (corners, edges, _, cost) in &moves {
                let from = levels.len().checked_sub(*cost);
                for (c, e) in from.map_or(&[][..], |from| &levels[from]) {
                    let moved = (
                        first(corners.map(|from| c[from])),
                        edges.map(|from| e[from]),
                    );
                    if seen.insert(moved) {
                        next.push(moved);
                    }
                }
            }
            levels.push(next);
        }
        let counts: Vec<u64> = levels.iter().map(|level| level.len() as u64).collect();
        assert_eq!(exact(&goal("htr-dr", metric)), Some(counts), "{metric}");
    }
}

/// Of a sample of a known distribution, no share is four errors away.
#[test]
fn sample_agrees_with_all_positions_within_its_error() {
    let query = goal("htr-drrl", Metric::HalfTurn);
    let all = Distribution::exact(&query, MEMORY, Stop::never())
        .unwrap()
        .unwrap();
    let mut sample = Distribution::sample();
    let (mut rng, solver) = (ChaCha12Rng::seed_from_u64(2), Solver::default());
    let cubes = RandomCubes::new(&query).unwrap();
    let prepared = solver.prepare(&[], &query).unwrap();
    for _ in 0..3000 {
        let answer = prepared
            .solve(&cubes.draw(&mut rng), &Limits::default())
            .unwrap();
        sample.add(answer.length(), 1);
    }
    assert!(sample.is_sample());
    assert_eq!((sample.total(), all.total()), (Some(3000), Some(29_400)));
    for (moves, count) in all.counts().iter().enumerate() {
        let (expected, drawn) = (
            all.share(*count).unwrap(),
            sample.counts().get(moves).unwrap_or(&0),
        );
        let (found, error) = (
            sample.share(*drawn).unwrap(),
            sample.error(expected).unwrap(),
        );
        assert!(
            (found - expected).abs() <= 4.0 * error,
            "{moves}: {found}, not {expected}"
        );
    }
    let ((mean, none), (found, error)) = (all.mean().unwrap(), sample.mean().unwrap());
    assert!(none.is_none() && (found - mean).abs() <= 4.0 * error.unwrap());
}

#[test]
fn positions_from_which_moves_lead_to_one_cube_are_counted() {
    let target = "R U' F2";
    let mut cube = NaiveCube::solved();
    cube.apply_str(target);
    let facelets = cube.facelets();
    let query = Query::new().to(target.parse().unwrap());
    let half_turns = ["R2", "U2"].map(|m| (m.to_owned(), 1));
    let of_moves = query.clone().moves("R2,U2".parse().unwrap());
    assert_eq!(
        exact(&of_moves),
        Some(colourings(&facelets, &half_turns, usize::MAX))
    );
    for metric in [Metric::HalfTurn, Metric::QuarterTurn, Metric::SliceTurn] {
        let near = exact(&query.clone().metric(metric).max_moves(3)).unwrap();
        let found = colourings(&facelets, &turns(metric), 3);
        assert_eq!(near, found, "{metric:?}");
    }
    let pocket = exact(&query.puzzle(Puzzle::Cube2));
    assert_eq!(pocket, exact(&Query::new().puzzle(Puzzle::Cube2)));
}

#[test]
fn mean_and_errors_are_those_of_the_counts() {
    let mut sample = Distribution::sample();
    for length in [3, 1, 1, 3] {
        sample.add(Some(length), 1);
    }
    assert_eq!(
        (sample.counts(), sample.farther()),
        (&[0, 2, 0, 2][..], Some(0))
    );
    assert_eq!(sample.share(2), Some(0.5));
    assert_eq!(sample.error(0.5), Some(0.25));
    // the variance of four is 1 around their own mean, so 1/3 of theirs
    assert_eq!(sample.mean(), Some((2.0, Some((1.0_f64 / 3.0).sqrt()))));
    sample.add(None, 4);
    assert_eq!(
        (sample.total(), sample.share(2), sample.mean()),
        (Some(8), Some(0.25), None)
    );
}

#[test]
fn positions_that_do_not_fit_are_not_visited() {
    let exact = |query: &Query, memory| Distribution::exact(query, memory, Stop::never()).unwrap();
    for name in ["f2l-d", "cross", "eo,dr", "edges", "solved-dr"] {
        assert_eq!(exact(&goal(name, Metric::HalfTurn), MEMORY), None, "{name}");
    }
    assert_eq!(exact(&goal("cross-d", Metric::HalfTurn), 190_079), None);
    assert_eq!(exact(&Query::new(), MEMORY), None);
    assert_eq!(exact(&Query::new().max_moves(5), 1_000_000), None);
    // with a greatest length the others are together
    let found = exact(&goal("cross-d", Metric::HalfTurn).max_moves(2), MEMORY).unwrap();
    assert_eq!(
        (found.counts(), found.farther()),
        (&[1, 15, 158][..], Some(189_906))
    );
    let near = exact(&Query::new().max_moves(2), MEMORY).unwrap();
    assert_eq!(
        (near.farther(), near.total(), near.mean()),
        (None, None, None)
    );
}

#[test]
fn random_cubes_are_where_the_first_step_starts() {
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    for (name, start) in [
        ("htr-drrl", "dr-rl"),
        ("dr-eoud", "eo-ud"),
        ("solved-htr", "htr"),
        ("drud-eofb,htr", "eo-fb"),
    ] {
        let cubes = RandomCubes::new(&goal(name, Metric::HalfTurn)).unwrap();
        let start = goal(start, Metric::HalfTurn);
        let solver = Solver::default();
        for _ in 0..20 {
            let answer = solver
                .query(&cubes.draw(&mut rng), &start, &Limits::default())
                .unwrap();
            assert_eq!(answer.length(), Some(0), "{name}");
        }
    }
    for (name, moves) in [("solved-fr", None), ("htr-dr", Some("R2,U"))] {
        let query = goal(name, Metric::HalfTurn);
        let query = match moves {
            Some(moves) => query.moves(moves.parse().unwrap()),
            None => query,
        };
        assert!(RandomCubes::new(&query).is_err());
    }
}

/// The positions of the last layer, up to what is known.
#[test]
fn cases_appear_as_often_as_there_are_positions() {
    // of 288 permutations four are turns of U
    for (set, count) in [("pll", 284), ("oll", 215), ("epll", 44)] {
        let set = Definition::named(set).unwrap();
        let cases = set.cases(false).unwrap();
        let appearances = cases.iter().map(|case| set.appearances(case));
        assert_eq!(appearances.sum::<usize>(), count);
    }
}

#[test]
fn allowed_moves_are_counted_as_they_are_held() {
    for (moves, names) in [
        ("R2,U2,F2", vec!["R2", "U2", "F2"]),
        ("M,U2", vec!["M", "M2", "M'", "U2"]),
        ("M,E", vec!["M", "M2", "M'", "E", "E2", "E'"]),
    ] {
        let mut positions = HashMap::from([(NaiveCube::solved().facelets(), NaiveCube::solved())]);
        let mut frontier = vec![NaiveCube::solved()];
        while let Some(cube) = frontier.pop() {
            for name in &names {
                let mut moved = cube.clone();
                moved.apply_str(name);
                if positions.insert(moved.facelets(), moved.clone()).is_none() {
                    frontier.push(moved);
                }
            }
        }
        let is_solved = |(_, cube): &(&String, &NaiveCube)| cube.is_solved();
        let mut level: Vec<NaiveCube> = positions
            .iter()
            .filter(is_solved)
            .map(|(_, c)| c.clone())
            .collect();
        let mut seen: HashSet<String> = level.iter().map(NaiveCube::facelets).collect();
        let (mut counts, mut farthest) = (vec![], HashSet::new());
        while !level.is_empty() {
            counts.push(level.len() as u64);
            farthest = level.iter().map(NaiveCube::facelets).collect();
            let mut next = vec![];
            for cube in &level {
                for name in &names {
                    let mut moved = cube.clone();
                    moved.apply_str(name);
                    if seen.insert(moved.facelets()) {
                        next.push(moved);
                    }
                }
            }
            level = next;
        }
        let query = Query::new().moves(moves.parse().unwrap());
        assert_eq!(exact(&query), Some(counts.clone()), "{moves}");
        let found = listed(&query, None);
        let found = found
            .classes()
            .map(|(moves, _)| NaiveCube::from_str(&text(&moves)).facelets());
        assert_eq!(found.collect::<HashSet<_>>(), farthest, "{moves}");
        // and so are the nearest, where all are too many
        let near = Distribution::exact(&query.clone().max_moves(2), 20_000, Stop::never()).unwrap();
        assert_eq!(near.unwrap().counts(), &counts[..3], "{moves}");

        // random cubes are all of them
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let cubes = RandomCubes::new(&query).unwrap();
        let upright = |cube: &NaiveCube| cube.upright().facelets();
        let all: HashSet<String> = positions.values().map(upright).collect();
        let drawn = (0..40 * positions.len()).map(|_| {
            let position = cubes.draw(&mut rng);
            (
                Format::Facelets.print(&position.cube()).unwrap(),
                position.orientation().index(),
            )
        });
        let drawn: HashSet<(String, usize)> = drawn.collect();
        assert_eq!(drawn.len(), positions.len(), "{moves}");
        assert!(drawn.iter().all(|(facelets, _)| all.contains(facelets)));
    }
}
