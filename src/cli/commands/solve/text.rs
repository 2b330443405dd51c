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

/// As lines of text. Where a person reads them they tell lengths, and before all together steps
/// have a line each, with the length so far.
fn lines(shown: &Shown, for_a_person: bool) -> String {
    let Details { goal, steps } = &shown.details;
    let mut text = String::new();
    let mut names: Vec<String> = goal.iter().cloned().collect();
    for step in steps {
        if for_a_person {
            let line = format!("{} // {}  ({})", step.solution, step.goal, step.so_far);
            text += &format!("{}\n", line.trim_start());
        } else {
            names.push(format!("{} {}", step.goal, step.length));
        }
    }
    if !names.is_empty() && !steps.is_empty() {
        names.push(format!("in all {}", shown.length));
    }
    text += match shown.solution.as_str() {
        "" => SOLVED,
        moves => moves,
    };
    if !names.is_empty() {
        text += match shown.solution.as_str() {
            "" => ": ",
            _ => " // ",
        };
        text += &names.join(", ");
    }
    if for_a_person {
        text += &format!("  ({})", shown.length);
    }
    text
}

#[test]
fn people_are_told_lengths() {
    use cubesolve::engines::ShownStep;
    let step = |solution: &str, length, goal: &str, so_far| ShownStep {
        solution: solution.into(),
        length,
        goal: goal.into(),
        so_far,
    };
    let mut shown = Shown::plain("D2 F R".into(), 3);
    assert_eq!(lines(&shown, false), "D2 F R");
    assert_eq!(lines(&shown, true), "D2 F R  (3)");
    shown.details.goal = Some("eo-fb".into());
    assert_eq!(lines(&shown, true), "D2 F R // eo-fb  (3)");
    shown.details = Details {
        goal: None,
        steps: vec![
            step("D2 F", 2, "eo-fb", 2),
            step("F2 R", 2, "dr-ud", 3),
            step("", 0, "htr", 3),
        ],
    };
    shown.solution = "D2 F' R".into();
    let line = "D2 F' R // eo-fb 2, dr-ud 2, htr 0, in all 3";
    assert_eq!(lines(&shown, false), line);
    let people = "D2 F // eo-fb  (2)\nF2 R // dr-ud  (3)\n// htr  (3)\nD2 F' R  (3)";
    assert_eq!(lines(&shown, true), people);
    let mut nothing = Shown::plain(String::new(), 0);
    assert_eq!(lines(&nothing, false), "// solved");
    nothing.details.goal = Some("eo-fb".into());
    assert_eq!(lines(&nothing, false), "// solved: eo-fb");
}
