// Every word of the page in both languages: one table, from which `say` reads.

const number = (value, digits = 0) => Number(value).toFixed(digits).replace("-", "−");
const sides = { black: ["Black", "黒"], white: ["White", "白"] };

// Each word as [English, Japanese]; a function makes the text from values.
export const STRINGS = {
  title: ["Yomi – games, searches and tables", "Yomi – 対局・探索・勝率表"],
  tagline: ["Play, analyse, and watch a search think", "対局、検討、そして探索を見る"],
  skip: ["To the content", "本文へ"],
  rooms: ["Rooms", "部屋"],
  play: ["Play", "対局"],
  analyse: ["Analyse", "検討"],
  learn: ["Learn", "学ぶ"],
  rerun: ["Rerun", "再現"],
  language: ["日本語", "English"],
  theme: ["Dark or light", "明暗を切り替える"],
  loading: ["Starting the engine …", "エンジンを起動しています…"],
  failed: [(o) => `The engine does not start: ${o.problem}`, (o) => `エンジンを起動できません: ${o.problem}`],
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
  minutes: [(o) => `${o.minutes} min + ${o.seconds} s a move`, (o) => `${o.minutes} 分＋1 手 ${o.seconds} 秒`],
  turn: [(o) => `${o.side} to move`, (o) => `${o.side}の番です`],
  thinking: [(o) => `${o.side} is thinking …`, (o) => `${o.side}が考えています…`],
  passes: [(o) => `${o.side} cannot move and passes`, (o) => `${o.side}は打てる場所がないのでパスします`],
  passed: [(o) => `${o.side} cannot move and passes. `, (o) => `${o.side}は打てる場所がないのでパスしました。`],
  played: [(o) => `${o.side}: ${o.move}. `, (o) => `${o.side} ${o.move}。`],
  wins: [(o) => `${o.side} wins by ${number(o.by, o.by % 1 ? 1 : 0)}`, (o) => `${o.side}の ${number(o.by, o.by % 1 ? 1 : 0)} 差勝ち`],
  winsGame: [(o) => `${o.side} wins`, (o) => `${o.side}の勝ち`],
  draw: ["A draw", "引き分け"],
  flag: [(o) => `${o.side} has run out of time`, (o) => `${o.side}の時間切れ`],
  discs: [(o) => `${o.count} discs`, (o) => `${o.count} 個`],
  moves: ["Moves", "棋譜"],
  noMoves: ["No move yet", "まだ着手がありません"],
  more: ["More parameters", "その他のパラメータ"],
  own: ["the game's own", "ゲームの既定"],
  unreadable: [(o) => `This cannot be read: ${o.problem}`, (o) => `読み込めません: ${o.problem}`],
  refused: [(o) => `The engine says: ${o.problem}`, (o) => `エンジンからの返答: ${o.problem}`],
};

let language = "en";

export const spoken = () => language;

// The text of a word; the word itself where the table has none.
export const say = (word, values = {}) => {
  const found = STRINGS[word]?.[language === "ja" ? 1 : 0] ?? word;
  return typeof found === "function" ? found(values) : found;
};

// Puts the texts of a language into everything below `root` that names its word.
export const translate = (root) => {
  for (const place of root.querySelectorAll("[data-word]"))
    place.textContent = say(place.dataset.word);
  for (const place of root.querySelectorAll("[data-label]"))
    place.setAttribute("aria-label", say(place.dataset.label));
};

// Changes the language of the whole page.
export const speak = (next) => {
  language = next === "ja" ? "ja" : "en";
  document.documentElement.lang = language;
  document.title = say("title");
  translate(document);
  document.dispatchEvent(new CustomEvent("languagechange"));
};

export { number };
