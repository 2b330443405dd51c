//! Machines that can be lost: groups of processes known by what is in their environment.

use super::search_path;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};
use tempfile::TempDir;

/// A directory, and what runs in it, on one machine or another. All that ends with this.
pub struct Fleet {
    directory: TempDir,
    daemons: Vec<Child>,
}

impl Fleet {
    pub fn new() -> Fleet {
        Fleet {
            directory: tempfile::tempdir().unwrap(),
            daemons: vec![],
        }
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    /// The text of a file, empty if there is none.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }

    /// The files in a directory whose names `selected` accepts, with the times they were written.
    pub fn files(
        &self,
        directory: &str,
        selected: impl Fn(&str) -> bool,
    ) -> HashMap<String, SystemTime> {
        let Ok(entries) = fs::read_dir(self.path().join(directory)) else {
            return HashMap::new();
        };
        let files = entries.filter_map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            // one that has just been renamed is gone
            let written = entry.metadata().ok()?.modified().unwrap();
            Some((name, written))
        });
        files.filter(|(name, _)| selected(name)).collect()
    }

    /// A program to run in the directory.
    pub fn command(&self, program: &str) -> Command {
        let path = search_path();
        let mut command = Command::new("env");
        command
            .arg(program)
            .current_dir(self.path())
            .env("PATH", path)
            .env("HOME", self.path());
        command
    }

    /// Runs a command that has to succeed. Returns what it prints.
    pub fn run(&self, command: &mut Command) -> String {
        let output: Output = command.output().unwrap();
        assert!(output.status.success(), "{command:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs lines of the shell.
    pub fn shell(&self, lines: &str) -> String {
        self.run(self.command("bash").args(["-ec", lines]))
    }

    /// Starts a daemon that stays in the foreground, and keeps what it says in a file.
    pub fn start(&mut self, command: &mut Command, log: &str) {
        let log = fs::File::create(self.path().join(log)).unwrap();
        let daemon = command
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn();
        self.daemons.push(daemon.unwrap());
    }

    /// Waits until something is so.
    pub fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(200);
        while !is_so() {
            if Instant::now() > deadline {
                let logs = self.files("", |name| name.ends_with(".log"));
                let logs = logs.keys().map(|log| format!("{log}:\n{}", self.read(log)));
                panic!("never {what}\n{}", logs.collect::<String>());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Halts those that are in the middle of solving on a machine, so that they still are however
    /// long the next command takes. Returns whether there were any.
    pub fn halt(&self, mark: &str) -> bool {
        const TICKS: u64 = 10; // of a hundredth of a second
        let halted = |process: Process| {
            let _ = kill_process(Pid::from_raw(process.pid).unwrap(), Signal::STOP);
        };
        let processes = self.processes(mark);
        let solving = processes.filter(|p| p.name == "cubesolve" && p.ticks > TICKS);
        solving.map(halted).count() > 0
    }

    /// Takes a machine's power away.
    pub fn lose(&self, mark: &str) {
        // looked at once, so that each has its parent here
        let all: HashMap<i32, Process> = processes().map(|p| (p.pid, p)).collect();
        let mut lost: Vec<i32> = vec![];
        for process in all.values().filter(self.has_mark(mark)) {
            lost.push(process.pid);
            let mut parent = process.parent;
            // these keep nothing of the environment
            while let Some(above) = all.get(&parent)
                && ["sshd", "slurmstepd"].contains(&above.name.as_str())
            {
                lost.push(above.pid);
                parent = above.parent;
            }
        }
        assert!(!lost.is_empty(), "{mark} has no processes");
        kill(&lost);
    }

    /// The processes that this has started somewhere, with this in their environment, too.
    fn processes(&self, mark: &str) -> impl Iterator<Item = Process> {
        let has_mark = self.has_mark(mark);
        processes().filter(move |process| has_mark(&process))
    }

    fn has_mark(&self, mark: &str) -> impl Fn(&&Process) -> bool + use<> {
        let here = self.path().as_os_str().as_encoded_bytes().to_vec();
        let mark = mark.as_bytes().to_vec();
        let has = |environment: &[u8], words: &[u8]| {
            words.is_empty() || environment.windows(words.len()).any(|part| part == words)
        };
        move |process| has(&process.environment, &here) && has(&process.environment, &mark)
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let running: Vec<i32> = self.processes("").map(|process| process.pid).collect();
        kill(&running);
        for daemon in &mut self.daemons {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

/// Ends processes all at once: none can report the end of another.
fn kill(pids: &[i32]) {
    for signal in [Signal::STOP, Signal::KILL] {
        for pid in pids {
            // it may have ended
            let _ = kill_process(Pid::from_raw(*pid).unwrap(), signal);
        }
    }
}

struct Process {
    pid: i32,
    parent: i32,
    name: String,
    /// Processor time used.
    ticks: u64,
    environment: Vec<u8>,
}

/// All processes that may be looked at.
fn processes() -> impl Iterator<Item = Process> {
    let entries = fs::read_dir("/proc").unwrap();
    entries.filter_map(|entry| {
        let directory = entry.unwrap().path();
        let pid = directory.file_name()?.to_str()?.parse().ok()?;
        let stat = fs::read_to_string(directory.join("stat")).ok()?;
        let (name, fields) = stat.split_once('(')?.1.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let number = |i: usize| fields[i].parse::<u64>().unwrap();
        Some(Process {
            pid,
            parent: number(1) as i32,
            name: name.to_owned(),
            ticks: number(11) + number(12),
            environment: fs::read(directory.join("environ")).ok()?,
        })
    })
}

/// A port that nobody listens at.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
