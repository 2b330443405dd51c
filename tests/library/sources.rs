//! Rules about where something may stand in the source, which no compiler checks.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of the crate, without those of tests.
fn sources(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

#[test]
fn only_host_depends_on_the_system() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let host = source.join("host");
    let mut files = vec![];
    sources(&source, &mut files);
    let is_elsewhere =
        |path: &&PathBuf| !path.starts_with(&host) && !path.starts_with(source.join("python"));
    let words = "rustix libc:: windows_sys std::os:: (unix cfg(windows target_os target_vendor link_section \
                 Advice /proc/ /sys/ std::fs std::thread std::time::Instant {Duration,Instant} env::var \
                 memmap2 getrandom rand::rng() make_rng process::id available_parallelism";
    let mut in_host = 0;
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let text: String = text.lines().filter(is_code).collect();
        let text = text.replace(' ', "");
        for word in words.split(' ').filter(|word| text.contains(word)) {
            assert!(!is_elsewhere(&path), "{word} in {}", path.display());
            in_host += 1;
        }
    }
    assert!(in_host > 5, "the words are found where they may stand");
}

/// Loaded into another program, as into Python, it runs nothing before it is called.
#[test]
fn only_the_program_runs_code_before_main() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = vec![];
    sources(&source, &mut files);
    let text = |path: &PathBuf| fs::read_to_string(path).unwrap();
    files.retain(|path| text(path).contains("look_before_main!"));
    assert_eq!(files, [source.join("main.rs")]);
    let host = text(&source.join("host/unix.rs"));
    let (before, _) = host.split_once("macro_rules! look_before_main").unwrap();
    assert!(!before.contains("link_section"));
}
