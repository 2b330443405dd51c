//! What a query about a position comes down to: an engine, the roots that it searches from, and within which
//! bounds.

use crate::cube::{Cube, Metric, Move, Position};
use crate::goals::GoalChain;
use crate::search::{Bounds, Puzzle, Query, Root, Target};

/// How to answer a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub engine: Engine,
    pub roots: Vec<Root>,
    pub bounds: Bounds,
}

/// A kind of search, and which table it needs: if any, one for the metric of the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The whole cube by all turns of the metric, with a table unless it is near the solved one.
    WholeCube,
    /// A quick solution of the whole cube, without a table.
    TwoPhase,
    /// Allowed moves, patterns, costs and the 2x2x2; a long search of the whole cube uses a table.
    Patterns,
    /// Steps to goals, without a table, after another search.
    Steps(Before),
}

/// What is searched for before steps to goals are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    Nothing,
    /// A lower bound of the whole cube, if there is a table.
    LowerBound,
    /// Solutions of the whole cube within these bounds: as steps may have any length, they may be chains of steps.
    Solutions(Bounds),
}

/// Plans how to answer a query that has been checked.
pub fn plan(query: &Query, position: &Position) -> Plan {
    let engine = engine(query);
    Plan {
        roots: roots(query, position, engine),
        bounds: bounds(query),
        engine,
    }
}

pub fn engine(query: &Query) -> Engine {
    if query.goal.is_some() {
        Engine::Steps(before_steps(query))
    } else if query.fast && query.puzzle == Puzzle::Cube3 {
        Engine::TwoPhase
    } else if query.has_pattern() || query.has_special_moves() || has_turning_upper_layer(query) {
        Engine::Patterns
    } else {
        Engine::WholeCube
    }
}

/// Whether turns of the upper layer are free and which face that is at the end depends on the moves.
fn has_turning_upper_layer(query: &Query) -> bool {
    query.auf && query.metric == Metric::SliceTurn
}

fn before_steps(query: &Query) -> Before {
    /// Steps that may be this much longer than necessary take longer to search than the length of the cube.
    const LONG: u8 = 2;
    let solves = query.goal.as_ref().is_some_and(GoalChain::solves_cube);
    let by_step = query.max_moves.len() > 1;
    // the last six edges are solved by certain moves only
    let mut steps = query.goal.iter().flat_map(GoalChain::steps).flatten();
    let by_all_moves =
        steps.all(|name| name.kind().name != "lse") && query.restricted_moves().is_none();
    if !solves {
        Before::Nothing
    } else if query.extra == [Query::ANY_LENGTH] && !by_step && by_all_moves {
        Before::Solutions(Bounds {
            extra: 0,
            ..bounds(query)
        })
    } else if query.steps() > 1 && query.extra.iter().any(|extra| *extra >= LONG) {
        Before::LowerBound
    } else {
        Before::Nothing
    }
}

/// The bounds of a query; if it chooses among solutions, those of all that it chooses from.
fn bounds(query: &Query) -> Bounds {
    let mut bounds = Bounds::from(query);
    if query.then.is_some() || query.unique {
        bounds.count = query.limit;
    }
    bounds
}

/// One root for each target, and if the engine does not make free turns itself for each pair of these.
fn roots(query: &Query, position: &Position, engine: Engine) -> Vec<Root> {
    let turns = match query.auf && engine == Engine::WholeCube {
        true => 0..4,
        false => 0..1,
    };
    let pairs = turns
        .clone()
        .flat_map(|before| turns.clone().map(move |after| [before, after]));
    let with_free_turns = |(target, position): (usize, Position)| {
        pairs.clone().map(move |auf| Root {
            position: turned(&position, auf),
            target,
            auf,
        })
    };
    let targets = query.to.iter().map(Some);
    let targets = targets.chain(query.to.is_empty().then_some(None));
    let positions = targets
        .map(|target| relative_to(target, position))
        .enumerate();
    positions.flat_map(with_free_turns).collect()
}

/// The position that is solved just when the given one is at the target, if that is a cube.
fn relative_to(target: Option<&Target>, position: &Position) -> Position {
    match target {
        Some(Target::Cube(cube)) if !cube.is_solved() => Position {
            cube: cube.inverse().product(&position.cube),
            orientation: position.orientation,
            scramble: None,
        },
        _ => position.clone(),
    }
}

