// What the roster's players and their parameters mean, in Japanese. In English the engine says it.

const PLAYERS = {
  random: "すべての合法手を等しい確率で打つ",
  tactics: "読める範囲で勝ちを取り、負けを避け、二重のリーチを狙う。それ以外はランダム",
  minimax: "教材ページどおりの全幅探索。パスと同値手の扱いもページの規則に従う",
  negamax: "双方を一つの規則で扱う全幅探索。パスも 1 手と数える",
  alphabeta: "結果に影響しない枝を省く negamax。キラー手を先に調べる",
  negascout: "最初の手を信じ、残りは確かめるだけの alphabeta。同じくキラー手を先に調べる",
  exact: "空きが少なくなるまではランダム、その後は最善（終盤のページのプレイヤー）",
  last: "空きが少なくなるまでは別のプレイヤー、その後は最善",
  flat_mc: "各手を同じ回数プレイアウトし、結果が最もよい手を選ぶ（原始モンテカルロ法）",
  uct: "モンテカルロ木探索。平均が高い手か、まだ不確かな手を試す",
  perfect: "勝ち・引き分け・負けで見た最善手の一つを等しい確率で打つ",
  expert: "強さを目指すエンジン。ビットボード、置換表、選択的探索、終盤の完全読み",
  tutorial_flat_mc: "教材ページのプログラムどおりの原始モンテカルロ法",
  tutorial_uct: "教材ページのプログラムどおりの UCT。相手の手で符号を反転しない",
};

// By the parameter's name; where players differ, by `player.parameter`.
const PARAMETERS = {
  depth: "先読みの手数。省くと、時間や局面数の制限があればその許すかぎり",
  eval: "探索を打ち切った局面の評価方法",
  deepen:
    "深さ 1、2、…と順に探索し、途中で止まっても手を返せるようにする（反復深化。時間や局面数の制限があれば常に有効）。timed は時間の許すかぎり深くする",
  table: "置換表の大きさ（MiB）。0 なら使わない。変わるのは計算量だけで、値は変わらない",
  empties: "この空きマス数から先は最善に打つ",
  "tactics.level": "1: 1 手で勝つ手を打つ。2: 1 手で負ける手も避ける。3: 2 手先の勝ちも読む",
  pass: "打つ手がない側の扱い。proper: 手数に数えずパス。ply: 1 手としてパス。reward: その側に最良として読みを終える（勝率ページの Python 版）。penalty: 最悪として終える（同 C++ 版）",
  ties: "同じ値の手からの選び方。勝率ページのプログラムは最後の手を選ぶ",
  playouts: "1 手あたりのプレイアウト数の上限。省くと、時間や局面数の制限があればその許すかぎり",
  "tutorial_flat_mc.playouts":
    "1 手あたりのプレイアウトの総数。省くと、時間や局面数の制限があればその許すかぎり",
  "tutorial_uct.playouts":
    "1 手あたりのプレイアウトの総数。省くと、時間や局面数の制限があればその許すかぎり",
  time: "1 手あたりの時間の上限（ミリ秒）。0 なら無制限。時間を使う対局は正確には再現できない",
  nodes: "1 手あたりに調べる局面数の上限。0 なら無制限",
  c: "これまでの平均に対する探索項の重み（報酬は 0〜1）",
  "tutorial_uct.c": "これまでの平均に対する探索項の重み",
  threshold: "この回数プレイアウトした局面の手を木に加える",
  "tutorial_uct.threshold": "葉の訪問回数がこれを超えたら展開する",
  playout_depth: "プレイアウトをこの手数で打ち切り、eval で評価する",
  "tutorial_flat_mc.playout_depth":
    "プレイアウトをこの手数で打ち切り、石の数で決める。0 なら最後まで打ち、ページの勝敗判定を使う",
  "tutorial_uct.playout_depth": "プレイアウトはこれより 1 手長く、最後は石の数で決める",
  reward: "プレイアウトの報酬。勝ち 1、引き分け ½、負け 0、または差に応じて増える割合",
  margin: "reward=score のとき、これ以上は同じとみなす点差",
  final: "打つ手の選び方。プレイアウトが最も多い手、または平均が最もよい手",
  reuse: "対局が進んだ部分の木を次の手でも使う",
  memory: "木に使うメモリの上限（MiB）。いっぱいになると木は育たず、回数だけを数え続ける",
  threads: "それぞれ木を育てるスレッドの数。プレイアウト数とメモリを分け合う。数を変えると手も変わる",
  then: "それより前の手を打つプレイヤー",
  listing: "どちらのプログラムか。Python 版では引き分けは 0、プレイアウトは 1 手長く、すべての手を試す",
  backup: "各ノードがどちらの結果を数えるか。root: ページどおり根の手番側。mover: ページにない符号の反転を行う",
  "expert.level": "強さの上限。depth、exact、selectivity とともに省くと、時間や局面数の制限が許すかぎり。制限もなければ 10",
  "expert.depth": "中盤の先読みの手数。0 ならレベルに従う",
  "expert.exact": "この空きマス数から先は最善に打つ。-1 ならレベル、またはその深さに従う",
  "expert.selectivity": "中盤で ProbCut が枝を刈るときの確度（%）。100 なら刈らない。level ならレベルに従い、深さを指定したときは 100",
  "expert.margin": "ProbCut が見込む浅い探索の誤差を学習した値の何 % とするか。小さいほど多く刈る",
  "expert.table": "置換表の大きさ（MiB）。0 なら使わない",
  "expert.threads": "ともに探索するスレッドの数（中盤は深さ 8 以上の探索、および終盤）",
  "expert.isa": "命令セット。どれでも同じ手を打つ",
  "expert.eval": "局面の評価方法。learned: 対局から学んだ重み。handmade: 十数個の特徴量",
  "expert.book": "定石を使う。考えずに、最善とほぼ同じ値の手のどれかを打つ",
  "expert.etc": "最初の手を探索する前に、すべての手を置換表で調べる",
  "expert.stability": "もう返らない石（確定石）で枝を刈る",
  "expert.ordering": "有望な手から調べる",
  "expert.nullwindow": "2 手目以降はまずヌルウィンドウで確かめる",
  "expert.aspiration": "反復ごとに狭い窓から始める",
  "expert.probcut": "selectivity の範囲で、深い探索を浅い探索で代用する",
};

// The meaning of a player, or of one of its parameters; undefined if there is none.
export const japanese = (player, parameter) => {
  if (parameter === undefined) return PLAYERS[player];
  return PARAMETERS[`${player}.${parameter}`] ?? PARAMETERS[parameter];
};
