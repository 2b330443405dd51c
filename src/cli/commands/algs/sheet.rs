//! A sheet of algorithms as one HTML page, for the screen and for paper.

use super::row::{AlgorithmRow, link};
use crate::cli::sheet::{self, escaped};
use crate::notation::counted;
use cubesolve::sets::{BUILT_IN, Case};

/// The page for a set: its cases in order, each with its picture and all of its rows.
pub fn page(set: &str, cases: &[Case], rows: &[AlgorithmRow]) -> String {
    let built_in = BUILT_IN.iter().find(|built_in| built_in.name == set);
    let name = built_in.map_or(String::new(), |set| set.name.to_uppercase());
    let title = match built_in {
        Some(set) => format!("{name}: {}", set.about),
        None => set.to_owned(),
    };
    let (mut header, mut html) = (summary(cases, rows), String::new());
    let mut groups: Vec<&str> = cases.iter().map(|case| case.group.as_str()).collect();
    groups.dedup();
    if groups.len() > 1 {
        let link = |group: &&str| format!("<a href=\"#group-{0}\">{0}</a>", shown(group));
        let links: Vec<String> = groups.iter().map(link).collect();
        header += &format!("<nav>{}</nav>\n", links.join("\n"));
    }
    for group in &groups {
        let of_group = || cases.iter().filter(|case| case.group == *group);
        if groups.len() > 1 {
            let (name, count) = (shown(group), counted(of_group().count(), "case"));
            html += &format!("<h2 id=\"group-{name}\">{name} <small>{count}</small></h2>\n");
        }
        html += "<section>\n";
        html.extend(of_group().map(|case| card(&name, case, rows)));
        html += "</section>\n";
    }
    sheet::page(&title, &header, &html)
}

/// What was searched for, and what is proven of the whole set.
fn summary(cases: &[Case], rows: &[AlgorithmRow]) -> String {
    let mut html = format!("<ul>\n<li>{}</li>\n", counted(cases.len(), "case"));
    // the rows of a case are in the order of the choices of moves
    let of_first = rows.iter().take_while(|row| row.case == rows[0].case);
    let mut choices: Vec<&str> = of_first.map(|row| row.moves.as_str()).collect();
    choices.dedup();
    for moves in choices {
        let first = |case: &Case| {
            let mut of_case = rows
                .iter()
                .filter(|row| row.case == case.name && row.moves == moves);
            of_case.next().and_then(|row| row.length)
        };
        let lengths: Vec<usize> = cases.iter().filter_map(first).collect();
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        html += &format!(
            "<li>by <b>{moves}</b>: {} of {}",
            lengths.len(),
            cases.len()
        );
        if let Some(longest) = lengths.iter().max() {
            html += &format!(", {mean:.1} moves on average, {longest} at most");
        }
        html += "</li>\n";
    }
    html + "</ul>\n"
}

fn card(set: &str, case: &Case, rows: &[AlgorithmRow]) -> String {
    let mut title = case.name.clone();
    if title.chars().all(|c| c.is_ascii_digit()) {
        title = format!("{set} {title}");
    }
    let mut html = format!(
        "<article id=\"case-{}\">\n{}\n<div>\n<h3>{}</h3>\n",
        escaped(&case.name),
        case.picture(),
        escaped(&title)
    );
    let of_case: Vec<&AlgorithmRow> = rows.iter().filter(|row| row.case == case.name).collect();
    let mut choices: Vec<&[&AlgorithmRow]> = of_case.chunk_by(|a, b| a.row == b.row).collect();
    choices.sort_by_key(|rows| rows[0].solution.is_none());
    let mut shown: Vec<&str> = vec![];
    for rows in choices {
        html += "<div class=\"moves\">\n";
        for row in rows {
            let (Some(solution), Some(length)) = (&row.solution, row.length) else {
                continue;
            };
            if !shown.contains(&solution.as_str()) {
                shown.push(solution);
                let href = escaped(&link(solution));
                let algorithm = with_free_turns_set_apart(solution);
                html += &format!(
                    "<p class=\"alg\"><a href=\"{href}\">{algorithm}</a> <b>{length}</b></p>\n"
                );
            }
        }
        let proof = escaped(&rows[0].proof);
        html += &format!("<p class=\"proof\">{proof}</p>\n</div>\n");
    }
    html + "</div>\n</article>\n"
}

/// An algorithm with its turns in brackets in an element of their own.
fn with_free_turns_set_apart(algorithm: &str) -> String {
    escaped(algorithm)
        .replace('(', "<i>(")
        .replace(')', ")</i>")
}

/// The name of a group; those that have none together.
fn shown(group: &str) -> String {
    escaped(if group.is_empty() { "Others" } else { group })
}
