//! The words of texts and pictures, in both languages.

use super::explanation::Explanation;
use crate::quantity::counted;

/// The language of a text or a picture, and the one a page begins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Language {
    /// Its name in HTML.
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    fn pick<T>(self, english: impl FnOnce() -> T, japanese: impl FnOnce() -> T) -> T {
        match self {
            Self::English => english(),
            Self::Japanese => japanese(),
        }
    }

    /// One line that says what a search found and what it cost.
    pub(super) fn title(self, explanation: &Explanation) -> String {
        let Explanation { player, chosen, value, entered, leaves, sampling, .. } = explanation;
        let chosen = chosen.as_deref().unwrap_or(self.no_move());
        let value = value.as_ref().filter(|_| sampling.is_none()).map(|value| &value.text);
        let english = || {
            let value = value.map_or_else(String::new, |value| format!(", value {value}"));
            let leaf = if sampling.is_some() { "playout" } else { "leaf" };
            let [leaves, entered] = [counted(*leaves, leaf), counted(*entered, "node")];
            format!("{player}: {chosen}{value}, {leaves}, {entered}")
        };
        self.pick(english, || {
            let value = value.map_or_else(String::new, |value| format!("、値 {value}"));
            let leaf = if sampling.is_some() { "プレイアウト" } else { "葉" };
            format!("{player}: {chosen}{value}、{leaf} {leaves}、ノード {entered}")
        })
    }

    /// A title of the tree after the first `rounds` of more; what it says is of all.
    pub(super) fn title_after(self, explanation: &Explanation, rounds: usize) -> String {
        let title = self.title(explanation);
        self.pick(
            || format!("{title} (shown: after {rounds})"),
            || format!("{title}（図は {rounds} 回目の後）"),
        )
    }

    /// A side as a reader calls it.
    fn side(self, viewer: &'static str) -> &'static str {
        self.pick(
            || viewer,
            || match viewer {
                "Black" => "黒",
                "White" => "白",
                other => other,
            },
        )
    }

    pub(super) fn no_move(self) -> &'static str {
        self.pick(|| "no move", || "手なし")
    }

    pub(super) fn known(self) -> &'static str {
        self.pick(|| "known", || "既知")
    }

    pub(super) fn in_the_table(self) -> &'static str {
        self.pick(|| "from the table", || "置換表から")
    }

    pub(super) fn known_from_before(self) -> &'static str {
        self.pick(|| "known from before", || "既知")
    }

    pub(super) fn not_finished(self) -> &'static str {
        self.pick(|| "not finished", || "未完了")
    }

    pub(super) fn root(self) -> &'static str {
        self.pick(|| "root", || "根")
    }

    pub(super) fn untried(self) -> &'static str {
        self.pick(|| "untried", || "未試行")
    }

    pub(super) fn moves(self, count: usize) -> String {
        self.pick(|| counted(count, "move"), || format!("{count} 手"))
    }

    pub(super) fn more_moves(self, count: usize) -> String {
        self.pick(|| counted(count, "more move"), || format!("ほか {count} 手"))
    }

    /// The nodes below one that are not drawn.
    pub(super) fn more_nodes(self, count: usize) -> String {
        self.pick(|| format!("{count} more"), || format!("ほか {count} ノード"))
    }

    pub(super) fn below(self, count: usize) -> String {
        self.pick(|| format!("{count} below"), || format!("下に {count} ノード"))
    }

    pub(super) fn extremes(self, most: &str, least: &str) -> String {
        self.pick(|| format!("max {most}, min {least}"), || format!("最大 {most}、最小 {least}"))
    }

    pub(super) fn bound(self, bound: &str) -> String {
        self.pick(|| format!("bound {bound}"), || format!("上限 {bound}"))
    }

    pub(super) fn mean(self, mean: &str) -> String {
        self.pick(|| format!("mean {mean}"), || format!("平均 {mean}"))
    }

    pub(super) fn playouts(self, count: u64) -> String {
        self.pick(|| counted(count, "playout"), || format!("プレイアウト {count} 回"))
    }

    pub(super) fn cut(self, reason: &str) -> String {
        self.pick(|| format!("cut: {reason}"), || format!("枝刈り: {reason}"))
    }

    pub(super) fn not_looked_at(self, moves: &[String]) -> String {
        let moves = moves.join(" ");
        self.pick(|| format!("{moves} not looked at"), || format!("{moves} は調べない"))
    }

    /// Which of several searches is drawn.
    pub(super) fn last_of(self, searches: usize) -> String {
        self.pick(
            || format!("the last finished one of {searches} searches, ever deeper"),
            || format!("反復深化による {searches} 回の探索のうち、最後に完了したもの"),
        )
    }

    /// Whose values a tree shows, whether that side moves at the root, and how its chosen line is
    /// marked.
    pub(super) fn viewpoint(self, viewer: &'static str, moves: bool) -> String {
        let side = self.side(viewer);
        self.pick(
            || {
                let who = if moves { ", who is to move" } else { "" };
                format!("values as {side} sees them{who}; * is the chosen line")
            },
            || {
                let whose = if moves { "手番の" } else { "" };
                format!("値は{whose}{side}から見たもの。* は選ばれた手順")
            },
        )
    }

    /// Whose wins the rounds of a search count: the root's, or the mover's.
    pub(super) fn credit(self, rounds: usize, is_root: bool, viewer: &'static str) -> String {
        let side = self.side(viewer);
        let english = || {
            let whose = match is_root {
                true => format!("wins are {side}'s"),
                false => "wins are those of the side that makes the move".to_owned(),
            };
            format!("after {}; {whose}; {side} is to move", counted(rounds, "round"))
        };
        self.pick(english, || {
            let whose = if is_root { side } else { "その手を打つ側" };
            format!("{rounds} 回目の後。勝ち数は{whose}のもの。手番は{side}")
        })
    }
}
