//! Goals by name.

use super::goal::Goal;
use super::kinds::{KINDS, Kind};
use crate::cube::Metric;
use std::fmt;
use thiserror::Error;

/// Why a text names no goal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GoalError {
    /// No kind of goal has this name.
    #[error("there is no goal {0:?}; the goals are {names}", names = kind_names())]
    Unknown(String),
    /// A step of nissy's that is none here, and what comes nearest.
    #[error("{0:?} is a step of nissy's; here {1}")]
    Elsewhere(String, String),
    /// The kind of goal has other places, or none.
    #[error("{goal} has no place {place:?}; expected {expected}")]
    Place {
        /// The kind.
        goal: &'static str,
        /// The text that should be its place.
        place: String,
        /// The places it has, in words.
        expected: &'static str,
    },
    /// The one step does not lead to the other.
    #[error(
        "{goal} cannot start from {from}: dr starts from eo on another axis, htr from dr, \
         corners, solved and slice from dr or htr, and blocks, crosses and pairs from what they \
         contain"
    )]
    From {
        /// The goal asked for.
        goal: String,
        /// The step that should be done before.
        from: String,
    },
    /// A goal that is sought from others only stands alone.
    #[error("{0} needs a step before it, as in dr,{0} or htr,{0}")]
    Alone(String),
}

/// What comes nearest to a step of nissy's that is none here.
fn elsewhere(name: &str) -> Option<String> {
    let instead = match name {
        "optimal" | "light" => "the whole cube is solved without a goal".into(),
        "corners-urf" => "corners that may be held in any way are the 2x2x2 puzzle".into(),
        "eofin" | "eofbfin" | "eorlfin" | "eoudfin" => {
            let kept = match &name[2..4] {
                "rl" => "U,D,F,B,R2,L2",
                "ud" => "R,L,F,B,U2,D2",
                _ => "U,D,R,L,F2,B2",
            };
            format!("dr,htr,solved go on after eo, or the turns {kept} alone")
        }
        _ => {
            let nearest = name.strip_suffix("-urf")?;
            format!("steps take turns of all faces, as {nearest}")
        }
    };
    Some(instead)
}

fn kind_names() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    names.join(", ")
}

/// The name of a goal, or of several that lead from one to the next, checked.
///
/// ```
/// use cubesolve::search::goals::{GoalName, GoalRequest, solve};
/// use cubesolve::cube::Metric;
/// use cubesolve::{Cube, Limits, Sequence};
///
/// let steps = GoalName::parse("eo,dr,htr,solved", None)?.steps(Metric::HalfTurn);
/// let cube: Cube = "R U F".parse()?;
/// let answer = solve(&steps, &cube, &GoalRequest::default(), &Limits::default());
/// let steps = answer.solutions[0].iter();
/// let moves: Sequence = steps.flat_map(|step| step.normal.clone()).collect();
/// // where steps meet, moves of one face are made as one
/// assert_eq!(moves.cleaned().to_string(), "F' U' R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct GoalName {
    steps: Vec<Step>,
    /// The goals of each step.
    goals: Vec<Vec<Goal>>,
}

/// A goal, and the earlier one that its moves keep.
#[derive(Clone)]
struct Step {
    goal: Part,
    from: Option<Part>,
}

/// A kind of goal and perhaps one of its places.
#[derive(Clone)]
struct Part {
    kind: &'static Kind,
    place: Option<String>,
}

impl GoalName {
    /// Reads the name of a goal, with its place (`dr-ud`) or without, or of several with commas
    /// between, each of which starts where the one before it ends. `from` is what the first one
    /// starts from and keeps: `eo` for `dr`, `dr` for `htr`, again with or without the place.
    ///
    /// The names of the steps of nissy are read, too: places without a hyphen (`eofb`), what
    /// is kept after one (`dr-eofb`, `htr-drud`, `corners-dr`), and `fin` or `slice` after what
    /// is kept (`drfin`, `drudslice`, `htrfin`).
    ///
    /// # Errors
    /// If there is no such goal or place, or one cannot start from the other.
    pub fn parse(names: &str, from: Option<&str>) -> Result<GoalName, GoalError> {
        let mut steps: Vec<Step> = vec![];
        let mut before = from.map(Part::parse).transpose()?;
        for name in names.split(',') {
            let name = name.trim();
            let mut step = Step::parse(name)?;
            if let Some(before) = before {
                // the earlier step that is given by itself is one to keep
                let is_kept =
                    step.start_from(&before) && (!steps.is_empty() || step.from.is_some());
                if !is_kept {
                    return Err(GoalError::From {
                        goal: name.into(),
                        from: before.to_string(),
                    });
                }
            } else if step.from.is_none() && !step.goal.kind.is_direct() {
                return Err(GoalError::Alone(name.into()));
            }
            before = Some(step.goal.clone());
            steps.push(step);
        }
        let goals = steps.iter().map(Step::goals).collect();
        let mut name = GoalName { steps, goals };
        name.keep_what_leads_on()?;
        Ok(name)
    }

