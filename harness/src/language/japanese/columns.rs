//! What stands in the columns of the CSV files, and in which units.

/// What is said in English, and in Japanese.
pub(super) const COLUMNS: &[(&str, &str)] = &[
    (
        "milliseconds of a player's moves, on average; without clocks some games are timed",
        "プレイヤーの 1 手の平均ミリ秒。時計がなければ一部の対局だけ測る",
    ),
    // Units.
    ("name", "名前"),
    ("words", "語句"),
    ("text", "文字列"),
    ("move", "手"),
    ("plies", "手数"),
    ("discs", "石"),
    ("points", "点"),
    ("squares", "マス"),
    ("share, 0 to 1", "割合（0〜1）"),
    ("probability", "確率"),
    ("ratio", "比"),
    ("milliseconds", "ミリ秒"),
    ("yes or no", "はい・いいえ"),
    ("the player's unit", "プレイヤーの単位"),
    ("positions a second", "局面/秒"),
    // games.csv.
    ("which game it is; `yomi-lab replay` takes it", "対局の番号。`yomi-lab replay` に渡せる"),
    ("the variant, empty if there is one only", "条件。1 つしかなければ空"),
    (
        "which opening it began with; the same for all pairs of players",
        "開始局面の番号。どの組み合わせでも同じ",
    ),
    (
        "the first moves, which were not the players' own, or the position they began from",
        "プレイヤー自身が選んでいない最初の手順、または対局を始めた局面",
    ),
    ("who had Black", "黒番のプレイヤー"),
    ("who had White", "白番のプレイヤー"),
    ("who moved first from the start position", "初期局面で先に打った側"),
    (
        "who won, by the experiment's first winner rule, or `draw`",
        "実験の最初の勝敗規則による勝者。引き分けは `draw`",
    ),
    ("Black's points at the end", "終局時の黒の点"),
    ("White's points at the end", "終局時の白の点"),
    (
        "the final score for Black; in Othello with the empty squares for the winner",
        "黒から見た最終スコア。オセロでは空きマスは勝者のもの",
    ),
    ("moves after the opening, forced passes included", "開始局面の後の手数（強制パスを含む）"),
    ("why the game ended", "対局が終わった理由"),
    ("positions entered by Black's searches", "黒の探索が調べた局面の数"),
    ("positions entered by White's searches", "白の探索が調べた局面の数"),
    (
        "all moves from the start position, or from the opening's if that is a position, forced \
         passes left out: they replay the game",
        "初期局面（開始局面が局面で与えられたときはその局面）からの全手順（強制パスを除く）。\
         これだけで対局を再現できる",
    ),
    // summary.csv.
    ("whose point of view the row takes", "この行の視点となるプレイヤー"),
    (
        "what the player had; `both` for both together",
        "そのプレイヤーの色。`both` は両方を合わせたもの",
    ),
    ("against whom; `all` for everybody", "相手。`all` は全員"),
    ("how winners are counted in this row", "この行での勝敗の数え方"),
    ("how many", "数"),
    (
        "how many of them differ in their moves, openings included",
        "そのうち開始局面を含む手順が異なる対局の数",
    ),
    ("won by the player", "そのプレイヤーの勝ち"),
    ("drawn", "引き分け"),
    ("lost by the player", "そのプレイヤーの負け"),
    ("wins of all games", "全対局に対する勝ちの割合"),
    ("low end of its 95 % interval", "その 95 % 区間の下端"),
    ("high end of its 95 % interval", "その 95 % 区間の上端"),
    ("points of all games; a draw is half a point", "全対局に対する得点の割合。引き分けは半点"),
    ("mean final score for the player", "そのプレイヤーから見た最終スコアの平均"),
    // pairs.csv.
    ("against whom", "相手"),
    (
        "both games of an opening; those that were played before count once",
        "1 つの開始局面から色を入れ替えて打った 2 局の組。前と同じ組は 1 回だけ数える",
    ),
    ("in which the player made 0 points", "そのプレイヤーが 0 点だった組"),
    ("in which it made half a point", "半点だった組"),
    ("in which it made 1 point", "1 点だった組"),
    ("in which it made 1½ points", "1½ 点だった組"),
    ("in which it made 2 points", "2 点だった組"),
    ("points of the games of these pairs", "これらの組の対局に対する得点の割合"),
    (
        "low end of its 95 % interval: Wilson's, from the variance of pairs",
        "組の分散から求めた Wilson の 95 % 区間の下端",
    ),
    (
        "low end of its 95 % interval: that of the score, as Elo",
        "95 % 区間の下端。得点率の区間の下端を Elo に直したもの",
    ),
    ("high end of it", "その上端"),
    ("the score as a difference in Elo", "得点率を Elo の差に直したもの"),
    (
        "low end of its 95 % interval by Student's t over pairs",
        "組に対する t 分布の 95 % 区間の下端",
    ),
    ("the score in standard deviations of a game", "1 局の標準偏差を単位とした得点率"),
    ("half the width of its 95 % interval", "その 95 % 区間の幅の半分"),
    (
        "of being the better player: one less half of p, or half of it",
        "より強い側である確率。1 から p の半分を引いたもの、または p の半分",
    ),
    (
        "of a score as far from one half by chance: below 0.05 where the interval leaves out 0.5",
        "偶然だけでこれほど半分から離れる確率。0.05 未満なら 95 % 区間は 0.5 を含まない",
    ),
    (
        "the same, adjusted after Holm for the number of rows",
        "同じ確率を行の数に応じて Holm の方法で補正したもの",
    ),
    // coverage.csv.
    ("what is promised", "検査項目"),
    ("intervals or tests that were looked at", "調べた区間または検定の数"),
    (
        "how often the interval held the truth, or the test was wrong",
        "区間が真の値を含んだ割合、または検定が誤った割合",
    ),
    ("half the width of the share's own 95 % interval", "その割合の 95 % 区間の幅の半分"),
    ("the promise is kept if share ± error meets the range from here", "割合 ± 誤差がここから"),
    ("to here", "ここまでの範囲にかかれば合格"),
    // searches.csv and times.csv.
    ("which position", "局面の番号"),
    ("the squares row by row, then the side to move", "行ごとのマスと手番"),
    ("the depth of the search", "探索の深さ"),
    ("the depth of the searches", "探索の深さ"),
    ("who searched", "探索したプレイヤー"),
    ("the move chosen", "選んだ手"),
    ("what the player values it at, for the side to move", "手番から見た、プレイヤーによる評価値"),
    (
        "whether the reference values the move as highly as its own",
        "基準プレイヤーがその手を自分の手と同じ値と見るか",
    ),
    ("positions valued", "評価した局面の数"),
    ("how many were searched", "探索した局面の数"),
    (
        "in which the reference values the move as highly as its own",
        "基準プレイヤーがその手を自分の手と同じ値と見る局面の数",
    ),
    ("in which the value is the reference's", "値が基準プレイヤーと同じ局面の数"),
    ("positions entered by a search, on average", "1 回の探索が調べた局面の平均数"),
    ("positions valued by a search, on average", "1 回の探索が評価した局面の平均数"),
    ("nodes as a multiple of the reference's", "基準プレイヤーに対するノード数の比"),
    ("the time of a search, on average", "1 回の探索の平均時間"),
    ("time as a multiple of the reference's", "基準プレイヤーに対する時間の比"),
    // A suite's files.
    ("which position of the suite", "問題集での番号"),
    ("empty squares", "空きマスの数"),
    (
        "the exact score for the side to move, empty squares for the winner",
        "手番から見た正確なスコア。空きマスは勝者のもの",
    ),
    ("the best move", "最善手"),
    ("the expected line", "最善の手順"),
    ("the time it took", "かかった時間"),
    ("speed", "速さ"),
    ("the problem file's score, empty if it has none", "問題ファイルのスコア。なければ空"),
    (
        "`ok` if score and best move are the file's, else `FAIL`",
        "スコアと最善手がファイルと同じなら `ok`、違えば `FAIL`",
    ),
    ("the problem file", "問題ファイル"),
    ("how many were solved", "解いた局面の数"),
    ("in which score or best move is not the file's", "スコアか最善手がファイルと違う局面の数"),
];
