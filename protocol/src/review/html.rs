//! A review as one HTML file without a script: a graph of the values, the mistakes and all moves.

use std::fmt::Write;

use super::text::{head, note};
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
    let body = if review.is_game { game(review) } else { String::new() };
    let moves: String = review.moves.iter().map(|judged| row(judged, true)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{}</style></head>\n\
         <body><main><h1>{title}</h1>\n<pre>{}</pre>\n{body}<h2>All moves</h2>\n{}<p>{}</p>\n\
         </main>\n\
         </body></html>\n",
        include_str!("page.css"),
        escaped(&head(review)),
        table("All moves", &moves),
        note(review)
    )
}

/// Graph and mistakes of a game.
fn game(review: &Review) -> String {
    let mistakes: String = review.mistakes().into_iter().map(|judged| row(judged, false)).collect();
    let mistakes = if mistakes.is_empty() {
        "<p>No move lost half a disc.</p>\n".to_owned()
    } else {
        format!(
            "<h2>Worst moves first, from half a disc on</h2>\n{}",
            table("Worst moves first", &mistakes)
        )
    };
    format!(
        "<h2>Evaluation</h2>\n<div class=\"graph\" tabindex=\"0\" role=\"region\" \
         aria-label=\"Evaluation graph\">{}</div>\n{mistakes}",
        graph(review)
    )
}

fn table(label: &str, rows: &str) -> String {
    let names = ["move", "side", "played", "best", "loss", "after, for Black"];
    let head: String = names.map(|name| format!("<th scope=\"col\">{name}</th>")).concat();
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\
         <table><thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n"
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
        judged.better().map_or_else(String::new, |best| best.to_string()),
        minus(&signed(judged.after))
    )
}

/// Where values are in the graph.
struct Axes {
    step: f64,
    scale: f64,
}

impl Axes {
    fn x(&self, place: usize) -> f64 {
        LEFT + place as f64 * self.step
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT / 2.0 - value / self.scale * (HEIGHT / 2.0 - 14.0)
    }
}

/// The value for Black after every move; every point leads to its move.
fn graph(review: &Review) -> String {
    let values: Vec<f64> = [review.start.discs]
        .into_iter()
        .chain(review.moves.iter().map(|judged| judged.after.discs))
        .collect();
    let most = values.iter().fold(8.0_f64, |most, value| most.max(value.abs())).min(64.0);
    let step = (WIDTH - LEFT - 10.0) / (values.len().max(2) - 1) as f64;
    let axes = Axes { step, scale: (most / 8.0).ceil() * 8.0 };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"group\" \
         aria-label=\"Value for Black after every move\">\n"
    );
    for part in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let value = part * axes.scale;
        let text = if value == 0.0 { "0".to_owned() } else { minus(&format!("{value:+}")) };
        let y = axes.y(value);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/><text x=\"{:.1}\" y=\"{:.1}\">\
             {text}</text>",
            LEFT - 5.0,
            y + 4.0
        );
    }
    let point =
        |(place, value): (usize, &f64)| format!("{:.1},{:.1}", axes.x(place), axes.y(*value));
    let points: Vec<String> = values.iter().enumerate().map(point).collect();
    let _ = writeln!(out, "<polyline points=\"{}\"/>", points.join(" "));
    for (place, judged) in (1..).zip(&review.moves) {
        out += &mark(judged, axes.x(place), axes.y(judged.after.discs));
    }
    out + "</svg>"
}

/// The point of a move; larger for a mistake.
fn mark(judged: &Judged, x: f64, y: f64) -> String {
    const MISTAKE: f64 = 2.0;
    let (number, side) = (judged.number, name(judged.side));
    let (size, bad) = if judged.loss >= MISTAKE { (6.0, " bad") } else { (4.0, "") };
    let lost = if judged.loss > 0.0 { format!(", lost {:.1}", judged.loss) } else { String::new() };
    let value = minus(&signed(judged.after));
    let label = format!("{number}. {side} {}: {value}{lost}", judged.mv);
    let class = side.to_lowercase();
    format!(
        "<a href=\"#move-{number}\" aria-label=\"{label}\"><title>{label}</title>\
         <circle class=\"{class}{bad}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size}\"/></a>\n"
    )
}

fn minus(text: &str) -> String {
    text.replace('-', "−")
}
