//! Domains in parts: each with tables, common instances and a reference of its own.
use super::Run;
use crate::record::Row;

/// What tells the parts of a domain apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The size of the instance.
    Size,
    /// The algorithm.
    Algorithm,
    /// The heuristic.
    Heuristic,
    /// The visited set.
    Visited,
    /// The threads of a search.
    Threads,
}
impl GroupBy {
    const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Algorithm => "algorithm",
            Self::Heuristic => "heuristic",
            Self::Visited => "visited",
            Self::Threads => "threads",
        }
    }
}

/// The run with each part of a domain as a domain of its own, named as in `sliding-tile[size=3x3]`.
///
/// # Errors
/// If the size of an instance is not known: one line, which.
pub fn grouped(mut run: Run, by: GroupBy) -> Result<Run, String> {
    for row in &mut run.rows {
        let part = match by {
            GroupBy::Size => size(&run.sources, row)?,
            GroupBy::Algorithm => row.algorithm.clone(),
            GroupBy::Heuristic => row.heuristic.clone(),
            GroupBy::Visited => row.visited.clone(),
            GroupBy::Threads => row.threads.to_string(),
        };
        let part = if part.is_empty() { "none" } else { &part };
        row.domain = format!("{}[{}={part}]", row.domain, by.name());
    }
    // The layers are of a domain and a size, and of no configuration.
    if by == GroupBy::Size {
        for layer in &mut run.layers {
            layer.domain = format!("{}[{}={}]", layer.domain, by.name(), layer.size);
        }
    }
    Ok(run)
}

fn size(sources: &[super::Source], row: &Row) -> Result<String, String> {
    let known = sources.iter().find_map(|source| source.instances.get(&row.instance_id));
    known.map(|instance| instance.size.clone()).filter(|size| !size.is_empty()).ok_or_else(|| {
        format!(
            "the size of instance {:?} is not known: instances.csv beside the rows would tell it",
            row.instance_id
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{instances::Instance, summary};

    #[test]
    fn each_part_has_a_reference_of_its_own_and_parts_are_in_the_order_of_their_numbers() {
        let with = |threads, expanded| Row { threads, expanded: Some(expanded), ..Row::sample() };
        let other = |threads, expanded| Row {
            algorithm: "astar".to_owned(),
            configuration: "astar".to_owned(),
            ..with(threads, expanded)
        };
        let rows = vec![with(2, 10), other(2, 5), with(16, 40), other(16, 4)];
        let run = grouped(Run::of("r", rows), GroupBy::Threads).unwrap();
        let domains = summary(&run).domains;
        let names: Vec<&str> = domains.iter().map(|domain| domain.domain.as_str()).collect();
        assert_eq!(names, ["tiles[threads=2]", "tiles[threads=16]"]);
        let ratio =
            |i: usize| domains[i].lines.iter().find_map(|l| l.expanded_ratio.value.filter(|v| *v < 1.0));
        assert_eq!(
            [ratio(0), ratio(1)].map(|value| value.map(|v| (v * 1e6).round())),
            [Some(5e5), Some(1e5)]
        );
    }

    #[test]
    fn a_size_comes_from_the_instances_and_without_them_is_an_error() {
        let mut run = Run::of("r", vec![Row::sample()]);
        let error = grouped(run.clone(), GroupBy::Size).unwrap_err();
        assert!(error.starts_with("the size of instance \"i1\" is not known"), "{error}");
        let instance = Instance { size: "3x3".to_owned(), ..Instance::default() };
        run.sources[0].instances.insert("i1".to_owned(), instance);
        assert_eq!(grouped(run, GroupBy::Size).unwrap().rows[0].domain, "tiles[size=3x3]");
    }
}
