//! Answers as text.

use crate::cli::output::error_line;
use cubesolve::goals::GoalChain;
use cubesolve::{Query, Record, Solution};

/// The reply to an input: a line, or if the query is for several solutions one for each and an
/// empty line; more if the steps of solutions are to be explained.
pub fn lines(record: &Record, query: &Query, explained: bool) -> String {
    let solutions = &record.answer.solutions;
    let mut text = match record.error {
        Some(error) if solutions.is_empty() => error_line(error),
        // a comment or an empty line
        None if solutions.is_empty() => record.input.unwrap_or("//").trim_end().to_owned(),
        _ => {
            let lines = solutions.iter();
            let lines: Vec<String> = lines.map(|one| lines_of(one, query, explained)).collect();
            let mut text = lines.join("\n");
            if record.error.is_some() && !record.answer.is_optimal() {
                text += &format!(" // at least {}", record.answer.lower_bound);
            }
            text
        }
    };
    if query.is_for_several() && !text.is_empty() {
        text.push('\n');
    }
    text.push('\n');
    text
}

/// A solution, with its goals in a comment and its link in another. If it is to be explained, each of
/// several steps has its own line before, with its length and that of all steps up to it, and a single
/// step its length.
fn lines_of(solution: &Solution, query: &Query, explained: bool) -> String {
    let mut text = String::new();
    let mut comment = vec![];
    let has_several = solution.steps.len() > 1;
    for (number, step) in solution.steps.iter().enumerate() {
        let mut named = query.goal.iter().flat_map(GoalChain::steps);
        let named = named.nth(number).unwrap_or_default();
        let goal = step.goal.as_ref().map(ToString::to_string);
        let case = step.case.map(|case| format!(" {case}"));
        let reached = goal.unwrap_or_default() + &case.unwrap_or_default();
        if !has_several {
            // known, if it was named with its place
            comment.extend(Some(reached).filter(|_| !step.goal.iter().eq(named)));
        } else if explained {
            let line = format!("{step} // {reached} ({}/{})", step.length, step.total);
            text += &format!("{}\n", line.trim_start());
        } else {
            comment.push(format!("{reached} {}", step.length));
        }
    }
    if has_several {
        comment.push(format!("total {}", solution.length()));
    }
    if query.to.len() > 1 {
        comment.push(format!(
            "target {} of {}",
            solution.target + 1,
            query.to.len()
        ));
    }
    if query.unique {
        comment.push(format!("{} by symmetry", solution.count));
    }
    comment.extend(solution.cost().map(|cost| format!("cost {cost}")));
    let moves = solution.to_string();
    text += if moves.is_empty() {
        "// solved"
    } else {
        &moves
    };
    if !comment.is_empty() {
        text += if moves.is_empty() { ": " } else { " // " };
        text += &comment.join(", ");
    }
    if explained && !has_several {
        text += &format!("  ({})", solution.length());
    }
    if let Some(link) = &solution.link {
        text += &format!(" // {link}");
    }
    text
}
