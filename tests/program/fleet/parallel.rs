//! GNU parallel over hosts, each an SSH daemon.

use super::machines::{Fleet, free_port};
use super::{adapted, find, input, installed, judge, readme_block, search_path};
use crate::program::growing_tables;
use rustix::process::{Pid, Signal, kill_process_group};
use std::collections::HashSet;
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Hosts that `ssh` finds by their names.
struct Hosts {
    ports: [(&'static str, u16); 2],
}

impl Hosts {
    fn new(fleet: &Fleet) -> Hosts {
        let ports = ["host1", "host2"].map(|host| (host, free_port()));
        fleet.shell("ssh-keygen -q -t ed25519 -N '' -f key");
        let here = fleet.path().display();
        let mut client = String::new();
        for (host, port) in ports {
            client += &format!("Host {host}\n Port {port}\n");
            let daemon = format!(
                "ListenAddress 127.0.0.1:{port}
                HostKey {here}/key
                AuthorizedKeysFile {here}/key.pub
                PidFile none
                StrictModes no
                UsePAM no
                SetEnv HERE={here} HOST={host} PATH={} CUBESOLVE_TABLES={}\n",
                search_path(),
                growing_tables().display()
            );
            fleet.write(&format!("{host}.conf"), &daemon);
        }
        client += &format!(
            "Host *
            HostName 127.0.0.1
            IdentityFile {here}/key
            IdentitiesOnly yes
            UserKnownHostsFile {here}/known_hosts
            StrictHostKeyChecking accept-new
            BatchMode yes\n"
        );
        fleet.write("ssh.conf", &client);
        // The daemon of a user who may not make this needs none.
        let _ = std::fs::create_dir("/run/sshd");
        Hosts { ports }
    }

    fn start(&self, fleet: &mut Fleet, host: &str) {
        // it has to be called by its full name
        let sshd = find("sshd").unwrap();
        let mut command = fleet.command(sshd.to_str().unwrap());
        command
            .args(["-D", "-e", "-f", &format!("{host}.conf")])
            .env("HOST", host);
        fleet.start(&mut command, &format!("{host}.log"));
        fleet.until(&format!("{host} up"), || self.is_up(host));
    }

    fn is_up(&self, host: &str) -> bool {
        let (_, port) = self.ports.iter().find(|(name, _)| *name == host).unwrap();
        TcpStream::connect(("127.0.0.1", *port)).is_ok()
    }
}

/// The chunks that the job log calls solved.
fn solved(fleet: &Fleet) -> Vec<String> {
    let log = fleet.read("jobs.log");
    let jobs = log
        .lines()
        .skip(1)
        .map(|job| job.split('\t').collect::<Vec<_>>());
    let solved = jobs.filter(|job| job[6..8] == ["0", "0"]);
    solved.map(|job| job[0].to_owned()).collect()
}

fn parallel(fleet: &Fleet) -> Command {
    let script = adapted(
        &readme_block("parallel --sshlogin"),
        &[("-N 1000", "-N 2000")],
    );
    let mut command = fleet.command("bash");
    command
        .args(["-c", &script])
        .env("PARALLEL", "--will-cite")
        .env(
            "PARALLEL_SSH",
            format!("ssh -F {}/ssh.conf", fleet.path().display()),
        );
    command
}

#[test]
fn parallel_with_lost_host_and_interruption_solves_each_chunk_once() {
    if !installed(&["parallel", "ssh", "ssh-keygen", "sshd"]) {
        return;
    }
    let mut fleet = Fleet::new();
    fleet.write("cubes.csv", &input());
    let hosts = Hosts::new(&fleet);
    hosts.start(&mut fleet, "host1");
    hosts.start(&mut fleet, "host2");

    let mut first = parallel(&fleet).process_group(0).spawn().unwrap();
    fleet.until("in the middle", || {
        solved(&fleet).len() >= 2 && fleet.halt("HOST=host2")
    });
    fleet.lose("HOST=host2");
    fleet.until("host2 lost", || !hosts.is_up("host2"));
    let at_loss = solved(&fleet).len();
    fleet.until("going on without it", || {
        solved(&fleet).len() > at_loss && fleet.halt("HOST=host1")
    });
    kill_process_group(Pid::from_child(&first), Signal::INT).unwrap();
    assert!(!first.wait().unwrap().success());
    let done = solved(&fleet);
    assert!(done.len() < 8);
    let before = fleet.files("answers", |name| done.iter().any(|chunk| chunk == name));
    assert_eq!(before.len(), done.len());

    hosts.start(&mut fleet, "host2");
    fleet.run(&mut parallel(&fleet));
    let chunks = solved(&fleet);
    assert_eq!(chunks.len(), 8, "none is solved twice");
    assert_eq!(chunks.iter().collect::<HashSet<_>>().len(), 8);
    let after = fleet.files("answers", |name| before.contains_key(name));
    assert_eq!(before, after);
    fleet.shell(&readme_block("$(ls -v"));
    judge(&fleet.read("answers.csv"));
}
