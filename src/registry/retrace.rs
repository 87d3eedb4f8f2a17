//! Paths that were written down: back from texts to states, and checked by the rules.
use crate::core::{Cost, Domain, replay};

/// The cost of the path whose states have these texts.
///
/// Nothing reads a state from its text. The path is walked instead, and at each step the move is looked
/// for that leads to a state of the next text; so an outside domain needs no reader either.
pub(super) fn retrace<'t, D: Domain>(
    instance: &D,
    mut texts: impl Iterator<Item = &'t str>,
) -> Result<Cost, String> {
    let first = texts.next().unwrap_or_default();
    let start = instance.initial_states().into_iter().find(|&state| instance.state_text(state) == first);
    let start = start.ok_or_else(|| format!("the path starts at `{first}`, which is no initial state"))?;
    let mut path = vec![start];
    for (step, text) in texts.enumerate() {
        let (from, mut to) = (path[step], None);
        instance.expand(from, |child, _| {
            if to.is_none() && instance.state_text(child) == text {
                to = Some(child);
            }
        });
        path.push(to.ok_or_else(|| {
            format!("step {}: no move leads from `{}` to `{text}`", step + 1, instance.state_text(from))
        })?);
    }
    replay(instance, &path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::toy::Places;

    #[test]
    fn a_right_path_has_its_cost_and_each_wrong_one_is_named() {
        let size = "9".parse().expect("a size");
        let instance = Places::<false>::parse(size, "1", "7").expect("an instance");
        let cost = |path: &str| retrace(&instance, path.split(' '));
        assert_eq!(cost("1 6 7"), Ok(4), "a leap and a step");
        assert_eq!(cost("1 2 7"), Ok(4));
        let wrong = |path: &str| cost(path).expect_err("a wrong path");
        assert_eq!(wrong("2 7"), "the path starts at `2`, which is no initial state");
        assert_eq!(wrong(""), "the path starts at ``, which is no initial state");
        assert_eq!(wrong("1 6 8 7"), "step 2: no move leads from `6` to `8`");
        assert_eq!(wrong("1 6"), "the path ends at 6, which is no goal");
    }
}
