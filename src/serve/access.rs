//! Who may use a server that other machines can reach: whoever enters the code that it prints.

use crate::host::{self, lock::lock};
use rand::RngExt;
use std::collections::HashSet;
use std::fmt;
use std::iter;
use std::net::IpAddr;
use std::sync::Mutex;

/// Called with each new code.
pub type OnCode = dyn Fn(&str) + Send + Sync;

/// Characters of codes and keys, without those that look like others.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 8;
const KEY_LENGTH: usize = 32;

const COOKIE: &str = "cubesolve";

/// The code that is valid now, and the keys for which earlier ones were exchanged.
pub struct Access {
    on_code: Box<OnCode>,
    state: Mutex<(String, HashSet<String>)>,
}

impl Access {
    /// Draws the first code.
    pub fn new(on_code: Box<OnCode>) -> Access {
        let code = draw(CODE_LENGTH);
        on_code(&code);
        Access {
            on_code,
            state: Mutex::new((code, HashSet::new())),
        }
    }

    /// Whether a client may send requests: it is on this machine, or its cookie has a key.
    pub fn allows(&self, client: IpAddr, cookies: &str) -> bool {
        let (_, keys) = &*lock(&self.state);
        let mut pairs = cookies
            .split(';')
            .filter_map(|pair| pair.trim().split_once('='));
        client.is_loopback() || pairs.any(|(name, value)| name == COOKIE && keys.contains(value))
    }

    /// Exchanges the code for a cookie. It is valid once: then the next one is drawn.
    pub fn enter(&self, entered: &str) -> Option<String> {
        let (code, keys) = &mut *lock(&self.state);
        let letters = entered.chars().filter(char::is_ascii_alphanumeric);
        if letters.collect::<String>().to_ascii_uppercase() != *code {
            return None;
        }
        *code = draw(CODE_LENGTH);
        (self.on_code)(code);
        let key = draw(KEY_LENGTH);
        keys.insert(key.clone());
        Some(format!("{COOKIE}={key}; Path=/; HttpOnly; SameSite=Strict"))
    }
}

fn draw(length: usize) -> String {
    let mut rng = host::rng();
    let letter = || char::from(ALPHABET[rng.random_range(0..ALPHABET.len())]);
    iter::repeat_with(letter).take(length).collect()
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn code_is_exchanged_for_a_key_once() {
        let codes = Arc::new(Mutex::new(vec![]));
        let drawn = codes.clone();
        let access = Access::new(Box::new(move |code| lock(&drawn).push(code.to_owned())));
        let code = |n: usize| lock(&codes)[n].clone();
        let phone: IpAddr = "192.168.0.7".parse().unwrap();
        assert!(access.allows("127.0.0.1".parse().unwrap(), ""));
        assert!(!access.allows(phone, "") && !access.allows(phone, "cubesolve=; cubesolve"));
        assert_eq!(access.enter("AAAA"), None);
        let typed = format!("{}-{}", &code(0)[..4].to_lowercase(), &code(0)[4..]);
        let cookie = access.enter(&typed).unwrap();
        let key = cookie.split(';').next().unwrap();
        assert!(access.allows(phone, key) && access.allows(phone, &format!("a=b; {key}")));
        assert_eq!(access.enter(&code(0)), None, "it was valid once");
        assert!(access.enter(&code(1)).is_some());
    }
}
