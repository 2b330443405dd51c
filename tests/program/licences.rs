//! What the program is made of may be passed on with it, and needs no newer Rust than it does.

use serde_json::Value;
use std::process::Command;

/// Licences that require no more than to be named.
const PERMISSIVE: [&str; 7] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-3-Clause",
    "BSL-1.0",
    "MIT",
    "NCSA",
    "Unicode-3.0",
];

/// Crates under the Mozilla Public License, which requires that changes to their own files be
/// published; there are none.
const MPL: [&str; 1] = ["option-ext"];

/// All packages that are compiled on this machine, those of tests, of benches, of fuzzing and for Python included.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["metadata", "--format-version=1", "--locked"])
        .args(["--filter-platform", "host-tuple"])
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// Whether one of the alternatives is permissive in each part joined by AND. (SPDX has OR bind
/// less; where both are used there are brackets.)
fn is_permissive(licence: &str) -> bool {
    licence.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        part.split(" OR ")
            .any(|name| PERMISSIVE.contains(&name.trim()))
    })
}

#[test]
fn licences_of_dependencies_are_permissive() {
    let packages = packages();
    assert!(packages.len() > 50);
    for package in &packages {
        let (name, licence) = (&package["name"], &package["license"]);
        let fits = match licence.as_str() {
            Some("MPL-2.0") => MPL.iter().any(|mpl| name == mpl),
            Some(licence) => is_permissive(licence),
            None => false,
        };
        assert!(fits, "{name}: {licence}");
    }
}

#[test]
fn dependencies_come_from_the_registry() {
    for package in packages() {
        let own = package["manifest_path"]
            .as_str()
            .unwrap()
            .starts_with(env!("CARGO_MANIFEST_DIR"));
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        assert!(own || package["source"] == registry, "{}", package["id"]);
    }
}

#[test]
fn dependencies_need_no_newer_rust() {
    let version = |text: &Value| -> Option<Vec<u32>> {
        let numbers = text.as_str()?.split('.').map(|number| number.parse());
        Some(numbers.collect::<Result<_, _>>().unwrap())
    };
    let packages = packages();
    let own = packages.iter().find(|p| p["name"] == "cubesolve").unwrap();
    let minimum = version(&own["rust_version"]).expect("Cargo.toml states it");
    for package in &packages {
        let needed = version(&package["rust_version"]);
        let fits = needed.is_none_or(|needed| needed[..2] <= minimum[..2]);
        assert!(fits, "{}: {}", package["id"], package["rust_version"]);
    }
    let stated = own["rust_version"].as_str().unwrap();
    for readme in [
        include_str!("../../README.md"),
        include_str!("../../src/python/README.md"),
    ] {
        assert!(readme.contains(&format!("Rust toolchain ({stated} or later)")));
    }
}
