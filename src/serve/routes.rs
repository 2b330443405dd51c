//! What is answered at which path.

use super::Limits;
use super::assets::{self, Asset};
use super::check::Findings;
use super::connection::Busy;
use super::guard::{objection, protect};
use super::question::Question;
use super::solve;
use super::solvers::Solvers;
use super::stream::Stream;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::{Cube, Metric};
use crate::notation::facelets;
use crate::notation::moves_to_string;
use crate::search::{Solver, TwoPhase};
use crate::table::{Directory, Spec};
use http_body_util::{BodyExt, Either, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::{Request, Response, StatusCode};
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

type Answer = Response<Either<Full<Bytes>, Stream>>;

/// What all connections share.
pub struct App {
    solvers: Arc<Solvers>,
    loopback_only: bool,
    pub limits: Limits,
}

const JSON: &str = "application/json";
const LINES_OF_JSON: &str = "application/x-ndjson";

#[derive(Serialize)]
struct Version {
    version: &'static str,
    /// The table in use.
    table: Option<&'static str>,
    /// Requests to solve that are let in at a time.
    queue: usize,
}

#[derive(Serialize)]
struct Tables {
    tables: Vec<TableEntry>,
}

#[derive(Serialize)]
struct TableEntry {
    name: &'static str,
    bytes: u64,
    /// Whether it is this one that searches read.
    used: bool,
}

#[derive(Serialize)]
struct Scramble {
    scramble: String,
    facelets: String,
}

#[derive(Serialize)]
struct Failure<'a> {
    error: &'a str,
}

impl App {
    pub fn new(solver: Solver, directory: Directory, loopback_only: bool, limits: Limits) -> App {
        let Limits {
            table_bytes, queue, ..
        } = limits;
        App {
            solvers: Arc::new(Solvers::new(solver, directory, table_bytes, queue)),
            loopback_only,
            limits,
        }
    }

    /// Makes what the first request would otherwise have to wait for, and could not leave.
    pub fn prepare(&self) {
        for metric in Metric::ALL {
            TwoPhase::shared(metric);
        }
        for spec in Metric::ALL.into_iter().flat_map(Spec::all_in) {
            CornerClasses::get(spec.corners);
        }
    }

    /// Answers one request. `busy` is told while its client has to wait.
    pub async fn answer(
        self: Arc<App>,
        request: Request<Incoming>,
        busy: Busy,
    ) -> Result<Answer, Infallible> {
        // A body has a time limit of its own.
        let _waiting = busy.begin();
        let asset = assets::find(request.uri().path());
        let mut answer = match objection(request.headers(), self.loopback_only, asset.is_some()) {
            Some(objection) => failure(StatusCode::FORBIDDEN, objection),
            None => self.route(request, asset, busy.clone()).await,
        };
        protect(&mut answer);
        Ok(answer)
    }

