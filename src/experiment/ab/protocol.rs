//! What driver and worker say to each other: one JSON object a line, over the
//! worker's standard input and output. The worker speaks first (`hello`), then answers each
//! request with one line. Fields that a side does not know are ignored, so that
//! fields can be added without another version; what changes a meaning needs one.
use crate::record::Row;
use serde::{Deserialize, Serialize};

/// Version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The first line of a worker: which build it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// Version of the tool.
    #[serde(default)]
    pub tool_version: String,
    /// Build profile, `debug` or `release`.
    #[serde(default)]
    pub profile: String,
    /// Git revision of the sources, where the build was told: `SEARCHRIG_GIT_REVISION` at compile time.
    #[serde(default)]
    pub git_revision: Option<String>,
}
impl Hello {
    /// That of this build.
    #[must_use]
    pub fn here() -> Self {
        Self {
            protocol: PROTOCOL,
            tool_version: env!("CARGO_PKG_VERSION").to_string(),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_string(),
            git_revision: option_env!("SEARCHRIG_GIT_REVISION").map(str::to_string),
        }
    }
}

/// A configuration as both builds can name it; where it stands in a list is each build's own affair.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Named {
    /// The domain.
    pub domain: String,
    /// The name in results.
    pub configuration: String,
    /// Threads of one search.
    pub threads: u32,
}

/// A line to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::experiment) enum Request {
    /// Read an experiment; once, before any run.
    Load {
        /// What messages call the experiment.
        name: String,
        /// Its TOML text.
        experiment: String,
        /// Its instances as CSV.
        instances: String,
        /// Whether the worker is to pin itself.
        #[serde(default)]
        pin: bool,
        /// Each run is the only one of its process: the worker says when its search begins, gives
        /// its path, and keeps no session.
        #[serde(default)]
        alone: bool,
    },
    /// Do one run.
    Run {
        /// The place of the instance in the CSV, from 0.
        instance: usize,
        /// The place of the configuration in the answer to `load`, from 0.
        configuration: usize,
        /// The round, from 0, for the row.
        round: u32,
        /// Searches to time as one; below 2 the worker's own times decide.
        #[serde(default)]
        batch: u32,
    },
    /// End.
    Quit,
}

/// A line from a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::experiment) enum Reply {
    /// The first line.
    Hello(Hello),
    /// The experiment is loaded: its configurations.
    Loaded(Vec<Named>),
    /// The search of a run that is alone begins.
    Searching,
    /// The solution of a run that is alone: the text of each state.
    Path(Vec<String>),
    /// What a run gave.
    Row(Box<Row>),
    /// The request makes no sense: why. The worker goes on.
    Error(String),
}
