//! Solutions that were written down, held against their rows and the rules of the domain.
use crate::dataset::InstanceSet;
use crate::record::{Key, Row, Solution, Status};
use std::collections::HashMap;

/// What is wrong with `solutions`, a line each: every solved row has one, which is a path of its
/// instance by the rules, with the row's cost and length.
#[must_use]
pub fn check_solutions(rows: &[Row], solutions: &[Solution], set: &InstanceSet) -> Vec<String> {
    let entries: HashMap<_, _> = set.entries.iter().map(|entry| (entry.id.as_str(), entry)).collect();
    let mut paths: HashMap<Key<'_>, &Solution> = solutions.iter().map(|s| (s.key(), s)).collect();
    let mut wrong = Vec::new();
    for row in rows {
        let solved = row.status == Status::Solved;
        let said = match (solved, paths.remove(&row.key())) {
            (true, Some(solution)) => match entries.get(row.instance_id.as_str()) {
                Some(entry) => {
                    let instances = &set.groups[entry.group].instances;
                    let cost = instances.retrace(entry.number, &mut solution.states());
                    cost.and_then(|cost| fits(row, u64::from(cost), solution))
                }
                None => Err("the set does not have its instance".to_string()),
            },
            (true, None) => Err("solved, and solutions.csv does not have its path".to_string()),
            (false, Some(_)) => Err(format!("{}, and solutions.csv has a path", row.status)),
            (false, None) => Ok(()),
        };
        wrong.extend(said.err().map(|why| format!("{}: {why}", row.key())));
    }
    let mut strangers: Vec<_> = paths.into_keys().collect();
    strangers.sort_unstable();
    wrong.extend(strangers.iter().map(|key| format!("{key}: solutions.csv has a path, results.csv no row")));
    wrong
}

fn fits(row: &Row, cost: u64, solution: &Solution) -> Result<(), String> {
    let length = solution.states().count() as u64 - 1;
    for (name, said, found) in [("cost", row.solution_cost, cost), ("length", row.solution_length, length)] {
        if said != Some(found) {
            let said = said.map_or("none".to_string(), |n| n.to_string());
            return Err(format!("the row says {name} {said}, its path has {found}"));
        }
    }
    Ok(())
}
