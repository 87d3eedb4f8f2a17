//! `report` on files: its forms, its exit codes, and what goes wrong with such tools.
use super::{good, run, scratch};
use std::fs;
use std::path::PathBuf;

/// The rows of a small file, in a folder of one test.
fn folder(name: &str, results: &str) -> PathBuf {
    let folder = scratch(&format!("report-{name}"));
    fs::create_dir_all(&folder).expect("the folder is made");
    fs::write(folder.join("results.csv"), results).expect("the file is written");
    folder
}
fn shown(path: &std::path::Path) -> &str {
    path.to_str().expect("UTF-8")
}

const RESULTS: &str = include_str!("../data/report/results.csv");

#[test]
fn a_run_folder_and_its_results_file_give_the_same_numbers_in_every_form() {
    let folder = folder("forms", RESULTS);
    let file = folder.join("results.csv");
    for form in ["table", "csv"] {
        let of = |path| good(&format!("report {} --format {form}", shown(path)));
        assert_eq!(of(&folder), of(&file));
    }
    let table = good(&format!("report {}", shown(&folder)));
    let row = table.lines().find(|line| line.starts_with("a,b \"x\"")).expect("the quoted name");
    let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(cells[..5], ["a,b \"x\"", "1", "1/2", "1.00 s", "1.00 ms"], "PAR-2 of 1 ms and 2 × 1 s");
    let markdown = good(&format!("report {} --format markdown", shown(&folder)));
    assert!(
        markdown.contains("\n## Failures\n") && markdown.contains("a panic\\\\nof two lines"),
        "{markdown}"
    );
}

#[test]
fn the_locale_changes_no_byte() {
    let folder = folder("locale", RESULTS);
    let of = |locale: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_searchrig"));
        let output =
            command.args(["report", shown(&folder), "--format", "markdown"]).env("LC_ALL", locale).output();
        output.expect("the program runs").stdout
    };
    assert_eq!(of("C"), of("de_DE.UTF-8"));
}

#[test]
fn exit_codes_tell_missing_malformed_and_incomparable_files_apart() {
    let code = |folder: &PathBuf| {
        let run = run(&format!("report {}", shown(folder)));
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.out.is_empty());
        run.code
    };
    assert_eq!(code(&scratch("report-nothing-here").join("none")), 3);
    assert_eq!(code(&folder("malformed", &RESULTS.replace("solved", "sloved"))), 2);
    assert_eq!(code(&folder("schema", &RESULTS.replace("\n1,", "\n2,"))), 4);
}

#[test]
fn a_torn_last_line_is_left_out_with_a_note() {
    let folder = folder("torn", &format!("{RESULTS}1,9,0,i"));
    let table = good(&format!("report {}", shown(&folder)));
    assert!(
        table.contains("note: The last line of results.csv was cut off in writing; it is left out.\n"),
        "{table}"
    );
}

/// A run whose numbers tests/data/report/hand/README.md computes by hand.
const BY_HAND: &str = "tests/data/report/hand/results.csv";

