//! One pass over real states of each domain: successors and indices, per state.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use searchrig::core::{Cost, Domain, Indexed, Rng, random_walk};
use searchrig::domains::four_in_a_row::FourInARow;
use searchrig::domains::hybrid_knight::HybridKnight;
use searchrig::domains::sliding_tile::SlidingTile16;
use searchrig::domains::{BlackWhite, Solitaire};
use std::hint::black_box;

const STATES: u64 = 1000;

/// States of walks through the space of one drawn instance.
fn states<D: Domain>(size: &str) -> (D, Vec<D::State>) {
    let space = D::uniform(size.parse().expect("a size"), &mut Rng::new(1, 0));
    let start = space.initial_states()[0];
    let walk = |i| random_walk(&space, start, 100, &mut Rng::new(1, i));
    let states = (0..STATES).map(walk).collect();
    (space, states)
}

fn domain<D: Domain + Indexed>(criterion: &mut Criterion, size: &str) {
    let (space, states) = states::<D>(size);
    let mut group = criterion.benchmark_group("expand");
    group.throughput(Throughput::Elements(STATES));
    group.bench_function(BenchmarkId::new(D::NAME, size), |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for &state in &states {
                space.expand(black_box(state), |child, cost: Cost| {
                    sum ^= space.index(child) + u64::from(cost);
                });
            }
            sum
        });
    });
}

fn all(criterion: &mut Criterion) {
    domain::<Solitaire>(criterion, "8x8:4");
    domain::<BlackWhite>(criterion, "5x5:12");
    domain::<FourInARow>(criterion, "4x4");
    domain::<HybridKnight>(criterion, "20");
    domain::<SlidingTile16>(criterion, "3x3");
}
criterion_group!(benches, all);
criterion_main!(benches);
