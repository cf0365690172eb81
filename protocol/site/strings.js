// Every word of the page in both languages: one table, from which `say` reads.

const number = (value, digits = 0) => Number(value).toFixed(digits).replace("-", "−");
const sides = { black: ["Black", "黒"], white: ["White", "白"] };

// Each word as [English, Japanese]; a function makes the text from values.
export const STRINGS = {
  title: [
    (o) => (o.room ? `${o.room} – Yomi` : "Yomi – games, searches and tables"),
    (o) => (o.room ? `${o.room} – Yomi` : "Yomi – 対局・探索・勝率表"),
  ],
  tagline: ["Play, analyse, and watch a search think", "対局、検討、そして探索を見る"],
  skip: ["To the content", "本文へ"],
  rooms: ["Rooms", "メニュー"],
  play: ["Play", "対局"],
  analyse: ["Analyse", "検討"],
  learn: ["Learn", "学ぶ"],
  rerun: ["Rerun", "再現"],
  language: ["日本語", "English"],
  theme: ["Dark or light", "明暗を切り替える"],
  loading: ["Starting the engine …", "エンジンを起動しています…"],
  failed: [
    (o) => `The engine does not start: ${o.problem}`,
    (o) => `エンジンを起動できません: ${o.problem}`,
  ],
  gone: ["The engine could not be loaded again.", "エンジンを再び読み込めませんでした。"],
  ended: [
    (o) => `The engine has ended with an error: ${o.problem}`,
    (o) => `エンジンがエラーで終了しました: ${o.problem}`,
  ],
  weightless: [
    (o) => `Without its weights the engine judges worse: ${o.problem}`,
    (o) => `重みを読み込めないため、エンジンの評価が粗くなります: ${o.problem}`,
  ],
  tryAgain: ["Try again", "もう一度試す"],
  reload: ["Reload the page", "ページを再読み込み"],
  Othello: ["Othello", "オセロ"],
  Go: ["Go", "囲碁"],
  "Tic-tac-toe": ["Tic-tac-toe", "三目並べ"],
  black: sides.black,
  white: sides.white,
  empty: ["empty", "空き"],
  legal: ["can be played", "着手可能"],
  lastMove: ["last move", "最後の手"],
  board: [(o) => `${o.game}, ${o.size} by ${o.size}`, (o) => `${o.game} ${o.size}×${o.size} 盤`],

  // Playing.
  newGame: ["New game", "新しい対局"],
  undo: ["Undo", "一手戻す"],
  redo: ["Redo", "一手進める"],
  goOn: ["Go on from here", "ここから続ける"],
  pass: ["Pass", "パス"],
  analyseThis: ["Analyse this game", "この対局を検討"],
  human: ["You", "あなた"],
  who: ["Player", "プレイヤー"],
  game: ["Game", "ゲーム"],
  size: ["Board", "盤"],
  settings: ["Game and players", "ゲームとプレイヤー"],
  startAgain: ["Start", "開始"],
  from: ["Position or moves (empty: the usual start)", "局面または棋譜（空欄なら通常の初期配置）"],
  clock: ["Time for each side", "持ち時間"],
  untimed: ["no clock", "なし"],
  minutes: [
    (o) => `${o.minutes} min + ${o.seconds} s a move`,
    (o) => `${o.minutes} 分＋1 手 ${o.seconds} 秒`,
  ],
  turn: [(o) => `${o.side} to move`, (o) => `${o.side}の番です`],
  thinking: [(o) => `${o.side} is thinking …`, (o) => `${o.side}が考えています…`],
  waits: [
    (o) => `${o.side} to move, and waits while you look back`,
    (o) => `${o.side}の番です。振り返っている間は待っています`,
  ],
  passes: [
    (o) => `${o.side} cannot move and passes`,
    (o) => `${o.side}は打てる場所がないのでパスします`,
  ],
  passed: [
    (o) => `${o.side} cannot move and passes. `,
    (o) => `${o.side}は打てる場所がないのでパスしました。`,
  ],
  passesFreely: [(o) => `${o.side} passes. `, (o) => `${o.side}はパスしました。`],
  played: [(o) => `${o.side}: ${o.move}. `, (o) => `${o.side} ${o.move}。`],
  wins: [
    (o) => `${o.side} wins by ${number(o.by, o.by % 1 ? 1 : 0)}`,
    (o) => `${o.side}の勝ち（${number(o.by, o.by % 1 ? 1 : 0)} 差）`,
  ],
  winsGame: [(o) => `${o.side} wins`, (o) => `${o.side}の勝ち`],
  draw: ["A draw", "引き分け"],
  flag: [
    (o) => `${o.lost} has run out of time. ${o.won} wins`,
    (o) => `${o.lost}の時間切れ。${o.won}の勝ち`,
  ],
  discs: [(o) => `${o.count} discs`, (o) => `${o.count} 個`],
  moves: ["Moves", "棋譜"],
  noMoves: ["No move yet", "まだ着手がありません"],
  more: ["More parameters", "その他のパラメーター"],
  own: ["the game's own", "ゲームの既定"],
  unreadable: [(o) => `This cannot be read: ${o.problem}`, (o) => `読み込めません: ${o.problem}`],
  wholeNumber: [
    (o) => `${o.name}: expected a whole number from ${o.least} to ${o.most}`,
    (o) => `${o.name}: ${o.least} から ${o.most} までの整数を入力してください`,
  ],
  numberWithin: [
    (o) => `${o.name}: expected a number from ${o.least} to ${o.most}`,
    (o) => `${o.name}: ${o.least} から ${o.most} までの数を入力してください`,
  ],
  stop: ["Stop", "停止"],
  stopped: ["Stopped.", "停止しました。"],
  refused: [(o) => `The engine says: ${o.problem}`, (o) => `エンジンからの返答: ${o.problem}`],

  // Analysing.
  first: ["To the start", "最初へ"],
  back: ["Back", "一手戻る"],
  forward: ["Forward", "一手進む"],
  end: ["To the end", "最後へ"],
  backToGame: ["Back to the game", "本譜に戻る"],
  live: ["Live values", "評価値を表示"],
  exact: ["exact", "完全読み"],
  searched: [
    (o) =>
      `Depth ${o.depth}${o.certainty ? ` with cuts that are ${o.certainty} % sure` : ""}, ` +
      `${millions(o.nodes)} positions: ${o.line}`,
    (o) =>
      `深さ ${o.depth}${o.certainty ? `（枝刈りの確度 ${o.certainty} %）` : ""}、` +
      `${millions(o.nodes)} 局面: ${o.line}`,
  ],
  explainThis: ["Explain this position", "この局面の探索を見る"],
  report: ["Game report", "対局レポート"],
  level: ["Level", "レベル"],
  makeReport: ["Judge every move", "全着手を評価"],
  losses: [
    (o) => `Black lost ${number(o.black, 1)} discs, White ${number(o.white, 1)}.`,
    (o) => `損失の合計: 黒 ${number(o.black, 1)} 石、白 ${number(o.white, 1)} 石`,
  ],
  noMistake: ["No move lost half a disc.", "0.5 石以上損した手はありません。"],
  number: ["Move", "手数"],
  side: ["Side", "手番"],
  played2: ["Played", "着手"],
  best: ["Best", "最善手"],
  loss: ["Loss", "損失"],
  toMove: [(o) => `To move ${o.ply}`, (o) => `${o.ply} 手目へ`],
  graph: [
    "Value for Black after every move; the table of the report has the same as text",
    "各手の後の黒から見た評価値（レポートの表にも同じ内容があります）",
  ],
  lost: [
    (o) => `Move ${o.ply} lost ${number(o.loss, 1)}`,
    (o) => `${o.ply} 手目の損失 ${number(o.loss, 1)}`,
  ],
  files: ["Load, save, share", "読み込み・保存・共有"],
  file: ["File (SGF, GGF, OBF, moves)", "ファイル（SGF・GGF・OBF・棋譜）"],
  paste: ["Or paste it here", "またはここに貼り付け"],
  load: ["Load", "読み込む"],
  games: ["Games in this file", "ファイル内の対局"],
  format: ["Format", "形式"],
  save: ["Save", "保存"],
  share: ["Link to this position", "この局面へのリンク"],
  copied: ["The link is copied.", "リンクをコピーしました。"],
  link: ["The link stands above.", "リンクを上に表示しました。"],
  someUnread: [
    (o) => `${o.bad} of ${o.all} games cannot be read: ${o.problem}`,
    (o) => `${o.all} 局中 ${o.bad} 局は読み込めません: ${o.problem}`,
  ],
  noGame: ["no game in it", "対局が見つかりません"],

  // Learning.
  lessons: ["Lessons", "レッスン"],
  own2: ["Any position", "自由な局面"],
  tryIt: ["Try it", "試してみる"],
  searching: ["Searching …", "探索しています…"],
  position: ["Position, moves or a tree", "局面・棋譜・木"],
  explainers: ["Players, separated by ;", "プレイヤー（; で区切る）"],
  seed: ["Seed", "乱数の種"],
  explainIt: ["Show the search", "探索を表示"],
  explainHelp: [
    "The tree that a textbook player walks at your position, step by step, with a quiz. For example minimax(depth=2), alphabeta(depth=3,eval=mobility); negascout(depth=3), uct(playouts=60).",
    "教科書のプレイヤーがその局面で探索する木を、クイズ付きで一歩ずつたどれます。例: minimax(depth=2)、alphabeta(depth=3,eval=mobility); negascout(depth=3)、uct(playouts=60)",
  ],

  // Running the table again.
  tableTitle: ["The win-rate table, run again", "勝率表の再現"],
  tableText: [
    "How often does minimax two plies deep beat a random player, as Black and as White, judging positions in two ways? The games are played here, in your browser, with the seed you choose; a mark shows the published figure, which counts winners wrongly: beside it stands what the same games come to by discs. The same seed gives the same games anywhere, and the same digest as yomi-lab run.",
    "2手読みのミニマックスは、2 通りの評価関数で、ランダムに打つ相手に黒番・白番でどのくらい勝つでしょうか。選んだ乱数の種で、このブラウザーの中で対局します。印は公表値です。公表値は勝者の数え方に誤りがあるため、同じ対局を石数で数えた勝率も並べます。同じ種ならどこでも同じ対局になり、ダイジェストは yomi-lab run のものと一致します。",
  ],
  gamesEach: ["Games a cell", "各セルの対局数"],
  variant: ["Rules of the table", "表の条件"],
  allVariants: ["all six variants", "6 通りすべて"],
  runTable: ["Run the table", "実行"],
  gamesDone: [(o) => `${o.done} of ${o.total} games`, (o) => `${o.total} 局中 ${o.done} 局`],
  digest: ["Digest of games.csv:", "games.csv のダイジェスト:"],
  cell: [
    (o) => `${o.name} as ${o.side} against ${o.opponent}`,
    (o) => `${o.name}（${o.side}番）対 ${o.opponent}`,
  ],
  rate: [
    (o) => `${o.rate} % (${o.low}–${o.high}), ${o.wins} of ${o.games}`,
    (o) => `${o.rate} %（${o.low}–${o.high}）、${o.games} 局中 ${o.wins} 勝`,
  ],
  published: [(o) => `published ${o.rate} %`, (o) => `公表値 ${o.rate} %`],
  countedByDiscs: [(o) => `${o.rate} % by discs`, (o) => `石数で数えると ${o.rate} %`],
  countedByTutorial: [(o) => `${o.rate} % by the page's count`, (o) => `ページの数え方では ${o.rate} %`],
};

