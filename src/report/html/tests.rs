//! The page and the pictures at their edges.
use crate::record::{Counts, Layer, Row, Status};
use crate::report::summary::tests::small;
use crate::report::{Run, html, pictures, summary};

fn page(rows: Vec<Row>) -> String {
    rendered(&Run::of("run", rows))
}

/// The page of a run and all its pictures.
fn rendered(run: &Run) -> String {
    let summary = summary(run);
    let svg: String = pictures(run, &summary).into_iter().map(|picture| picture.svg).collect();
    let page = html(run, &summary);
    for text in [&page, &svg] {
        assert!(!text.contains("NaN") && !text.contains(">inf") && !text.contains("Infinity ms"), "{text}");
    }
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    page + &svg
}

#[test]
fn a_small_run_shows_its_numbers_and_pictures() {
    let page = page(small().rows);
    for part in [
        "670 ms",
        "2/3",
        "p0-growth-expanded",
        "p0-cactus-time",
        "p0-profile",
        "p0-scatter",
        "time limit, 1.00 s",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn runs_at_the_edges_render() {
    let late = || Row {
        status: Status::LimitTime,
        determinism: Counts::Noisy,
        solution_cost: None,
        limit_wall_ns: Some(1),
        ..Row::sample()
    };
    // One instance, one configuration, all time-outs, the start a goal: in turn and together.
    let nothing = Row {
        solution_cost: Some(0),
        expanded: Some(0),
        generated: Some(0),
        wall_ns: Some(0),
        ..Row::sample()
    };
    assert!(page(vec![]).contains("There are no rows."));
    let elsewhere = Row { instance_id: "other".to_owned(), ..late() };
    for rows in [
        vec![Row::sample()],
        vec![late()],
        vec![late(), elsewhere],
        vec![nothing.clone()],
        vec![nothing.clone(), Row { configuration: "other".to_owned(), wall_ns: Some(1), ..nothing.clone() }],
        vec![nothing, late()],
    ] {
        assert!(page(rows).contains("</html>"));
    }
}

#[test]
fn hostile_names_are_plain_text() {
    let hostile = "=cmd|' /C calc'!A0 a|b<script>_%&$#\"'`\n\u{202e}שלום</svg><img src=x onerror=alert(1)>";
    let long = format!("{hostile}{}", "n".repeat(300));
    let row = |configuration: &str, status| Row {
        configuration: configuration.to_owned(),
        domain: hostile.to_owned(),
        instance_id: long.clone(),
        visited: hostile.to_owned(),
        detail: long.clone(),
        status,
        ..Row::sample()
    };
    let layer = Layer {
        domain: hostile.to_owned(),
        size: hostile.to_owned(),
        instance_id: long.clone(),
        depth: 0,
        states: 1,
        edges: 0,
    };
    let rows = vec![row(hostile, Status::Solved), row(&long, Status::Solved), row("x", Status::Error)];
    let page = rendered(&Run { layers: vec![layer], ..Run::of(hostile, rows) });
    assert!(page.contains("p0-layers"));
    assert_eq!(page.matches("<script>").count(), 1, "the page's own");
    assert!(!page.contains("<img") && !page.contains('\u{202e}') && !page.contains(&long));
}

#[test]
fn a_page_asks_nothing_of_a_network() {
    let page = page(small().rows).replace("http://www.w3.org/2000/svg", "");
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("src="), "{page}");
}

/// A third of 200,000 rows, with time to spare for a busy machine.
#[test]
fn a_big_run_is_cut_and_says_so() {
    let rows = (0..60_000).map(|i: u64| Row {
        instance_id: format!("i{}", i / 20),
        configuration: format!("c{}", i / 5 % 4),
        options: format!("o={}", i / 5 % 4),
        repeat: (i % 5) as u32,
        solution_cost: Some(i / 20 % 900),
        wall_ns: Some(1000 + i * 7919 % 100_000),
        ..Row::sample()
    });
    let run = Run::of("run", rows.collect());
    let begun = std::time::Instant::now();
    let page = html(&run, &summary(&run));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert!(
        page.contains("The first 1500 of 12000 rows are shown")
            && page.contains("more points than are drawn")
    );
}
