//! `searchrig schema`: what the JSON of every command holds.
use super::table::{Format, Listing};
use super::{Exit, Failure, print};
use crate::core::unknown_name;
use serde_json::{Value, json};

/// Print the JSON schema of a command's output; without a name, list the schemas
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The schemas are in JSON Schema 2020-12. Of `solve` each line fits its schema.

Exit codes: 0 done · 2 there is no such schema

Example: searchrig schema verify > verify.schema.json")]
pub(super) struct Args {
    /// Schema to print
    name: Option<String>,
    /// Form of the list
    #[arg(long, value_enum, default_value = "table", conflicts_with = "name")]
    format: Format,
}

/// The published schemas, `docs/schema/NAME.schema.json`.
macro_rules! schemas {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../docs/schema/", $name, ".schema.json")))),*]
    };
}
const SCHEMAS: &[(&str, &str)] = &schemas![
    "ab",
    "algorithms",
    "compare",
    "doctor",
    "domains",
    "explore",
    "heuristics",
    "manifest",
    "plan",
    "report",
    "schemas",
    "solve",
    "verify",
    "visited",
];

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let Some(wanted) = &args.name else {
        print(&listing().render(args.format))?;
        return Ok(Exit::Done);
    };
    let Some((_, text)) = SCHEMAS.iter().find(|(name, _)| name == wanted) else {
        let known: Vec<&str> = SCHEMAS.iter().map(|(name, _)| *name).collect();
        return Err(Failure::usage(unknown_name("schema", wanted, &known)));
    };
    print(text)?;
    Ok(Exit::Done)
}

fn listing() -> Listing {
    let row = |(name, text): &(&str, &str)| {
        let schema: Value = serde_json::from_str(text).expect("the published schemas are JSON");
        vec![json!(name), schema["title"].clone()]
    };
    Listing { columns: &["schema", "describes"], rows: SCHEMAS.iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::SCHEMAS;

    #[test]
    fn every_file_is_published() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("a file").file_name().into_string().expect("ASCII")
        };
        let mut files: Vec<String> = std::fs::read_dir(folder).expect("a folder").map(name).collect();
        files.sort();
        let listed: Vec<String> = SCHEMAS.iter().map(|(name, _)| format!("{name}.schema.json")).collect();
        assert_eq!(files, listed);
    }
}