// A large count, short.
const millions = (count) => {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e4 ? `${Math.round(count / 1e3)} k` : String(count);
};

let language = "en";

export const spoken = () => language;

// What says the words of one language; a word itself where the table has none.
export const speaker =
  (language) =>
  (word, values = {}) => {
    const found = STRINGS[word]?.[language.startsWith("ja") ? 1 : 0] ?? word;
    return typeof found === "function" ? found(values) : found;
  };

// The text of a word in the language of the page.
export const say = (word, values) => speaker(language)(word, values);

// The name of a side: of tic-tac-toe, its mark.
export const sideName = (game, side, tell = say) => {
  if (game === "Tic-tac-toe") return side === "black" ? "X" : "O";
  return tell(side);
};

// Puts the texts of a language into everything below `root` that names its word.
export const translate = (root) => {
  // The stepper has words of its own.
  const own = (place) => place.closest("[data-own]");
  for (const place of root.querySelectorAll("[data-word]"))
    if (!own(place)) place.textContent = say(place.dataset.word);
  for (const place of root.querySelectorAll("[data-label]"))
    if (!own(place)) place.setAttribute("aria-label", say(place.dataset.label));
};

let titled = "";

// Names the page after one of its rooms.
export const entitle = (room) => {
  titled = room;
  document.title = say("title", { room: room && say(room) });
};

// Changes the language of the whole page.
export const speak = (next) => {
  language = next === "ja" ? "ja" : "en";
  document.documentElement.lang = language;
  entitle(titled);
  translate(document);
  document.dispatchEvent(new CustomEvent("languagechange"));
};

export { number };
