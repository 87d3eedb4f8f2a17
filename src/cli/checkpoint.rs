//! The file of an exploration that was left at the end of a layer: a line that says what
//! it is, a line of JSON, the words of the search, and a digest of all that.
use super::Failure;
use crate::core::Stats;
use crate::experiment::Digest;
use crate::registry::Session;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

const MAGIC: &str = "searchrig checkpoint 1";

/// What was explored, and how far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) domain: String,
    pub(super) size: String,
    pub(super) from: String,
    pub(super) visited: String,
    /// Time of the search so far.
    pub(super) nanoseconds: u64,
    pub(super) layers: Vec<u64>,
    /// From each layer but the last.
    pub(super) edges: Vec<u64>,
}
impl Header {
    fn space(&self) -> String {
        format!("{} {} with {} from {}", self.domain, self.size, self.visited, self.from)
    }
}

/// Writes `session`, whole or not at all.
pub(super) fn save(path: &Path, header: &Header, session: &mut dyn Session) -> Result<(), Failure> {
    let part = path.with_added_extension("part");
    let mut write = || -> io::Result<()> {
        let mut file = Digested { inner: BufWriter::new(File::create(&part)?), digest: Digest::default() };
        writeln!(file, "{MAGIC}\n{}", serde_json::to_string(header)?)?;
        session.checkpoint().expect("asked before").save(&mut file)?;
        let Digested { mut inner, digest } = file;
        inner.write_all(&digest.value().to_le_bytes())?;
        inner.into_inner()?.sync_all()?;
        fs::rename(&part, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&part);
        Failure::io(format!("{}: cannot be written: {error}", path.display()))
    })
}

/// Takes `session` to where the file left it, if there is one; gives the time that took
/// the search so far. The file must be of the space of `wanted`.
pub(super) fn load(path: &Path, wanted: &Header, session: &mut dyn Session) -> Result<Option<u64>, Failure> {
    let wrong = |what: &str| Failure::usage(format!("{}: {what}", path.display()));
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(format!("{}: cannot be read: {error}", path.display()))),
        Ok(file) => file,
    };
    let mut file = Digested { inner: BufReader::new(file), digest: Digest::default() };
    if file.line().as_deref() != Some(MAGIC) {
        return Err(wrong(&format!("is no checkpoint; expected a file that begins with `{MAGIC}`")));
    }
    let damaged = || wrong("is damaged; explore from the start with another file, or without this one");
    let header =
        file.line().and_then(|line| serde_json::from_str::<Header>(&line).ok()).ok_or_else(damaged)?;
    if header.space() != wanted.space() {
        return Err(wrong(&format!("is of {}, and this is {}", header.space(), wanted.space())));
    }
    let search = session.checkpoint().expect("asked before");
    let states = search.load(&mut file).map_err(|_| damaged())?;
    let (mut digest, mut rest) = ([0; 8], [0]);
    let told = file.inner.read_exact(&mut digest).is_ok() && file.inner.read(&mut rest).is_ok_and(|n| n == 0);
    let whole = told && u64::from_le_bytes(digest) == file.digest.value();
    let counted = header.layers.last() == Some(&states) && header.layers.len() == header.edges.len() + 1;
    if !whole || !counted {
        return Err(damaged());
    }
    session.restore(0, Stats::of_layers(header.layers, header.edges));
    Ok(Some(header.nanoseconds))
}

/// A file, and the digest of what passed.
struct Digested<T> {
    inner: T,
    digest: Digest,
}
impl<T: Write> Write for Digested<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.digest.add(&bytes[..count]);
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
impl<T: Read> Read for Digested<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.digest.add(&bytes[..count]);
        Ok(count)
    }
}
impl<T: BufRead> Digested<T> {
    /// The next line, if it is one of text.
    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        // A file of something else may have no lines at all.
        (&mut self.inner).take(1 << 20).read_until(b'\n', &mut line).ok()?;
        self.digest.add(&line);
        String::from_utf8(line).ok()?.strip_suffix('\n').map(str::to_string)
    }
}
