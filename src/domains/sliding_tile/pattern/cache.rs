//! The databases' files: the only input and output of the domain. A file is
//! named after the digest of what it holds the database of, and carries the digest of
//! its entries, so that neither an old nor a damaged file is ever believed.
use super::database::Database;
use super::partition::Shape;
use std::env;
use std::fs;
use std::io::{ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};
use std::process;

/// First bytes of a file; another build method or layout takes another number.
const MAGIC: &[u8; 16] = b"searchrig pdb 1\n";

/// FNV-1a, 64 bits (Fowler, Noll, Vo): guards against damage, not malice.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// Where the files are kept: `$SEARCHRIG_CACHE`, else `searchrig` under the
/// user's cache directory, else under the directory for temporary files.
pub(super) fn directory() -> PathBuf {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let users = || set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    set("SEARCHRIG_CACHE").unwrap_or_else(|| users().unwrap_or_else(env::temp_dir).join("searchrig"))
}

/// The file of the database of `shape`.
pub(super) fn file(directory: &Path, shape: &Shape) -> PathBuf {
    let (rows, columns, hash) = (shape.rows, shape.columns, digest(shape.text().as_bytes()));
    directory.join(format!("sliding-tile-{rows}x{columns}-{hash:016x}.pdb"))
}

/// The database of `shape` as [`save`] left it; `None` if it left none.
///
/// # Errors
/// One line that says which file cannot be used, and why.
pub(super) fn load(directory: &Path, shape: &Shape) -> Result<Option<Database>, String> {
    let file = file(directory, shape);
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("{}: cannot be read: {error}", file.display())),
    };
    let entries = || {
        let (hash, entries) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
        (u64::from_le_bytes(*hash) == digest(entries)).then(|| entries.to_vec())
    };
    let database = entries().and_then(|entries| Database::from_entries(shape.clone(), entries));
    database.map(Some).ok_or_else(|| format!("{}: damaged, so it is built again", file.display()))
}

/// Writes `database`, whole or not at all.
///
/// # Errors
/// One line that says which file cannot be written, and why.
pub(super) fn save(directory: &Path, shape: &Shape, database: &Database) -> Result<(), String> {
    let file = file(directory, shape);
    let part = file.with_extension(format!("{}.part", process::id()));
    let entries = database.entries();
    let bytes = [&MAGIC[..], &digest(entries).to_le_bytes(), entries].concat();
    let write = || -> IoResult<()> {
        fs::create_dir_all(directory)?;
        fs::write(&part, bytes)?;
        fs::rename(&part, &file)
    };
    write().map_err(|error| format!("{}: cannot be written: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_the_database_back_and_a_damaged_one_is_refused() {
        let directory = env::temp_dir().join(format!("searchrig-pdb-test-{}", process::id()));
        let shape = Shape { rows: 3, columns: 3, tiles: vec![1, 2, 3] };
        assert!(load(&directory, &shape).unwrap().is_none());
        let built = Database::build(shape.clone());
        save(&directory, &shape, &built).unwrap();
        assert_eq!(load(&directory, &shape).unwrap().unwrap().entries(), built.entries());
        let file = file(&directory, &shape);
        let good = fs::read(&file).unwrap();
        let mut flipped = good.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for bad in [&flipped[..], &good[..good.len() - 1], b"", b"something else"] {
            fs::write(&file, bad).unwrap();
            let refused = load(&directory, &shape).unwrap_err();
            assert!(refused.contains("damaged") && refused.contains(".pdb"), "{refused}");
        }
        fs::remove_dir_all(&directory).unwrap();
    }
}