    async fn route(
        self: Arc<App>,
        request: Request<Incoming>,
        asset: Option<&'static Asset>,
        busy: Busy,
    ) -> Answer {
        let path = request.uri().path().to_owned();
        let allowed = match path.as_str() {
            "/solve" | "/check" => "POST",
            "/tables" | "/version" | "/scramble" | "/scramble/competition" => "GET, HEAD",
            _ if asset.is_some() => "GET, HEAD",
            _ => return failure(StatusCode::NOT_FOUND, "not found"),
        };
        if !allowed.split(", ").any(|method| request.method() == method) {
            let mut answer = failure(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
            answer
                .headers_mut()
                .insert(ALLOW, HeaderValue::from_static(allowed));
            return answer;
        }
        match (path.as_str(), asset) {
            (_, Some((_, kind, content))) => whole(StatusCode::OK, kind, *content),
            ("/solve", _) => self.solve(request, busy).await,
            ("/check", _) => self.check(request).await,
            ("/tables", _) => json(&self.tables()),
            ("/version", _) => json(&self.version()),
            _ => scramble(path == "/scramble/competition").await,
        }
    }

    async fn solve(&self, request: Request<Incoming>, busy: Busy) -> Answer {
        let Some(admission) = self.solvers.turns.admit() else {
            let mut answer = failure(StatusCode::SERVICE_UNAVAILABLE, "too many are waiting");
            answer
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from_static("1"));
            return answer;
        };
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()?.split(';').next());
        let is_json = kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON));
        let body = match self.body(request).await {
            Ok(body) => body,
            Err(answer) => return answer,
        };
        let question = spawn_blocking(move || Question::parse(&body, is_json)).await;
        let question = match question.expect("no thread panics") {
            Ok(question) => question,
            Err(error) => return failure(StatusCode::BAD_REQUEST, &error),
        };
        let answers = solve::answer(self.solvers.clone(), question, admission, busy);
        let mut answer = Response::new(Either::Right(answers));
        set_type(&mut answer, LINES_OF_JSON);
        answer
    }

    async fn check(&self, request: Request<Incoming>) -> Answer {
        let body = match self.body(request).await {
            Ok(body) => body,
            Err(answer) => return answer,
        };
        let findings = spawn_blocking(move || Findings::of(&body)).await;
        match findings.expect("no thread panics") {
            Ok(findings) => json(&findings),
            Err(error) => failure(StatusCode::BAD_REQUEST, &error),
        }
    }

    /// The body of a request, or what to answer if it is too long or too slow.
    async fn body(&self, request: Request<Incoming>) -> Result<Bytes, Answer> {
        let most = self.limits.body_bytes;
        let too_long = || {
            let error = format!("expected at most {most} bytes");
            failure(StatusCode::PAYLOAD_TOO_LARGE, &error)
        };
        let body = request.into_body();
        if body.size_hint().lower() > most as u64 {
            return Err(too_long());
        }
        let whole = Limited::new(body, most).collect();
        match timeout(self.limits.patience, whole).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(failure(StatusCode::BAD_REQUEST, "the body is broken")),
            Err(_) => Err(failure(StatusCode::REQUEST_TIMEOUT, "the body is too slow")),
        }
    }

    fn tables(&self) -> Tables {
        let used = Metric::ALL.map(|metric| self.solvers.table(metric));
        let entry = |spec: &'static Spec| TableEntry {
            name: spec.name,
            bytes: spec.table_bytes(),
            used: used.contains(&Some(spec.name)),
        };
        Tables {
            tables: self.solvers.tables().map(entry).collect(),
        }
    }

    fn version(&self) -> Version {
        Version {
            version: env!("CARGO_PKG_VERSION"),
            table: self.solvers.table(self.solvers.metric),
            queue: self.limits.queue,
        }
    }
}

async fn scramble(for_competition: bool) -> Answer {
    let drawn = spawn_blocking(move || {
        let (two_phase, mut rng) = (TwoPhase::shared(Metric::HalfTurn), rand::rng());
        let moves = match for_competition {
            true => two_phase.competition_scramble(&mut rng),
            false => two_phase.generate(&Cube::random(&mut rng)),
        };
        Scramble {
            scramble: moves_to_string(&moves),
            facelets: facelets::print(&Cube::from_moves(moves)),
        }
    });
    json(&drawn.await.expect("no thread panics"))
}

fn json(object: &impl Serialize) -> Answer {
    let text = serde_json::to_string(object).expect("strings and numbers can be written");
    whole(StatusCode::OK, JSON, text)
}

fn failure(status: StatusCode, error: &str) -> Answer {
    let text = serde_json::to_string(&Failure { error }).expect("a string can be written");
    whole(status, JSON, text)
}

fn whole(status: StatusCode, kind: &'static str, content: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Either::Left(Full::new(content.into())));
    *answer.status_mut() = status;
    set_type(&mut answer, kind);
    answer
}

fn set_type(answer: &mut Answer, kind: &'static str) {
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
}
