//! A made-up domain whose searches do on purpose what a runner must survive.
use crate::algorithms::About;
use crate::core::{Cost, Full, Limits, Rng, Setup, Stats, Stopped, TextError};
use crate::record::{Counts, Status};
use crate::registry::{AnyDomain, Configuration, Instances, Method, Registry, Session, Step, Task, Verdict};
use std::any::Any;
use std::thread::sleep;
use std::time::Duration;

const fn about(name: &'static str, optimal: bool, parallel: bool) -> About {
    About { name, about: "", optimal, parallel, counts: Counts::Bounded }
}
const fn plain(name: &'static str) -> Configuration {
    Configuration { algorithm: about(name, true, false), heuristic: None, visited: None }
}
const fn set(name: &'static str, visited: &'static str) -> Configuration {
    Configuration { algorithm: about(name, true, true), heuristic: None, visited: Some(visited) }
}
const ROWS: [Configuration; 12] = [
    plain("good"),
    plain("wrong"),
    plain("panics"),
    plain("late"),
    plain("endless"),
    plain("big"),
    plain("full"),
    plain("fickle"),
    plain("slow"),
    set("sets", "hashset"),
    set("sets", "bitset"),
    Configuration {
        algorithm: about("weighted-one", false, false),
        heuristic: Some("zero"),
        visited: Some("hashset"),
    },
];

/// The built-in domains and `fake`.
pub(super) fn registry() -> Registry {
    Registry::builtin().with_made_up(Box::new(Fake))
}

struct Fake;
impl AnyDomain for Fake {
    fn name(&self) -> &'static str {
        "fake"
    }
    fn about(&self) -> &'static str {
        "made up"
    }
    fn sizes(&self) -> &'static [&'static str] {
        &["1"]
    }
    fn judge_depth(&self) -> Option<Cost> {
        None
    }
    fn set_heading(&self, _: usize) -> Option<String> {
        None
    }
    fn heuristics(&self) -> &[&'static str] {
        &["zero"]
    }
    fn configurations(&self) -> &[Configuration] {
        &ROWS
    }
    fn explorers(&self) -> &[Configuration] {
        &[]
    }
    fn size(&self, text: &str) -> Result<String, String> {
        text.parse::<u8>().map(|n| n.to_string()).map_err(|_| format!("size `{text}`: expected a number"))
    }
    fn read(&self, _: &str, _: &str) -> Result<(Box<dyn Instances>, Vec<usize>), TextError> {
        Err(TextError { line: 1, column: 1, message: "not read".to_string() })
    }
    fn parse(&self, size: &str, initial: &str, _: &str) -> Result<Box<dyn Instances>, TextError> {
        let number = initial.parse().expect("a number");
        Ok(Box::new(Batch(vec![(size.to_string(), number)])))
    }
    fn start(&self, size: &str, _: Option<&str>) -> Result<Box<dyn Instances>, TextError> {
        Ok(Box::new(Batch(vec![(size.to_string(), 0)])))
    }
    fn draw(
        &self,
        size: &str,
        method: Method,
        rng: &mut Rng,
    ) -> Result<(Box<dyn Instances>, Option<Cost>), String> {
        let known = matches!(method, Method::Optimal { .. }).then_some(COST);
        Ok((Box::new(Batch(vec![(size.to_string(), rng.below(1 << 40))])), known))
    }
}

/// What every instance costs.
const COST: Cost = 7;

#[derive(Debug)]
struct Batch(Vec<(String, u64)>);
impl Instances for Batch {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn append(&mut self, other: Box<dyn Instances>) {
        self.0.extend(other.into_any().downcast::<Self>().expect("of one domain").0);
    }
    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
    fn size(&self, i: usize) -> String {
        self.0[i].0.clone()
    }
    fn initial_text(&self, i: usize) -> String {
        self.0[i].1.to_string()
    }
    fn goal_text(&self, _: usize) -> String {
        String::new()
    }
    fn line(&self, i: usize) -> String {
        self.initial_text(i)
    }
    fn goal_count(&self, _: usize) -> Option<usize> {
        None
    }
    fn retrace(&self, _: usize, _: &mut dyn Iterator<Item = &str>) -> Result<Cost, String> {
        Ok(COST)
    }
    fn judge_text(&self) -> String {
        String::new()
    }
    fn open(&self, _: Task, number: usize, _: usize, _: &Setup) -> Result<Box<dyn Session + '_>, Full> {
        let name = ROWS[number].algorithm.name;
        if name == "full" {
            return Err(Full { needed: 1000 });
        }
        Ok(Box::new(Play { name, status: Status::Unsolvable, stats: Stats::default() }))
    }
}

struct Play {
    name: &'static str,
    status: Status,
    stats: Stats,
}
impl Session for Play {
    fn search(&mut self, _: usize, limits: &Limits) {
        let before = self.stats.expanded;
        self.stats = Stats { expanded: 3, ..Stats::default() };
        self.status = Status::Solved;
        match self.name {
            "panics" => panic!("on purpose"),
            "late" => sleep(Duration::from_millis(60)),
            "slow" => sleep(Duration::from_millis(1)),
            "fickle" => self.stats.expanded = if before == 1 { 2 } else { 1 },
            "big" => self.stats.visited_bytes = 1 << 30,
            "endless" => {
                let stopped = loop {
                    match limits.stop.stopped() {
                        Some(why) => break why,
                        None => sleep(Duration::from_millis(1)),
                    }
                };
                self.status = match stopped {
                    Stopped::Time => Status::LimitTime,
                    Stopped::Cancelled => Status::Cancelled,
                };
            }
            _ => {}
        }
    }
    fn verdict(&self) -> Verdict {
        let cost = (self.status == Status::Solved).then_some(COST + Cost::from(self.name == "wrong"));
        Verdict { status: self.status, detail: String::new(), cost, length: cost.map(|_| 7) }
    }
    fn stats(&self) -> &Stats {
        &self.stats
    }
    fn path(&self) -> Vec<Step> {
        Vec::new()
    }
    fn answer(&self) -> String {
        String::new()
    }
}
