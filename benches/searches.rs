//! Searches end to end: sets of instances through one session.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use searchrig::core::{Limits, Rng, Setup};
use searchrig::registry::{Instances, Method, Registry, Task};

/// Domain, size, how instances are drawn, how many.
const SETS: [(&str, &str, Method, u64); 5] = [
    ("solitaire", "8x8:4", Method::Optimal { low: 4, high: 8 }, 100),
    ("black-white", "4x4:8", Method::Optimal { low: 5, high: 9 }, 50),
    ("four-in-a-row", "4x4", Method::Uniform, 1000),
    ("hybrid-knight", "20", Method::Uniform, 200),
    ("sliding-tile", "3x3", Method::Uniform, 10),
];

fn all(criterion: &mut Criterion) {
    let registry = Registry::builtin();
    for (name, size, method, count) in SETS {
        let domain = registry.domain(name).expect("registered");
        let draw = |index| domain.draw(size, method, &mut Rng::new(1, index)).expect("an instance").0;
        let mut set: Box<dyn Instances> = draw(0);
        (1..count).for_each(|index| set.append(draw(index)));
        let mut group = criterion.benchmark_group(format!("search {name} {size}"));
        group.sample_size(10).throughput(Throughput::Elements(count));
        for (number, row) in domain.configurations().iter().enumerate() {
            let fast_set = row.visited.is_none_or(|visited| visited == "bitset" || visited == "dashmap");
            // Depth first by the path alone takes hours on these depths.
            if !fast_set || row.algorithm.name == "iddfs" || row.heuristic.is_some_and(|h| h == "pattern") {
                continue;
            }
            let mut session = set.open(Task::Solve, number, 0, &Setup::default()).expect("room");
            let by = row.heuristic.or(row.visited).unwrap_or("path");
            let limits = Limits { nodes: 1_000_000, ..Limits::default() };
            group.bench_function(BenchmarkId::new(row.algorithm.name, by), |bencher| {
                bencher.iter(|| (0..set.len()).for_each(|i| session.search(i, &limits)));
            });
        }
    }
}
criterion_group!(benches, all);
criterion_main!(benches);
