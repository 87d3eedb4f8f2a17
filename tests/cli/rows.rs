//! Results made by hand, for the commands that read them.
use super::{Run, run, scratch};
use std::fs;
use std::path::PathBuf;

pub(super) const HEADER: &str = "schema,seq,round,instance_id,domain,algorithm,heuristic,visited,options,configuration,\
threads,repeat,status,detail,solution_cost,solution_length,expanded,generated,duplicates,reopened,evaluated,\
iterations,expanded_before_last,max_frontier,max_visited,visited_bytes,determinism,setup_ns,wall_ns,cpu_ns,\
teardown_ns,batch,peak_rss_bytes,contended,limit_wall_ns,limit_nodes,limit_memory_bytes,start_utc\n";

/// A solved row: instance, configuration, repeat, expansions, time.
pub(super) fn row(instance: &str, configuration: &str, repeat: u32, expanded: u64, ns: u64) -> String {
    format!(
        "1,0,0,{instance},tiles,bfs,,,,{configuration},1,{repeat},solved,,4,4,{expanded},30,10,0,0,0,9,8,21,,exact,\
         0,{ns},0,0,1,,false,,,,2026-01-01T00:00:00Z\n"
    )
}

/// A folder for one test, and files in it.
pub(super) struct Files(pub(super) PathBuf);
impl Files {
    pub(super) fn new(name: &str) -> Self {
        Self(scratch(name))
    }
    pub(super) fn rows(&self, name: &str, rows: &[String]) -> String {
        self.text(name, &format!("{HEADER}{}", rows.concat()))
    }
    pub(super) fn text(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        fs::write(&path, text).expect("the file is written");
        path.to_str().expect("UTF-8").to_owned()
    }
    /// A run folder with a manifest.
    pub(super) fn folder(&self, name: &str, rows: &[String], manifest: &str) -> String {
        self.rows(&format!("{name}/results.csv"), rows);
        self.text(&format!("{name}/manifest.json"), manifest);
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

/// A failed command: its exit code, silent on standard output, one line on standard error.
pub(super) fn failed(line: &str) -> (i32, String) {
    let Run { code, out, err } = run(line);
    assert_eq!((out.as_str(), err.lines().count()), ("", 1), "searchrig {line}\n{err}");
    (code, err)
}
