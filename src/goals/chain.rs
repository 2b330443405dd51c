use super::goal::Goal;
use super::kinds::Kind;
use super::name::{GoalError, GoalName, alternatives};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Goals to reach one after the other: `eo,dr,htr,solved`, or just one.
///
/// Each step starts where the one before it ends and, where that is possible, uses only moves that
/// preserve what was reached before. A name without a place stands for the goals at all places:
/// whichever is the nearest. A step may have several names: alternatives, of which it reaches one.
///
/// As text: steps with commas (or `>`) between, alternatives with `|`, names with the place after a hyphen
/// (`eo-fb`) or directly (`eofb`). What the first step starts from and preserves may follow after a hyphen,
/// as nissy writes it: `dr-eo`, `htr-drud`, `solved-dr`. `drfin` is `solved-dr`, `htrfin` is `solved-htr`,
/// `drslice` is `slice-dr`. There are at most 16 steps, and 32 alternatives of each.
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
    /// The goal that the first step starts from and preserves, if it is named.
    start: Option<GoalName>,
    /// The alternatives of each step; none of the lists is empty.
    names: Vec<Vec<GoalName>>,
    /// The goals of each step that another one can follow.
    goals: Arc<[Vec<Goal>]>,
}

impl GoalChain {
    const MAX_STEPS: usize = 16;
    const MAX_ALTERNATIVES: usize = 32;

    /// For each step, in their order, the names of its goals: one, or several alternatives.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &[GoalName]> {
        self.names.iter().map(Vec::as_slice)
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
        let last = self.names.last();
        last.is_some_and(|names| names.iter().all(GoalName::is_solved_cube))
    }

    /// The last goal as reached directly from one of the chain's goals, by moves that keep that one,
    /// if it is the solved cube: a lower bound for all later steps together, on the normal and the
    /// inverse scramble.
    pub(crate) fn end_after(&self, goal: &Goal) -> Option<Goal> {
        let end = self.names.last()?.first().filter(|_| self.solves_cube())?;
        let end = Goal::with_name(end, Some(goal.name())).pop();
        end.filter(Goal::keeps_previous)
    }

    /// Why a cube has no solution, however long: as a clause. `restricted` if not all moves are
    /// allowed.
    pub(crate) fn why_unreachable(&self, restricted: bool) -> String {
        let describe = |name: &GoalName| format!("{} ({name})", name.kind().title);
        let first: Vec<String> = self.names[0].iter().map(describe).collect();
        let first = first.join(" or ");
        let Some(start) = &self.start else {
            return format!("impossible: the allowed moves do not lead to {first}");
        };
        let start = describe(start);
        let problem = format!("the cube is not in {start}, where this step starts");
        match restricted {
            false => problem,
            true => format!("{problem}, or the allowed moves do not lead from there to {first}"),
        }
    }
}

impl FromStr for GoalChain {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<GoalChain, GoalError> {
        // the first one may be the start, which is no step
        let (mut names, mut has_start): (Vec<Vec<GoalName>>, _) = (vec![], false);
        for step in parts(text, &[',', '>'], GoalChain::MAX_STEPS, "steps")? {
            let (step, start) = parse_step(step)?;
            let mut before = names.iter_mut().rev();
            match (before.find(|names| !keeps_start(names)), start) {
                // a place that is named later is the place of the step before
                (Some(last), Some(start)) => {
                    let before = last.clone();
                    last.retain_mut(|name| {
                        let is_nearer = name.contains(&start);
                        if is_nearer {
                            *name = start.clone().with_case(name.case());
                        }
                        is_nearer || start.contains(name)
                    });
                    if last.is_empty() {
                        return Err(cannot_follow(&step, &before));
                    }
                }
                (None, Some(start)) => {
                    names.insert(0, vec![start]);
                    has_start = true;
                }
                _ => {}
            }
            names.push(step);
        }
        let start = has_start.then(|| names.remove(0).remove(0));
        Ok(GoalChain {
            goals: goals(start.as_ref(), &names)?,
            start,
            names,
        })
    }
}

/// The parts of a text between some characters, if there are at most `max`.
fn parts<'a>(
    text: &'a str,
    between: &[char],
    max: usize,
    name: &str,
) -> Result<Vec<&'a str>, GoalError> {
    let parts: Vec<&str> = text.split(between).map(str::trim).take(max + 1).collect();
    match parts.len() <= max {
        true => Ok(parts),
        false => Err(GoalError(format!("a goal has at most {max} {name}"))),
    }
}

/// The alternatives of a step, and the goal that they start from if their names say so.
fn parse_step(text: &str) -> Result<(Vec<GoalName>, Option<GoalName>), GoalError> {
    let names = parts(text, &['|'], GoalChain::MAX_ALTERNATIVES, "alternatives")?;
    let names = names.into_iter().map(parse_name);
    let (goals, starts): (Vec<_>, Vec<_>) =
        names.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    match starts.iter().all(|start| *start == starts[0]) {
        true => Ok((goals, starts[0].clone())),
        false => Err(GoalError(format!(
            "the alternatives {text} start from different goals"
        ))),
    }
}

