//! The page at its edges.
use super::html;
use crate::record::{Row, Status};
use crate::report::{Run, summary};

fn page(rows: Vec<Row>) -> String {
    let run = Run { rows, ..Run::default() };
    let mut page = html(&run, &summary(&run));
    page.truncate(page.rfind("<script>").expect("the page's own script"));
    for bad in ["NaN", "inf,", ">inf<", "src=\"http", "href=\"http"] {
        assert!(!page.contains(bad), "{bad}");
    }
    assert_eq!(page.matches("<section").count(), page.matches("</section>").count());
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    page
}

#[test]
fn runs_at_the_edges_render() {
    assert!(page(Vec::new()).contains("</main>"));
    assert!(page(vec![Row::sample()]).contains("<svg"));
    let start_is_goal = Row {
        solution_cost: Some(0),
        solution_length: Some(0),
        wall_ns: Some(0),
        expanded: Some(0),
        ..Row::sample()
    };
    page(vec![start_is_goal]);
    let timed_out = Row {
        status: Status::LimitTime,
        solution_cost: None,
        solution_length: None,
        limit_wall_ns: Some(1_000_000),
        ..Row::sample()
    };
    assert!(page(vec![timed_out]).contains("limit_time"));
}

#[test]
fn hostile_names_are_text() {
    let name = "a|b<script>alert(1)</script>_%&$#\"'\n=cmd|' /C calc'!A0\u{202e}";
    let long = "x".repeat(300);
    let rows = [name, &long].into_iter().map(|name| Row {
        configuration: name.to_owned(),
        domain: name.to_owned(),
        instance_id: name.to_owned(),
        detail: name.to_owned(),
        ..Row::sample()
    });
    let page = page(rows.collect());
    assert!(!page.contains("<script>alert"), "markup in a name must be escaped");
    assert!(page.contains("&lt;script&gt;alert"));
}
