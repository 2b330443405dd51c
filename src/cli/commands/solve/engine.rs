//! What solves cubes: a table, or what needs none.

use crate::cli::output::{SOLVED, tell};
use crate::cli::position::Position;
use crate::cli::table::GrowthShown;
use crate::cli::{size, time};
use cubesolve::cube::Metric;
use cubesolve::search::{
    Answer, GrowingSolver, Growth, KnownAnswers, Limits, Request, TwoPhase, verified_solutions,
};
use cubesolve::table::TableError;
use serde::Serialize;
use std::sync::Once;
use std::time::{Duration, Instant};

/// Something that brings a cube where it shall go.
pub trait Engine: Send + Sync {
    /// What lengths are in.
    fn metric(&self) -> Metric;

    /// The abbreviation of what lengths are in.
    fn counted_in(&self) -> &'static str {
        self.metric().name()
    }

    /// Name of the table it uses, if any.
    fn table(&self) -> Option<&'static str> {
        None
    }

    /// Looks for what is requested.
    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError>;
}

/// What was found for a cube.
pub struct Solved {
    pub answer: Answer,
    /// The solutions of the answer, as they are printed.
    pub shown: Vec<Shown>,
    /// Why there is none, where more is known than that none was found.
    pub problem: Option<String>,
}

/// A solution as it is printed.
#[derive(Serialize)]
pub struct Shown {
    /// Its moves, as the holder of the cube makes them.
    pub solution: String,
    pub length: usize,
    #[serde(flatten)]
    pub details: Details,
}

/// What there is to say of a solution besides its moves.
#[derive(Default, Serialize)]
pub struct Details {
    /// Which goal it leads to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The steps, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ShownStep>,
}

/// A step of a solution.
#[derive(Serialize)]
pub struct ShownStep {
    pub solution: String,
    pub length: usize,
    /// The goal that it leads to.
    pub goal: String,
}

impl Shown {
    /// As lines of text. Where a person reads them they tell lengths, and steps have a line
    /// each, with the length so far.
    pub fn lines(&self, for_a_person: bool) -> String {
        let Details { goal, steps } = &self.details;
        if for_a_person && !steps.is_empty() {
            let mut so_far = 0;
            let lines = steps.iter().map(|step| {
                so_far += step.length;
                let line = format!("{} // {}  ({so_far})", step.solution, step.goal);
                line.trim_start().to_owned()
            });
            return lines.collect::<Vec<_>>().join("\n");
        }
        let mut line = match self.solution.as_str() {
            "" => SOLVED.to_owned(),
            moves => moves.to_owned(),
        };
        let names = steps
            .iter()
            .map(|step| format!("{} {}", step.goal, step.length));
        let names: Vec<String> = names.chain(goal.clone()).collect();
        if !names.is_empty() {
            line += &format!(" // {}", names.join(", "));
        }
        if for_a_person {
            line += &format!("  ({})", self.length);
        }
        line
    }
}

/// The optimal solver of the whole cube.
pub struct WholeCube {
    solver: GrowingSolver,
    known: KnownAnswers,
    quiet: bool,
    /// Whether somebody was told what would have been faster.
    advised: Once,
}

impl WholeCube {
    pub fn new(solver: GrowingSolver, quiet: bool) -> WholeCube {
        WholeCube {
            solver,
            known: KnownAnswers::default(),
            quiet,
            advised: Once::new(),
        }
    }

    /// Tells once of a table that would have helped with a cube that took `time`.
    fn advise(&self, time: Duration) {
        if let Some(offer) = self.solver.advice(time).filter(|_| !self.quiet) {
            self.advised.call_once(|| {
                tell(format_args!(
                    "such cubes take about {} times less with a larger table: \
                     cubesolve gen-tables --table {} ({}, made in about {})",
                    (time.as_secs_f64() / offer.then.as_secs_f64()).round(),
                    offer.spec.name,
                    size::show(offer.spec.table_bytes()),
                    time::show(offer.making),
                ));
            });
        }
    }
}

impl Engine for WholeCube {
    fn metric(&self) -> Metric {
        self.solver.solver().metric()
    }

    fn table(&self) -> Option<&'static str> {
        Some(self.solver.solver().table().spec().name)
    }

    fn solve(
        &self,
        position: &Position,
        request: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let start = Instant::now();
        let shown = GrowthShown::new(self.quiet);
        let answer = self.known.solve(&position.cube, |cube| {
            let on_growth = |spec, growth: Growth| shown.show(spec, growth);
            self.solver.search(cube, request, limits, &on_growth)
        })?;
        self.advise(start.elapsed());
        Ok(Solved::new(position, answer))
    }
}

/// The two-phase solver for a metric, which needs no table.
pub struct Fast(pub Metric);

impl Engine for Fast {
    fn metric(&self) -> Metric {
        self.0
    }

    fn solve(
        &self,
        position: &Position,
        _: &Request,
        limits: &Limits,
    ) -> Result<Solved, TableError> {
        let two_phase = TwoPhase::shared(self.0);
        Ok(Solved::new(
            position,
            two_phase.search(&position.cube, limits),
        ))
    }
}

impl Solved {
    /// An answer of moves alone.
    fn new(position: &Position, answer: Answer) -> Solved {
        let solutions = verified_solutions(position, &answer).into_iter();
        let shown = solutions
            .zip(&answer.solutions)
            .map(|(solution, moves)| Shown {
                solution,
                length: answer.metric.length(moves),
                details: Details::default(),
            });
        Solved {
            shown: shown.collect(),
            answer,
            problem: None,
        }
    }
}

#[test]
fn people_are_told_lengths() {
    let step = |solution: &str, length, goal: &str| ShownStep {
        solution: solution.into(),
        length,
        goal: goal.into(),
    };
    let mut shown = Shown {
        solution: "D2 F R".into(),
        length: 3,
        details: Details::default(),
    };
    assert_eq!(shown.lines(false), "D2 F R");
    assert_eq!(shown.lines(true), "D2 F R  (3)");
    shown.details.goal = Some("eo-fb".into());
    assert_eq!(shown.lines(true), "D2 F R // eo-fb  (3)");
    shown.details = Details {
        goal: None,
        steps: vec![
            step("D2 F", 2, "eo-fb"),
            step("R", 1, "dr-ud"),
            step("", 0, "htr"),
        ],
    };
    assert_eq!(shown.lines(false), "D2 F R // eo-fb 2, dr-ud 1, htr 0");
    let people = "D2 F // eo-fb  (2)\nR // dr-ud  (3)\n// htr  (3)";
    assert_eq!(shown.lines(true), people);
}