/// The position that is solved by the same moves between these free turns.
fn turned(position: &Position, [before, after]: [u8; 2]) -> Position {
    if [before, after] == [0, 0] {
        return position.clone();
    }
    let upper = Root::upper_face(position);
    let turn = |cube: &Cube, turns| match turns {
        0 => *cube,
        turns => cube.apply(Move::new(upper, turns)),
    };
    Position {
        cube: turn(&Cube::SOLVED, after).product(&turn(&position.cube, before)),
        orientation: position.orientation,
        scramble: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(json: &str) -> Query {
        serde_json::from_str(json).unwrap()
    }

    /// The plan for the cube after R U, by that scramble.
    fn planned(json: &str) -> Plan {
        let query = query(json);
        assert_eq!(query.check(), Ok(()), "{json}");
        let scramble: crate::cube::Sequence = "R U".parse().unwrap();
        plan(&query, &Position::from(scramble))
    }

    #[test]
    fn engine_is_the_simplest_one_that_finds_what_is_requested() {
        let pattern = format!("{}R{}", ".".repeat(13), ".".repeat(40));
        let to = |targets: &str| format!(r#"{{"to": {targets}}}"#);
        for (json, engine) in [
            ("{}", Engine::WholeCube),
            (
                r#"{"all": true, "extra": 1, "metric": "qtm"}"#,
                Engine::WholeCube,
            ),
            (
                r#"{"auf": true, "moves": "U,R,F,D,L,B"}"#,
                Engine::WholeCube,
            ),
            (&to(r#"["R", "U"]"#), Engine::WholeCube),
            (r#"{"fast": true, "to": "R"}"#, Engine::TwoPhase),
            (r#"{"fast": true, "cost": "* 1"}"#, Engine::TwoPhase),
            (r#"{"moves": "R,U", "auf": true}"#, Engine::Patterns),
            (r#"{"cost": "* 1"}"#, Engine::Patterns),
            (r#"{"puzzle": "2x2x2", "fast": true}"#, Engine::Patterns),
            (&to(&format!(r#"["R", "{pattern}"]"#)), Engine::Patterns),
            (r#"{"goal": "eo"}"#, Engine::Steps(Before::Nothing)),
            (
                r#"{"goal": "eo,dr,solved", "extra": 1}"#,
                Engine::Steps(Before::Nothing),
            ),
            (
                r#"{"goal": "eo,dr,solved", "extra": [0, 2, 0]}"#,
                Engine::Steps(Before::LowerBound),
            ),
            (
                r#"{"goal": "eo,dr", "extra": 2}"#,
                Engine::Steps(Before::Nothing),
            ),
        ] {
            assert_eq!(planned(json).engine, engine, "{json}");
        }
    }

    #[test]
    fn chain_of_steps_of_any_length_begins_with_the_whole_cube() {
        let chain = |more: &str| {
            planned(&format!(
                r#"{{"goal": "eo,dr,solved", "extra": "any"{more}}}"#
            ))
            .engine
        };
        let Engine::Steps(Before::Solutions(bounds)) = chain(r#", "number": 3"#) else {
            panic!();
        };
        assert_eq!((bounds.count, bounds.extra), (Some(3), 0));
        for more in [r#", "moves": "R,U""#, r#", "max_moves": [5, 9, 12]"#] {
            assert_eq!(chain(more), Engine::Steps(Before::LowerBound));
        }
    }

    #[test]
    fn targets_and_free_turns_are_roots_of_one_search() {
        let is_solved_by = |root: &Root, moves: &str| {
            let moves: crate::cube::Sequence = moves.parse().unwrap();
            root.position
                .cube
                .apply_all(moves.moves().iter().copied())
                .is_solved()
        };
        let one = planned("{}");
        assert_eq!(one.roots.len(), 1);
        assert!(one.roots[0].position.scramble.is_some());
        // from R U to R by U', and to R F by U' F
        let several = planned(r#"{"to": ["R", "R F"]}"#).roots;
        assert_eq!(
            several.iter().map(|root| root.target).collect::<Vec<_>>(),
            [0, 1]
        );
        assert!(is_solved_by(&several[0], "U'") && is_solved_by(&several[1], "U' F"));
        // R U before U' R' is solved after U2, R' and U2 with one more turn
        let turned = planned(r#"{"auf": true}"#).roots;
        assert_eq!(turned.len(), 16);
        let solved: Vec<_> = turned
            .iter()
            .filter(|root| is_solved_by(root, "R'"))
            .collect();
        assert_eq!(
            solved.iter().map(|root| root.auf).collect::<Vec<_>>(),
            [[3, 0]]
        );
        let both = planned(r#"{"auf": true, "to": ["R", "R F"]}"#).roots;
        assert_eq!((both.len(), both[16].target, both[16].auf), (32, 1, [0, 0]));
        // the search by patterns makes free turns itself
        assert_eq!(planned(r#"{"auf": true, "moves": "R,U"}"#).roots.len(), 1);
    }

    #[test]
    fn bounds_are_those_of_the_query() {
        let bounds = planned("{}").bounds;
        assert_eq!(
            (bounds.count, bounds.extra, bounds.limit),
            (Some(1), 0, None)
        );
        assert!(bounds.max_length >= Metric::QuarterTurn.gods_number());
        let bounds = planned(r#"{"number": 5, "extra": 2, "max_moves": 12}"#).bounds;
        assert_eq!((bounds.count, bounds.extra), (Some(5), 2));
        assert_eq!((bounds.limit, bounds.max_length), (Some(12), 12));
        // chosen from all
        let bounds = planned(r#"{"number": 5, "unique": true}"#).bounds;
        assert_eq!(bounds.count, None);
        // all lengths may have the cheapest
        assert_eq!(planned(r#"{"cost": "* 1"}"#).bounds.extra, u8::MAX);
        assert_eq!(planned(r#"{"cost": "* 1", "extra": 1}"#).bounds.extra, 1);
    }
}
