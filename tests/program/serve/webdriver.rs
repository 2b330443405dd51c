//! A browser, driven by the WebDriver protocol (<https://www.w3.org/TR/webdriver2/>): requests by
//! HTTP with a little JSON, of which the tests need seven.

use super::exchange;
use serde_json::{Value, json};
use std::cell::Cell;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A browser window, closed with its browser when it is dropped.
pub struct Window {
    driver: Child,
    address: SocketAddr,
    session: String,
    visits: Cell<u32>,
    _profile: TempDir,
}

impl Window {
    /// Opens a window of `width` pixels; one narrower than 500 is a phone's. A desktop's system requests reduced motion,
    /// so that both are tested, and a large cube is not drawn over and over.
    pub fn open(width: u32) -> Window {
        let (driver, port) = (0..5)
            .find_map(|_| start_driver())
            .expect("chromedriver listens");
        let profile = TempDir::new().unwrap();
        let mut window = Window {
            driver,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            session: String::new(),
            visits: Cell::new(0),
            _profile: profile,
        };
        let capabilities = window.capabilities(width);
        let session = window.call("POST", "/session", &capabilities);
        window.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        window
    }

    fn capabilities(&self, width: u32) -> Value {
        let profile = format!("--user-data-dir={}", self._profile.path().display());
        let size = format!("--window-size={width},900");
        let mut options = json!({"args": [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-dev-shm-usage", "--host-resolver-rules=MAP 127.0.0.2 127.0.0.1", profile, size,
        ]});
        if width >= 500 {
            let arguments = options["args"].as_array_mut().unwrap();
            arguments.push(json!("--force-prefers-reduced-motion"));
        } else {
            let metrics = json!({"width": width, "height": 740, "pixelRatio": 1.0, "touch": true});
            options["mobileEmulation"] = json!({"deviceMetrics": metrics});
        }
        json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "timeouts": {"script": 120_000, "pageLoad": 120_000},
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        }}})
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let start = format!("{method} {path} HTTP/1.1");
        let text = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let headers = [("content-type", "application/json")];
        let reply = exchange(self.address, &start, &headers, text.as_bytes());
        let status = reply.status;
        let mut answer = reply.json();
        assert_eq!(status, 200, "{start} {body}: {answer}");
        answer["value"].take()
    }

    fn command(&self, path: &str, body: Value) -> Value {
        self.call("POST", &format!("{}{path}", self.session), &body)
    }

    /// Loads a page, also if it is the one that is shown, with another part after `#`: a number in its query makes
    /// it another one. To pass by a page of another site would cost a process of the browser.
    pub fn visit(&self, url: &str) {
        let (page, part) = url.split_at(url.find('#').unwrap_or(url.len()));
        let (page, _) = page.split_once('?').unwrap_or((page, ""));
        self.visits.set(self.visits.get() + 1);
        let url = format!("{page}?{}{part}", self.visits.get());
        self.command("/url", json!({"url": url}));
    }

    /// Runs a function's body in the page.
    pub fn run(&self, script: &str) -> Value {
        self.command("/execute/sync", json!({"script": script, "args": []}))
    }

    /// Sends a command of the browser's own protocol (<https://chromedevtools.github.io/devtools-protocol/>).
    pub fn devtools(&self, method: &str, parameters: Value) {
        let command = json!({"cmd": method, "params": parameters});
        self.command("/goog/cdp/execute", command);
    }

    /// Runs a script before those of every page that is loaded from now on.
    pub fn run_first(&self, script: &str) {
        let method = "Page.addScriptToEvaluateOnNewDocument";
        self.devtools(method, json!({"source": script}));
    }

    /// Gives the window another size.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Drags by pixels to the right and down, from a point of the window.
    pub fn drag(&self, from: (i32, i32), (right, down): (i32, i32)) {
        let actions = json!([
            {"type": "pointerMove", "x": from.0, "y": from.1},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "origin": "pointer", "x": right, "y": down, "duration": 100},
            {"type": "pointerUp", "button": 0},
        ]);
        let mouse = json!({"type": "pointer", "id": "mouse", "actions": actions});
        self.command("/actions", json!({"actions": [mouse]}));
    }

    fn element(&self, selector: &str) -> String {
        let found = self.command(
            "/element",
            json!({"using": "css selector", "value": selector}),
        );
        let mut ids = found.as_object().unwrap().values();
        ids.next().unwrap().as_str().unwrap().to_owned()
    }

    /// Clicks, as with a mouse, on what a CSS selector finds.
    pub fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.command(&format!("/element/{element}/click"), json!({}));
    }

    /// Presses keys in an element.
    pub fn press(&self, selector: &str, keys: &str) {
        let element = self.element(selector);
        self.command(&format!("/element/{element}/value"), json!({"text": keys}));
    }

    /// Presses keys wherever the focus is.
    pub fn press_there(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [
                    json!({"type": "keyDown", "value": key}),
                    json!({"type": "keyUp", "value": key}),
                ]
            })
            .collect();
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": actions});
        self.command("/actions", json!({"actions": [keyboard]}));
    }

    /// The text that an element shows.
    pub fn text(&self, selector: &str) -> String {
        let element = self.element(selector);
        let path = format!("{}/element/{element}/text", self.session);
        self.call("GET", &path, &Value::Null)
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until an element shows a text that has these words.
    #[track_caller]
    pub fn sees(&self, selector: &str, words: &str) {
        self.wait(|| self.text(selector).contains(words));
    }

    /// Waits until something is so, for two minutes at most.
    #[track_caller]
    pub fn wait(&self, is_so: impl Fn() -> bool) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(120) {
            if is_so() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!(
            "waited in vain; the page: {}",
            self.run("return document.body.innerText")
        );
    }

    /// What the browser complained of: errors of scripts, what the content policy stopped.
    pub fn complaints(&self) -> Vec<Value> {
        let entries = self.command("/se/log", json!({"type": "browser"}));
        entries.as_array().unwrap().clone()
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.call("DELETE", &self.session, &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts the driver, which says at which port it listens. `None` if it ended, as it does where another program has the
/// port that it was given for IPv4 for IPv6.
fn start_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(driver.stdout.as_mut().unwrap()).lines();
    let words = "successfully on port ";
    let port = lines.find_map(|line| Some(line.unwrap().split_once(words)?.1.to_owned()));
    let Some(port) = port else {
        driver.wait().unwrap();
        return None;
    };
    Some((driver, port.trim_end_matches('.').parse().unwrap()))
}
