//! The seeded generator behind everything random. Its streams are frozen: a
//! seed and an index give the same numbers in every version and on every machine.
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A stream of random numbers: `ChaCha8`, seeded by a number, one stream an index.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Stream `index` of `seed`: independent of every other index.
    #[must_use]
    pub fn new(seed: u64, index: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(bytes);
        rng.set_stream(index);
        Self(rng)
    }
    /// A number below `bound`, each equally likely (Lemire 2019, "Fast random
    /// integer generation in an interval").
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "no number is below 0");
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let wide = u128::from(self.0.next_u64()) * u128::from(bound);
            if wide as u64 >= threshold {
                return (wide >> 64) as u64;
            }
        }
    }
    /// An index of a list of `len` items.
    pub fn pick(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }
    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(u64::from(high - low) + 1) as u32
    }
    /// Puts `items` into random order (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.pick(last + 1));
        }
    }
    /// `count` different places below `places`, as a set of bits.
    ///
    /// # Panics
    /// If there are not so many places, or more than 64.
    pub fn bits(&mut self, count: u32, places: u32) -> u64 {
        assert!(count <= places && places <= 64, "{count} of {places} places do not fit a word");
        let mut all: Vec<u32> = (0..places).collect();
        self.shuffle(&mut all);
        all[..count as usize].iter().fold(0, |set, &place| set | 1 << place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_frozen() {
        let mut rng = Rng::new(1, 0);
        let drawn: Vec<u64> = (0..4).map(|_| rng.below(1000)).collect();
        let mut again = Rng::new(1, 0);
        assert_eq!(drawn, (0..4).map(|_| again.below(1000)).collect::<Vec<_>>());
        assert_eq!(drawn, FROZEN, "the generator has changed: sets made by seed are not the same any more");
    }
    const FROZEN: [u64; 4] = [381, 294, 798, 916];

    #[test]
    fn below_is_uniform_enough() {
        let mut rng = Rng::new(7, 3);
        let mut seen = [0u32; 6];
        (0..60_000).for_each(|_| seen[rng.pick(6)] += 1);
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }
}
