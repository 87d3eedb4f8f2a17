//! Quotienting in `compact`: nothing of a state is lost by what its slot does not hold.
use super::compact::{Entries, FIRST};
use super::growing::Table;

#[test]
fn every_slot_tells_its_entry() {
    for bits in [16, 23, 40, 44] {
        let least = Entries::<()>::empty(1 << (bits - 1), FIRST, u64::MAX).expect("memory").slots();
        for slots in [least, least / 4 * 5, 3 * least + 16] {
            let table = Entries::<()>::new(1 << (bits - 1), bits, slots, u64::MAX).expect("memory");
            for i in 0..2000 {
                let index = i * 0x1234_5677 % (1 << bits);
                let entry = table.entry(table.spread(index));
                for (line, key) in table.probe(entry) {
                    assert_eq!(table.entry_of(line, key | 1 << 31), entry, "{bits} bits, {slots} slots");
                }
            }
        }
    }
}

#[test]
fn spreading_loses_no_index() {
    let table = Entries::<()>::empty(1 << 16, FIRST, u64::MAX).expect("memory");
    let mut met = vec![false; 1 << 17];
    (0..1 << 17).for_each(|index| met[table.spread(index) as usize] = true);
    assert_eq!((table.bits, met.contains(&false)), (17, false));
}
