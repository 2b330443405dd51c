//! Whether a solution is what is claimed of it.

use super::goals::reaches;
use super::products::{product, relative};
use super::stickers::{
    Metric, Solution, Stickers, is_plain, is_solved, read, scrambled, shows, solved,
};
use std::fmt::Display;

/// A scramble and what is claimed of a solution.
pub struct Claim {
    pub scramble: String,
    /// The scramble as it was given, if the other was made from it.
    pub given: Option<String>,
    pub solution: String,
    pub length: Option<u64>,
    /// The moves of each of several steps, and their length.
    pub steps: Vec<(String, Option<u64>)>,
    /// No solution is shorter.
    pub lower_bound: Option<u64>,
    /// Whether the solution is as short as the lower bound.
    pub is_optimal: bool,
    pub metric: Metric,
    pub end: End,
}

/// Where a solution leads.
pub enum End {
    Solved,
    /// To the corners of a solved cube, which are a 2x2x2.
    Corners,
    /// To these 54 facelets, with dots for any colour.
    Facelets(String),
    /// To a step, by its name, towards these 54 facelets if not the solved cube.
    Goal(String, Option<String>),
}

/// Why a claim does not hold.
#[derive(Debug)]
pub enum Problem {
    /// It is wrong.
    Wrong(String),
    /// It cannot be read, and may be right.
    Unreadable(String),
}

/// That something cannot be read.
pub fn unreadable(what: &str, why: impl Display) -> Problem {
    Problem::Unreadable(format!("cannot read {what}: {why}"))
}

fn wrong(text: impl Display) -> Problem {
    Problem::Wrong(text.to_string())
}

/// Checks that the solution leads where it is claimed to and has the claimed length.
///
/// # Errors
/// With what is wrong, for a line of output.
pub fn check(claim: &Claim) -> Result<(), Problem> {
    let stickers = scrambled(&claim.scramble).map_err(|why| unreadable("the scramble", why))?;
    if let Some(given) = claim.given.as_ref().filter(|given| is_plain(given))
        && scrambled(given).as_ref() != Ok(&stickers)
    {
        return Err(wrong("the moves are another cube than the scramble"));
    }
    let after = |solution: &Solution| {
        let mut after = stickers;
        let moves = solution.normal.iter().copied().chain(solution.undoing());
        moves.for_each(|turn| turn.apply(&mut after));
        after
    };
    let leads = |solution: &Solution| match &claim.end {
        End::Solved => Ok(is_solved(&after(solution), |_| true)),
        End::Corners => Ok(is_solved(&after(solution), |place| {
            [0, 2, 6, 8].contains(&(place % 9))
        })),
        End::Facelets(expected) => Ok(shows(after(solution), expected)),
        End::Goal(goal, target) => {
            let after = after_step(&stickers, target.as_deref(), solution)?;
            let unknown = || Problem::Unreadable(format!("{goal} is not checked"));
            reaches(after, goal).ok_or_else(unknown)
        }
    };
    let (moves, stated) = split_length(&claim.solution, claim.metric);
    let unread = |why| unreadable("the solution", why);
    let not_there = || {
        wrong(match &claim.end {
            End::Solved | End::Corners => "does not solve the cube".to_owned(),
            End::Facelets(_) => "does not lead to the target".to_owned(),
            End::Goal(goal, _) => format!("does not lead to {goal}"),
        })
    };
    let claimed = claim.length.map(|length| (length, claim.metric));
    let claimed: Vec<_> = claimed.into_iter().chain(stated).collect();
    let mut solution = Solution::read(moves).map_err(unread)?;
    let leads_there = leads(&solution)?;
    let has_claimed_length =
        (claimed.iter()).all(|(claimed, metric)| solution.length(*metric) == *claimed);
    // (U2) at the end is the same on the inverse scramble
    if !(leads_there && has_claimed_length) {
        let with_free_turns = || {
            let normal = read(moves).map_err(unread)?;
            leads(&Solution {
                normal,
                ..Solution::default()
            })
        };
        let counted = match without_free_turns(moves) {
            Some(counted) if with_free_turns()? => Some(counted),
            _ => None,
        };
        match counted {
            Some(counted) => solution = Solution::read(counted).map_err(unread)?,
            None if !leads_there => return Err(not_there()),
            None => {}
        }
    }
    for (claimed, metric) in claimed {
        check_length("", &solution, claimed, metric)?;
    }
    check_steps(claim, leads, not_there)?;
    let length = solution.length(claim.metric);
    match claim.lower_bound {
        Some(bound) if bound > length => Err(wrong(format!(
            "has length {length}, less than the lower bound {bound}"
        ))),
        Some(bound) if claim.is_optimal && bound < length => Err(wrong(format!(
            "has length {length}, not proven by the lower bound {bound}"
        ))),
        _ => Ok(()),
    }
}

