//! Probes of the files in which Linux describes itself.
use super::Finding;
use super::power::{battery, governor, threads_of_a_core, turbo};
use std::fs;
use std::path::Path;

/// A machine with more load than this shares its cores with others.
const QUIET: f64 = 0.5;

/// More than this share of the time taken by other guests of the same host shows in measurements.
const STOLEN: f64 = 0.01;
/// With less memory than this left, in KiB, searches begin to swap.
const SCARCE: u64 = 1 << 20;

/// Looks at the machine whose `/proc` and `/sys` lie under `root` (`/`), and at the
/// build: `debug` says whether it has debug assertions.
///
/// # Errors
/// One line, if there is no `proc` to read: this is not Linux, or it is not mounted.
pub fn examine(root: &Path, debug: bool) -> Result<Vec<Finding>, String> {
    let proc = root.join("proc");
    if !proc.join("meminfo").is_file() && !proc.join("loadavg").is_file() {
        return Err(format!("{}: no description of a Linux machine here to read", proc.display()));
    }
    Ok(vec![
        build(debug),
        load(root),
        quota(root),
        stolen(root),
        governor(root),
        turbo(root),
        threads_of_a_core(root),
        clock(root),
        huge_pages(root),
        memory(root),
        swap(root),
        battery(root),
    ])
}

/// The text of a file, without the white space around it.
pub(super) fn text(root: &Path, path: &str) -> Option<String> {
    fs::read_to_string(root.join(path)).ok().map(|text| text.trim().to_owned())
}

fn build(debug: bool) -> Finding {
    if debug {
        let found = "this is a debug build: searches are several times slower, and not evenly so";
        return Finding::harmful("build", found, "build with `cargo build --release`");
    }
    Finding::fine("build", "optimised")
}

fn load(root: &Path) -> Finding {
    let average = text(root, "proc/loadavg");
    match average.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok()) {
        Some(load) if load > QUIET => Finding::harmful(
            "load",
            format!("load average {load} over one minute: others use the cores"),
            "stop other programs, or wait; `uptime` shows the load",
        ),
        Some(load) => Finding::fine("load", format!("load average {load} over one minute")),
        None => Finding::unknown("load", "/proc/loadavg cannot be read"),
    }
}

/// The limit of the control group in cores: version 2, or else version 1.
fn quota(root: &Path) -> Finding {
    let own = text(root, "proc/self/cgroup")
        .and_then(|groups| Some(groups.lines().find_map(|line| line.strip_prefix("0::"))?.to_owned()));
    let own = own.map(|group| format!("sys/fs/cgroup{group}/cpu.max"));
    let max = own.and_then(|path| text(root, &path)).or_else(|| text(root, "sys/fs/cgroup/cpu.max"));
    let limit = match max {
        Some(max) => max.split_once(' ').map(|(quota, period)| (quota.to_owned(), period.to_owned())),
        None => text(root, "sys/fs/cgroup/cpu/cpu.cfs_quota_us")
            .zip(text(root, "sys/fs/cgroup/cpu/cpu.cfs_period_us")),
    };
    let Some((quota, period)) = limit else {
        return Finding::unknown("cgroup quota", "no control group says how much processor there is");
    };
    match (quota.parse::<f64>(), period.parse::<f64>()) {
        (Ok(quota), Ok(period)) if quota > 0.0 && period > 0.0 => Finding::harmful(
            "cgroup quota",
            format!(
                "the control group may use {:.2} cores: beyond that it is stopped and waits",
                quota / period
            ),
            "run outside the container, or start it without a limit (docker: without --cpus), and give \
             searches no more threads than the limit",
        ),
        _ => Finding::fine("cgroup quota", "no limit"),
    }
}

/// Time that other guests of the host took, since the start: the eighth number of the first line.
fn stolen(root: &Path) -> Finding {
    let line = text(root, "proc/stat").and_then(|stat| Some(stat.lines().next()?.to_owned()));
    let times = line.map(|line| line.split_whitespace().skip(1).flat_map(str::parse).collect::<Vec<u64>>());
    match times.as_deref() {
        Some([user, nice, system, idle, wait, irq, soft, stolen, ..]) => {
            let all = user + nice + system + idle + wait + irq + soft + stolen;
            let share = *stolen as f64 / all.max(1) as f64;
            let found = format!("{:.1} % of the time went to other guests of the host", share * 100.0);
            if share > STOLEN {
                return Finding::harmful(
                    "stolen time",
                    found,
                    "measure on a machine of its own, or at another hour; compare builds with `searchrig ab`",
                );
            }
            Finding::fine("stolen time", found)
        }
        _ => Finding::unknown("stolen time", "/proc/stat does not say"),
    }
}

fn clock(root: &Path) -> Finding {
    match text(root, "sys/devices/system/clocksource/clocksource0/current_clocksource") {
        Some(source) if matches!(source.as_str(), "hpet" | "acpi_pm" | "jiffies" | "refined-jiffies") => {
            Finding::harmful(
                "clock source",
                format!("{source}: reading the clock is slow or coarse"),
                "choose a better one of /sys/devices/system/clocksource/clocksource0/available_clocksource \
                 (tsc, if it is offered)",
            )
        }
        Some(source) => Finding::fine("clock source", source),
        None => Finding::unknown("clock source", "the kernel does not say"),
    }
}

