//! Names that people type: what to say when one is unknown.

/// One line on `name`, which is no `kind`: the name that was probably meant, and all there are.
#[must_use]
pub fn unknown(kind: &str, name: &str, valid: &[&str]) -> String {
    let near = valid.iter().map(|v| (distance(name, v), v)).min();
    let meant = match near {
        Some((far, v)) if far <= 1 + name.chars().count() / 3 => format!("; did you mean `{v}`?"),
        _ => String::new(),
    };
    format!("there is no {kind} `{name}`{meant} (there are: {})", valid.join(", "))
}

/// Insertions, deletions and replacements that make `b` of `a` (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_costs_one() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("astar", "astar"), 0);
    }

    #[test]
    fn a_near_name_is_offered_and_a_far_one_is_not() {
        let valid = ["bfs", "astar"];
        let near = unknown("algorithm", "astr", &valid);
        assert_eq!(near, "there is no algorithm `astr`; did you mean `astar`? (there are: bfs, astar)");
        let far = unknown("algorithm", "dijkstra", &valid);
        assert_eq!(far, "there is no algorithm `dijkstra` (there are: bfs, astar)");
    }
}
