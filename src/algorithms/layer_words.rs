//! The words of `explore` over words: for each state and group two bits.
//!
//! They say: `00` not met, `10` met in this step, `01` in the layer, `11` met before.
//! Between two barriers threads either meet states, which sets first bits only, or begin
//! a layer. Those that meet the same state set the same bit, and a layer is counted from
//! its words once all are set: so it holds each state once for any number of threads.
use crate::core::Full;
use crate::core::sync::{AtomicU64, Ordering::Relaxed};
use crate::visited::{Zeroed, prefetch};
use std::io::{self, Read, Write};
use std::ops::Range;

/// Words that are written or read at a time.
const PART: usize = 8192;

/// Twice so many words a group, side by side: those of first bits, those of second bits.
pub(super) struct LayerWords<const WORDS: usize> {
    words: Zeroed<AtomicU64>,
    /// Nothing was met yet.
    fresh: bool,
}
impl<const WORDS: usize> LayerWords<WORDS> {
    /// Empty words.
    ///
    /// # Errors
    /// [`Full`] if they need more than `room` bytes.
    pub(super) fn new(groups: u64, room: u64) -> Result<Self, Full> {
        Ok(Self { words: Zeroed::new(groups.saturating_mul(2 * WORDS as u64), room)?, fresh: true })
    }
    /// The number of groups.
    pub(super) fn groups(&self) -> usize {
        self.words.len() / 2 / WORDS
    }
    pub(super) fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }
    /// Empties the words.
    pub(super) fn clear(&mut self) {
        if !std::mem::replace(&mut self.fresh, false) {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }
    /// To meet states with; an inner loop holds it in registers.
    pub(super) fn met(&self) -> Met<'_, WORDS> {
        Met(self.words.as_chunks().0.as_chunks().0)
    }
    /// Makes what was met in `run` the layer there; gives its number of bits.
    pub(super) fn begin_layer(&self, run: Range<usize>) -> u64 {
        let (mut bits, Met(met_in)) = (0, self.met());
        for group in run {
            let [first, second] = &met_in[group];
            for (met, known) in first.iter().zip(second) {
                let (now_met, now_known) = (met.load(Relaxed), known.load(Relaxed));
                if now_met != now_known {
                    met.store(now_known, Relaxed);
                    known.store(now_met | now_known, Relaxed);
                    bits += u64::from((now_met & !now_known).count_ones());
                }
            }
        }
        bits
    }
    /// Takes back what was met since the layer began.
    pub(super) fn forget_met(&mut self) {
        for group in self.words.chunks_exact_mut(2 * WORDS) {
            let (first, second) = group.split_at_mut(WORDS);
            for (met, known) in first.iter_mut().zip(second) {
                *met.get_mut() &= *known.get_mut();
            }
        }
    }
    /// Writes the words, least byte first.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        for part in self.words.chunks(PART) {
            let bytes: Vec<u8> = part.iter().flat_map(|word| word.load(Relaxed).to_le_bytes()).collect();
            to.write_all(&bytes)?;
        }
        Ok(())
    }
    /// Takes the words that [`LayerWords::save`] wrote; gives the bits of the layer.
    pub(super) fn load(&mut self, from: &mut dyn Read) -> io::Result<u64> {
        self.fresh = false;
        let mut bytes = vec![0; 8 * PART];
        for part in self.words.chunks_mut(PART) {
            let bytes = &mut bytes[..8 * part.len()];
            from.read_exact(bytes)?;
            for (word, bytes) in part.iter_mut().zip(bytes.as_chunks().0) {
                *word.get_mut() = u64::from_le_bytes(*bytes);
            }
        }
        let bits =
            |group| self.met().layer(group).0.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        Ok((0..self.groups()).map(bits).sum())
    }
}

/// The words in groups: first bits, then second bits.
#[derive(Clone, Copy)]
pub(super) struct Met<'a, const WORDS: usize>(&'a [[[AtomicU64; WORDS]; 2]]);
impl<const WORDS: usize> Met<'_, WORDS> {
    /// The layer in a group, and all its states met so far.
    #[inline(always)]
    pub(super) fn layer(self, group: usize) -> ([u64; WORDS], [u64; WORDS]) {
        let [first, second] = &self.0[group];
        let (mut now, mut seen) = ([0; WORDS], [0; WORDS]);
        for word in 0..WORDS {
            let (met, known) = (first[word].load(Relaxed), second[word].load(Relaxed));
            (now[word], seen[word]) = (known & !met, known | met);
        }
        (now, seen)
    }
    /// Adds states to a group, each word in one piece unless no other thread is about.
    #[inline(always)]
    pub(super) fn add(self, group: usize, states: [u64; WORDS], alone: bool) {
        let [first, second] = &self.0[group];
        for ((met, known), states) in first.iter().zip(second).zip(states) {
            let new = states & !known.load(Relaxed);
            let old = met.load(Relaxed);
            if alone {
                met.store(old | new, Relaxed);
            } else if new & !old != 0 {
                met.fetch_or(new, Relaxed);
            }
        }
    }
    /// Starts to load a group.
    #[inline(always)]
    pub(super) fn prefetch(self, group: usize) {
        prefetch(self.0, group);
    }
}
