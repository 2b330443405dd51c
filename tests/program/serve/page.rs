//! The page without a server, as files. `src/web/tests/page.test.mjs` opens it in a browser.

use crate::program::{program, stderr};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

#[test]
fn written_page_keeps_all_its_files_for_use_without_a_network() {
    let (out, package) = (tempdir().unwrap(), tempdir().unwrap());
    for name in ["index.js", "worker.js", "cubesolve.wasm"] {
        fs::write(package.path().join(name), name).unwrap();
    }
    let write = || {
        let mut command = program(Path::new(""));
        let command = command.args(["page", "--out"]).arg(out.path());
        let output = command.arg("--web").arg(package.path()).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read_to_string(out.path().join("offline.js")).unwrap()
    };
    let script = write();
    let files = |directory: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(out.path().join(directory)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let paths = paths.filter(|path| path.is_file());
        let name =
            |path: std::path::PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let names = paths.map(name).filter(|name| name != "offline.js");
        let names = names.filter(|name| name != "cubesolve.html");
        let names = names.map(|name| name.replace("index.html", "./"));
        names.map(|name| format!("{directory}{name}")).collect()
    };
    let written = &files("") | &files("program/");
    let list = script
        .lines()
        .find_map(|line| line.strip_prefix("const FILES = "));
    let kept = serde_json::from_str(list.unwrap().trim_end_matches(';'));
    assert_eq!(kept.ok(), Some(written));
    // the page as one file loads nothing else
    let one = fs::read_to_string(out.path().join("cubesolve.html")).unwrap();
    let sources = one.split(['"', ' ']).collect::<Vec<_>>();
    let named = sources
        .windows(2)
        .filter(|two| ["href=", "src="].contains(&two[0]));
    let named: Vec<&str> = named.map(|two| two[1]).collect();
    assert!(named.len() >= 5, "{named:?}");
    let is_inside = |source: &&str| source.starts_with("data:") || *source == "#";
    assert!(named.iter().all(is_inside), "{named:?}");
    // what changes in the program changes the version, so that browsers load the page again
    assert_eq!(write(), script);
    fs::write(package.path().join("cubesolve.wasm"), "another").unwrap();
    assert_ne!(write(), script);
}

#[test]
fn page_without_the_package_for_the_web_says_where_it_is() {
    let out = tempdir().unwrap();
    let mut command = program(Path::new(""));
    let output = command.args(["page", "--out"]).arg(out.path()).output();
    let output = output.unwrap();
    assert!(!output.status.success());
    assert!(stderr(&output).contains("--web"), "{}", stderr(&output));
}
