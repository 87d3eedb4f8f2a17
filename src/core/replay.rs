//! Replay: checks an answer by the rules of the space alone, independently of
//! the algorithm that found it.
use super::{Cost, StateSpace};

/// The cost of `path` if it leads from an initial state to a goal along edges
/// of `space`, each taken at its cheapest.
///
/// # Errors
/// One line that names the first step that is wrong.
pub fn replay<S: StateSpace>(space: &S, path: &[S::State]) -> Result<Cost, String> {
    let (Some(first), Some(&last)) = (path.first(), path.last()) else {
        return Err("the path is empty".to_string());
    };
    if !space.initial_states().contains(first) {
        return Err(format!("the path starts at {first:?}, which is no initial state"));
    }
    let mut total: Cost = 0;
    for (step, pair) in path.windows(2).enumerate() {
        let mut cheapest = None;
        space.expand(pair[0], |state, cost| {
            if state == pair[1] && cheapest.is_none_or(|best| cost < best) {
                cheapest = Some(cost);
            }
        });
        let Some(cost) = cheapest else {
            return Err(format!("step {}: no edge from {:?} to {:?}", step + 1, pair[0], pair[1]));
        };
        total = total.checked_add(cost).ok_or("the cost of the path overflows")?;
    }
    if !space.is_goal(last) {
        return Err(format!("the path ends at {last:?}, which is no goal"));
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts up from 0 by 1 (cost 1) or 2 (cost 3) to the goal 3.
    struct Count;
    impl StateSpace for Count {
        type State = u32;
        fn initial_states(&self) -> Vec<u32> {
            vec![0]
        }
        fn is_goal(&self, state: u32) -> bool {
            state == 3
        }
        fn expand(&self, state: u32, mut emit: impl FnMut(u32, Cost)) {
            emit(state + 1, 2);
            emit(state + 1, 1); // a second, cheaper edge
            emit(state + 2, 3);
        }
    }

    #[test]
    fn a_right_path_costs_its_cheapest_edges() {
        assert_eq!(replay(&Count, &[0, 1, 3]), Ok(4));
        assert_eq!(replay(&Count, &[0, 1, 2, 3]), Ok(3));
    }

    #[test]
    fn each_kind_of_wrong_path_is_named() {
        let message = |path: &[u32]| replay(&Count, path).expect_err("a wrong path");
        assert_eq!(message(&[]), "the path is empty");
        assert_eq!(message(&[1, 3]), "the path starts at 1, which is no initial state");
        assert_eq!(message(&[0, 3]), "step 1: no edge from 0 to 3");
        assert_eq!(message(&[0, 1]), "the path ends at 1, which is no goal");
    }
}
