//! Visited sets, word for word, on memory that a checker can follow.
#![expect(unreachable_pub, reason = "parts of a library")]
#[path = "../../src/visited/bitset.rs"]
mod bitset;
#[path = "../../src/visited/bytes.rs"]
mod bytes;
#[path = "../../src/visited/compact.rs"]
mod compact;
#[path = "../../src/visited/growing.rs"]
mod growing;
mod growth;
#[path = "../../src/visited/lockfree.rs"]
mod lockfree;
mod memory;
mod sets;
#[macro_use]
#[path = "../../src/visited/slot.rs"]
mod slot;
mod claim;

pub(crate) use memory::{Zeroed, prefetch};
