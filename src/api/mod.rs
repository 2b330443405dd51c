//! Requests and answers as JSON, however they travel: over HTTP (`serve/`), or as messages to the module for the web
//! (`web/`). `openapi.json` describes them.

mod check;
mod description;
mod lines;
mod request;
mod solve;
mod tables;

pub use description::DESCRIPTION;
pub use lines::{Client, LineSender};

use crate::coord::{CoordError, Stop};
use crate::cube::Metric;
use crate::goals::{KINDS, Kind};
use crate::host;
use crate::notation::facelets;
use crate::scramble;
use crate::solver::Solver;
use crate::table::Directory;
use request::SolveRequest;
use serde_json::{Value, json};
use std::fmt;

/// Reads the bodies of requests, for the fuzz target `requests`.
///
/// # Panics
/// If a request exceeds the limits of the server.
#[cfg(fuzzing)]
pub fn read_bodies(body: &[u8]) {
    for is_json in [false, true] {
        if let Ok(request) = SolveRequest::parse(body, is_json) {
            request.assert_limits();
        }
    }
    let _ = check::check(body);
}

/// Answers requests.
#[derive(Debug, Clone)]
pub struct Api {
    pub solver: Solver,
    pub directory: Directory,
}

/// How a request is answered.
pub enum Reply {
    Object(Value),
    /// Work that sends lines, the last of which is an answer.
    Lines(Box<dyn FnOnce(&LineSender) + Send>),
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Object(object) => f.debug_tuple("Object").field(object).finish(),
            Reply::Lines(_) => f.debug_tuple("Lines").finish_non_exhaustive(),
        }
    }
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request is wrong.
    #[error("{0}")]
    Wrong(String),
    /// The request is right, but not allowed here.
    #[error("{0}")]
    Forbidden(String),
    #[error("not found")]
    NotFound,
    /// The system has refused something.
    #[error("{0}")]
    Failed(String),
}

impl Api {
    /// The paths, with the methods of each.
    pub const PATHS: [(&str, &str); 7] = [
        ("/solve", "POST"),
        ("/check", "POST"),
        ("/tables", "GET, HEAD, POST"),
        ("/goals", "GET, HEAD"),
        ("/version", "GET, HEAD"),
        ("/scramble", "GET, HEAD"),
        ("/scramble/competition", "GET, HEAD"),
    ];

    /// Answers a request without a body.
    ///
    /// # Errors
    /// [`Refusal::NotFound`]; [`Refusal::Failed`] if there is no memory for a random cube.
    pub fn get(&self, path: &str) -> Result<Value, Refusal> {
        match path {
            "/tables" => Ok(tables::list(&self.solver, &self.directory)),
            "/goals" => Ok(goals()),
            "/version" => Ok(self.version()),
            "/openapi.json" => Ok(serde_json::from_str(&DESCRIPTION).expect("it is JSON")),
            "/scramble" => random_scramble(false),
            "/scramble/competition" => random_scramble(true),
            _ => Err(Refusal::NotFound),
        }
    }

    /// Answers a request with a body, which is JSON or, to solve, a scramble on each line.
    ///
    /// # Errors
    /// [`Refusal::Wrong`] if the body is; [`Refusal::Forbidden`] for a table that may not be generated;
    /// [`Refusal::NotFound`].
    pub fn post(&self, path: &str, body: &[u8], is_json: bool) -> Result<Reply, Refusal> {
        let solver = self.solver.clone();
        Ok(match path {
            "/check" => Reply::Object(check::check(body).map_err(Refusal::Wrong)?),
            "/solve" => {
                let request = SolveRequest::parse(body, is_json).map_err(Refusal::Wrong)?;
                let work = move |lines: &LineSender| solve::answer_all(&solver, &request, lines);
                Reply::Lines(Box::new(work))
            }
            "/tables" => {
                let spec = tables::requested(body).map_err(Refusal::Wrong)?;
                if !solver.generates() && self.directory.find(spec).is_none() {
                    let error =
                        "this server generates no tables, since it was started with --no-build";
                    return Err(Refusal::Forbidden(error.to_owned()));
                }
                let work =
                    move |lines: &LineSender| tables::generate_and_report(&solver, spec, lines);
                Reply::Lines(Box::new(work))
            }
            _ => return Err(Refusal::NotFound),
        })
    }

    /// The version, and the open table for half turns.
    fn version(&self) -> Value {
        let table = self.solver.table(Metric::HalfTurn);
        let table = table.map(|table| table.spec().name);
        json!({"version": env!("CARGO_PKG_VERSION"), "table": table})
    }
}

/// The goals by their names, each with a sentence.
fn goals() -> Value {
    let goal = |kind: &Kind| {
        json!({"name": kind.name, "title": kind.title, "description": kind.description,
               "places": kind.places()})
    };
    json!({"goals": KINDS.iter().map(goal).collect::<Vec<_>>()})
}

fn random_scramble(for_fewest_moves: bool) -> Result<Value, Refusal> {
    let mut rng = host::rng();
    let scramble = match for_fewest_moves {
        true => scramble::fewest_moves(&mut rng, Stop::never()),
        false => scramble::random(Metric::HalfTurn, &mut rng, Stop::never()),
    };
    let scramble = scramble.map_err(|error: CoordError| Refusal::Failed(error.to_string()))?;
    let facelets = facelets::print(&scramble.cube());
    Ok(json!({"scramble": scramble.to_string(), "facelets": facelets}))
}
