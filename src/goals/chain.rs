use super::goal::Goal;
use super::kinds::Kind;
use super::name::{GoalError, GoalName};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Goals to reach one after the other: `eo,dr,htr,solved`, or just one.
///
/// Each step starts where the one before it ends and, where that is possible, uses only moves that
/// keep what was reached before. A name without a place stands for the goals at all places:
/// whichever is the nearest.
///
/// As text: names with commas between, with the place after a hyphen (`eo-fb`) or directly
/// (`eofb`). What the first step keeps may follow after a hyphen, as nissy writes it: `dr-eo`,
/// `htr-drud`, `solved-dr`. `drfin` is `solved-dr`, `htrfin` is `solved-htr`, `drslice` is
/// `slice-dr`.
///
/// ```
/// use cubesolve::goals::GoalChain;
///
/// let chain: GoalChain = "eofb, drud-eofb, htr".parse()?;
/// assert_eq!(chain.to_string(), "eo-fb,dr-ud,htr");
/// assert_eq!(chain.len(), 3);
/// # Ok::<(), cubesolve::goals::GoalError>(())
/// ```
#[derive(Clone)]
pub struct GoalChain {
    /// What the cube is at before, and the first step keeps.
    kept: Option<GoalName>,
    /// Never empty.
    names: Vec<GoalName>,
    /// The goals of each step that another one can follow.
    goals: Arc<[Vec<Goal>]>,
}

/// The name of a step, and the goal that it starts from if that is part of the name.
struct NamedStep {
    goal: GoalName,
    kept: Option<GoalName>,
}

impl GoalChain {
    /// Names of the steps, in their order; at least one.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &GoalName> {
        self.names.iter()
    }

    /// Number of steps.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// For each step its goals: one for each place, or the one that is named.
    pub fn goals(&self) -> &[Vec<Goal>] {
        &self.goals
    }

    /// Whether the last step leads to the solved cube.
    pub(crate) fn solves_cube(&self) -> bool {
        self.names.last().is_some_and(GoalName::is_solved_cube)
    }

    /// The last goal as reached directly from one of the chain's goals, by moves that keep that one,
    /// if it is the solved cube: a lower bound for all later steps together, on the normal and the
    /// inverse scramble.
    pub(crate) fn end_after(&self, goal: &Goal) -> Option<Goal> {
        let end = self.names.last().filter(|_| self.solves_cube())?;
        Goal::following(end, goal.name()).pop()
    }

    /// Why a cube has no solution, however long: as a clause. `restricted` if not all moves are
    /// allowed.
    pub(crate) fn why_unreachable(&self, restricted: bool) -> String {
        let describe = |name: &GoalName| format!("{} ({name})", name.kind().title);
        let first = describe(&self.names[0]);
        let Some(kept) = &self.kept else {
            return format!("the allowed moves do not lead to {first}");
        };
        let kept = describe(kept);
        let start = format!("the cube is not in {kept}, where this step starts");
        match restricted {
            false => start,
            true => format!("{start}, or the allowed moves do not lead from there to {first}"),
        }
    }
}

impl FromStr for GoalChain {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<GoalChain, GoalError> {
        let steps = text.split(',').map(|name| NamedStep::parse(name.trim()));
        let mut kept = None;
        let mut names: Vec<GoalName> = vec![];
        for step in steps {
            let step = step?;
            match (names.last_mut(), step.kept) {
                (None, given) => kept = given,
                // a place that is named later is the place of the step before
                (Some(last), Some(given)) if last.contains(&given) => *last = given,
                (Some(last), Some(given)) if !given.contains(last) => {
                    return Err(cannot_follow(&step.goal, last));
                }
                _ => {}
            }
            names.push(step.goal);
        }
        let goals = goals(kept.as_ref(), &names)?;
        Ok(GoalChain { kept, names, goals })
    }
}

/// The goals of each step that the next step can follow.
fn goals(kept: Option<&GoalName>, names: &[GoalName]) -> Result<Arc<[Vec<Goal>]>, GoalError> {
    let mut goals: Vec<Vec<Goal>> = vec![];
    let mut previous = kept;
    for name in names {
        goals.push(match previous {
            Some(previous) if name.kind().can_follow(previous.kind()) => {
                Goal::following(name, previous)
            }
            _ => Goal::direct(name),
        });
        if goals.last().is_some_and(Vec::is_empty) {
            return Err(match previous {
                Some(previous) => cannot_follow(name, previous),
                None => GoalError::NeedsPrevious(name.to_string()),
            });
        }
        previous = Some(name);
    }
    for i in (1..names.len()).rev() {
        let (earlier, later) = goals.split_at_mut(i);
        earlier[i - 1].retain(|goal| later[0].iter().any(|next| next.may_follow(goal)));
        if earlier[i - 1].is_empty() {
            return Err(cannot_follow(&names[i], &names[i - 1]));
        }
    }
    Ok(goals.into())
}

fn cannot_follow(goal: &GoalName, previous: &GoalName) -> GoalError {
    GoalError::CannotFollow {
        goal: goal.to_string(),
        previous: previous.to_string(),
    }
}

impl NamedStep {
    fn parse(name: &str) -> Result<NamedStep, GoalError> {
        let lower = name.to_ascii_lowercase();
        let with_suffix = NamedStep::with_suffix(&lower, "fin", "solved")
            .or_else(|| NamedStep::with_suffix(&lower, "slice", "slice"));
        if let Some(step) = with_suffix {
            return Ok(step);
        }
        match GoalName::parse(name) {
            Ok(goal) => Ok(NamedStep { goal, kept: None }),
            Err(error) => NamedStep::with_kept(&lower).ok_or(error),
        }
    }

    /// Reads what is kept with a suffix that stands for a kind of goal: `drfin`.
    fn with_suffix(name: &str, suffix: &str, kind: &str) -> Option<NamedStep> {
        let kept = name.strip_suffix(suffix)?;
        NamedStep::new(GoalName::all_places(Kind::by_name(kind)?), kept)
    }

    /// Reads a goal, a hyphen and what is kept: `drud-eofb`.
    fn with_kept(name: &str) -> Option<NamedStep> {
        let mut hyphens = name.match_indices('-');
        hyphens.find_map(|(at, _)| {
            let goal = GoalName::parse(&name[..at]).ok()?;
            NamedStep::new(goal, &name[at + 1..])
        })
    }

    fn new(goal: GoalName, kept: &str) -> Option<NamedStep> {
        let kept = GoalName::parse(kept).ok()?;
        goal.kind().can_follow(kept.kind()).then_some(NamedStep {
            goal,
            kept: Some(kept),
        })
    }
}

/// Goals with the same names are the same.
impl PartialEq for GoalChain {
    fn eq(&self, other: &GoalChain) -> bool {
        (&self.kept, &self.names) == (&other.kept, &other.names)
    }
}

impl Eq for GoalChain {}

impl fmt::Debug for GoalChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GoalChain({self})")
    }
}

/// All steps in the form that is read.
impl fmt::Display for GoalChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<String> = self.names.iter().map(GoalName::to_string).collect();
        if let Some(kept) = &self.kept {
            names[0] = format!("{}-{}", self.names[0].in_one_word(), kept.in_one_word());
        }
        f.write_str(&names.join(","))
    }
}
