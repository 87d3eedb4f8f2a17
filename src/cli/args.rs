//! Values of options that several commands share, checked as they are read.
use super::Failure;
use crate::core::unknown_name;
use crate::dataset::LoadError;
use crate::registry::{AnyDomain, Registry};

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    whole(text, 1, 1024).ok_or_else(|| "expected a number of threads from 1 to 1024".to_string())
}

/// A number of instances.
pub(super) fn count(text: &str) -> Result<usize, String> {
    whole(text, 1, 10_000_000).ok_or_else(|| "expected a number of instances from 1 to 10000000".to_string())
}

/// A seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let seed = text.parse().ok().filter(|_| digits);
    seed.ok_or_else(|| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A depth.
pub(super) fn depth(text: &str) -> Result<u32, String> {
    let depth = whole(text, 0, u32::MAX as usize).map(|depth| depth as u32);
    depth.ok_or_else(|| format!("expected a depth from 0 to {}", u32::MAX))
}

fn whole(text: &str, low: usize, high: usize) -> Option<usize> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| digits && (low..=high).contains(n))
}

/// The domain called `name`.
pub(super) fn domain<'r>(registry: &'r Registry, name: &str) -> Result<&'r dyn AnyDomain, Failure> {
    registry.domain(name).ok_or_else(|| {
        let known: Vec<&str> = registry.domains().map(AnyDomain::name).collect();
        Failure::usage(unknown_name("domain", name, &known))
    })
}

/// The canonical text of a size; without one, the domain's first.
pub(super) fn size(domain: &dyn AnyDomain, text: Option<&str>) -> Result<String, Failure> {
    let text = text.or(domain.sizes().first().copied()).unwrap_or_default();
    domain.size(text).map_err(|wrong| Failure::usage(format!("{}: --size: {wrong}", domain.name())))
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Io(message) => Self::io(message),
            LoadError::Input(message) => Self::usage(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_bounds() {
        assert_eq!(threads("1"), Ok(1));
        assert_eq!(threads("1024"), Ok(1024));
        for wrong in ["0", "1025", "-1", "+1", "2.0", "", "x", "99999999999999999999999"] {
            assert_eq!(threads(wrong), Err("expected a number of threads from 1 to 1024".to_string()));
        }
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert!(seed("18446744073709551616").is_err() && seed("+1").is_err() && seed("").is_err());
        assert_eq!(depth("4294967295"), Ok(u32::MAX));
        assert!(count("0").is_err() && depth("4294967296").is_err());
    }
}
