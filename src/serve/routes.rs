//! Which path is answered how.

use super::ServerLimits;
use super::access::{Access, Refusal as CodeRefusal};
use super::assets::{self, Asset};
use super::connection::Connection;
use super::guard::{reason_to_refuse, security_headers};
use super::stream::{AnswerStream, INTERNAL_ERROR};
use crate::api::{Api, Refusal, Reply};
use crate::host::Instant;
use http_body_util::{BodyExt, Either, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ALLOW, CONNECTION, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue, RETRY_AFTER, SET_COOKIE,
};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::fmt::Display;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

pub(super) type HttpResponse = Response<Either<Full<Bytes>, AnswerStream>>;

/// The response to a request; as an error, if it is refused.
type RouteResult = Result<HttpResponse, HttpResponse>;

/// What all connections share.
#[derive(Debug)]
pub struct Service {
    pub api: Api,
    /// Who may send requests; `None` for everybody on this machine, and nobody else.
    pub access: Option<Access>,
    /// A permit for each request to solve.
    pub searches: Arc<Semaphore>,
    pub limits: ServerLimits,
}

const JSON: &str = "application/json";
const JSON_LINES: &str = "application/x-ndjson";

/// Types of the bodies of requests to solve. The second is what curl and urllib name text.
const SCRAMBLE_TYPES: [&str; 3] = [TEXT, "application/x-www-form-urlencoded", JSON];
const TEXT: &str = "text/plain";

impl Service {
    pub async fn respond(
        self: Arc<Service>,
        request: Request<Incoming>,
        client: Connection,
    ) -> Result<HttpResponse, Infallible> {
        let asset = assets::find(request.uri().path());
        let refusal = reason_to_refuse(request.headers(), self.access.is_none(), asset.is_some());
        let mut response = match refusal {
            Some(reason) => failure(StatusCode::FORBIDDEN, reason),
            None if asset.is_none() && !self.allows(&request, &client) => {
                let error = "POST the code that `cubesolve serve` prints to /enter";
                failure(StatusCode::UNAUTHORIZED, error)
            }
            None => {
                let response = self.route(request, asset, client).await;
                response.unwrap_or_else(|refused| refused)
            }
        };
        for (name, value) in security_headers() {
            response = with_header(response, name, value);
        }
        Ok(response)
    }

    /// Whether a request is for everybody, or comes from somebody who has entered a code.
    fn allows(&self, request: &Request<Incoming>, client: &Connection) -> bool {
        let Some(access) = &self.access else {
            return true;
        };
        let cookies = request.headers().get(COOKIE);
        let cookies = cookies.and_then(|cookies| cookies.to_str().ok());
        request.uri().path() == "/enter"
            || client
                .peer()
                .is_some_and(|peer| access.allows(peer, cookies.unwrap_or_default()))
    }

    /// Exchanges a code for a cookie.
    async fn enter(&self, request: Request<Incoming>, client: &Connection) -> RouteResult {
        let (_, code) = self.body(request, &SCRAMBLE_TYPES).await?;
        let code = String::from_utf8_lossy(&code);
        let entered = self.access.as_ref().zip(client.peer());
        let entered = entered.map_or(Err(CodeRefusal::Wrong), |(access, client)| {
            access.enter(client, &code, Instant::now())
        });
        let cookie = entered.map_err(|refusal| match refusal {
            CodeRefusal::Wrong => failure(StatusCode::FORBIDDEN, "this code is not valid"),
            CodeRefusal::TooSoon => {
                let error = "wait a second before you try another code";
                let response = failure(StatusCode::TOO_MANY_REQUESTS, error);
                with_header(response, RETRY_AFTER, "1")
            }
        })?;
        let mut response = object(&json!({"entered": true}));
        let cookie = HeaderValue::from_str(&cookie).expect("cookies are letters and digits");
        response.headers_mut().insert(SET_COOKIE, cookie);
        Ok(response)
    }

