//! The open list of shared A*: no thread leaves while another may find work, none waits for ever.
use super::shared_open::{Node, SharedOpen, Turn};
use crate::check::{ORDERS, caught, in_random_orders, race};
use crate::core::sync::{Mutex, Ordering::SeqCst, yield_now};
use std::sync::atomic::AtomicUsize;

/// What a thread may do with the list.
trait List: Sync {
    fn of(nodes: &[Node]) -> Self;
    fn take_turn(&self, turn: &mut Turn) -> bool;
}
/// Nodes whose f is as much are not worth a turn.
const BOUND: u32 = 9;
impl List for SharedOpen {
    fn of(nodes: &[Node]) -> Self {
        let list = Self::default();
        list.begin(nodes.iter().copied());
        list
    }
    fn take_turn(&self, turn: &mut Turn) -> bool {
        self.take_turn(turn, || BOUND, || false)
    }
}

/// Three threads take turns, of 16 nodes or what there is. Twenty nodes lead to one more
/// each, and these to one that is not worth a turn.
fn threads_share_nodes<L: List>() {
    let nodes: Vec<Node> = (0..20).map(|node| (7, 2, node)).collect();
    let (list, expanded) = (L::of(&nodes), AtomicUsize::new(0));
    race(3, |me| {
        let mut turn = Turn::default();
        while list.take_turn(&mut turn) {
            for &(f, h, node) in &turn.taken {
                assert!(f < BOUND, "node {node}");
                turn.found.push((f + 1, h - 1, node));
            }
            expanded.fetch_add(turn.taken.len(), SeqCst);
        }
        assert_eq!(expanded.load(SeqCst), 40, "thread {me} left too early");
    });
}

/// A thread gives up being active in one step, and hands over what it found in the next.
struct Hasty(Mutex<(Vec<Node>, usize)>);
impl List for Hasty {
    fn of(nodes: &[Node]) -> Self {
        Self(Mutex::new((nodes.to_vec(), 0)))
    }
    fn take_turn(&self, turn: &mut Turn) -> bool {
        if !turn.taken.is_empty() {
            self.0.lock().expect("no panic").1 -= 1;
        }
        self.0.lock().expect("no panic").0.append(&mut turn.found);
        turn.taken.clear();
        loop {
            let mut list = self.0.lock().expect("no panic");
            while turn.taken.len() < 16
                && let Some(at) = list.0.iter().position(|node| node.0 < BOUND)
            {
                turn.taken.push(list.0.remove(at));
            }
            if !turn.taken.is_empty() {
                list.1 += 1;
                return true;
            }
            if list.1 == 0 {
                return false;
            }
            drop(list);
            yield_now();
        }
    }
}

#[test]
fn no_thread_leaves_while_another_may_find_work() {
    in_random_orders(ORDERS, threads_share_nodes::<SharedOpen>);
}

#[test]
fn control_a_thread_inactive_before_it_hands_over_is_caught() {
    assert!(caught(|| in_random_orders(ORDERS, threads_share_nodes::<Hasty>)));
}
