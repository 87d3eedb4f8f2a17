//! The bytes that a visited set reports are those that it occupies.
#![cfg(target_os = "linux")]
use searchrig::core::{Domain, Room, StateSpace, Visited, VisitedSet};
use searchrig::domains::{BlackWhite, Solitaire};
use searchrig::visited::{self, Visitor};
use std::io::Write;
use std::process::Command;

/// Memory of this process that is resident, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux tells it");
    let pages: u64 = text.split(' ').nth(1).expect("a second number").parse().expect("a number");
    pages * 4096
}

/// All words of `cells` bits of which `ones` are set, in ascending order.
fn words(cells: u32, ones: u32) -> impl Iterator<Item = u64> {
    let first = (1_u64 << ones) - 1;
    let next = |&word: &u64| {
        let lowest = word & word.wrapping_neg();
        let (carried, more) = word.overflowing_add(lowest);
        (!more).then(|| carried | (((word ^ carried) / lowest) >> 2))
    };
    let last = u64::MAX >> (64 - cells);
    std::iter::successors(Some(first), next).take_while(move |&word| word <= last)
}

/// Fills the set called `name` with states of a space.
struct Fill<'a, S, I> {
    name: &'a str,
    space: S,
    states: I,
    /// The bytes that the set reports, and those by which the process grew.
    found: Option<(u64, u64)>,
}
impl<S: StateSpace<State = u64>, I: Iterator<Item = u64>> Visitor<S> for Fill<'_, S, I> {
    fn visit<V: VisitedSet<S>>(&mut self) {
        if V::NAME != self.name {
            return;
        }
        let before = resident();
        let room = Room { threads: 1, bytes: 1 << 32 };
        let set = V::Map::<()>::new(&self.space, room).expect("room");
        let mut batch = Vec::with_capacity(256);
        while let Some(state) = self.states.next() {
            batch.clear();
            batch.push(state);
            batch.extend(self.states.by_ref().take(255));
            set.insert_batch(&self.space, &mut batch, (), |()| false).expect("room");
        }
        self.found = Some((set.bytes(), resident().saturating_sub(before)));
    }
}
fn filled<D: Domain<State = u64>>(name: &str, size: &str, states: impl Iterator<Item = u64>) -> (u64, u64) {
    let space = D::start(size.parse().expect("a size"), None).expect("a start");
    let mut fill = Fill { name, space, states, found: None };
    visited::for_each::<D>(&mut fill);
    fill.found.expect("a set of that name")
}

/// Which set a process of its own is to fill.
const SET: &str = "SEARCHRIG_TEST_SET";

#[test]
#[ignore = "a process of its own, for the test below: memory is a process's, and tests share one"]
fn fill_one_set() {
    let name = std::env::var(SET).expect("the set's name");
    let (reported, grown) = match name.as_str() {
        "bitset" => filled::<Solitaire>(&name, "8x8:6", words(64, 6)),
        _ => filled::<BlackWhite>(&name, "5x5:12", words(25, 12)),
    };
    let line = writeln!(std::io::stdout(), "reported={reported} grown={grown}");
    line.expect("the test above reads it");
}

#[test]
fn the_bytes_that_a_set_reports_are_those_that_it_occupies() {
    // Bytes a state at most, of 5,200,300 and of 74,974,368 states.
    for (name, states, most) in [
        ("bitset", 74_974_368, 0.2),
        ("bytes", 5_200_300, 1.1),
        ("compact", 5_200_300, 6.0),
        ("lockfree", 5_200_300, 12.0),
    ] {
        let output = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "memory::fill_one_set", "--ignored", "--nocapture"])
            .env(SET, name)
            .output()
            .expect("this program starts");
        let text = String::from_utf8_lossy(&output.stdout);
        let number = |key: &str| -> f64 {
            let value = text.split_once(key).and_then(|(_, rest)| rest.split_whitespace().next());
            value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}: {key} in {text}"))
        };
        let (reported, grown) = (number("reported="), number("grown="));
        // The last huge page is only begun, and a few pages are of the program itself.
        let most_grown = 1.1 * reported + f64::from(2 << 20);
        assert!(
            (0.9 * reported..most_grown).contains(&grown),
            "{name}: reported {reported}, grown by {grown}"
        );
        assert!(
            reported / f64::from(states) <= most,
            "{name}: {} bytes a state",
            reported / f64::from(states)
        );
    }
}
