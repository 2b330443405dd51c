//! Who may ask, and what browsers may do with the answers.
//!
//! A page of another site that is open in a browser on this machine can send requests here. It
//! cannot read the answers, unless its own name is made to lead here (DNS rebinding); therefore
//! only numeric addresses and `localhost` are taken for names of this server. What such a page
//! sends is refused by the `Origin` that browsers state.

use hyper::header::{HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Response, Uri};
use std::net::IpAddr;

/// Why a request is refused, if it is. With `loopback_only` the server has to be called by an
/// address of this machine's own; `page` says that it is only the page that is asked for, which
/// links of other sites may lead to.
pub fn objection(headers: &HeaderMap, loopback_only: bool, page: bool) -> Option<&'static str> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(HOST).unwrap_or("");
    if headers.get_all(HOST).iter().count() != 1 || !is_own_name(host, loopback_only) {
        return Some("the Host has to be localhost or a numeric address of this server");
    }
    let own_origin = |origin: &str| {
        let stated = origin.strip_prefix("http://");
        stated.is_some_and(|stated| stated.eq_ignore_ascii_case(host))
    };
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let foreign = text(ORIGIN).is_some_and(|origin| !own_origin(origin))
        || !page && site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
    foreign.then_some("pages of other sites may not ask")
}

fn is_own_name(host: &str, loopback_only: bool) -> bool {
    let uri: Option<Uri> = format!("http://{host}/").parse().ok();
    let Some(name) = uri.as_ref().and_then(Uri::host) else {
        return false;
    };
    let address: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
    match address {
        Ok(address) => address.is_loopback() || !loopback_only,
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

/// Tells browsers to load nothing from elsewhere, to run no script but ours, and to show the
/// page in no other.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// Adds the headers that every answer has.
pub fn protect<Body>(response: &mut Response<Body>) {
    for (name, value) in HEADERS {
        let (name, value) = (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        response.headers_mut().insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(pairs: &[(&'static str, &'static str)], loopback_only: bool, page: bool) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        objection(&headers, loopback_only, page).is_some()
    }

    #[test]
    fn only_own_names_are_answered() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:2048",
            "127.1.2.3",
            "[::1]:2048",
        ] {
            assert!(!objects(&[("host", host)], true, false), "{host}");
        }
        for host in ["192.168.0.7:2048", "[fe80::1]"] {
            assert!(objects(&[("host", host)], true, false), "{host}");
            assert!(!objects(&[("host", host)], false, false), "{host}");
        }
        for host in [
            "",
            "evil.example:2048",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "a b",
            "evil@localhost.example",
        ] {
            assert!(objects(&[("host", host)], true, true), "{host}");
            assert!(objects(&[("host", host)], false, true), "{host}");
        }
        assert!(objects(&[], true, false));
        assert!(objects(
            &[("host", "localhost"), ("host", "localhost")],
            true,
            false
        ));
    }

    #[test]
    fn other_sites_are_refused() {
        let host = ("host", "localhost:2048");
        for origin in [
            "null",
            "http://evil.example",
            "https://localhost:2048",
            "http://localhost:80",
        ] {
            assert!(objects(&[host, ("origin", origin)], true, true), "{origin}");
        }
        assert!(!objects(
            &[host, ("origin", "http://localhost:2048")],
            true,
            false
        ));
        for site in ["cross-site", "same-site"] {
            assert!(
                objects(&[host, ("sec-fetch-site", site)], true, false),
                "{site}"
            );
            assert!(
                !objects(&[host, ("sec-fetch-site", site)], true, true),
                "{site}"
            );
        }
    }
}
