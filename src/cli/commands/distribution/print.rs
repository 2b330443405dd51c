//! What is printed: a table as text, CSV or JSON, and the chart.

use super::{Arguments, chart};
use crate::cli::filter::Reply;
use crate::cli::output::{self, print_line};
use cubesolve::cube::Metric;
use cubesolve::distribution::Distribution;
use serde::Serialize;
use serde_json::{Map, Value};

/// Prints the table, and writes the chart.
pub fn print(
    arguments: &Arguments,
    metric: Metric,
    distribution: &Distribution,
    question: Map<String, Value>,
) -> anyhow::Result<()> {
    let rows = rows(arguments, distribution);
    if let Some(path) = &arguments.svg {
        let chart = chart::draw(&rows, &title(distribution, metric, &question));
        output::write(path, chart)?;
    }
    if arguments.json {
        return print_line(object(distribution, &rows, question)?);
    }
    let counted = if distribution.is_sample() {
        "cubes"
    } else {
        "positions"
    };
    let columns = ["moves", counted, "share", "error"];
    if arguments.csv {
        print_line(columns.join(","))?;
        for row in &rows {
            let numbers =
                [row.share, row.error].map(|n| n.map_or(String::new(), |n| n.to_string()));
            print_line(format!("{},{},{}", row.label, row.count, numbers.join(",")))?;
        }
        return Ok(());
    }
    let print = |columns: [&str; 4]| {
        let [moves, count, share, error] = columns;
        print_line(format!("{moves:>5}  {count:>14}  {share:>9}  {error:>8}").trim_end())
    };
    let errors = if distribution.is_sample() {
        "error"
    } else {
        ""
    };
    let shares = distribution.total().map_or("", |_| "share");
    print(["moves", counted, shares, errors])?;
    for row in &rows {
        let percent = |n: Option<f64>| n.map_or(String::new(), |n| format!("{:.4}%", 100.0 * n));
        let (share, error) = (percent(row.share), percent(row.error));
        print([&row.label, &row.count.to_string(), &share, &error])?;
    }
    print_line(title(distribution, metric, &Map::new()))
}

/// A number of moves, and how many need it.
#[derive(Serialize)]
pub struct Row {
    #[serde(skip)]
    pub label: String,
    pub moves: Option<usize>,
    pub count: u64,
    pub share: Option<f64>,
    pub error: Option<f64>,
}

/// A row for each number of moves from the first that occurs, and one for what is farther.
///
/// A count of 0 in a sample has no standard error: that would be 0, though up to three in the number of cubes may be
/// missed.
fn rows(arguments: &Arguments, distribution: &Distribution) -> Vec<Row> {
    let row = |(moves, count): (Option<usize>, u64)| {
        let share = distribution.share(count);
        let label = match (moves, arguments.max_moves) {
            (Some(moves), _) => moves.to_string(),
            (None, Some(greatest)) => format!(">{greatest}"),
            (None, None) => "none".to_owned(),
        };
        Row {
            label,
            moves,
            count,
            error: share
                .filter(|_| count > 0)
                .and_then(|share| distribution.error(share)),
            share,
        }
    };
    let counts = distribution.counts().iter().enumerate();
    let counts = counts.skip_while(|(_, n)| **n == 0);
    let counts = counts.map(|(moves, n)| (Some(moves), *n));
    let farther = distribution.farther().filter(|n| *n > 0);
    counts.chain(farther.map(|n| (None, n))).map(row).collect()
}

fn object(
    distribution: &Distribution,
    rows: &[Row],
    question: Map<String, Value>,
) -> anyhow::Result<String> {
    let mut reply = Reply::default();
    reply.field("question", question);
    reply.field("sample", distribution.is_sample());
    reply.field("total", distribution.total());
    reply.field("rows", rows);
    let mean = distribution.mean();
    reply.field("mean", mean.map(|(mean, _)| mean));
    reply.field("mean_error", mean.and_then(|(_, error)| error));
    Ok(serde_json::to_string(&reply)?)
}

/// A number of things, as in 1 cube and 2 cubes.
pub fn number(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// In a line: how many were counted, the mean, and what it is about.
fn title(distribution: &Distribution, metric: Metric, question: &Map<String, Value>) -> String {
    let about = question.iter().filter(|(name, _)| *name != "metric");
    let about = about.map(|(name, value)| match value {
        Value::String(text) => format!("{name} {text}, "),
        other => format!("{name} {other}, "),
    });
    let mut text: String = about.collect();
    let counted: u64 = distribution.counts().iter().sum();
    let counted = distribution.total().unwrap_or(counted);
    text += &number(
        counted,
        match distribution.is_sample() {
            true => "random cube",
            false => "position",
        },
    );
    if let Some((mean, error)) = distribution.mean() {
        text += &format!(", mean {mean:.4}");
        if let Some(error) = error {
            text += &format!(" ± {error:.4}");
        }
        text += &format!(" {}", metric.unit());
    }
    text
}
