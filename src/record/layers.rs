//! `layers.csv` of a run folder: how many states lie at each distance from a start.
use super::RecordError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// One layer of a whole space, a row of `layers.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The domain.
    pub domain: String,
    /// Its size.
    pub size: String,
    /// The instance whose start is at depth 0.
    pub instance_id: String,
    /// Distance from the start, in moves.
    pub depth: u64,
    /// States at that distance.
    pub states: u64,
    /// Successors produced from them.
    pub edges: u64,
}

/// Writes the layers; no file if there are none.
///
/// # Errors
/// If the file cannot be written.
pub fn write_layers(path: &Path, layers: &[Layer]) -> Result<(), RecordError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    for layer in layers {
        out.serialize(layer).expect("memory takes every record");
    }
    let text = out.into_inner().expect("memory takes every record");
    if text.is_empty() { Ok(()) } else { fs::write(path, text).map_err(|error| RecordError::io(path, error)) }
}

/// Reads the layers.
///
/// # Errors
/// If the file cannot be read or is not of this kind.
pub fn read_layers(path: &Path) -> Result<Vec<Layer>, RecordError> {
    let text = fs::read_to_string(path).map_err(|error| RecordError::io(path, error))?;
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let layers: Result<Vec<Layer>, csv::Error> = reader.deserialize().collect();
    layers.map_err(|error| {
        let line = error.position().map_or(1, csv::Position::line);
        RecordError::malformed(path, line, format!("{error}; expected a layer a line"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_come_back_as_they_were_written() {
        let path = std::env::temp_dir().join(format!("searchrig-layers-{}.csv", std::process::id()));
        let layer = Layer {
            domain: "a,b".to_owned(),
            size: "3\"".to_owned(),
            instance_id: String::new(),
            depth: 0,
            states: u64::MAX,
            edges: 2,
        };
        write_layers(&path, &[]).unwrap();
        assert!(!path.exists());
        write_layers(&path, std::slice::from_ref(&layer)).unwrap();
        assert_eq!(read_layers(&path).unwrap(), [layer]);
        fs::write(&path, "domain,size,instance_id,depth,states,edges\nd,1,i,0,1,2\nd,1,i,x,1,2\n").unwrap();
        let error = read_layers(&path).unwrap_err().to_string();
        assert!(error.contains("line 3") && error.lines().count() == 1, "{error}");
        fs::remove_file(&path).unwrap();
    }
}
