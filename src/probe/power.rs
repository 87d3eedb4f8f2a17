//! Probes of what moves the speed of the processor: governor, turbo, threads of a core, battery.
use super::Finding;
use super::linux::text;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names in a folder; none if it cannot be read.
fn names(root: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

pub(super) fn governor(root: &Path) -> Finding {
    let cores = "sys/devices/system/cpu";
    let of = |core: String| text(root, &format!("{cores}/{core}/cpufreq/scaling_governor"));
    let governors: BTreeSet<String> = names(root, cores).into_iter().filter_map(of).collect();
    let listed = governors.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    if governors.is_empty() {
        return Finding::unknown("governor", "the kernel shows none (common in virtual machines)");
    }
    if governors.iter().all(|governor| governor == "performance") {
        return Finding::fine("governor", listed);
    }
    Finding::harmful(
        "governor",
        format!("{listed}: the frequency follows the load"),
        "sudo cpupower frequency-set --governor performance",
    )
}

pub(super) fn turbo(root: &Path) -> Finding {
    let intel = text(root, "sys/devices/system/cpu/intel_pstate/no_turbo").map(|off| off == "0");
    let other = || text(root, "sys/devices/system/cpu/cpufreq/boost").map(|on| on == "1");
    match intel.map(|on| (on, true)).or_else(|| other().map(|on| (on, false))) {
        Some((false, _)) => Finding::fine("turbo", "off"),
        Some((true, intel)) => Finding::harmful(
            "turbo",
            "on: the frequency depends on heat and on how many cores work",
            if intel {
                "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
            } else {
                "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"
            },
        ),
        None => Finding::unknown("turbo", "the kernel does not say"),
    }
}

pub(super) fn threads_of_a_core(root: &Path) -> Finding {
    match text(root, "sys/devices/system/cpu/smt/active").as_deref() {
        Some("0") => Finding::fine("smt", "off"),
        Some("1") => Finding::harmful(
            "smt",
            "on: two threads may share a core, and each then runs slower",
            "echo off | sudo tee /sys/devices/system/cpu/smt/control, or use no more threads than cores",
        ),
        _ => Finding::unknown("smt", "the kernel does not say"),
    }
}

pub(super) fn battery(root: &Path) -> Finding {
    let supplies = "sys/class/power_supply";
    let discharging = names(root, supplies).into_iter().any(|supply| {
        let is = |file: &str, value: &str| {
            text(root, &format!("{supplies}/{supply}/{file}")).is_some_and(|text| text == value)
        };
        // A mouse has a battery too; `scope` tells.
        is("type", "Battery") && is("status", "Discharging") && !is("scope", "Device")
    });
    if discharging {
        let found = "the machine runs on its battery and saves power";
        return Finding::harmful("battery", found, "plug it in");
    }
    Finding::fine("battery", "not in use")
}
