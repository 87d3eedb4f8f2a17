//! The databases of a board: read or built once a process, and shared.
use super::cache;
use super::database::Database;
use super::partition::{Shape, partition};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Entries from which a database is kept in a file: smaller ones are built in less than a tenth of a second.
const KEPT: usize = 1_000_000;

/// The databases of the patterns of one size of board.
#[derive(Debug)]
pub struct Databases {
    list: Vec<Database>,
    /// For each tile, which of them holds it.
    pattern_of: [u8; 32],
    build_time: Duration,
    warnings: Vec<String>,
}

impl Databases {
    /// A database a pattern; no tile is in two of them.
    #[must_use]
    pub fn list(&self) -> &[Database] {
        &self.list
    }
    /// Which of the databases is about `tile`.
    #[inline]
    pub(super) fn pattern_of(&self, tile: usize) -> usize {
        usize::from(self.pattern_of[tile % 32])
    }
    /// The time that building took in this process: nothing for what came from a file.
    #[must_use]
    pub fn build_time(&self) -> Duration {
        self.build_time
    }
    /// What was wrong with files, a line each; the databases are right all the same.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn new(shapes: Vec<Shape>, directory: &Path) -> Self {
        let mut new =
            Self { list: Vec::new(), pattern_of: [0; 32], build_time: Duration::ZERO, warnings: Vec::new() };
        for shape in shapes {
            for &tile in &shape.tiles {
                new.pattern_of[usize::from(tile) % 32] = new.list.len() as u8;
            }
            let database = new.load_or_build(&shape, directory);
            new.list.push(database);
        }
        new
    }
    fn load_or_build(&mut self, shape: &Shape, directory: &Path) -> Database {
        let kept = Database::size_of(shape) >= KEPT;
        if kept {
            match cache::load(directory, shape) {
                Ok(Some(database)) => return database,
                Ok(None) => {}
                Err(warning) => self.warnings.push(warning),
            }
        }
        let began = Instant::now();
        let built = Database::build(shape.clone());
        self.build_time += began.elapsed();
        if kept {
            self.warnings.extend(cache::save(directory, shape, &built).err());
        }
        built
    }
}

/// The databases for boards of so many rows and columns, from 2 to 5 each. The
/// first call for a size reads or builds them (seconds for 4x4 and 5x5, and a
/// few times their size in memory); a harness that times set-up calls it before.
///
/// # Panics
/// If another thread panicked in here.
#[must_use]
pub fn prepare(rows: usize, columns: usize) -> Arc<Databases> {
    static READY: Mutex<BTreeMap<(usize, usize), Arc<Databases>>> = Mutex::new(BTreeMap::new());
    let mut ready = READY.lock().expect("building databases does not panic");
    let build = || Arc::new(Databases::new(partition(rows, columns), &cache::directory()));
    ready.entry((rows, columns)).or_insert_with(build).clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{env, fs, process};

    #[test]
    fn large_databases_come_from_their_file_the_second_time() {
        let directory = env::temp_dir().join(format!("searchrig-prepare-test-{}", process::id()));
        let shapes = || vec![Shape { rows: 5, columns: 4, tiles: vec![1, 2, 3, 5, 6] }];
        let first = Databases::new(shapes(), &directory);
        assert!(first.build_time() > Duration::ZERO && first.warnings().is_empty());
        let second = Databases::new(shapes(), &directory);
        assert_eq!(second.build_time(), Duration::ZERO);
        assert_eq!(first.list()[0].entries(), second.list()[0].entries());
        let file = cache::file(&directory, &shapes()[0]);
        fs::write(&file, "damaged").unwrap();
        let third = Databases::new(shapes(), &directory);
        assert!(third.build_time() > Duration::ZERO && third.warnings().len() == 1);
        assert_eq!(first.list()[0].entries(), third.list()[0].entries());
        fs::remove_dir_all(&directory).unwrap();
    }
}
