//! The experiment file: TOML, read strictly. Every mistake is shown with its line.
//!
//! Wherever a configuration can vary, one value or a list may stand; a block
//! expands to every combination of its lists.
use super::Error;
use crate::core::units::{Range, parse_bytes, parse_duration};
use crate::core::{Cost, unknown_name};
use serde::de::value::{F64Deserializer, I64Deserializer, StrDeserializer};
use serde::de::{self, Deserialize, Deserializer, IntoDeserializer, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

/// An experiment as written.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Names the run's folder: letters, digits, `-`, `_` and `.`.
    pub name: Spanned<String>,
    /// For the report.
    #[serde(default)]
    pub description: String,
    /// Seed of the order of the runs, and of instance blocks without their own.
    #[serde(default)]
    pub seed: u64,
    /// How often the whole matrix is run.
    #[serde(default = "one")]
    pub rounds: Spanned<u32>,
    /// Unrecorded runs when a session is first opened.
    #[serde(default)]
    pub warmup: u32,
    /// Runs at a time.
    #[serde(default = "one")]
    pub jobs: Spanned<u32>,
    /// Whether each run stays on cores of its own.
    #[serde(default)]
    pub pin: bool,
    /// Limits of every run.
    #[serde(default)]
    pub limits: Limits,
    /// What to search.
    pub instances: Vec<Spanned<InstanceBlock>>,
    /// What to search with.
    pub configurations: Vec<Spanned<ConfigurationBlock>>,
}

fn one() -> Spanned<u32> {
    Spanned::new(0..0, 1)
}

/// Limits of a run; what is absent is unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Time of the search, as in `"10s"`.
    #[serde(default, deserialize_with = "time")]
    pub time: Option<Duration>,
    /// Most expansions.
    pub nodes: Option<u64>,
    /// Bytes of the visited set, as in `"2GiB"`.
    #[serde(default, deserialize_with = "bytes")]
    pub memory: Option<u64>,
    /// Largest solution cost of interest.
    pub depth: Option<Cost>,
}
impl Limits {
    /// These, and `other` where these say nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            time: self.time.or(other.time),
            nodes: self.nodes.or(other.nodes),
            memory: self.memory.or(other.memory),
            depth: self.depth.or(other.depth),
        }
    }
}

/// A block of instances: read from `file`, or `count` of them drawn.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InstanceBlock {
    /// The domain; with `file` it may be absent if the file says it.
    pub domain: Option<Spanned<String>>,
    /// Sizes of the domain; its default if absent.
    #[serde(alias = "sizes")]
    pub size: Option<Spanned<List<String>>>,
    /// An instance set (`.csv`) or a judge's file; relative to the experiment file.
    pub file: Option<Spanned<PathBuf>>,
    /// How many to draw of each size.
    pub count: Option<Spanned<u32>>,
    /// How to draw them: `uniform`, `walk` or `optimal`.
    pub method: Option<Spanned<Method>>,
    /// Moves of a walk, as in `"5..20"`.
    #[serde(default, deserialize_with = "range")]
    pub steps: Option<Range>,
    /// Optimal cost, as in `"6..8"`.
    #[serde(default, deserialize_with = "range")]
    pub optimal: Option<Range>,
    /// Seed of the drawing.
    pub seed: Option<u64>,
}

/// How instances are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Uniformly from all of the size.
    Uniform,
    /// By a random walk of `steps` moves.
    Walk,
    /// With an optimal cost within `optimal`.
    Optimal,
}

/// A block of configurations: every combination of its lists.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfigurationBlock {
    /// Replaces the canonical name; the block must then be one configuration, save for its threads.
    pub name: Option<String>,
    /// Only for these domains; absent: all of the experiment.
    #[serde(alias = "domain")]
    pub domains: Option<Spanned<List<String>>>,
    /// Algorithms; `"all"` is every one.
    #[serde(alias = "algorithms")]
    pub algorithm: Spanned<List<String>>,
    /// Heuristics; absent: the domain's first; `"all"`.
    #[serde(alias = "heuristics")]
    pub heuristic: Option<Spanned<List<String>>>,
    /// Visited sets; absent: none where the algorithm can do without, else `dashmap`; `"none"`; `"all"`.
    pub visited: Option<Spanned<List<String>>>,
    /// Threads of one run; absent: 1.
    pub threads: Option<Spanned<List<u32>>>,
    /// Weights of the heuristic in weighted searches; absent: 1.5.
    #[serde(alias = "weights")]
    pub weight: Option<Spanned<List<f64>>>,
    /// Limits that go before those of the experiment.
    #[serde(default)]
    pub limits: Limits,
}

/// One value or several.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMore(PhantomData))
    }
}

struct OneOrMore<T>(PhantomData<T>);
impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrMore<T> {
    type Value = List<T>;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one value or a list of them")
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<List<T>, E> {
        let one: StrDeserializer<'_, E> = value.into_deserializer();
        T::deserialize(one).map(|one| List(vec![one]))
    }
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<List<T>, E> {
        let one: I64Deserializer<E> = value.into_deserializer();
        T::deserialize(one).map(|one| List(vec![one]))
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<List<T>, E> {
        let one: F64Deserializer<E> = value.into_deserializer();
        T::deserialize(one).map(|one| List(vec![one]))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<List<T>, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = sequence.next_element()? {
            all.push(one);
        }
        if all.is_empty() { Err(de::Error::invalid_length(0, &"at least one value")) } else { Ok(List(all)) }
    }
}

/// A value that is written as text, read by `read`.
fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    read(&text).map(Some).map_err(|right| de::Error::custom(format!("`{text}`: {right}")))
}
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    text(deserializer, parse_duration)
}
fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    text(deserializer, parse_bytes)
}
fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Range>, D::Error> {
    text(deserializer, str::parse)
}

