//! A bar chart as SVG.

use super::print::Row;
use crate::cli::sheet::escaped;

const BAR: f64 = 44.0;
const GAP: f64 = 8.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 40.0;

/// A bar for each row, with its number of moves below, its count above, and for a sample two standard errors in both
/// directions as a line.
pub fn draw(rows: &[Row], title: &str) -> String {
    let greatest = rows.iter().map(|row| row.count).max().unwrap_or(0).max(1);
    let width = (rows.len() as f64 * (BAR + GAP) + 2.0 * MARGIN).max(400.0);
    let bottom = MARGIN + HEIGHT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
         font-size=\"10\" text-anchor=\"middle\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{}\" y=\"16\" font-size=\"11\">{title}</text>\n",
        bottom + 30.0,
        width / 2.0,
        title = escaped(title),
    );
    for (number, row) in rows.iter().enumerate() {
        let left = MARGIN + number as f64 * (BAR + GAP);
        let middle = left + BAR / 2.0;
        let height = HEIGHT * row.count as f64 / greatest as f64;
        let top = bottom - height;
        svg += &format!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{BAR:.1}\" height=\"{height:.1}\" fill=\"#2a6fb0\"/>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" font-size=\"8\">{}</text>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\">{}</text>\n",
            top - 4.0,
            row.count,
            bottom + 16.0,
            escaped(&row.label),
        );
        if let (Some(share), Some(error)) = (row.share.filter(|share| *share > 0.0), row.error) {
            let reach = 2.0 * error * height / share;
            svg += &format!(
                "<path d=\"M{middle:.1} {:.1}V{:.1}\" stroke=\"#000\"/>\n",
                (top - reach).max(MARGIN / 2.0),
                (top + reach).min(bottom),
            );
        }
    }
    svg + "</svg>\n"
}
