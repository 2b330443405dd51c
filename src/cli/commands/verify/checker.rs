//! Whether a solution is what is claimed of it.

use super::stickers::{
    Metric, Stickers, Turn, is_plain, is_solved, length, read, scrambled, shows,
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
    /// To a step, by its name.
    Goal(String),
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

/// Checks that the solution leads where it is claimed to and has the claimed length. `reaches` judges steps,
/// and is `None` for those it does not know.
///
/// # Errors
/// With what is wrong, for a line of output.
pub fn check(
    claim: &Claim,
    reaches: impl Fn(Stickers, &str) -> Option<bool>,
) -> Result<(), Problem> {
    let stickers = scrambled(&claim.scramble).map_err(|why| unreadable("the scramble", why))?;
    if let Some(given) = claim.given.as_ref().filter(|given| is_plain(given))
        && scrambled(given).as_ref() != Ok(&stickers)
    {
        return Err(wrong("the moves are another cube than the scramble"));
    }
    let leads = |moves: &[Turn]| {
        let mut after = stickers;
        moves.iter().for_each(|turn| turn.apply(&mut after));
        match &claim.end {
            End::Solved => Ok(is_solved(&after, |_| true)),
            End::Corners => Ok(is_solved(&after, |place| {
                [0, 2, 6, 8].contains(&(place % 9))
            })),
            End::Facelets(expected) => Ok(shows(after, expected)),
            End::Goal(goal) => {
                let unknown = || Problem::Unreadable(format!("{goal} is not checked"));
                reaches(after, goal).ok_or_else(unknown)
            }
        }
    };
    let (moves, stated) = split_length(&claim.solution, claim.metric);
    let read =
        |text, is_solution| read(text, is_solution).map_err(|why| unreadable("the solution", why));
    let not_there = || {
        wrong(match &claim.end {
            End::Solved | End::Corners => "does not solve the cube".to_owned(),
            End::Facelets(_) => "does not lead to the target".to_owned(),
            End::Goal(goal) => format!("does not lead to {goal}"),
        })
    };
    let claimed = claim.length.map(|length| (length, claim.metric));
    let claimed: Vec<_> = claimed.into_iter().chain(stated).collect();
    let mut solution = read(moves, true)?;
    let leads_there = leads(&solution)?;
    let has_claimed_length =
        (claimed.iter()).all(|(claimed, metric)| length(&solution, *metric) == *claimed);
    // (U2) at the end is the same on the inverse scramble
    if !(leads_there && has_claimed_length) {
        let counted = match without_free_turns(moves) {
            Some(counted) if leads(&read(moves, false)?)? => Some(counted),
            _ => None,
        };
        match counted {
            Some(counted) => solution = read(counted, true)?,
            None if !leads_there => return Err(not_there()),
            None => {}
        }
    }
    for (claimed, metric) in claimed {
        check_length("", &solution, claimed, metric)?;
    }
    check_steps(claim, leads, not_there)?;
    let length = length(&solution, claim.metric);
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

fn check_length(of: &str, moves: &[Turn], claimed: u64, metric: Metric) -> Result<(), Problem> {
    match length(moves, metric) {
        length if length == claimed => Ok(()),
        length => Err(wrong(format!(
            "{of}has length {length}, not {claimed} as claimed"
        ))),
    }
}

/// Checks that the steps have their lengths, and together lead where the solution does.
fn check_steps(
    claim: &Claim,
    leads: impl Fn(&[Turn]) -> Result<bool, Problem>,
    not_there: impl Fn() -> Problem,
) -> Result<(), Problem> {
    let read = |text: &str| read(text, true).map_err(|why| unreadable("a step", why));
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
