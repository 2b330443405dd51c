//! A Slurm cluster of two nodes.

use super::machines::{Fleet, free_port};
use super::{adapted, input, installed, judge, readme_block};
use crate::program::growing_tables;
use std::collections::HashMap;
use std::process::Command;

const NODES: [&str; 2] = ["node1", "node2"];

/// A command of Slurm's.
fn slurm(fleet: &Fleet, program: &str) -> Command {
    let mut command = fleet.command(program);
    command.env("SLURM_CONF", fleet.path().join("slurm.conf"));
    command
}

fn start_cluster(fleet: &mut Fleet) {
    let here = fleet.path().display().to_string();
    let user = fleet.shell("id -un");
    let user = user.trim_end();
    let mut configuration = format!(
        "ClusterName=test
        SlurmctldHost=localhost(127.0.0.1)
        SlurmctldPort={}
        SlurmUser={user}
        SlurmdUser={user}
        AuthType=auth/munge
        # a task of a lost node waits as long as its credential might be used
        AuthInfo=socket={here}/munge.socket,cred_expire=5
        StateSaveLocation={here}/state
        SlurmdSpoolDir={here}/%n
        SlurmctldPidFile={here}/slurmctld.pid
        SlurmdPidFile={here}/%n.pid
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        JobAcctGatherType=jobacct_gather/none
        SwitchType=switch/none
        MpiDefault=none
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU
        SlurmdParameters=config_overrides
        ReturnToService=2
        SlurmdTimeout=10
        MessageTimeout=10
        SchedulerParameters=sched_interval=2,batch_sched_delay=0
        PartitionName=all Nodes=ALL Default=YES State=UP\n",
        free_port()
    );
    for node in NODES {
        configuration += &format!(
            "NodeName={node} NodeHostname=localhost NodeAddr=127.0.0.1 Port={} CPUs=2\n",
            free_port()
        );
    }
    fleet.write("slurm.conf", &configuration);
    // Slurm uses no cgroups here, but left to itself it fails where they are not as it likes.
    fleet.write("cgroup.conf", "CgroupPlugin=cgroup/v1\n");
    fleet.shell("mkdir state; head -c 1024 /dev/urandom >munge.key; chmod 600 munge.key");
    let mut munged = fleet.command("munged");
    munged.args(["--foreground", "--force"]);
    for (option, file) in [
        ("key-file", "munge.key"),
        ("socket", "munge.socket"),
        ("pid-file", "munge.pid"),
        ("seed-file", "munge.seed"),
    ] {
        munged.arg(format!("--{option}={here}/{file}"));
    }
    fleet.start(&mut munged, "munged.log");
    let socket = fleet.path().join("munge.socket");
    fleet.until("munged up", || socket.exists());
    let mut controller = slurm(fleet, "slurmctld");
    fleet.start(controller.args(["-D", "-i"]), "slurmctld.log");
    for node in NODES {
        start_node(fleet, node);
    }
}

fn start_node(fleet: &mut Fleet, node: &str) {
    let mut daemon = slurm(fleet, "slurmd");
    daemon.args(["-D", "-N", node]).env("SLURMD_NODENAME", node);
    fleet.start(&mut daemon, &format!("{node}.log"));
    fleet.until(&format!("{node} up"), || {
        let mut states = slurm(fleet, "sinfo");
        let states = states.args(["-h", "-N", "-n", node, "-o", "%T"]).output();
        states.unwrap().stdout == b"idle\n"
    });
}

/// Whether nothing is left to do.
fn is_through(fleet: &Fleet) -> bool {
    fleet.run(slurm(fleet, "squeue").arg("-h")).is_empty()
}

/// The answers of each chunk.
fn answers(fleet: &Fleet) -> HashMap<String, String> {
    let files = fleet
        .files("answers", |name| name.ends_with(".csv"))
        .into_keys();
    let with_text = |name: String| {
        let text = fleet.read(&format!("answers/{name}"));
        (name, text)
    };
    files.map(with_text).collect()
}

/// What of an answer a task that starts again keeps: all whole rows but the last.
fn kept(answers: &str) -> &str {
    let before_last = |text: &str| text.rfind('\n').unwrap_or(0);
    &answers[..before_last(&answers[..before_last(answers)])]
}

#[test]
fn slurm_array_with_lost_node_and_cancelled_tasks_solves_all() {
    if !installed(&[
        "munged",
        "slurmctld",
        "slurmd",
        "sbatch",
        "squeue",
        "scancel",
    ]) {
        return;
    }
    let mut fleet = Fleet::new();
    start_cluster(&mut fleet);
    fleet.write("cubes.csv", &input());
    let script = adapted(
        &readme_block("#SBATCH"),
        &[
            ("--cpus-per-task=4", "--cpus-per-task=1"),
            ("4G", "64M"),
            ("/var/tmp/cubesolve", growing_tables().to_str().unwrap()),
        ],
    );
    fleet.write("solve.sbatch", &script);
    let submit = adapted(
        &readme_block("split --lines"),
        &[("--lines=10000", "--lines=4000")],
    );
    let (split, sbatch) = submit.trim_end().rsplit_once('\n').unwrap();
    fleet.shell(split);
    // each task has to wait for the second half of its rows, and so is in the middle until it is stopped
    fleet.shell("mkdir whole; for chunk in chunks/*; do mv $chunk whole; mkfifo $chunk; done");
    let chunks: Vec<String> = fleet.files("whole", |_| true).into_keys().collect();
    for chunk in &chunks {
        let mut first_half = fleet.command("sh");
        first_half.args([
            "-c",
            "(head -n 2000 whole/$0; sleep 1000) >chunks/$0",
            chunk,
        ]);
        fleet.start(&mut first_half, &format!("{chunk}.first"));
    }
    fleet.run(slurm(&fleet, "bash").args(["-ec", sbatch]));
    fleet.until("in the middle", || {
        let answers = answers(&fleet);
        answers.len() == 4 && answers.values().all(|rows| rows.lines().count() > 1000)
    });
    fleet.shell("mv whole/* chunks");
    fleet.run(slurm(&fleet, "scancel").args(["-t", "RUNNING", "-w", "node1"]));
    fleet.lose("SLURMD_NODENAME=node2");
    fleet.until("through", || is_through(&fleet));
    let before = answers(&fleet);
    fleet.shell(&readme_block("wc -l cubes"));
    let rows = fleet.read("answers.csv").lines().count();
    assert!(
        rows < input().lines().count(),
        "those that were cancelled are missing"
    );

    start_node(&mut fleet, "node2");
    fleet.run(slurm(&fleet, "bash").args(["-ec", sbatch]));
    fleet.until("through again", || is_through(&fleet));
    let after = answers(&fleet);
    assert_eq!(after.len(), 4);
    for (chunk, text) in &before {
        assert!(after[chunk].starts_with(kept(text)), "{chunk} goes on");
    }
    fleet.shell(&readme_block("wc -l cubes"));
    judge(&fleet.read("answers.csv"));
}