/// The cube after a step towards a target. What undoes the moves on the inverse scramble comes first, before the scramble.
fn after_step(
    stickers: &Stickers,
    target: Option<&str>,
    solution: &Solution,
) -> Result<Stickers, Problem> {
    let no_cube = || unreadable("the scramble or the target", "a cubie is missing");
    let mut after = *stickers;
    if let Some(target) = target {
        let target = scrambled(target).map_err(|why| unreadable("the target", why))?;
        after = relative(stickers, &target).ok_or_else(no_cube)?;
    }
    if !solution.on_inverse.is_empty() {
        let mut before = solved();
        (solution.undoing()).for_each(|turn| turn.apply(&mut before));
        after = product(&before, &after).ok_or_else(no_cube)?;
    }
    let normal = solution.normal.iter();
    normal.for_each(|turn| turn.apply(&mut after));
    Ok(after)
}

fn check_length(of: &str, moves: &Solution, claimed: u64, metric: Metric) -> Result<(), Problem> {
    match moves.length(metric) {
        length if length == claimed => Ok(()),
        length => Err(wrong(format!(
            "{of}has length {length}, not {claimed} as claimed"
        ))),
    }
}

/// Checks that the steps have their lengths, and together lead where the solution does.
fn check_steps(
    claim: &Claim,
    leads: impl Fn(&Solution) -> Result<bool, Problem>,
    not_there: impl Fn() -> Problem,
) -> Result<(), Problem> {
    let read = |text: &str| Solution::read(text).map_err(|why| unreadable("a step", why));
    for (number, (moves, claimed)) in (1..).zip(&claim.steps) {
        let moves = read(moves)?;
        if let Some(claimed) = claimed {
            check_length(&format!("step {number} "), &moves, *claimed, claim.metric)?;
        }
    }
    let together: Vec<&str> = claim
        .steps
        .iter()
        .map(|(moves, _)| moves.as_str())
        .collect();
    match together.is_empty() || leads(&read(&together.join(" "))?)? {
        true => Ok(()),
        false => Err(not_there()),
    }
}

/// The moves between turns of U in parentheses that are free (AUF); `None` if there are none.
fn without_free_turns(moves: &str) -> Option<&str> {
    const FREE: [&str; 3] = ["(U)", "(U2)", "(U')"];
    let all = moves.trim();
    let first = FREE.iter().find_map(|turn| all.strip_prefix(turn));
    let rest = first.unwrap_or(all);
    let last = FREE.iter().find_map(|turn| rest.strip_suffix(turn));
    last.or(first)
}

/// Splits off the length that stands in parentheses behind a solution: (20), (20f*), (26q).
fn split_length(solution: &str, metric: Metric) -> (&str, Option<(u64, Metric)>) {
    let split = || {
        let (moves, length) = solution.trim_end().strip_suffix(')')?.rsplit_once('(')?;
        let length = length.strip_suffix('*').unwrap_or(length);
        let digits = length.trim_end_matches(['f', 'h', 'q', 's']);
        let metric = match &length[digits.len()..] {
            "" => metric,
            "f" | "h" => Metric::Htm,
            "q" => Metric::Qtm,
            "s" => Metric::Stm,
            _ => return None,
        };
        Some((moves, (digits.parse().ok()?, metric)))
    };
    split().map_or((solution, None), |(moves, length)| (moves, Some(length)))
}
