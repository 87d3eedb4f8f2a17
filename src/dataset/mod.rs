//! Floor 4: sets of instances, drawn by seed or read from files.
mod file;
mod generate;
mod judge;
mod set;
mod table;

pub use file::{LoadError, is_csv, load, read_text, save, shown};
pub use generate::{Recipe, generate};
pub use judge::{from_judge, read_judge};
pub use set::{Entry, Group, InstanceSet, state_hash};
pub use table::{COLUMNS, read_csv, write_csv, write_entries};
