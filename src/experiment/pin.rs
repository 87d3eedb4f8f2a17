//! Pinning: each worker stays on cores of its own, as many as its runs have threads.
//!
//! A worker of one thread has one core; the threads of a pool inherit the cores of the worker that starts
//! them, and share them. Only Linux lets a program choose its cores.
use super::Error;

/// The cores of all workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pinning {
    cores: Vec<u32>,
    /// Cores of one worker.
    each: usize,
}

impl Pinning {
    /// Cores for `jobs` workers of up to `threads` threads, from those that the process may use.
    ///
    /// # Errors
    /// If there are too few, or the system cannot do it.
    pub fn new(jobs: usize, threads: usize) -> Result<Self, Error> {
        let impossible = |why: String| Error::Input(format!("pinning: {why}"));
        let allowed = system::allowed().map_err(impossible)?;
        let needed = jobs * threads;
        if needed > allowed.len() {
            let listed = allowed.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
            return Err(Error::Input(format!(
                "pinning: {jobs} runs of up to {threads} threads need {needed} cores, and the process may use {} ({listed})",
                allowed.len()
            )));
        }
        system::stay_on(&allowed).map_err(impossible)?;
        Ok(Self { cores: allowed[..needed].to_vec(), each: threads })
    }
    /// The cores, in order.
    #[must_use]
    pub fn cores(&self) -> &[u32] {
        &self.cores
    }
    /// Where worker `number` runs.
    pub(super) fn place(&self, number: usize) -> Place {
        Place { cores: self.cores[number * self.each..][..self.each].to_vec(), now: 0 }
    }
}

/// The cores of one worker.
#[derive(Debug)]
pub(super) struct Place {
    cores: Vec<u32>,
    /// How many of them the worker uses now; 0 before its first run.
    now: usize,
}
impl Place {
    /// Moves the calling thread to the first `threads` of the cores, and what it starts from now on.
    pub(super) fn enter(&mut self, threads: usize) -> Result<(), String> {
        if self.now != threads {
            system::stay_on(&self.cores[..threads])?;
            self.now = threads;
        }
        Ok(())
    }
}

#[cfg(target_os = "linux")]
mod system {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    /// The calling thread.
    const SELF: Pid = Pid::from_raw(0);

    pub(super) fn allowed() -> Result<Vec<u32>, String> {
        let set = sched_getaffinity(SELF).map_err(|error| format!("the system hides the cores: {error}"))?;
        let has = |&core: &usize| set.is_set(core).unwrap_or(false);
        Ok((0..CpuSet::count()).filter(has).map(|core| core as u32).collect())
    }
    pub(super) fn stay_on(cores: &[u32]) -> Result<(), String> {
        let mut set = CpuSet::new();
        let set_all = cores.iter().try_for_each(|&core| set.set(core as usize));
        let done = set_all.and_then(|()| sched_setaffinity(SELF, &set));
        done.map_err(|error| format!("the system refuses the cores {cores:?}: {error}"))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    const WHY: &str = "only Linux lets a program choose its cores";
    pub(super) fn allowed() -> Result<Vec<u32>, String> {
        Err(WHY.to_string())
    }
    pub(super) fn stay_on(_: &[u32]) -> Result<(), String> {
        Err(WHY.to_string())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_worker_and_what_it_starts_stay_on_its_cores() {
        let before = system::allowed().expect("known");
        let pinning = Pinning::new(1, 1).expect("a core");
        assert_eq!(pinning.cores(), &before[..1]);
        let worker = std::thread::spawn(move || {
            let mut place = pinning.place(0);
            place.enter(1).expect("pinned");
            let child = std::thread::spawn(system::allowed);
            (system::allowed(), child.join().expect("a thread"))
        });
        let (here, inherited) = worker.join().expect("a thread");
        assert_eq!(
            (here.expect("known"), inherited.expect("known")),
            (before[..1].to_vec(), before[..1].to_vec())
        );
        assert_eq!(system::allowed().expect("known"), before, "other threads keep their cores");
    }

    #[test]
    fn workers_share_no_core_and_too_many_are_refused() {
        let pinning = Pinning { cores: vec![2, 3, 5, 7], each: 2 };
        assert_eq!((pinning.place(0).cores, pinning.place(1).cores), (vec![2, 3], vec![5, 7]));
        let error = Pinning::new(4096, 2).expect_err("more than any machine has").to_string();
        assert!(
            error.starts_with(
                "pinning: 4096 runs of up to 2 threads need 8192 cores, and the process may use "
            ),
            "{error}"
        );
    }
}
