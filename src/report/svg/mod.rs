//! Pictures as SVG: axes, lines, points and bars, without scripts or references to elsewhere.
//! Series differ by colour, by dashes and by the shape of their points; a title and a
//! description are inside each picture.
mod bars;
mod chart;
mod escape;
mod frame;
mod scale;
mod series;

pub(super) use bars::{Bar, Bars};
pub(super) use chart::{Axis, Chart, Guide};
pub(super) use escape::{Escaped, attribute};
pub(super) use frame::{Place, STYLE};
pub(super) use scale::Kind;
pub(super) use series::{Form, Series};
