//! What to say of a name that nothing has: the nearest name, and all there are.

/// One line for the name `given`, which is none of `known`: `what` says what it
/// would be the name of.
#[must_use]
pub fn unknown_name(what: &str, given: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|name| (strsim::osa_distance(given, name), name)).min();
    let near = nearest.filter(|(far, name)| *far <= name.len().max(3) / 3);
    let hint = near.map_or(String::new(), |(_, name)| format!("did you mean `{name}`? "));
    match known {
        [] => format!("unknown {what} `{given}`: there is none to choose"),
        [only] => format!("unknown {what} `{given}`: {hint}the only one is {only}"),
        _ => format!("unknown {what} `{given}`: {hint}there are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(unknown_name("algorithm", "bsf", &["bfs", "astar"]).contains("did you mean `bfs`?"));
        assert_eq!(unknown_name("domain", "chess", &[]), "unknown domain `chess`: there is none to choose");
    }
}