    /// Drops the goals of each step from which none of the next step's can be sought.
    fn keep_what_leads_on(&mut self) -> Result<(), GoalError> {
        let GoalName { steps, goals } = self;
        let mut later: Option<(&Part, Vec<Goal>)> = None;
        for (step, goals) in steps.iter().zip(goals).rev() {
            if let Some((_, later)) = &later {
                goals.retain(|goal| later.iter().any(|next| next.may_follow(goal)));
            }
            if goals.is_empty() {
                let (goal, from) = match &later {
                    Some((next, _)) => (*next, Some(&step.goal)),
                    None => (&step.goal, step.from.as_ref()),
                };
                return Err(GoalError::From {
                    goal: goal.to_string(),
                    from: from.map(Part::to_string).unwrap_or_default(),
                });
            }
            later = Some((&step.goal, goals.clone()));
        }
        Ok(())
    }

    /// For each step the goals of its name, to be sought together: one if the name tells the
    /// place, else all of its kind. Lengths are in `metric`. Tables are made when they are
    /// first needed, in a second at most, and kept.
    pub fn steps(&self, metric: Metric) -> Vec<Vec<Goal>> {
        let counted = |goal: &Goal| goal.clone().counted_in(metric);
        let of_step = |goals: &Vec<Goal>| goals.iter().map(counted).collect();
        self.goals.iter().map(of_step).collect()
    }

    /// The goals of the first step, or of the only one.
    pub fn goals(&self, metric: Metric) -> Vec<Goal> {
        self.steps(metric).swap_remove(0)
    }

    /// How many steps there are, 1 at least.
    pub fn count(&self) -> usize {
        self.steps.len()
    }
}

/// The first step as it is asked for, with what it starts from.
impl fmt::Display for GoalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step { goal, from } = &self.steps[0];
        write!(f, "{goal}")?;
        match from {
            Some(from) => write!(f, " from {from}"),
            None => Ok(()),
        }
    }
}

impl Step {
    /// Reads a goal, and what it starts from if that is part of its name.
    fn parse(name: &str) -> Result<Step, GoalError> {
        let lower = name.to_ascii_lowercase();
        let finish = |suffix, kind| {
            let from = Part::parse(lower.strip_suffix(suffix)?).ok()?;
            let goal = Part {
                kind: Kind::named(kind)?,
                place: None,
            };
            goal.kind.starts_from(from.kind).then_some(Step {
                goal,
                from: Some(from),
            })
        };
        if let Some(step) = finish("fin", "solved").or_else(|| finish("slice", "slice")) {
            return Ok(step);
        }
        match Part::parse(&lower) {
            Err(error) => {
                Step::with_start(&lower).ok_or_else(|| match (elsewhere(&lower), error) {
                    (Some(instead), _) => GoalError::Elsewhere(name.into(), instead),
                    (None, GoalError::Unknown(_)) => GoalError::Unknown(name.into()),
                    (None, error) => error,
                })
            }
            Ok(goal) => Ok(Step { goal, from: None }),
        }
    }

    /// Reads a goal that is followed by a hyphen and what it starts from.
    fn with_start(name: &str) -> Option<Step> {
        let hyphens = name.match_indices('-').map(|(at, _)| at);
        let step = |at: usize| {
            let goal = Part::parse(&name[..at]).ok()?;
            let from = Part::parse(&name[at + 1..]).ok()?;
            goal.kind.starts_from(from.kind).then_some(Step {
                goal,
                from: Some(from),
            })
        };
        hyphens.filter_map(step).next()
    }

    /// Starts from what is done before, which is kept if that can be. False if the step is to
    /// start from something else.
    fn start_from(&mut self, before: &Part) -> bool {
        match &self.from {
            Some(from) if from.kind.name != before.kind.name => false,
            Some(Part {
                place: Some(place), ..
            }) => before.place.as_ref().is_none_or(|before| before == place),
            _ if self.goal.kind.starts_from(before.kind) => {
                self.from = Some(before.clone());
                true
            }
            _ => self.goal.kind.is_direct(),
        }
    }

    fn goals(&self) -> Vec<Goal> {
        let Step { goal, from } = self;
        match from {
            Some(from) => {
                let (places, from_places) = (goal.places(), from.places());
                goal.kind.goals_from(&places, from.kind, &from_places)
            }
            None => goal.kind.goals(&goal.places()),
        }
    }
}

impl Part {
    /// Reads the longest name of a kind and, after a hyphen or none, one of its places.
    fn parse(name: &str) -> Result<Part, GoalError> {
        let lower = name.to_ascii_lowercase();
        let known = KINDS.iter().filter(|kind| lower.starts_with(kind.name));
        let kind = known
            .max_by_key(|kind| kind.name.len())
            .ok_or_else(|| GoalError::Unknown(name.into()))?;
        let rest = &lower[kind.name.len()..];
        if rest.is_empty() {
            return Ok(Part { kind, place: None });
        }
        let given = rest.strip_prefix('-').unwrap_or(rest);
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        let mut places = kind.places().into_iter();
        let place = places.find(|place| !place.is_empty() && sorted(place) == sorted(given));
        match place {
            Some(place) => Ok(Part {
                kind,
                place: Some(place),
            }),
            None => Err(GoalError::Place {
                goal: kind.name,
                place: given.into(),
                expected: kind.expected,
            }),
        }
    }

    /// The places that are meant.
    fn places(&self) -> Vec<String> {
        match &self.place {
            Some(place) => vec![place.clone()],
            None => self.kind.places(),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind.at(self.place.as_deref().unwrap_or_default()))
    }
}