#[test]
fn every_form_has_the_numbers_computed_by_hand() {
    let of = |form: &str| good(&format!("report {BY_HAND} --format {form}"));
    let holds = |form: &str, parts: &[&str]| {
        let text = of(form);
        for part in parts {
            assert!(text.contains(part), "{form}: {part}\n{text}");
        }
    };
    let csv = [
        "tiles,bfs,1,all,answered,2,instances,3,",
        "tiles,bfs,1,all,par2,6672666667,ns,3,",
        "tiles,astar,1,all,par2,3666667,ns,3,",
        "tiles,bfs,1,own,time_shifted_geometric_mean,7000000,ns,2,",
        "tiles,astar,1,own,time_shifted_geometric_mean,3000000,ns,3,",
        "tiles,astar,1,common,time_shifted_geometric_mean,1828427,ns,2,",
        "tiles,astar,1,reference,time_ratio,0.258199,ratio,2,",
        "tiles,bfs,1,common,expanded_total,500,states,2,",
        "tiles,astar,1,common,expanded_total,125,states,2,",
        "tiles,astar,1,common,expanded_geometric_mean,50.0000,states,2,",
        "tiles,astar,1,reference,expanded_ratio,0.250000,ratio,2,",
    ];
    holds("csv", &csv);
    let page = ["6.67 s", "3.67 ms", "7.00 ms", "1.83 ms", "0.258× (n=2)", "0.250× (n=2)", "2/3"];
    holds("html", &page);
    holds("markdown", &page);
    let latex = [
        "\\rigTilesBfsAnswered}{\\num{2}}",
        "\\rigTilesBfsParTwo}{\\SI{6.67}{\\second}}",
        "\\rigTilesAstarParTwo}{\\SI{3.67}{\\milli\\second}}",
        "\\rigTilesBfsTimeOwn}{\\SI{7.00}{\\milli\\second}}",
        "\\rigTilesAstarTimeOwn}{\\SI{3.00}{\\milli\\second}}",
        "\\rigTilesAstarTimeCommon}{\\SI{1.83}{\\milli\\second}}",
        "\\rigTilesAstarTimeRatio}{\\num{0.258}}",
        "\\rigTilesAstarExpandedCommon}{\\num{50.0}}",
        "\\rigTilesAstarExpandedRatio}{\\num{0.250}}",
    ];
    holds("latex", &latex);
    let json: serde_json::Value = serde_json::from_str(&of("json")).expect("JSON");
    let astar = &json["domains"][0]["configurations"][1];
    let close = |value: &serde_json::Value, expected: f64| {
        let value = value.as_f64().expect("a number");
        assert!((value / expected - 1.0).abs() < 1e-5, "{value}, not {expected}");
    };
    assert_eq!(astar["configuration"], "astar");
    close(&astar["par2"]["mean_ns"], 3_666_666.67);
    close(&astar["own"]["mean_ns"], 3e6);
    close(&astar["common"]["mean_ns"], 1_828_427.1);
    close(&astar["time_ratio"]["value"], 0.258_199);
    close(&astar["common"]["expanded"]["geometric_mean"], 50.0);
    assert_eq!(astar["common"]["expanded"]["total"], 125);
    let bencher: serde_json::Value = serde_json::from_str(&of("bencher")).expect("JSON");
    close(&bencher["tiles/bfs, 1 thread"]["latency"]["value"], 6_672_666_666.67);
}

/// Members that a schema does not name are wrong too: it is to say everything.
fn closed(schema: &mut serde_json::Value) {
    if let Some(object) = schema.as_object_mut() {
        if object.contains_key("properties") && !object.contains_key("additionalProperties") {
            object.insert("additionalProperties".to_owned(), false.into());
        }
        object.values_mut().for_each(closed);
    } else if let Some(list) = schema.as_array_mut() {
        list.iter_mut().for_each(closed);
    }
}

#[test]
fn the_json_fits_its_published_schema() {
    let mut schema =
        serde_json::from_str(include_str!("../../docs/schema/report.schema.json")).expect("JSON");
    assert!(jsonschema::meta::is_valid(&schema));
    closed(&mut schema);
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for (name, results) in [("schema", RESULTS), ("schema-empty", "")] {
        let folder = folder(name, results);
        let json = good(&format!("report {} --format json", shown(&folder)));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let wrong: Vec<String> =
            schema.iter_errors(&json).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert_eq!(wrong, Vec::<String>::new());
    }
}

