//! A review as one HTML file without a script: a graph of the values, the mistakes and all moves.

use std::fmt::Write;

use super::text::head;
use super::{Judged, Review, name, signed};
use crate::explain::escaped;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 44.0;

/// The page.
#[must_use]
pub fn page(review: &Review) -> String {
    let [black, white] = review.players.each_ref().map(|player| escaped(player));
    let title = if black.is_empty() && white.is_empty() {
        "Game report".to_owned()
    } else {
        format!("{black} – {white}")
    };
    let mistakes: String = review.mistakes().into_iter().map(|judged| row(judged, false)).collect();
    let moves: String = review.moves.iter().map(|judged| row(judged, true)).collect();
    let lists = if mistakes.is_empty() {
        "<p>No move lost half a disc.</p>".to_owned()
    } else {
        format!("<h2>Worst moves first</h2>{}", table(&mistakes))
    };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{title}</title>\n<style>{}</style></head>\n<body><main><h1>{title}</h1>\n<pre>{}</pre>\n\
         <h2>Evaluation</h2>\n<div class=\"graph\" tabindex=\"0\" role=\"region\" aria-label=\"Evaluation graph\">{}</div>\n\
         {lists}\n<h2>All moves</h2>{}</main></body></html>\n",
        include_str!("page.css"),
        escaped(&head(review)),
        graph(review),
        table(&moves)
    )
}

fn table(rows: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Moves\"><table><thead><tr>\
         <th scope=\"col\">move</th><th scope=\"col\">side</th><th scope=\"col\">played</th>\
         <th scope=\"col\">best</th><th scope=\"col\">loss</th><th scope=\"col\">after, for Black</th></tr></thead>\n\
         <tbody>{rows}</tbody></table></div>\n"
    )
}

/// A row of a table; in the list of all moves it is the target of links.
fn row(judged: &Judged, is_target: bool) -> String {
    let number = judged.number;
    let place = if is_target {
        format!("<tr id=\"move-{number}\"><td>{number}</td>")
    } else {
        format!("<tr><td><a href=\"#move-{number}\">{number}</a></td>")
    };
    let loss = match (judged.mv == judged.best, judged.is_exact()) {
        (true, _) => String::new(),
        (false, true) => format!("{} exact", judged.loss),
        (false, false) => format!("{:.1}", judged.loss),
    };
    format!(
        "{place}<td>{}</td><td>{}</td><td>{}</td><td>{loss}</td><td>{}</td></tr>\n",
        name(judged.side),
        judged.mv,
        judged.best,
        minus(&signed(judged.after))
    )
}

/// The value for Black after every move; every point leads to its move.
fn graph(review: &Review) -> String {
    let values: Vec<f64> = [review.start.discs]
        .into_iter()
        .chain(review.moves.iter().map(|judged| judged.after.discs))
        .collect();
    let most = values.iter().fold(8.0_f64, |most, value| most.max(value.abs())).min(64.0);
    let scale = (most / 8.0).ceil() * 8.0;
    let step = (WIDTH - LEFT - 10.0) / (values.len().max(2) - 1) as f64;
    let x = |place: usize| LEFT + place as f64 * step;
    let y = |value: f64| HEIGHT / 2.0 - value / scale * (HEIGHT / 2.0 - 14.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"Value for Black after every move\">\n"
    );
    for value in [-scale, -scale / 2.0, 0.0, scale / 2.0, scale] {
        let (y, value) = (y(value), minus(&format!("{value:+}")));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/><text x=\"{:.1}\" y=\"{:.1}\">{value}</text>",
            LEFT - 5.0,
            y + 4.0
        );
    }
    let points: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(place, value)| format!("{:.1},{:.1}", x(place), y(*value)))
        .collect();
    let _ = writeln!(out, "<polyline points=\"{}\"/>", points.join(" "));
    for (place, judged) in (1..).zip(&review.moves) {
        let (x, y) = (x(place), y(judged.after.discs));
        let side = name(judged.side).to_lowercase();
        let (size, bad) = if judged.loss >= 2.0 { (6.0, " bad") } else { (4.0, "") };
        let lost =
            if judged.loss > 0.0 { format!(", lost {:.1}", judged.loss) } else { String::new() };
        let label = format!(
            "{}. {} {}: {}{lost}",
            judged.number,
            name(judged.side),
            judged.mv,
            minus(&signed(judged.after))
        );
        let _ = writeln!(
            out,
            "<a href=\"#move-{}\" aria-label=\"{label}\"><title>{label}</title>\
             <circle class=\"{side}{bad}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size}\"/></a>",
            judged.number
        );
    }
    out + "</svg>"
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}
