//! What to say of a name that nothing has: the nearest name, and all there are.

/// One line for the name `given`, which is none of `known`: `what` says what it
/// would be the name of.
#[must_use]
pub fn unknown_name(what: &str, given: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|name| (distance(given, name), name)).min();
    let near = nearest.filter(|(far, name)| *far <= name.len().max(3) / 3);
    let hint = near.map_or(String::new(), |(_, name)| format!("did you mean `{name}`? "));
    match known {
        [] => format!("unknown {what} `{given}`: there is none to choose"),
        [only] => format!("unknown {what} `{given}`: {hint}the only one is {only}"),
        _ => format!("unknown {what} `{given}`: {hint}there are {}", known.join(", ")),
    }
}

/// Edits of one letter (insert, delete, replace) that turn `a` into `b` (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_edits() {
        for (a, b, far) in [("", "abc", 3), ("bfs", "bfs", 0), ("bsf", "bfs", 2), ("kitten", "sitting", 3)] {
            assert_eq!((distance(a, b), distance(b, a)), (far, far), "{a} {b}");
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_recognised_and_a_stranger_is_not() {
        let known = ["solitaire", "black-white"];
        assert_eq!(
            unknown_name("domain", "solitare", &known),
            "unknown domain `solitare`: did you mean `solitaire`? there are solitaire, black-white"
        );
        assert_eq!(
            unknown_name("domain", "chess", &known),
            "unknown domain `chess`: there are solitaire, black-white"
        );
        assert_eq!(unknown_name("domain", "chess", &[]), "unknown domain `chess`: there is none to choose");
    }
}
