//! The words of `explore` over words: what was met so far, and the layer, a bit a state and group.
//!
//! Between two barriers threads either meet states or begin a layer. Those that meet the
//! same state set the same bits, and a layer is counted from its words once all are set:
//! so it holds each state once for any number of threads.
use crate::core::Full;
use crate::core::sync::{AtomicU64, Ordering::Relaxed};
use crate::visited::Zeroed;
use std::ops::Range;

/// Three words a group.
pub(super) struct LayerWords {
    /// The states met so far; a layer adds to it.
    met: Zeroed<AtomicU64>,
    /// What `met` was when the layer began.
    before: Zeroed<AtomicU64>,
    /// The layer.
    now: Zeroed<AtomicU64>,
}
impl LayerWords {
    /// Empty words.
    ///
    /// # Errors
    /// [`Full`] if they need more than `room` bytes.
    pub(super) fn new(groups: u64, room: u64) -> Result<Self, Full> {
        let needed = groups.saturating_mul(3 * 8);
        if needed > room {
            return Err(Full { needed });
        }
        let words = || Zeroed::new(groups, room);
        Ok(Self { met: words()?, before: words()?, now: words()? })
    }
    /// The number of groups.
    pub(super) fn groups(&self) -> usize {
        self.met.len()
    }
    pub(super) fn bytes(&self) -> u64 {
        3 * 8 * self.met.len() as u64
    }
    /// Empties the words.
    pub(super) fn clear(&mut self) {
        for words in [&mut self.met, &mut self.before, &mut self.now] {
            words.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }
    /// What was met, to add to; an inner loop holds it in registers.
    pub(super) fn met(&self) -> Met<'_> {
        Met(&self.met)
    }
    /// What was met in `run` since the last call is now the layer there; gives its number of bits.
    pub(super) fn begin_layer(&self, run: Range<usize>) -> u64 {
        let words = self.met[run.clone()].iter().zip(&self.before[run.clone()]).zip(&self.now[run]);
        let mut bits = 0;
        for ((met, before), now) in words {
            let all = met.load(Relaxed);
            let new = all ^ before.load(Relaxed);
            now.store(new, Relaxed);
            if new != 0 {
                before.store(all, Relaxed);
                bits += u64::from(new.count_ones());
            }
        }
        bits
    }
    /// The layer in `run`: for each group the word of what was met, and the layer's.
    #[inline(always)]
    pub(super) fn layer(&self, run: Range<usize>) -> impl Iterator<Item = (&AtomicU64, u64)> {
        self.met[run.clone()].iter().zip(&self.now[run]).map(|(met, now)| (met, now.load(Relaxed)))
    }
}

/// The words of what was met.
#[derive(Clone, Copy)]
pub(super) struct Met<'a>(pub(super) &'a [AtomicU64]);
impl Met<'_> {
    /// Adds a state, in one piece unless no other thread is about.
    #[inline(always)]
    pub(super) fn add(self, group: usize, bit: u64, alone: bool) {
        let word = &self.0[group];
        let old = word.load(Relaxed);
        if alone {
            word.store(old | bit, Relaxed);
        } else if old & bit != bit {
            word.fetch_or(bit, Relaxed);
        }
    }
}