    async fn route(
        &self,
        request: Request<Incoming>,
        asset: Option<Asset>,
        client: Connection,
    ) -> RouteResult {
        let path = request.uri().path().to_owned();
        let known = Api::PATHS.into_iter().chain([("/enter", "POST")]);
        let allowed = match known.into_iter().find(|(known, _)| *known == path) {
            Some((_, methods)) => methods,
            None if asset.is_some() => "GET, HEAD",
            None => return Err(refused(Refusal::NotFound)),
        };
        if !allowed.split(", ").any(|method| request.method() == method) {
            let response = failure(StatusCode::METHOD_NOT_ALLOWED, "method not allowed");
            return Err(with_header(response, ALLOW, allowed));
        }
        if let Some(asset) = asset {
            return Ok(complete(StatusCode::OK, asset.content_type, asset.content));
        }
        if request.method() != Method::POST {
            let api = self.api.clone();
            let answer = in_thread(move || api.get(&path)).await?;
            return Ok(object(&answer.map_err(refused)?));
        }
        if request.uri().query().is_some() {
            let error = "options are fields of a JSON body, not part of the address";
            return Err(failure(StatusCode::BAD_REQUEST, error));
        }
        match path.as_str() {
            "/enter" => self.enter(request, &client).await,
            _ => self.post(path, request, client).await,
        }
    }

    async fn post(
        &self,
        path: String,
        request: Request<Incoming>,
        client: Connection,
    ) -> RouteResult {
        let solves = path == "/solve";
        let permit = solves.then(|| self.searches.clone().try_acquire_owned());
        let Ok(permit) = permit.transpose() else {
            let error = "too many searches at a time";
            let response = failure(StatusCode::SERVICE_UNAVAILABLE, error);
            return Err(with_header(response, RETRY_AFTER, "1"));
        };
        let types = if solves { &SCRAMBLE_TYPES[..] } else { &[JSON] };
        let (kind, body) = self.body(request, types).await?;
        let (api, is_json) = (self.api.clone(), kind == JSON);
        let reply = in_thread(move || api.post(&path, &body, is_json)).await?;
        match reply.map_err(refused)? {
            Reply::Object(reply) => Ok(object(&reply)),
            Reply::Lines(work) => {
                let stream = AnswerStream::start(client, move |lines| {
                    work(lines);
                    drop(permit);
                });
                let response = Response::new(Either::Right(stream));
                Ok(with_header(response, CONTENT_TYPE, JSON_LINES))
            }
        }
    }

    /// The type of a body without its parameters, which has to be one of these, and the body; or the
    /// response if it is of another type, too long or too slow.
    async fn body<'a>(
        &self,
        request: Request<Incoming>,
        types: &[&'a str],
    ) -> Result<(&'a str, Bytes), HttpResponse> {
        let kind = request.headers().get(CONTENT_TYPE);
        let kind = kind.map_or(TEXT, |kind| kind.to_str().unwrap_or_default());
        let kind = kind.split(';').next().unwrap_or_default().trim();
        let is_sent = |known: &&&str| kind.eq_ignore_ascii_case(known);
        let Some(kind) = types.iter().find(is_sent) else {
            let error = format!("Content-Type: expected {}", types.join(" or "));
            return Err(failure(StatusCode::UNSUPPORTED_MEDIA_TYPE, error));
        };
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
            Ok(Ok(body)) => Ok((kind, body.to_bytes())),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(failure(StatusCode::BAD_REQUEST, "the body is broken")),
            Err(_) => Err(failure(StatusCode::REQUEST_TIMEOUT, "the body is too slow")),
        }
    }
}

/// Runs work that takes some time in another thread. If it panics, that costs this request only.
pub(super) async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HttpResponse> {
    let panicked = |_| failure(StatusCode::INTERNAL_SERVER_ERROR, INTERNAL_ERROR);
    spawn_blocking(work).await.map_err(panicked)
}

fn object(object: &impl Serialize) -> HttpResponse {
    let text = serde_json::to_string(object).expect("strings and numbers can be serialised");
    complete(StatusCode::OK, JSON, text)
}

fn refused(refusal: Refusal) -> HttpResponse {
    let status = match refusal {
        Refusal::Wrong(_) => StatusCode::BAD_REQUEST,
        Refusal::Forbidden(_) => StatusCode::FORBIDDEN,
        Refusal::NotFound => StatusCode::NOT_FOUND,
        Refusal::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    failure(status, refusal)
}

/// An error, which ends its connection: the body of the request may not have been read.
fn failure(status: StatusCode, error: impl Display) -> HttpResponse {
    let object = json!({"error": error.to_string()});
    let response = complete(status, JSON, object.to_string());
    with_header(response, CONNECTION, "close")
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
