//! An open list for several threads: each takes a few nodes at a time, and knows when none will come any more.
//!
//! Nothing is left when the list holds no node worth expanding and no thread is active,
//! that is holds nodes that it took. What it found goes to the list in one step with its
//! being active no longer.
use crate::core::Cost;
use crate::core::sync::{Condvar, Mutex};
use crate::open::Buckets;
use std::time::Duration;

/// Nodes that a thread takes at a time: more would cost fewer locks and more expansions out of order.
const TURN: usize = 16;
/// How long a thread without work sleeps before it looks whether the others were halted.
const NAP: Duration = Duration::from_millis(1);
const LOCK: &str = "nothing panics while it holds the open list";

/// f, h and a number.
pub(super) type Node = (Cost, Cost, u32);

/// The list.
#[derive(Default)]
pub(super) struct SharedOpen {
    open: Mutex<Open>,
    /// The list has more nodes, or will have none.
    news: Condvar,
}
#[derive(Default)]
struct Open {
    nodes: Buckets,
    active: usize,
}
/// What one thread took from the list, and what it will put there.
#[derive(Default)]
pub(super) struct Turn {
    pub(super) taken: Vec<Node>,
    pub(super) found: Vec<Node>,
    /// The most nodes that it saw on the list.
    pub(super) longest: u64,
}

impl SharedOpen {
    pub(super) fn clear(&mut self) {
        let open = self.open.get_mut().expect(LOCK);
        open.nodes.clear();
        open.active = 0;
    }
    pub(super) fn bytes(&self) -> u64 {
        self.open.lock().expect(LOCK).nodes.bytes()
    }
    /// Puts the first nodes on the list.
    pub(super) fn begin(&self, nodes: impl IntoIterator<Item = Node>) {
        let mut open = self.open.lock().expect(LOCK);
        nodes.into_iter().for_each(|(f, h, node)| open.nodes.push(f, h, node));
    }
    /// Puts what the last turn found on the list and takes the best nodes under `bound` for the
    /// next; `false` if there are none and can be none, or once a thread without work is `halted`.
    pub(super) fn take_turn(
        &self,
        turn: &mut Turn,
        bound: impl Fn() -> Cost,
        mut halted: impl FnMut() -> bool,
    ) -> bool {
        let mut open = self.open.lock().expect(LOCK);
        turn.found.drain(..).for_each(|(f, h, node)| open.nodes.push(f, h, node));
        open.active -= usize::from(!turn.taken.is_empty());
        turn.taken.clear();
        turn.longest = turn.longest.max(open.nodes.len() as u64);
        self.news.notify_all();
        loop {
            while turn.taken.len() < TURN
                && let Some(node) = open.nodes.peek()
                && node.0 < bound()
            {
                open.nodes.pop();
                turn.taken.push(node);
            }
            if !turn.taken.is_empty() {
                open.active += 1;
                return true;
            }
            if halted() || open.active == 0 {
                return false;
            }
            open = self.news.wait_timeout(open, NAP).expect(LOCK).0;
        }
    }
}
