//! Where a run is measured: the machine, the sources, and what makes its times doubtful.
use super::clock::utc;
use super::file::Source;
use super::plan::Plan;
use crate::dataset;
use crate::record::{LoadAverage, Manifest};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;
use std::time::SystemTime;

/// Environment variables that change how the program runs; no others are recorded.
const VARIABLES: [&str; 6] =
    ["RAYON_NUM_THREADS", "MALLOC_ARENA_MAX", "MALLOC_CONF", "LD_PRELOAD", "RUST_BACKTRACE", "LANG"];
/// A machine with more load than this before the run shares its cores with others.
const QUIET: f64 = 0.5;

/// The manifest of a run of `plan` that starts now.
#[must_use]
pub fn manifest(plan: &Plan, source: &Source, jobs: u32) -> Manifest {
    let digest = |text: &str| Some(format!("{:016x}", digest(text.as_bytes())));
    let mut manifest = Manifest {
        experiment: Some(plan.name.clone()),
        description: Some(plan.description.clone()).filter(|text| !text.is_empty()),
        experiment_digest: digest(&source.text),
        instances_digest: digest(&dataset::write_csv(&plan.set)),
        tool_version: Some(env!("CARGO_PKG_VERSION").to_string()),
        git_revision: output("git", &["rev-parse", "HEAD"]),
        git_dirty: output("git", &["status", "--porcelain"]).map(|changes| !changes.is_empty()),
        rustc: output("rustc", &["--version"]),
        profile: Some(if cfg!(debug_assertions) { "debug" } else { "release" }.to_string()),
        os: read("/proc/sys/kernel/osrelease").map(|release| format!("{} {release}", std::env::consts::OS)),
        cpu_model: field("/proc/cpuinfo", "model name"),
        cores: std::thread::available_parallelism().ok().map(|n| n.get() as u32),
        cgroup_quota_percent: quota(),
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        load_average: load().map(LoadAverage::from),
        memory_bytes: field("/proc/meminfo", "MemTotal")
            .and_then(|text| text.strip_suffix(" kB")?.parse::<u64>().ok())
            .map(|kib| kib << 10),
        seed: Some(plan.seed),
        jobs: Some(jobs),
        planned: Some(plan.runs.len() as u64),
        start_utc: Some(utc(SystemTime::now())),
        command_line: std::env::args().collect(),
        environment: variables(),
        ..Manifest::default()
    };
    manifest.warnings = warnings(&manifest, plan, jobs);
    manifest
}

fn warnings(manifest: &Manifest, plan: &Plan, jobs: u32) -> Vec<String> {
    let mut warnings = Vec::new();
    if cfg!(debug_assertions) {
        warnings.push("this is a debug build: its times say nothing; build with --release".to_string());
    }
    if let Some(load) = manifest.load_average.map(f64::from).filter(|&load| load > QUIET) {
        warnings.push(format!("the machine was busy before the run (load {load}): times are noisy"));
    }
    if let Some(governor) = manifest.governor.as_deref().filter(|&g| g != "performance") {
        warnings.push(format!("the frequency governor is `{governor}`, not `performance`: times may drift"));
    }
    if let Some(quota) = manifest.cgroup_quota_percent {
        warnings.push(format!("the control group may use {quota} % of a core: long runs are throttled"));
    }
    if let Some(cores) =
        manifest.cores.filter(|&cores| plan.threads() as u64 * u64::from(jobs) > u64::from(cores))
    {
        warnings.push(format!("{jobs} runs of up to {} threads share {cores} cores", plan.threads()));
    }
    if jobs > 1 {
        warnings.push(format!("{jobs} runs at a time: rows are contended, and their times leave the gates"));
    }
    warnings
}

/// 64-bit FNV-1a (Fowler, Noll and Vo 1991): tells apart what was not made to collide.
#[derive(Clone, Debug)]
pub struct Digest(u64);
impl Default for Digest {
    /// Of nothing.
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}
impl Digest {
    /// Goes on with `bytes`.
    pub fn add(&mut self, bytes: &[u8]) {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, step);
    }
    /// Of what was added so far.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.0
    }
}

/// The [`Digest`] of `bytes`.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.value()
}

/// What a command prints, if it is there and succeeds.
fn output(command: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(command).args(args).output().ok().filter(|o| o.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_string())
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_string())
}

/// The first line `name: value` of a file.
fn field(path: &str, name: &str) -> Option<String> {
    let text = read(path)?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_once(':').map(|(_, value)| value.trim().to_string())
}

/// The limit of the control group, in hundredths of a core (version 2 only).
fn quota() -> Option<u32> {
    let text = read("/sys/fs/cgroup/cpu.max")?;
    let (quota, period) = text.split_once(' ')?;
    let (quota, period) = (quota.parse::<u64>().ok()?, period.parse::<u64>().ok()?);
    u32::try_from((quota * 100).checked_div(period)?).ok()
}

/// Load average over one minute.
fn load() -> Option<f64> {
    read("/proc/loadavg")?.split_whitespace().next()?.parse().ok()
}

fn variables() -> BTreeMap<String, String> {
    VARIABLES
        .iter()
        .filter_map(|&name| std::env::var(name).ok().map(|value| (name.to_string(), value)))
        .collect()
}
