//! Answers as text.

use crate::cli::output::{SOLVED, error_line};
use cubesolve::engines::{Details, Record, Shown};

/// The answer as text: a line, or with `several` one for each solution and then an empty one.
/// Only an empty line is answered by nothing but an empty line.
pub fn write(record: &Record, shown: &[Shown], several: bool, for_a_person: bool) -> String {
    let is_blank = |text: &str| text.trim().is_empty();
    let mut text = match &record.error {
        Some(error) if shown.is_empty() => error_line(error),
        // a comment
        None if shown.is_empty() => record.input.unwrap_or("//").to_owned(),
        _ if record.input.is_some_and(is_blank) => String::new(),
        _ => {
            let lines: Vec<String> = shown.iter().map(|one| lines(one, for_a_person)).collect();
            let mut text = lines.join("\n");
            if record.error.is_some() && !record.optimal {
                text += &format!(" // at least {}", record.lower_bound);
            }
            text
        }
    };
    if several && !text.is_empty() {
        text.push('\n');
    }
    text.push('\n');
    text
}

/// As lines of text. Where a person reads them they tell lengths, and steps have a line
/// each, with the length so far.
fn lines(shown: &Shown, for_a_person: bool) -> String {
    let Details { goal, steps } = &shown.details;
    if for_a_person && !steps.is_empty() {
        let mut so_far = 0;
        let lines = steps.iter().map(|step| {
            so_far += step.length;
            let line = format!("{} // {}  ({so_far})", step.solution, step.goal);
            line.trim_start().to_owned()
        });
        return lines.collect::<Vec<_>>().join("\n");
    }
    let mut line = match shown.solution.as_str() {
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
        line += &format!("  ({})", shown.length);
    }
    line
}

#[test]
fn people_are_told_lengths() {
    use cubesolve::engines::ShownStep;
    let step = |solution: &str, length, goal: &str| ShownStep {
        solution: solution.into(),
        length,
        goal: goal.into(),
    };
    let mut shown = Shown::plain("D2 F R".into(), 3);
    assert_eq!(lines(&shown, false), "D2 F R");
    assert_eq!(lines(&shown, true), "D2 F R  (3)");
    shown.details.goal = Some("eo-fb".into());
    assert_eq!(lines(&shown, true), "D2 F R // eo-fb  (3)");
    shown.details = Details {
        goal: None,
        steps: vec![
            step("D2 F", 2, "eo-fb"),
            step("R", 1, "dr-ud"),
            step("", 0, "htr"),
        ],
    };
    assert_eq!(lines(&shown, false), "D2 F R // eo-fb 2, dr-ud 1, htr 0");
    let people = "D2 F // eo-fb  (2)\nR // dr-ud  (3)\n// htr  (3)";
    assert_eq!(lines(&shown, true), people);
}
