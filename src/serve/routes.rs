//! Which path is answered how.

use super::ServerLimits;
use super::assets::{self, Asset};
use super::check::CheckReport;
use super::guard::{add_security_headers, reason_to_refuse};
use super::request::SolveRequest;
use super::solve;
use super::stream::AnswerStream;
use crate::coord::{CoordError, Stop};
use crate::cube::Metric;
use crate::notation::facelets;
use crate::scramble;
use crate::solver::Solver;
use crate::table::{Directory, Spec};
use http_body_util::{BodyExt, Either, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::{Request, Response, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

type HttpResponse = Response<Either<Full<Bytes>, AnswerStream>>;

/// What all connections share.
#[derive(Debug)]
pub struct Service {
    pub solver: Solver,
    pub directory: Directory,
    pub loopback_only: bool,
    /// A permit for each request to solve.
    pub searches: Arc<Semaphore>,
    pub limits: ServerLimits,
}

const JSON: &str = "application/json";
const JSON_LINES: &str = "application/x-ndjson";

impl Service {
    /// Responds to a request.
    pub async fn respond(
        self: Arc<Service>,
        request: Request<Incoming>,
    ) -> Result<HttpResponse, Infallible> {
        let asset = assets::find(request.uri().path());
        let refusal = reason_to_refuse(request.headers(), self.loopback_only, asset.is_some());
        let mut response = match refusal {
            Some(reason) => failure(StatusCode::FORBIDDEN, reason),
            None => self.route(request, asset).await,
        };
        add_security_headers(&mut response);
        Ok(response)
    }

    async fn route(
        &self,
        request: Request<Incoming>,
        asset: Option<&'static Asset>,
    ) -> HttpResponse {
        let path = request.uri().path().to_owned();
        let allowed = match path.as_str() {
            "/solve" | "/check" => "POST",
            "/tables" | "/version" | "/scramble" | "/scramble/competition" => "GET, HEAD",
            _ if asset.is_some() => "GET, HEAD",
            _ => return failure(StatusCode::NOT_FOUND, "not found"),
        };
        if !allowed.split(", ").any(|method| request.method() == method) {
            let response = failure(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
            return with_header(response, ALLOW, allowed);
        }
        match (path.as_str(), asset) {
            (_, Some((_, content_type, content))) => {
                complete(StatusCode::OK, content_type, *content)
            }
            ("/solve", _) => self.solve(request).await,
            ("/check", _) => self.check(request).await,
            ("/tables", _) => object(&self.tables()),
            ("/version", _) => object(&self.version()),
            _ => random_scramble(path == "/scramble/competition").await,
        }
    }

    async fn solve(&self, request: Request<Incoming>) -> HttpResponse {
        let Ok(permit) = self.searches.clone().try_acquire_owned() else {
            let error = "too many searches at a time";
            let response = failure(StatusCode::SERVICE_UNAVAILABLE, error);
            return with_header(response, RETRY_AFTER, "1");
        };
        let content_type = request.headers().get(CONTENT_TYPE);
        let content_type = content_type.and_then(|kind| kind.to_str().ok()?.split(';').next());
        let is_json = content_type.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(JSON));
        let body = match self.body(request).await {
            Ok(body) => body,
            Err(response) => return response,
        };
        let request = match in_thread(move || SolveRequest::parse(&body, is_json)).await {
            Ok(request) => request,
            Err(error) => return failure(StatusCode::BAD_REQUEST, error),
        };
        let solver = self.solver.clone();
        let stream = AnswerStream::start(move |lines| {
            solve::answer_all(&solver, &request, lines);
            drop(permit);
        });
        let response = Response::new(Either::Right(stream));
        with_header(response, CONTENT_TYPE, JSON_LINES)
    }

    async fn check(&self, request: Request<Incoming>) -> HttpResponse {
        let body = match self.body(request).await {
            Ok(body) => body,
            Err(response) => return response,
        };
        match in_thread(move || CheckReport::parse(&body)).await {
            Ok(report) => object(&report),
            Err(error) => failure(StatusCode::BAD_REQUEST, error),
        }
    }

    /// The body of a request, or the response if it is too long or too slow.
    async fn body(&self, request: Request<Incoming>) -> Result<Bytes, HttpResponse> {
        let max = self.limits.body_bytes;
        let too_long = || {
            let error = format!("expected at most {max} bytes");
            failure(StatusCode::PAYLOAD_TOO_LARGE, error)
        };
        let body = request.into_body();
        if body.size_hint().lower() > max as u64 {
            return Err(too_long());
        }
        let collected = Limited::new(body, max).collect();
        match timeout(self.limits.idle_timeout, collected).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(failure(StatusCode::BAD_REQUEST, "the body is broken")),
            Err(_) => Err(failure(StatusCode::REQUEST_TIMEOUT, "the body is too slow")),
        }
    }

    /// The installed tables, smallest first.
    fn tables(&self) -> Value {
        let used = Metric::ALL.map(|metric| self.table(metric));
        let is_installed = |spec: &&Spec| self.directory.find(spec).is_some();
        let mut installed: Vec<&Spec> = Spec::ALL.iter().filter(is_installed).collect();
        installed.sort_by_key(|spec| spec.table_bytes());
        let entries = installed.into_iter().map(|spec| {
            let is_used = used.contains(&Some(spec.name));
            json!({"name": spec.name, "bytes": spec.table_bytes(), "used": is_used})
        });
        json!({"tables": entries.collect::<Vec<_>>()})
    }

    /// The version, and the open table for half turns.
    fn version(&self) -> Value {
        let (version, table) = (env!("CARGO_PKG_VERSION"), self.table(Metric::HalfTurn));
        json!({"version": version, "table": table})
    }

    /// Name of the open table for a metric.
    fn table(&self, metric: Metric) -> Option<&'static str> {
        let table = self.solver.table(metric)?;
        Some(table.spec().name)
    }
}

async fn random_scramble(for_fewest_moves: bool) -> HttpResponse {
    let draw = move || -> Result<Value, CoordError> {
        let (metric, mut rng) = (Metric::HalfTurn, rand::rng());
        let scramble = match for_fewest_moves {
            true => scramble::fewest_moves(metric, &mut rng, Stop::never())?,
            false => scramble::random(metric, &mut rng, Stop::never())?,
        };
        let facelets = facelets::print(&scramble.cube());
        Ok(json!({"scramble": scramble.to_string(), "facelets": facelets}))
    };
    match in_thread(draw).await {
        Ok(scramble) => object(&scramble),
        Err(error) => failure(StatusCode::INTERNAL_SERVER_ERROR, error),
    }
}

/// Runs work that takes some time in another thread.
async fn in_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    spawn_blocking(work).await.expect("the work does not panic")
}

fn object(object: &impl Serialize) -> HttpResponse {
    let text = serde_json::to_string(object).expect("strings and numbers can be serialised");
    complete(StatusCode::OK, JSON, text)
}

fn failure(status: StatusCode, error: impl Display) -> HttpResponse {
    let object = json!({"error": error.to_string()});
    complete(status, JSON, object.to_string())
}

fn complete(
    status: StatusCode,
    content_type: &'static str,
    content: impl Into<Bytes>,
) -> HttpResponse {
    let mut response = Response::new(Either::Left(Full::new(content.into())));
    *response.status_mut() = status;
    with_header(response, CONTENT_TYPE, content_type)
}

fn with_header(mut response: HttpResponse, name: HeaderName, value: &'static str) -> HttpResponse {
    let headers = response.headers_mut();
    headers.insert(name, HeaderValue::from_static(value));
    response
}
