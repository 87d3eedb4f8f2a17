//! Subsets of up to 64 cells, as bits of a word.

/// `CHOOSE[n][k]`: the subsets of `k` out of `n`; the largest, 32 out of 64, fits 61 bits.
pub(super) static CHOOSE: [[u64; 65]; 65] = {
    let mut choose = [[0; 65]; 65];
    let mut n = 0;
    while n < 65 {
        choose[n][0] = 1;
        let mut k = 1;
        while k <= n {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The cells of a set, in ascending order.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_the_known_ones() {
        assert_eq!(CHOOSE[64][4], 635_376);
        assert_eq!(CHOOSE[36][18], 9_075_135_300);
        assert_eq!(CHOOSE[64][32], 1_832_624_140_942_590_534);
        assert_eq!(CHOOSE[3][4], 0);
    }

    #[test]
    fn cells_come_in_ascending_order() {
        assert_eq!(cells(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
        assert_eq!(cells(0).count(), 0);
    }
}
