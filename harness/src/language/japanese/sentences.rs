//! Sentences of reports.

/// What is said in English, and in Japanese.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "Not drawn, because this kind of experiment, or what it has so far, has nothing for \
         it: {}.",
        "この種の実験、またはこれまでの結果に描く内容がないため省いた図：{0}。",
    ),
    // Matches.
    ("Games lost by forfeit: {}.", "反則などによる負け：{0}。"),
    ("{}: {} by {}", "{0} {1} 局（{2}）"),
    (" 1 of its games was lost by forfeit.", "そのうち 1 局は反則などによる負け。"),
    (" {} of its games were lost by forfeit.", "そのうち {0} 局は反則などによる負け。"),
    ("at least {} rather than {}", "{1} ではなく {0} 以上"),
    ("at most {} rather than {}", "{1} ではなく {0} 以下"),
    ("no verdict yet between {} and {}", "{0} と {1} のどちらとも未判定"),
    ("no verdict between {} and {}", "{0} と {1} のどちらとも判定できず"),
    (
        " The other figures assume a match of fixed length and are wrong more often than they say.",
        "ほかの数値は局数をあらかじめ決めた対戦を仮定したもので、実際の誤りは表示より多い。",
    ),
    ("LLR {} [{}, {}] after 1 pair", "1 組の後の LLR {0} [{1}, {2}]"),
    ("LLR {} [{}, {}] after {} pairs", "{3} 組の後の LLR {0} [{1}, {2}]"),
    (
        "LLR {} [{}, {}] after {} pairs, {} of them played before",
        "{3} 組（うち {4} 組は前と同じ対局）の後の LLR {0} [{1}, {2}]",
    ),
    ("**{}** against {} in {}: {}; {}.", "**{0}** 対 {1}（{2}）：{3}。{4}。"),
    (
        "Some games were played more than once: of {} games 1 is distinct.",
        "同じ対局が繰り返されている。{0} 局はすべて同じ対局。",
    ),
    (
        "Some games were played more than once: of {} games {} are distinct.",
        "同じ対局が繰り返されている。{0} 局のうち異なるのは {1} 局。",
    ),
    (
        "Pairs of games that two players have played before say nothing new and count once; here \
         {} do not count.",
        "同じ 2 者が前に打った組と同じ組は新しい情報ではなく、1 回だけ数える。ここでは {0} 組を数えない。",
    ),
    (
        "Pairs of games that two players have played before say nothing new and count once; here 1 \
         does not count.",
        "同じ 2 者が前に打った組と同じ組は新しい情報ではなく、1 回だけ数える。ここでは 1 組を数えない。",
    ),
    ("Variants: {}.", "条件：{0}。"),
    (
        "Intervals of ratings: `≥` has no upper end, for a player that won everything in some \
         samples of the openings; `≤` has no lower end, for one that lost everything; `–` is no \
         interval: the games limit the rating on one side at most, or do not say how far it \
         scatters.",
        "レーティングの区間：`≥` は上限なし（開始局面の標本によっては全勝）、`≤` は下限なし（同じく全敗）。\
         `–` は区間なし（対局からは片側の限界しか分からないか、ばらつきが分からない）。",
    ),
    (
        "not committed: the command in `run.toml` makes it again, byte for byte, and its digest \
         is there, too",
        "リポジトリには含めない。`run.toml` のコマンドでまったく同じものを作り直せ、ダイジェストもそこにある",
    ),
    ("{} {} (was {})", "{0} {1}（以前は {2}）"),
    ("After {} iterations with {} games: {}.", "{0} 回の反復、{1} 局の後：{2}。"),
    ("After one iteration with {} games: {}.", "1 回の反復、{0} 局の後：{1}。"),
    ("All have nearly the same score, {} %.", "全員の得点率はほとんど同じで {0} %。"),
    ("All have the same score, {} %.", "全員の得点率は同じで {0} %。"),
    ("The player is now `{}`.", "プレイヤーは今 `{0}`。"),
    (
        "At a bound, so perhaps not at its best: {}.",
        "範囲の端にあり、最善ではないかもしれない：{0}。",
    ),
    (
        "SPSA moves all parameters at random to both sides and then towards the side that scored \
         more. Where they end is an estimate: whether the new player is better says a match \
         between the two.",
        "SPSA はすべてのパラメーターを無作為に両側へ動かし、得点の多い側へ近づける。終わりの値は推定であり、\
         新しいプレイヤーが強いかどうかは両者の対局で確かめる。",
    ),
    (
        "Where the parameters were after each iteration, within their ranges",
        "各反復の後のパラメーターの値（範囲内の位置）",
    ),
    ("Parameters of {}", "{0} のパラメーター"),
    ("{} games an iteration", "1 反復 {0} 局"),
    (
        "Not reproducible: clocks, threads or other programs decide moves.",
        "再現不可：時計、スレッド、または他のプログラムが手を左右する。",
    ),
    (
        "Not reproducible: threads that share a table decide what is searched.",
        "再現不可：スレッドどうしが探索を左右する。",
    ),
    (
        "clocks, threads or other programs decided some moves, so no other run gives the same games",
        "時計、スレッド、または他のプログラムが手を左右したので、同じ対局は二度とできない",
    ),
    (
        " Disc differences are final scores; empty squares go to the winner.",
        "石差は空きマスを勝者のものとした最終スコア。",
    ),
    (
        "`games.csv` has one row for each game ({}). `summary.csv` has one row for each player, \
         colour and opponent. A rate is the share of games won; a score counts a draw as half a \
         win. Intervals are Wilson's at 95 %. {}, and the variance of these observations \
         decides how wide the interval is.{}",
        "`games.csv` は 1 行 1 局（{0}）。`summary.csv` はプレイヤー・色・相手ごとに 1 行。勝率は全対局に対する勝ちの割合、\
         得点率は引き分けを半分の勝ちと数えた割合。区間は Wilson の 95 % 区間で、{1} 1 つの観測とみなし、\
         その和の分散から不確かさを求める。{2}",
    ),
    ("Nothing is ranked: not all players have met yet.", "順位はない。まだ全員が対戦していない。"),
    ("Best: {}. Worst: {}.", "首位は {0}、最下位は {1}。"),
    ("**{}** with {} % [{}]", "**{0}** 得点率 {1} % [{2}]"),
    (
        "One more ply adds to the score, in percentage points on average: {}.",
        "1 手深く読むごとに上がる得点率の平均（ポイント）：{0}。",
    ),
    (
        "Ten times the playouts add to the score, in percentage points on average: {}.",
        "プレイアウトを 10 倍にするごとに上がる得点率の平均（ポイント）：{0}。",
    ),
    (
        "At depth {} the evaluators rank from {} ({} %) to {} ({} %).",
        "深さ {0} では評価関数の順位は {1}（{2} %）から {3}（{4} %）まで。",
    ),
    ("{} with {} playouts a move {} %", "1 手 {1} プレイアウトの {0} {2} %"),
    ("Scores: {}.", "得点率：{0}。"),
    ("{} against {} ({} %)", "{0} 対 {1}（{2} %）"),
    (
        "Each scores more than half against the next one down.",
        "どのプレイヤーもすぐ下の相手に勝ち越している。",
    ),
    (
        "Each scores more than half against the next one down, except {}.",
        "どのプレイヤーもすぐ下の相手に勝ち越している。ただし例外は {0}。",
    ),
    (
        "Of {} steps 1 does not hold in direct games: {}.",
        "すぐ下の相手に勝ち越していないのは {0} 組のうち 1 組：{1}。",
    ),
    (
        "Of {} steps {} do not hold in direct games: {}.",
        "すぐ下の相手に勝ち越していないのは {0} 組のうち {1} 組：{2}。",
    ),
    ("From the foot of the ladder: {}. {}", "下から順に {0}。{1}"),
    ("**{}** is better than **{}** ({}).", "**{0}** は **{1}** より強い（{2}）。"),
    ("**{}** is worse than **{}** ({}).", "**{0}** は **{1}** より弱い（{2}）。"),
    (
        "Nothing is decided between **{}** and **{}** ({}).",
        "**{0}** と **{1}** のどちらが強いかは決まらない（{2}）。",
    ),
    ("{} % [{}] at {}", "{2} で {0} % [{1}]"),
    ("{} % [{}] at {} (undecided)", "{2} で {0} % [{1}]（未定）"),
    (
        "At the same {}, the score of **{}** against {} is {}.",
        "同じ{0}での **{1}** の {2} に対する得点率：{3}。",
    ),
    ("**{}** lost 0 of {} games", "**{0}** は {1} 局で負けなし"),
    ("{}.", "{0}。"),
    ("{} beats {}", "{0} は {1} に勝つ"),
    ("{} is not shown to beat any", "{0} に勝つといえる相手はない"),
    (
        "Pairs: {}, of which {} wins {}, {} wins {}; undecided: {} (5 % for all pairs together, \
         Holm's correction).",
        "{0} 通りの組み合わせのうち {1} の勝ち {2}、{3} の勝ち {4}、未定 {5}（全体で 5 % 水準、Holm の補正）。",
    ),
    (
        "The last player of {} that each one beats by this test: {}.",
        "この検定で、それぞれが勝つといえる {0} のうち最後のもの：{1}。",
    ),
    // Published figures.
    ("as {}", "{0}番"),
    ("both colours", "両方の色"),
    ("the page's count", "ページの数え方"),
    ("more discs win", "石の多い方が勝ち"),
    ("{} ({} SE)", "{0}（{1} SE）"),
    ("{} wins **{} %** [{}] instead of {} %", "{0} の勝率は {3} % ではなく **{1} %** [{2}]"),
    ("{} (fits best)", "{0}（最もよく合う）"),
    ("{}, beside {}: {}.", "{0}（{1} との比較）：{2}。"),
    (" under **{}**", "（**{0}**）"),
    (
        "Of the {} published figures ({}){}, {} agree with our games; borderline: {}, \
         different: {}.",
        "公表された {0} 個の値（{1}）{2}のうち {3} 個が本実験の対局と一致、{4} 個が境界、{5} 個が不一致。",
    ),
    (
        "The published figure ({}){} agrees with our games.",
        "公表された値（{0}）{1}は本実験の対局と一致。",
    ),
    (
        "The published figure ({}){} differs from our games.",
        "公表された値（{0}）{1}は本実験の対局と不一致。",
    ),
    (
        "The published figure ({}){} has no games of ours beside it yet.",
        "公表された値（{0}）{1}と比べる対局はまだない。",
    ),
    (" Not played yet: {}.", "まだ対局のない値は {0} 個。"),
    ("{} wins **{} %**, not {}", "{0} の勝率は {2} ではなく **{1} %**"),
    ("In our games {}.", "本実験の対局では {0}。"),
    (
        "**The published {} % for {} as {} is a counting mistake**: the page takes an empty square off Black's \
         discs and adds two to White's. Counted its way we get {} %, by the rules **{} %**.",
        "**{1}（{2}）の公表値 {0} % は数え間違い**：ページは空きマス 1 つにつき黒の石を 1 つ減らし、白に 2 つ加える。\
         その数え方では {3} %、規則どおりでは **{4} %**。",
    ),
    ("; the others fit worse", "。他はこれより合わない"),
    ("each has a figure that differs", "不一致のない解釈はなく"),
    ("1 has no figure that differs", "1 個には不一致がなく"),
    ("{} have no figure that differs", "{0} 個には不一致がなく"),
    (
        "Of {} readings, {}. All figures together do not rule out {} of them. With χ² over the {} \
         figures, and the probability of so great a sum by chance, the best first: {}{}.",
        "{0} 個の解釈のうち {1}、すべての値を合わせても棄却できないのは {2} 個。よく合う順に（{3} 個の値の χ² と、偶然にそれ以上となる確率）：{4}{5}。",
    ),
    (
        "A published figure agrees if it lies within {} standard errors of our rate. It is \
         borderline within {}, a limit that the farthest of {} correct figures keeps 95 \
         times in 100. Beyond that it differs. The standard error, by the rate of both \
         together, combines that of our {}.",
        "公表値は本実験の勝率から標準誤差の {0} 倍以内なら一致、{1} 倍以内（{2} 個の値のうち最も離れたものが 100 回中 95 回収まる範囲）\
         なら境界、それを超えれば不一致。標準誤差は、両者を合わせた勝率による本実験の{3}の誤差を合わせたもの。",
    ),
    (
        "A published figure agrees if it lies within {} standard errors of our rate, else it \
         differs. The standard error, by the rate of both together, combines that of our {}.",
        "公表値は本実験の勝率から標準誤差の {0} 倍以内なら一致、それを超えれば不一致。\
         標準誤差は、両者を合わせた勝率による本実験の{1}の誤差を合わせたもの。",
    ),
    (
        "games, of the {} published ones and of the rounding to whole per cents",
        "対局と公表された {0} 局と整数への丸め",
    ),
    ("games, of the {} published ones and of their rounding", "対局と公表された {0} 局と丸め"),
    ("games and of the {} published ones", "対局と公表された {0} 局"),
    (
        "best fit first, {} or {} games a dot, 95 % intervals",
        "よく合う順、点 1 つ {0} または {1} 局、95 % 区間",
    ),
    ("Too wide for here, so in README.md only: {}.", "ここでは省いた列（README.md にある）：{0}。"),
    ("Scores: from {} to {}.", "得点率：{0} から {1} まで。"),
    ("Open who is better: {}.", "どちらとも未判定：{0}。"),
    // Searches.
    (
        "`searches.csv` has one row for each position, depth and player; `as_good` says whether `{}` values the \
         chosen move as highly as its own. `summary.csv` has the sums, `run.toml` the circumstances.",
        "`searches.csv` は局面・深さ・プレイヤーごとに 1 行。`as_good` は選んだ手を `{0}` が自分の手と同じ値とみるかどうか。\
         `summary.csv` は合計、`run.toml` は実行の条件。",
    ),
    ("one search at a time", "一度に 1 つの探索"),
    ("{} searches at a time on the same machine", "同じ計算機で同時に {0} 個の探索"),
    (
        "Nodes, values and moves are the same on every run and machine; times are not. \
         `times.csv` has the sums of this run, with {}, without the time to build the players.",
        "ノード数・値・手はどの実行でもどの計算機でも同じだが、時間は異なる。`times.csv` の時間はこの実行の合計（{0}）で、\
         プレイヤーの準備は含まない。",
    ),
    (
        "`times.csv` has the times of this run, with {}, without the time to build the players.",
        "`times.csv` の時間はこの実行の合計（{0}）で、プレイヤーの準備は含まない。",
    ),
    ("At depth {}: ", "深さ {0}："),
    (
        "{}At depth {} {} enters {} % of the positions that {} enters.",
        "{0}深さ {1} で {2} が訪れる局面の数は {4} の {3} %。",
    ),
    (
        "**{}** searches exactly the same positions as **{}**: the difference has no effect here.",
        "{0} は {1} とまったく同じ局面を探索する。外したものは、ここでは結果を変えない。",
    ),
    (
        "**{}** takes {} times the nodes and {} times the time of **{}**",
        "{0} は {3} の {1} 倍のノード数と {2} 倍の時間がかかる",
    ),
    (
        "{}, which lacks what depends on it, too, and {} times the nodes of **{}**.",
        "{0}（これがないと働かないものは、比べた相手でも外してある。{2} に対しては {1} 倍のノード数）。",
    ),
    (
        "{}In {} of {} searches the move is as good as that of **{}**, and in {} the value is \
         the same.",
        "{0}{2} 回の探索のうち、手が {3} のものと同じ良さなのは {1} 回、値が同じなのは {4} 回。",
    ),
    // Suites.
    (
        "In {} of {} positions, score and best move agree with the problem file{}.",
        "{1} 局面のうち {0} 局面でスコアと最善手が問題ファイルと一致{2}。",
    ),
    (", the others are not solved yet", "（残りはまだ解いていない）"),
    ("one thread", "1 スレッド"),
    ("{} threads", "{0} スレッド"),
    (
        "{} nodes in {}: {} M nodes a second with {} and {}.",
        "{1} で {0} ノード、毎秒 {2} M ノード（{3}、{4}）。",
    ),
    (
        "The machine was busy (load {} at the start), so the times are too long.",
        "計算機は他の仕事もしていた（開始時の負荷 {0}）。時間は本来より長い。",
    ),
    ("under {} s", "{0} 秒未満"),
    ("met", "達成"),
    ("not met", "未達成"),
    ("{}: {}, target {}{}: {}.", "{0}：{1}、目標 {2}{3}：{4}。"),
    (
        "Scores are for the side to move, in discs; empty squares go to the winner. The verdict \
         says whether score and best move agree with the problem file.",
        "スコアは手番側から見た石差で、空きマスは勝者のもの。判定はスコアと最善手が問題ファイルと一致するかどうか。",
    ),
    (
        "`positions.csv` has the first table in full, `summary.csv` the sums for each problem file, \
         `run.toml` the circumstances. Scores, moves and nodes of one thread are the same on every \
         run and machine for programs of the bench signature in `run.toml`; times are not. The \
         positions are not part of this project; `run.toml` names the files by their digests.",
        "`positions.csv` は局面ごとの表の全体、`summary.csv` は問題ファイルごとの合計、`run.toml` は実行の条件。1 スレッドのスコア・手・\
         ノード数は `run.toml` の signature のプログラムならどの実行でも同じだが、時間は異なる。局面はこのプロジェクトに含まれず、`run.toml` がファイルをダイジェストで示す。",
    ),
];
