//! A picture as PNG, for where no SVG can be shown.
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Family, Query};
use resvg::usvg::{Options, Tree};

/// Pixels a unit of the picture: sharp in print at the width of a column.
const SCALE: f32 = 4.0;
/// The first of these that is installed stands in for the fonts of browsers.
const FONTS: [&str; 5] = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica"];

/// Draws an SVG, as it looks on paper.
///
/// # Errors
/// If no font is installed, so that there would be no text: one line.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let font = font(fonts).ok_or("no font is installed: --format svg needs none")?;
    fonts.set_sans_serif_family(font);
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or("the picture is too large")?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

fn font(fonts: &Database) -> Option<String> {
    let found =
        |name: &&str| fonts.query(&Query { families: &[Family::Name(name)], ..Query::default() }).is_some();
    let any = || Some(fonts.faces().next()?.families.first()?.0.clone());
    FONTS.iter().copied().find(|name| found(&name)).map(str::to_owned).or_else(any)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::summary::tests::small;
    use crate::report::{pictures, summary};

    #[test]
    fn every_picture_of_a_small_run_is_drawn_with_its_text() {
        let run = small();
        for picture in pictures(&run, &summary(&run)) {
            let drawn = |svg: &str| Pixmap::decode_png(&png(svg).expect("drawn")).expect("a PNG");
            let whole = drawn(&picture.svg);
            assert_eq!(whole.width(), 1920, "{}", picture.kind);
            // Without its words it looks different: there was a font for them.
            let wordless = drawn(&picture.svg.replace("<text", "<desc").replace("</text", "</desc"));
            assert_ne!(whole.data(), wordless.data(), "{}", picture.kind);
        }
    }
}