fn huge_pages(root: &Path) -> Finding {
    let enabled = text(root, "sys/kernel/mm/transparent_hugepage/enabled");
    let chosen = enabled.and_then(|text| Some(text.split_once('[')?.1.split_once(']')?.0.to_owned()));
    match chosen.as_deref() {
        Some("never") => Finding::harmful(
            "huge pages",
            "never: large visited sets miss the address cache more often than elsewhere",
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        ),
        Some(chosen) => Finding::fine("huge pages", chosen),
        None => Finding::unknown("huge pages", "the kernel does not say"),
    }
}

/// A number of `/proc/meminfo`, in KiB.
fn kib(root: &Path, name: &str) -> Option<u64> {
    let info = text(root, "proc/meminfo")?;
    let line = info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line?.trim().strip_suffix(" kB")?.parse().ok()
}

fn memory(root: &Path) -> Finding {
    match kib(root, "MemAvailable") {
        Some(left) if left < SCARCE => Finding::harmful(
            "memory",
            format!("{} MiB are left: large searches will swap", left >> 10),
            "stop other programs, or give searches less with --memory",
        ),
        Some(left) => Finding::fine("memory", format!("{} MiB are left", left >> 10)),
        None => Finding::unknown("memory", "/proc/meminfo does not say"),
    }
}

fn swap(root: &Path) -> Finding {
    match (kib(root, "SwapTotal"), kib(root, "SwapFree")) {
        (Some(total), Some(free)) if total > free => Finding::harmful(
            "swap",
            format!("{} MiB are swapped out: memory is or was short", (total - free) >> 10),
            "free memory, then `sudo swapoff -a && sudo swapon -a`; give searches less with --memory",
        ),
        (Some(0), _) => Finding::fine("swap", "none"),
        (Some(_), Some(_)) => Finding::fine("swap", "not in use"),
        _ => Finding::unknown("swap", "/proc/meminfo does not say"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::Level;
    use std::path::PathBuf;

    /// A made-up machine; the folder goes with it.
    struct Machine(PathBuf);
    impl Machine {
        fn new(name: &str, files: &[(&str, &str)]) -> Self {
            let root = std::env::temp_dir().join(format!("searchrig-probe-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
                fs::write(path, text).expect("the file is written");
            }
            Self(root)
        }
        fn levels(&self, debug: bool) -> Vec<(&'static str, Level)> {
            let findings = examine(&self.0, debug).expect("a machine");
            assert!(
                findings.iter().all(|f| (f.level == Level::Harmful) != f.mend.is_empty()),
                "{findings:?}"
            );
            findings.into_iter().map(|f| (f.check, f.level)).collect()
        }
    }
    impl Drop for Machine {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
    const CPU: &str = "sys/devices/system/cpu";

    #[test]
    fn a_laptop_that_does_everything_wrong_is_told_so() {
        let governor = format!("{CPU}/cpu1/cpufreq/scaling_governor");
        let (turbo, smt) = (format!("{CPU}/intel_pstate/no_turbo"), format!("{CPU}/smt/active"));
        let machine = Machine::new(
            "bad",
            &[
                ("proc/loadavg", "3.10 1.0 0.5 1/99 7\n"),
                ("proc/self/cgroup", "0::/user\n"),
                ("sys/fs/cgroup/user/cpu.max", "150000 100000\n"),
                ("proc/stat", "cpu  50 0 30 10 0 0 0 10 0 0\ncpu0 1\n"),
                ("proc/meminfo", "MemAvailable: 9 kB\nSwapTotal:     4096 kB\nSwapFree:    1024 kB\n"),
                (&governor, "powersave\n"),
                (&turbo, "0\n"),
                (&smt, "1\n"),
                ("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"),
                ("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n"),
                ("sys/class/power_supply/BAT0/type", "Battery\n"),
                ("sys/class/power_supply/BAT0/status", "Discharging\n"),
            ],
        );
        let levels = machine.levels(true);
        assert!(levels.iter().all(|&(_, level)| level == Level::Harmful), "{levels:?}");
        let found = examine(&machine.0, true).expect("a machine");
        assert!(found.iter().any(|f| f.found.contains("1.50 cores")));
        assert!(found.iter().any(|f| f.found.contains("3 MiB")));
        assert!(found.iter().any(|f| f.found.contains("10.0 % of the time")));
    }

    #[test]
    fn a_quiet_server_is_fine() {
        let governor = format!("{CPU}/cpu0/cpufreq/scaling_governor");
        let (boost, smt) = (format!("{CPU}/cpufreq/boost"), format!("{CPU}/smt/active"));
        let machine = Machine::new(
            "good",
            &[
                ("proc/loadavg", "0.02 0.1 0.5 1/99 7\n"),
                ("sys/fs/cgroup/cpu.max", "max 100000\n"),
                ("proc/stat", "cpu  500 0 300 199 0 0 0 1 0 0\n"),
                ("proc/meminfo", "MemAvailable: 9000000 kB\nSwapTotal: 4096 kB\nSwapFree: 4096 kB\n"),
                (&governor, "performance\n"),
                (&boost, "0\n"),
                (&smt, "0\n"),
                ("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"),
                ("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"),
            ],
        );
        let levels = machine.levels(false);
        assert!(levels.iter().all(|&(_, level)| level == Level::Fine), "{levels:?}");
    }

    #[test]
    fn what_a_container_hides_is_unknown_and_no_machine_is_an_error() {
        let machine = Machine::new("bare", &[("proc/loadavg", "0.0")]);
        let unknown = machine.levels(false).iter().filter(|(_, level)| *level == Level::Unknown).count();
        assert_eq!(unknown, 9);
        assert!(examine(Path::new("/nonexistent"), false).is_err());
    }
}
