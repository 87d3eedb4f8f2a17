//! The peak of resident memory during a run, where the system can tell (Linux).
use std::fs;
use std::time::{Duration, Instant};

/// Runs shorter than this are not worth the reading, which takes some 30 µs.
const WORTH_IT: Duration = Duration::from_millis(5);

/// The process's peak was set back to its present size: measures one run that opens its session itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    before: u64,
    begun: Instant,
}
impl Peak {
    /// Sets the peak back; `None` where that cannot be done.
    pub(super) fn start() -> Option<Self> {
        fs::write("/proc/self/clear_refs", "5").ok()?;
        Some(Self { before: field("VmRSS:")?, begun: Instant::now() })
    }
    /// How far memory rose above what it was, in bytes; `None` for a run too short to ask, unless it is asked for.
    pub(super) fn bytes(&self, always: bool) -> Option<u64> {
        if !always && self.begun.elapsed() < WORTH_IT {
            return None;
        }
        field("VmHWM:").map(|peak| peak.saturating_sub(self.before))
    }
}

/// A field of the process's status, in bytes.
fn field(name: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_touched_and_freed_counts() {
        let Some(peak) = Peak::start() else { return };
        drop(std::hint::black_box(vec![1u8; 64 << 20]));
        std::thread::sleep(WORTH_IT);
        assert!(peak.bytes(false).expect("Linux tells") > 48 << 20);
    }
}