/// The goals of each step that the next step can follow.
fn goals(start: Option<&GoalName>, names: &[Vec<GoalName>]) -> Result<Arc<[Vec<Goal>]>, GoalError> {
    let mut goals: Vec<Vec<Goal>> = vec![];
    let mut starts: Vec<GoalName> = start.into_iter().cloned().collect();
    for step in names {
        let mut of_step = vec![];
        for name in step {
            let of_name = goals_of(name, &starts);
            if of_name.is_empty() {
                return Err(match name.kind().previous().first() {
                    Some(previous) if starts.is_empty() => GoalError(format!(
                        "{name} needs a step before it, as in {previous},{name}"
                    )),
                    _ => cannot_follow(std::slice::from_ref(name), &starts),
                });
            }
            for goal in of_name {
                let is_same = |other: &Goal| {
                    (other.name(), other.previous(), other.is_by_inverse())
                        == (goal.name(), goal.previous(), goal.is_by_inverse())
                };
                if !of_step.iter().any(is_same) {
                    of_step.push(goal);
                }
            }
        }
        goals.push(of_step);
        if !keeps_start(step) {
            starts = step.clone();
        }
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

fn keeps_start(step: &[GoalName]) -> bool {
    step.iter().all(|name| name.kind().keeps_start())
}

/// The goals with a name that start from any of these, or from anywhere if the moves to it keep none of
/// them.
fn goals_of(name: &GoalName, starts: &[GoalName]) -> Vec<Goal> {
    let can_follow = |start: &&GoalName| name.kind().can_follow(start.kind());
    let mut goals: Vec<Goal> = starts
        .iter()
        .filter(can_follow)
        .flat_map(|start| Goal::with_name(name, Some(start)))
        .collect();
    if starts.is_empty() || !starts.iter().all(|start| can_follow(&start)) {
        goals.extend(Goal::with_name(name, None));
    }
    goals
}

fn cannot_follow(goals: &[GoalName], previous: &[GoalName]) -> GoalError {
    let mut starts: Vec<String> = goals.iter().flat_map(starts_of).collect();
    starts.sort_unstable();
    starts.dedup();
    if goals.iter().any(|goal| goal.kind().is_direct()) {
        starts.push("a goal that it contains".into());
    }
    let (goal, previous, starts) = (joined(goals), joined(previous), alternatives(&starts));
    GoalError(format!(
        "{goal} cannot start from {previous}, only from {starts}"
    ))
}

/// The names of goals that a goal can start from.
fn starts_of(goal: &GoalName) -> Vec<String> {
    let kinds = goal.kind().previous().into_iter().filter_map(Kind::by_name);
    let goals = kinds.flat_map(|kind| Goal::with_name(goal, Some(&GoalName::all_places(kind))));
    let starts = goals.filter_map(|goal| goal.previous().map(GoalName::to_string));
    starts.collect()
}

/// Alternatives as they are read.
fn joined(names: &[GoalName]) -> String {
    let names: Vec<String> = names.iter().map(GoalName::to_string).collect();
    names.join("|")
}

/// Reads the name of a goal, and of the one that it starts from if it follows after a hyphen: `drud-eofb`; or
/// if it has a suffix that stands for a kind of goal: `drfin`.
fn parse_name(name: &str) -> Result<(GoalName, Option<GoalName>), GoalError> {
    const MAX_HYPHENS: usize = 8;
    let lower = name.to_ascii_lowercase();
    let started = |goal: &str, start: &str| {
        let goal = GoalName::parse(goal).ok()?;
        let start = GoalName::parse(start).ok()?;
        let is_start = start.case().is_none() && goal.kind().can_follow(start.kind());
        is_start.then_some((goal, Some(start)))
    };
    let mut suffixes = [("fin", "solved"), ("slice", "slice")].into_iter();
    let with_suffix =
        suffixes.find_map(|(suffix, goal)| started(goal, lower.strip_suffix(suffix)?));
    if let Some(named) = with_suffix {
        return Ok(named);
    }
    // few, so that long texts are not read again for each hyphen
    let mut hyphens = lower.match_indices('-').take(MAX_HYPHENS);
    GoalName::parse(name)
        .map(|goal| (goal, None))
        .or_else(|error| {
            let with_start = hyphens.find_map(|(at, _)| started(&lower[..at], &lower[at + 1..]));
            with_start.ok_or(error)
        })
}

/// Goals with the same names are the same.
impl PartialEq for GoalChain {
    fn eq(&self, other: &GoalChain) -> bool {
        (&self.start, &self.names) == (&other.start, &other.names)
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
        let mut steps: Vec<String> = self.names.iter().map(|step| joined(step)).collect();
        if let Some(start) = &self.start {
            let with_start =
                |name: &GoalName| format!("{}-{}", name.in_one_word(), start.in_one_word());
            let names: Vec<String> = self.names[0].iter().map(with_start).collect();
            steps[0] = names.join("|");
        }
        f.write_str(&steps.join(","))
    }
}
