//! Every visited set on the frontiers of real breadth-first searches, on one thread and two.
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use searchrig::core::{Limits, Setup};
use searchrig::registry::{Registry, Task};

fn all(criterion: &mut Criterion) {
    let registry = Registry::builtin();
    for (name, size, edges) in [("solitaire", "8x8:4", 8_823_040), ("black-white", "4x5:10", 0)] {
        let domain = registry.domain(name).expect("registered");
        let set = domain.start(size, None).expect("a standard start");
        let mut group = criterion.benchmark_group(format!("explore {name} {size}"));
        group.sample_size(10);
        if edges > 0 {
            group.throughput(Throughput::Elements(edges)); // insert attempts
        }
        for (number, row) in domain.explorers().iter().enumerate() {
            for threads in [1, 2] {
                let setup = Setup { threads, ..Setup::default() };
                let mut session = set.open(Task::Explore, number, 0, &setup).expect("room");
                let id = BenchmarkId::new(row.visited.unwrap_or("none"), format!("{threads} threads"));
                group.bench_function(id, |bencher| bencher.iter(|| session.search(0, &Limits::default())));
            }
        }
    }
}
criterion_group!(benches, all);
criterion_main!(benches);
