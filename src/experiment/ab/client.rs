//! The driver's side of one worker.
use super::protocol::{Hello, Named, PROTOCOL, Reply, Request};
use crate::experiment::Source;
use crate::record::Row;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What goes wrong with a worker; the message names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerError {
    /// It speaks another version of the protocol, or is no worker.
    Version(String),
    /// It cannot be started, has died, or answers something else than was asked.
    Broken(String),
    /// It refuses the experiment.
    Refused(String),
}
impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(message) | Self::Broken(message) | Self::Refused(message) => f.write_str(message),
        }
    }
}
impl std::error::Error for WorkerError {}

/// A worker that has said hello.
pub struct Client {
    /// What messages call it.
    name: String,
    hello: Hello,
    from: Box<dyn BufRead>,
    to: Box<dyn Write>,
    /// Its process, if it is one of ours.
    child: Option<Child>,
}
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("name", &self.name).field("hello", &self.hello).finish_non_exhaustive()
    }
}

impl Client {
    /// Starts `binary` as a worker; messages call it `side` and its path.
    ///
    /// # Errors
    /// If it cannot be started, or as for [`Client::connect`].
    pub fn start(side: &str, binary: &Path) -> Result<Self, WorkerError> {
        let name = format!("{side} worker {}", binary.display());
        let child = Command::new(binary).arg("worker").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child =
            child.map_err(|e| WorkerError::Broken(format!("{name}: it cannot be started: {e}")))?;
        let to = child.stdin.take().expect("asked for a pipe");
        let from = child.stdout.take().expect("asked for a pipe");
        Self::over(name, Box::new(BufReader::new(from)), Box::new(to), Some(child))
    }
    /// Meets a worker over any two pipes.
    ///
    /// # Errors
    /// If its first line is no hello of this version of the protocol.
    pub fn connect(name: &str, from: Box<dyn BufRead>, to: Box<dyn Write>) -> Result<Self, WorkerError> {
        Self::over(name.to_string(), from, to, None)
    }
    fn over(
        name: String,
        from: Box<dyn BufRead>,
        to: Box<dyn Write>,
        child: Option<Child>,
    ) -> Result<Self, WorkerError> {
        let unknown =
            Hello { protocol: 0, tool_version: String::new(), profile: String::new(), git_revision: None };
        let mut client = Self { name, hello: unknown, from, to, child };
        let line = client.line()?;
        // The version first: all else may differ between versions.
        let value: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        let protocol = value["hello"]["protocol"].as_u64();
        let name = &client.name;
        match protocol {
            Some(version) if version == u64::from(PROTOCOL) => {}
            Some(version) => {
                return Err(WorkerError::Version(format!(
                    "{name}: it speaks version {version} of the worker protocol, this program version {PROTOCOL}; \
                     both builds must speak the same"
                )));
            }
            None => {
                return Err(WorkerError::Version(format!(
                    "{name}: expected its first line to say hello in the worker protocol, not {:?}",
                    line.trim_end().chars().take(60).collect::<String>()
                )));
            }
        }
        match serde_json::from_str(&line) {
            Ok(Reply::Hello(hello)) => client.hello = hello,
            _ => return Err(client.unexpected(&line)),
        }
        Ok(client)
    }
    /// Which build it is.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }
    /// Gives it the experiment, and hears its configurations; with `pin` it stays on cores of its own.
    ///
    /// # Errors
    /// If it refuses them, or is broken.
    pub fn load(&mut self, source: &Source, instances: &str, pin: bool) -> Result<Vec<Named>, WorkerError> {
        let [name, experiment, instances] = [&source.name, &source.text, instances].map(str::to_string);
        match self.ask(&Request::Load { name, experiment, instances, pin, alone: false })? {
            Reply::Loaded(named) => Ok(named),
            Reply::Error(why) => Err(WorkerError::Refused(format!("{}: {why}", self.name))),
            other => Err(self.unexpected(&format!("{other:?}"))),
        }
    }
    /// Has it do one run: the places of instance and configuration, and the round; `batch`
    /// searches are timed as one, below 2 the worker's own times decide.
    ///
    /// # Errors
    /// If it is broken.
    pub fn run(
        &mut self,
        (instance, configuration): (usize, usize),
        round: u32,
        batch: u32,
    ) -> Result<Row, WorkerError> {
        match self.ask(&Request::Run { instance, configuration, round, batch })? {
            Reply::Row(row) => Ok(*row),
            other => Err(self.unexpected(&format!("{other:?}"))),
        }
    }
    fn ask(&mut self, request: &Request) -> Result<Reply, WorkerError> {
        let text = serde_json::to_string(request).expect("requests hold only plain fields");
        let sent = self.to.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.to.flush());
        if sent.is_err() {
            return Err(self.died());
        }
        let line = self.line()?;
        serde_json::from_str(&line).map_err(|_| self.unexpected(&line))
    }
    fn line(&mut self) -> Result<String, WorkerError> {
        let mut line = String::new();
        match self.from.read_line(&mut line) {
            Ok(n) if n > 0 && line.ends_with('\n') => Ok(line),
            _ => Err(self.died()),
        }
    }
    fn died(&mut self) -> WorkerError {
        let how = self.child.take().map_or(String::new(), |mut child| {
            // It may have closed its output only; it is of no more use either way.
            let ended = child.try_wait().ok().flatten();
            let ended = ended.or_else(|| {
                std::thread::sleep(std::time::Duration::from_millis(50));
                child.try_wait().ok().flatten()
            });
            ended.map_or_else(
                || {
                    let _ = child.kill();
                    let _ = child.wait();
                    ": it closed its output".to_string()
                },
                |status| format!(": {status}"),
            )
        });
        WorkerError::Broken(format!("{} died{how}", self.name))
    }
    fn unexpected(&self, line: &str) -> WorkerError {
        let start: String = line.trim_end().chars().take(120).collect();
        WorkerError::Broken(format!("{}: an answer that was not asked for: {start}", self.name))
    }
}
impl Drop for Client {
    fn drop(&mut self) {
        let quit = serde_json::to_string(&Request::Quit).expect("requests hold only plain fields");
        let _ = self.to.write_all(format!("{quit}\n").as_bytes()).and_then(|()| self.to.flush());
        // The end of its input ends a worker that did not understand.
        self.to = Box::new(std::io::sink());
        if let Some(mut child) = self.child.take() {
            let _ = child.wait();
        }
    }
}
