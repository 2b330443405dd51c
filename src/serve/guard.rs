//! Who may send requests, and what browsers may do with the responses.
//!
//! A page of another site that is open in a browser on this machine can send requests to the server.
//! It cannot read the responses, unless the name of its own site resolves to this machine (DNS
//! rebinding); therefore the server answers only to numeric addresses and `localhost`. Requests of
//! such a page are refused by the `Origin` that browsers send.

use hyper::Uri;
use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use std::net::IpAddr;

/// Why a request is refused, if it is. With `loopback_only` the `Host` must be an address of this
/// machine's own; requests for the page (`is_page`) may come from links on other sites.
pub fn reason_to_refuse(
    headers: &HeaderMap,
    loopback_only: bool,
    is_page: bool,
) -> Option<&'static str> {
    let all = |name: HeaderName| {
        let values = headers.get_all(name).into_iter();
        values.map(|value| value.to_str().unwrap_or(""))
    };
    let host = all(HOST).next().unwrap_or("");
    if all(HOST).count() != 1 || !is_own_name(host, loopback_only) {
        return Some("the Host must be localhost or a numeric address of this server");
    }
    let is_own_origin = |origin: &str| {
        let origin_host = origin.strip_prefix("http://");
        origin_host.is_some_and(|origin_host| origin_host.eq_ignore_ascii_case(host))
    };
    let mut sites = all(HeaderName::from_static("sec-fetch-site"));
    let is_foreign = !all(ORIGIN).all(is_own_origin)
        || !is_page && !sites.all(|site| matches!(site, "same-origin" | "none"));
    is_foreign.then_some("requests of other sites are refused")
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

/// Browsers load nothing from other sites, run only the page's own scripts, and do not show it in a
/// frame.
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

/// The headers that every response has.
pub fn security_headers() -> impl Iterator<Item = (HeaderName, &'static str)> {
    let named = |(name, value)| (HeaderName::from_static(name), value);
    HEADERS.into_iter().map(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::HeaderValue;

    fn is_refused(pairs: &[(&'static str, &'static str)], loopback_only: bool, page: bool) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        reason_to_refuse(&headers, loopback_only, page).is_some()
    }

    #[test]
    fn host_that_is_not_an_own_address_is_refused() {
        for (host, on_loopback, elsewhere) in [
            ("localhost", false, false),
            ("LOCALHOST:80", false, false),
            ("127.0.0.1:2048", false, false),
            ("[::1]:2048", false, false),
            ("192.168.0.7:2048", true, false),
            ("[fe80::1]", true, false),
            ("evil.example:2048", true, true),
            ("localhost.evil.example", true, true),
            ("127.0.0.1.evil.example", true, true),
            ("evil@localhost.example", true, true),
            ("", true, true),
            ("a b", true, true),
        ] {
            assert_eq!(is_refused(&[("host", host)], true, false), on_loopback);
            assert_eq!(is_refused(&[("host", host)], false, true), elsewhere);
        }
        let localhost = ("host", "localhost");
        assert!(is_refused(&[], true, false));
        assert!(is_refused(&[localhost, localhost], true, false));
    }

    #[test]
    fn request_of_another_site_is_refused() {
        for (name, value, to_page, to_others) in [
            ("origin", "null", true, true),
            ("origin", "http://evil.example", true, true),
            ("origin", "https://localhost:2048", true, true),
            ("origin", "http://localhost:80", true, true),
            ("origin", "http://localhost:2048", false, false),
            ("sec-fetch-site", "cross-site", false, true),
            ("sec-fetch-site", "same-site", false, true),
            ("sec-fetch-site", "same-origin", false, false),
        ] {
            let headers = [("host", "localhost:2048"), (name, value)];
            assert_eq!(is_refused(&headers, true, true), to_page, "{value}");
            assert_eq!(is_refused(&headers, true, false), to_others, "{value}");
            // also as the second of its name
            let second = [headers[0], ("origin", "http://localhost:2048"), headers[1]];
            assert_eq!(is_refused(&second, true, false), to_others, "{value}");
        }
    }
}