/// The text of an experiment, for messages that show where they apply.
#[derive(Clone, Debug)]
pub struct Source {
    /// Where it was read from; what a message begins with.
    pub name: String,
    /// What relative paths in it start from.
    pub folder: PathBuf,
    /// The TOML text.
    pub text: String,
}
impl Source {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::io(path, &e))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        Ok(Self { name: path.display().to_string(), folder, text })
    }
    /// Parses the text.
    ///
    /// # Errors
    /// What is wrong, with its line and a caret below the place.
    pub fn parse(&self) -> Result<File, Error> {
        let file: File = toml::from_str(&self.text).map_err(|e| {
            let span = e.span().unwrap_or(0..0);
            self.error(&span, &nearest(e.message()))
        })?;
        let name = file.name.get_ref();
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
            return Err(self.error(
                &file.name.span(),
                "name: expected letters, digits, `-`, `_` and `.`, not `.` first: it names a folder",
            ));
        }
        for (key, number) in [("rounds", &file.rounds), ("jobs", &file.jobs)] {
            if *number.get_ref() == 0 {
                return Err(self.error(&number.span(), &format!("{key}: expected at least 1")));
            }
        }
        Ok(file)
    }
    /// An error at the bytes `span`: file, line, column, message, and the line with carets below the place.
    #[must_use]
    pub fn error(&self, span: &std::ops::Range<usize>, message: &str) -> Error {
        let start = span.start.min(self.text.len());
        let from = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line = self.text[from..].lines().next().unwrap_or_default();
        let number = self.text[..start].matches('\n').count() + 1;
        let column = self.text[from..start].chars().count();
        let marked = &self.text[start..span.end.clamp(start, from + line.len().max(start - from))];
        let carets = "^".repeat(marked.chars().count().max(1));
        let margin = " ".repeat(number.to_string().len());
        Error::Input(format!(
            "{name}:{number}:{at}: {message}\n{margin} |\n{number} | {line}\n{margin} | {pad}{carets}",
            name = self.name,
            at = column + 1,
            pad = " ".repeat(column),
        ))
    }
}

/// What the reader of the file says of a key or value that it does not know, with the nearest one.
fn nearest(message: &str) -> String {
    let unknown = |(intro, what): (&str, &str)| {
        let (given, known) = message.strip_prefix(intro)?.split_once("`, expected ")?;
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        Some(unknown_name(what, given, &known))
    };
    let found = [("unknown field `", "key"), ("unknown variant `", "value")].into_iter().find_map(unknown);
    found.unwrap_or_else(|| message.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "x.toml".to_string(), folder: PathBuf::new(), text: text.to_string() }
    }
    fn message(text: &str) -> String {
        source(text).parse().expect_err("a mistake").to_string()
    }
    const BLOCKS: &str = "[[instances]]\ndomain = \"d\"\n[[configurations]]\nalgorithm = \"bfs\"\n";

    #[test]
    fn one_value_and_a_list_both_stand() {
        let file =
            source(&format!("name = \"x\"\n{BLOCKS}threads = [1, 2]\nvisited = \"bitset\"\nweight = 2\n"));
        let file = file.parse().expect("a right file");
        let block = file.configurations[0].get_ref();
        assert_eq!(block.algorithm.get_ref().0, ["bfs"]);
        assert_eq!(block.threads.as_ref().expect("threads").get_ref().0, [1, 2]);
        assert_eq!(block.weight.as_ref().expect("weight").get_ref().0, [2.0]);
        assert_eq!(*file.rounds.get_ref(), 1);
    }

    #[test]
    fn an_unknown_key_is_shown_with_a_caret() {
        let text = message("name = \"x\"\nround = 3\n");
        assert!(
            text.starts_with("x.toml:2:1: unknown key `round`: did you mean `rounds`? there are name, "),
            "{text}"
        );
        assert!(text.ends_with("  |\n2 | round = 3\n  | ^^^^^"), "{text}");
    }

    #[test]
    fn limits_need_units() {
        let text = message(&format!("name = \"x\"\nlimits = {{ time = \"10\" }}\n{BLOCKS}"));
        assert!(text.contains("`10`: expected a time above 0"), "{text}");
        assert!(text.contains("2 | limits = { time = \"10\" }"), "{text}");
    }

    #[test]
    fn broken_toml_and_odd_names_are_shown() {
        assert!(message("name = \"x\nseed = 1").starts_with("x.toml:1:"));
        let text = message(&format!("name = \"../x\"\n{BLOCKS}"));
        assert!(
            text.contains("it names a folder") && text.contains("1 | name = \"../x\"\n  |        ^^^^^^"),
            "{text}"
        );
        let text = message(&format!("name = \"x\"\nrounds = 0\n{BLOCKS}"));
        assert!(text.contains("rounds: expected at least 1"), "{text}");
    }

    #[test]
    fn an_empty_list_is_refused() {
        let text = message(&format!("name = \"x\"\n{BLOCKS}threads = []\n"));
        assert!(text.contains("at least one value"), "{text}");
    }
}
