//! Algorithms as rows of a table, as text and as JSON.

use crate::cli::Status;
use crate::cli::rows::{Layout, delimited};
use crate::notation::link::to_editor;
use anyhow::Context;
use csv::{ReaderBuilder, WriterBuilder};
use cubesolve::sets::Case;
use cubesolve::{Answer, Outcome, Query, Sequence, Solution};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// An algorithm for a case, or why there is none. Its fields are the columns.
#[derive(Debug, Serialize, Deserialize)]
pub struct AlgorithmRow {
    /// Number of the case and the choice of moves, from 1.
    pub row: usize,
    pub case: String,
    pub group: String,
    /// The case, with dots for stickers that do not matter.
    pub facelets: String,
    /// The moves that it may have.
    pub moves: String,
    pub solution: Option<String>,
    pub length: Option<usize>,
    pub cost: Option<f64>,
    /// Proven: no algorithm has fewer moves.
    pub lower_bound: u8,
    /// What is proven, as a clause.
    pub proof: String,
    pub error: Option<String>,
    pub link: Option<String>,
}

impl AlgorithmRow {
    /// The rows of an answer: one for each algorithm, or one without.
    pub fn of(number: usize, case: &Case, query: &Query, answer: &Answer) -> Vec<AlgorithmRow> {
        let row = |solution: Option<&Solution>| AlgorithmRow {
            row: number,
            case: case.name.clone(),
            group: case.group.clone(),
            facelets: case.facelet_text(),
            moves: moves(query),
            solution: solution.map(Solution::to_string),
            length: solution.map(Solution::length),
            cost: solution.and_then(Solution::cost),
            lower_bound: answer.lower_bound,
            proof: proof(query, answer),
            error: answer.problem(query),
            link: solution.and_then(|solution| solution.link.clone()),
        };
        match answer.solutions.is_empty() {
            true => vec![row(None)],
            false => answer.solutions.iter().map(Some).map(row).collect(),
        }
    }

    /// The first line of a file: the names of the fields.
    pub fn header(delimiter: u8) -> Vec<u8> {
        const FIELDS: &str =
            "row,case,group,facelets,moves,solution,length,cost,lower_bound,proof,error,link\n";
        let delimiter = char::from(delimiter);
        FIELDS.replace(',', &delimiter.to_string()).into_bytes()
    }

    pub fn read(path: &Path, delimiter: u8) -> anyhow::Result<Vec<AlgorithmRow>> {
        let read = || {
            let reader = ReaderBuilder::new().delimiter(delimiter).from_path(path)?;
            reader.into_deserialize().collect::<Result<_, csv::Error>>()
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    pub fn text(&self) -> String {
        let name = &self.case;
        let Some(solution) = &self.solution else {
            return format!("{name}: // {}\n", self.proof);
        };
        let length = self.length.unwrap_or(0);
        let mut text = format!("{name}: {solution} // {length}");
        if let Some(cost) = self.cost {
            text += &format!(", cost {cost}");
        }
        text += &format!(", {}", self.proof);
        if let Some(link) = &self.link {
            text += &format!(" // {link}");
        }
        text + "\n"
    }
}

/// How the rows of a file begin: with those fields that say which case it is.
pub fn layout(delimiter: u8) -> Layout {
    Layout {
        delimiter: Some(delimiter),
        columns: 5,
        number: "row".to_owned(),
        error: "error".to_owned(),
        status: |error| match error.starts_with("time is up") {
            true => Status::TimedOut,
            false => Status::Success,
        },
    }
}

/// The fields of a row that say which case it is.
pub fn beginning(number: usize, case: &Case, query: &Query, delimiter: u8) -> Vec<u8> {
    let fields = [
        number.to_string(),
        case.name.clone(),
        case.group.clone(),
        case.facelet_text(),
        moves(query),
    ];
    let mut columns = delimited(&fields.iter().collect(), delimiter);
    columns.pop();
    columns
}

fn proof(query: &Query, answer: &Answer) -> String {
    let (moves, lower_bound) = (moves(query), answer.lower_bound);
    let longest = query.extra.first().map(|extra| lower_bound + extra);
    let longest = longest.into_iter().chain(query.max_moves.clone()).min();
    match (answer.outcome, longest) {
        (Outcome::Impossible, _) => format!("no algorithm by {moves}"),
        (Outcome::Complete, None) if query.cost.is_some() => format!("none cheaper by {moves}"),
        (Outcome::Complete, Some(longest)) if query.cost.is_some() => {
            format!("none of up to {longest} moves cheaper by {moves}")
        }
        _ if answer.is_optimal() => format!("none shorter by {moves}"),
        _ => format!("no algorithm of fewer than {lower_bound} moves by {moves}"),
    }
}

/// Lines of a file.
pub fn encode(rows: &[AlgorithmRow], delimiter: u8) -> Vec<u8> {
    let mut builder = WriterBuilder::new();
    builder.has_headers(false).delimiter(delimiter);
    let mut writer = builder.from_writer(vec![]);
    for row in rows {
        writer.serialize(row).expect("memory takes any record");
    }
    writer.into_inner().expect("memory can be flushed")
}

fn moves(query: &Query) -> String {
    let moves = query.moves.as_ref().map(ToString::to_string);
    moves.unwrap_or_else(|| "U,R,F,D,L,B".into())
}

pub fn json(case: &Case, query: &Query, answer: &Answer) -> Vec<u8> {
    #[derive(Serialize)]
    struct CaseRecord<'a> {
        case: &'a str,
        group: &'a str,
        facelets: String,
        moves: String,
        #[serde(flatten)]
        answer: &'a Answer,
        error: Option<String>,
    }
    let record = CaseRecord {
        case: &case.name,
        group: &case.group,
        facelets: case.facelet_text(),
        moves: moves(query),
        answer,
        error: answer.problem(query),
    };
    let mut line = serde_json::to_vec(&record).expect("text and numbers");
    line.push(b'\n');
    line
}

/// A link that plays an algorithm and ends with a solved cube.
pub fn link(solution: &str) -> String {
    let sequence = Sequence::parse(solution).expect("solutions are moves");
    to_editor(&sequence.inverse().to_string(), solution, None)
}
