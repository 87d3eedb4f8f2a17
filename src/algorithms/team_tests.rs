//! What the threads of a search grant each other, and who hears of an end.
use super::team::Team;
use crate::core::{Limit, Limits, Outcome, Stats, StopFlag, Stopped};

#[test]
fn grants_add_up_to_the_limit_and_then_halt() {
    let limits = Limits { nodes: 5_000, ..Limits::default() };
    let team = Team::<u64>::new(&limits, 3);
    let mut sum = team.grant();
    team.give_back(7);
    sum -= 7;
    loop {
        let more = team.grant();
        sum += more;
        if more == 0 {
            break;
        }
    }
    assert_eq!(sum, 5_000);
    assert!(team.halted());
    assert_eq!(team.conclude(&[], &mut Stats::default(), |_, _| Vec::new()), Outcome::Limit(Limit::Nodes));
}

#[test]
fn a_raised_flag_and_a_panic_halt_the_team() {
    let limits = Limits { stop: StopFlag::default(), ..Limits::default() };
    limits.stop.stop(Stopped::Time);
    let team = Team::<u64>::new(&limits, 2);
    assert_eq!(team.grant(), 0);
    assert_eq!(team.conclude(&[], &mut Stats::default(), |_, _| Vec::new()), Outcome::Limit(Limit::Time));

    let limits = Limits::default();
    let team = Team::<u64>::new(&limits, 2);
    std::thread::scope(|scope| {
        let lost = scope.spawn(|| {
            let _guard = team.guard();
            panic!("a thread is lost, as the test wants");
        });
        assert!(lost.join().is_err());
    });
    assert!(team.halted());
}