#[test]
fn several_runs_are_one_report_with_the_provenance_of_each() {
    let two = RESULTS.replace(",i1,", ",j1,").replace(",i2,", ",j2,");
    let (one, two) = (folder("one", RESULTS), folder("two", &two));
    for (folder, cpu) in [(&one, "X"), (&two, "Y")] {
        let manifest = format!("{{\"status\":\"complete\",\"cores\":2,\"cpu_model\":\"{cpu}\"}}");
        fs::write(folder.join("manifest.json"), manifest).expect("written");
    }
    let (one, two) = (shown(&one), shown(&two));
    let markdown = good(&format!("report {one} {two} --format markdown"));
    assert!(
        markdown.contains("different machines (X with 2 cores; Y with 2 cores): their times do not compare"),
        "{markdown}"
    );
    let processors = markdown.lines().find(|line| line.starts_with("| processor")).expect("provenance");
    assert_eq!(processors.split_whitespace().collect::<String>(), "|processor|X|Y|");
    let html = good(&format!("report {one} {two} --format html"));
    assert!(html.contains("<dd><bdi>X</bdi></dd>") && html.contains("<dd><bdi>Y</bdi></dd>"));
    assert!(good(&format!("report {one} {two}")).contains("tiles: 4 instances"));
    let twice = run(&format!("report {one} {one}"));
    assert_eq!(twice.code, 2);
    assert!(twice.err.ends_with("is named twice\n"), "{}", twice.err);
}

#[test]
fn instances_of_one_name_that_are_not_the_same_are_not_joined() {
    let folders = [folder("set-a", RESULTS), folder("set-b", RESULTS)];
    for (folder, hash) in folders.iter().zip(["01", "02"]) {
        let set = format!("instance_id,domain,size,initial,goal,state_hash\ni1,tiles,3x3,x,y,{hash}\n");
        fs::write(folder.join("instances.csv"), set).expect("written");
    }
    let joined = run(&format!("report {} {}", shown(&folders[0]), shown(&folders[1])));
    assert_eq!(joined.code, 4);
    assert!(joined.err.contains("different instances under the name \"i1\""), "{}", joined.err);
}

#[test]
fn parts_of_a_domain_are_reported_by_themselves() {
    let folder = folder("parts", RESULTS);
    let unknown = run(&format!("report {} --group-by size", shown(&folder)));
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("--group-by: the size of instance \"i1\" is not known"), "{}", unknown.err);
    let set = "instance_id,domain,size,initial,goal\ni1,tiles,10x10,x,y\ni2,tiles,2x2,x,y\n";
    fs::write(folder.join("instances.csv"), set).expect("written");
    let table = good(&format!("report {} --group-by size", shown(&folder)));
    let places =
        ["tiles[size=2x2]: 1 instances", "tiles[size=10x10]: 1 instances"].map(|part| table.find(part));
    assert!(places[0].is_some() && places[0] < places[1], "{table}");
}

#[test]
fn hostile_names_come_back_whole_from_csv_and_json_and_are_inert_elsewhere() {
    let long = "n".repeat(300);
    for (i, name) in
        ["a|b<script>_%&$#", "\"it's\"", &long, "שלום\u{202e}x", "=cmd|' /C calc'!A0"].iter().enumerate()
    {
        let quoted = format!(",\"{}\",", name.replace('"', "\"\""));
        let folder = folder(&format!("hostile-{i}"), &RESULTS.replace(",bfs,1,0,", &format!("{quoted}1,0,")));
        let of = |form: &str| good(&format!("report {} --format {form}", shown(&folder)));
        let csv = of("csv");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        assert!(reader.records().any(|record| record.expect("CSV").get(1) == Some(name)), "{csv}");
        let json: serde_json::Value = serde_json::from_str(&of("json")).expect("JSON");
        let lines = json["domains"][0]["configurations"].as_array().expect("configurations");
        assert!(lines.iter().any(|line| line["configuration"] == *name), "{json}");
        for form in ["junit", "markdown", "html", "latex", "table"] {
            let text = of(form);
            let scripts = text.matches("<script>").count();
            // As text of a terminal, and in a comment, it acts nowhere.
            let inert = ["table", "latex"].contains(&form);
            assert!(inert || scripts == usize::from(form == "html"), "{form}: {text}");
            assert!(!text.contains('\u{202e}'), "{form}: {text}");
        }
    }
}

#[test]
#[cfg(not(feature = "png"))]
fn a_build_without_png_says_how_to_get_one() {
    let line = format!("report {BY_HAND} --format png --plot growth-expanded -o never.png");
    let run = run(&line);
    assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
    assert!(run.err.contains("--features png") && run.err.contains("rsvg-convert"), "{}", run.err);
}
