//! Who may use a server that other machines can reach: whoever enters the code that it prints.

use crate::host::{self, Instant, fs, lock::lock};
use rand::RngExt;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};
use std::iter;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Called with each new code.
pub type OnCode = dyn Fn(&str) + Send + Sync;

/// Characters of codes and keys, without those that look like others.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 8;
const KEY_LENGTH: usize = 32;

/// Keys that are valid at a time, and for how many seconds a browser keeps its own.
const MAX_KEYS: usize = 20;
const KEY_AGE: u32 = 30 * 24 * 60 * 60;

const COOKIE: &str = "cubesolve";

/// Time after a wrong code until the same client may try another.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// The code that is valid now, and the keys for which earlier ones were exchanged.
pub struct Access {
    on_code: Box<OnCode>,
    /// The file of the keys, one a line: after a restart nobody has to enter another code.
    key_file: PathBuf,
    state: Mutex<AccessState>,
}

struct AccessState {
    code: String,
    /// The newest last.
    keys: Vec<String>,
    /// When each client entered a wrong code, if that is not long ago.
    wrong: HashMap<IpAddr, Instant>,
}

/// Why a code is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    Wrong,
    /// This client has just entered a wrong one.
    TooSoon,
}

impl Access {
    /// Reads the keys of earlier servers, and draws the first code.
    pub fn new(key_file: PathBuf, on_code: Box<OnCode>) -> Access {
        let code = draw(CODE_LENGTH);
        on_code(&code);
        let keys = fs::read_to_string(&key_file).unwrap_or_default();
        let keys = keys.lines().filter(|key| key.len() == KEY_LENGTH);
        Access {
            on_code,
            state: Mutex::new(AccessState {
                code,
                keys: keys.map(str::to_owned).collect(),
                wrong: HashMap::new(),
            }),
            key_file,
        }
    }

    /// Whether a client may send requests: it is on this machine, or its cookie has a key.
    pub fn allows(&self, client: IpAddr, cookies: &str) -> bool {
        let keys = &lock(&self.state).keys;
        let mut pairs = cookies
            .split(';')
            .filter_map(|pair| pair.trim().split_once('='));
        client.is_loopback()
            || pairs.any(|(name, value)| name == COOKIE && keys.iter().any(|key| key == value))
    }

    /// Exchanges the code for a cookie. It is valid once: then the next one is drawn.
    pub fn enter(&self, client: IpAddr, entered: &str, now: Instant) -> Result<String, Refusal> {
        let AccessState { code, keys, wrong } = &mut *lock(&self.state);
        wrong.retain(|_, time| now.duration_since(*time) < RETRY_INTERVAL);
        if wrong.contains_key(&network(client)) {
            return Err(Refusal::TooSoon);
        }
        let letters = entered.chars().filter(char::is_ascii_alphanumeric);
        if letters.collect::<String>().to_ascii_uppercase() != *code {
            wrong.insert(network(client), now);
            return Err(Refusal::Wrong);
        }
        *code = draw(CODE_LENGTH);
        (self.on_code)(code);
        let key = draw(KEY_LENGTH);
        keys.push(key.clone());
        keys.drain(..keys.len().saturating_sub(MAX_KEYS));
        // without the file the keys are valid until the server ends
        let _ = write(&self.key_file, keys);
        Ok(format!(
            "{COOKIE}={key}; Path=/; Max-Age={KEY_AGE}; HttpOnly; SameSite=Strict"
        ))
    }
}

/// The part of an address that a client cannot choose: all of it, and half of one of IPv6.
pub fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

fn write(key_file: &Path, keys: &[String]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    host::distrust_directory(&mut options);
    host::keep_private(&mut options);
    let mut file = options
        .write(true)
        .create(true)
        .truncate(true)
        .open(key_file)?;
    file.write_all((keys.join("\n") + "\n").as_bytes())
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
        let directory = tempfile::TempDir::new().unwrap();
        let file = directory.path().join("keys");
        let on_code = Box::new(move |code: &str| lock(&drawn).push(code.to_owned()));
        let access = Access::new(file.clone(), on_code);
        let code = |n: usize| lock(&codes)[n].clone();
        let phone: IpAddr = "192.168.0.7".parse().unwrap();
        assert!(access.allows("127.0.0.1".parse().unwrap(), ""));
        assert!(!access.allows(phone, "") && !access.allows(phone, "cubesolve=; cubesolve"));
        let now = Instant::now();
        let enter = |text: &str| access.enter(phone, text, now + RETRY_INTERVAL);
        assert_eq!(access.enter(phone, "AAAA", now), Err(Refusal::Wrong));
        let typed = format!("{}-{}", &code(0)[..4].to_lowercase(), &code(0)[4..]);
        let cookie = enter(&typed).unwrap();
        let key = cookie.split(';').next().unwrap();
        assert!(access.allows(phone, key) && access.allows(phone, &format!("a=b; {key}")));
        assert_eq!(enter(&code(0)), Err(Refusal::Wrong), "it was valid once");
        // the next server knows the key, and not more of them than fit
        let next = |file: &PathBuf| Access::new(file.clone(), Box::new(|_| ()));
        assert!(next(&file).allows(phone, key));
        for n in 1..=MAX_KEYS {
            let later = now + 2 * RETRY_INTERVAL;
            access.enter(phone, &code(n), later).unwrap();
        }
        assert!(!access.allows(phone, key) && !next(&file).allows(phone, key));
    }

    #[test]
    fn client_that_guesses_has_to_wait() {
        let access = Access::new(PathBuf::new(), Box::new(|_| ()));
        let start = Instant::now();
        let guess = |client: &str, milliseconds| {
            let now = start + Duration::from_millis(milliseconds);
            access.enter(client.parse().unwrap(), "AAAA", now)
        };
        assert_eq!(guess("192.168.0.7", 0), Err(Refusal::Wrong));
        assert_eq!(guess("192.168.0.7", 999), Err(Refusal::TooSoon));
        assert_eq!(guess("192.168.0.8", 999), Err(Refusal::Wrong));
        assert_eq!(guess("192.168.0.7", 1000), Err(Refusal::Wrong));
        assert_eq!(guess("2001:db8::1", 1000), Err(Refusal::Wrong));
        assert_eq!(guess("2001:db8::2", 1000), Err(Refusal::TooSoon));
    }
}
