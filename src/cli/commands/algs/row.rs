//! Algorithms as rows of a table, as text and as JSON.

use super::Arguments;
use crate::cli::Status;
use crate::cli::rows::Layout;
use crate::notation::link::to_editor;
use anyhow::Context;
use csv::{ReaderBuilder, WriterBuilder};
use cubesolve::cube::Metric;
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
    /// What the length counts.
    pub metric: String,
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
            metric: answer.metric_name().to_owned(),
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

/// The form of an output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Text,
    /// With what stands between columns.
    Csv(u8),
    Json,
}

impl Form {
    pub fn of(arguments: &Arguments) -> Form {
        let path = arguments.output.as_deref();
        match path.and_then(Path::extension) {
            _ if arguments.json => Form::Json,
            Some(extension) if extension == "tsv" => Form::Csv(b'\t'),
            _ if arguments.csv || path.is_some() => Form::Csv(b','),
            _ => Form::Text,
        }
    }

    /// What stands between columns, if it has any.
    pub fn delimiter(self) -> Option<u8> {
        match self {
            Form::Csv(delimiter) => Some(delimiter),
            _ => None,
        }
    }

    /// The first line: the names of the columns.
    pub fn header(self) -> Vec<u8> {
        const FIELDS: &str = "row,case,group,facelets,moves,solution,length,metric,cost,lower_bound,proof,error,link\n";
        let delimiter = self
            .delimiter()
            .map(|delimiter| char::from(delimiter).to_string());
        let header = delimiter.map(|delimiter| FIELDS.replace(',', &delimiter));
        header.unwrap_or_default().into_bytes()
    }

    /// How rows begin: with those fields that say which case it is.
    pub fn layout(self) -> Layout {
        Layout {
            delimiter: self.delimiter(),
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
    pub fn beginning(self, number: usize, case: &Case, query: &Query) -> Vec<u8> {
        let begin = Beginning::new(number, case, query);
        let mut begin = match self {
            Form::Csv(delimiter) => encode([begin], delimiter),
            _ => serde_json::to_vec(&begin).expect("text and numbers"),
        };
        begin.pop();
        begin
    }

    /// The lines of an answer.
    pub fn encode(self, number: usize, case: &Case, query: &Query, answer: &Answer) -> Vec<u8> {
        let rows = || AlgorithmRow::of(number, case, query, answer);
        match self {
            Form::Csv(delimiter) => encode(rows(), delimiter),
            Form::Json => json(number, case, query, answer),
            Form::Text => rows()
                .iter()
                .map(AlgorithmRow::text)
                .collect::<String>()
                .into(),
        }
    }

    /// The rows of a file of this form, which has columns.
    pub fn read(self, path: &Path) -> anyhow::Result<Vec<AlgorithmRow>> {
        let read = || {
            let mut reader = ReaderBuilder::new();
            let reader = reader
                .delimiter(self.delimiter().unwrap_or(b','))
                .from_path(path)?;
            reader.into_deserialize().collect::<Result<_, csv::Error>>()
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }
}

/// The fields that say which case it is.
#[derive(Serialize)]
struct Beginning<'a> {
    row: usize,
    case: &'a str,
    group: &'a str,
    facelets: String,
    moves: String,
}

impl<'a> Beginning<'a> {
    fn new(row: usize, case: &'a Case, query: &Query) -> Beginning<'a> {
        Beginning {
            row,
            case: &case.name,
            group: &case.group,
            facelets: case.facelet_text(),
            moves: moves(query),
        }
    }
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
fn encode(rows: impl IntoIterator<Item = impl Serialize>, delimiter: u8) -> Vec<u8> {
    let mut builder = WriterBuilder::new();
    builder.has_headers(false).delimiter(delimiter);
    let mut writer = builder.from_writer(vec![]);
    for row in rows {
        writer.serialize(row).expect("memory takes any record");
    }
    writer.into_inner().expect("memory can be flushed")
}

/// The moves that algorithms may have.
fn moves(query: &Query) -> String {
    let all = match query.metric {
        Metric::SliceTurn => "U,R,F,D,L,B,M,E,S",
        _ => "U,R,F,D,L,B",
    };
    let moves = query.moves.as_ref().map(ToString::to_string);
    moves.unwrap_or_else(|| all.to_owned())
}

fn json(number: usize, case: &Case, query: &Query, answer: &Answer) -> Vec<u8> {
    #[derive(Serialize)]
    struct CaseRecord<'a> {
        #[serde(flatten)]
        beginning: Beginning<'a>,
        #[serde(flatten)]
        answer: &'a Answer,
        error: Option<String>,
    }
    let record = CaseRecord {
        beginning: Beginning::new(number, case, query),
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
