//! Costs, chains of goals, and definitions of sets.
#![no_main]

use cubesolve::Cost;
use cubesolve::goals::GoalChain;
use cubesolve::notation::{AllowedMoves, LayerMove};
use cubesolve::sets::Definition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(cost) = text.parse() {
        check_cost(&cost);
    }
    if let Ok(chain) = text.parse::<GoalChain>() {
        assert_eq!(chain.to_string().parse().as_ref(), Ok(&chain));
        assert_eq!(chain.goals().len(), chain.len());
    }
    if let Ok(definition) = text.parse::<Definition>() {
        // enumerating the cases takes up to a second
        assert_eq!(definition, definition.clone());
    }
});

/// Each turn costs more than 0 and at most 1000, and a regrip at most that.
fn check_cost(cost: &Cost) {
    let all: AllowedMoves = "R,Rw,L,U,M".parse().expect("these are moves");
    let moves: Vec<LayerMove> = all.moves().collect();
    let mut sequence = vec![];
    for n in 0..40 {
        sequence.push(moves[n * n % moves.len()]);
        let added = cost.of(&sequence) - cost.of(&sequence[..n]);
        assert!((0.0005..2000.0005).contains(&added), "{added}");
    }
}
