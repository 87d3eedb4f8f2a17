//! Standard output in big chunks. A reader that closes it early is content.
use super::Failure;
use std::io::{self, Write};

const CHUNK: usize = 1 << 16;

/// Text on its way to standard output.
#[derive(Debug, Default)]
pub(super) struct Output {
    buffer: String,
    closed: bool,
}
impl Output {
    /// Adds a line; it may wait for others.
    pub(super) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.buffer.push_str(line);
        self.buffer.push('\n');
        if self.buffer.len() >= CHUNK { self.flush() } else { Ok(()) }
    }
    /// Writes what is waiting.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if !self.closed
            && let Err(error) = out.write_all(self.buffer.as_bytes()).and_then(|()| out.flush())
        {
            if error.kind() != io::ErrorKind::BrokenPipe {
                return Err(Failure::io(format!("standard output: {error}")));
            }
            self.closed = true;
        }
        self.buffer.clear();
        Ok(())
    }
    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }
}
