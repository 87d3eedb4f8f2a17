//! Both builds on the same cores: no two cores are equally quick while others use the machine, and a
//! build that stays on the busier one looks slower in all of its runs.

/// Keeps the calling thread, and all that it starts from now on, on the first `threads` of the cores that it
/// may use; false where there are fewer, or where the system cannot do it.
#[cfg(target_os = "linux")]
#[must_use]
pub fn share_cores(threads: usize) -> bool {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    let caller = nix::unistd::Pid::from_raw(0);
    let Ok(allowed) = sched_getaffinity(caller) else { return false };
    let cores = (0..CpuSet::count()).filter(|&core| allowed.is_set(core).unwrap_or(false));
    let mut shared = CpuSet::new();
    let kept = cores.take(threads).filter(|&core| shared.set(core).is_ok()).count();
    kept == threads && sched_setaffinity(caller, &shared).is_ok()
}
/// Only Linux lets a program choose its cores.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn share_cores(_threads: usize) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::thread::{available_parallelism, spawn};

    #[test]
    fn what_a_thread_starts_stays_on_its_cores() {
        let cores = || available_parallelism().map_or(0, usize::from);
        let before = cores();
        let kept = spawn(move || {
            assert!(!share_cores(before + 1), "there are no more");
            assert_eq!((cores(), share_cores(1), cores()), (before, true, 1));
            spawn(cores).join().expect("a thread")
        });
        assert_eq!((kept.join().expect("a thread"), cores()), (1, before), "other threads keep theirs");
    }
}
