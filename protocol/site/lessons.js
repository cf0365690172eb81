// The lessons of docs/how-search-works, each with a search of the page's own engine. Text is
// [English, Japanese].

export const LESSONS = [
  {
    name: "two-plies",
    title: ["Two plies of minimax", "2手読みのミニマックス"],
    text: [
      [
        "Values are seen by the player to move at the top. That player chooses the largest value (max, square boxes), the opponent the smallest (min, round boxes). The green line is what both choose.",
        "値は、いちばん上の局面の手番側から見たものです。手番側は最大の値を選び（max、四角い枠）、相手は最小の値を選びます（min、丸い枠）。緑の線は、両者が選ぶ手順です。",
      ],
      [
        "White is to move, looks at every move and at every reply of Black, and counts White's discs minus Black's. Black chooses the worst for White, so a move is worth its min, and White chooses the move whose min is largest: e7, worth 0.",
        "白番です。白のすべての手と、それに対する黒のすべての応手を調べ、「白石の数 − 黒石の数」で評価します。黒は白にとって最も悪い応手を選ぶので、白の手の値は min です。白はその中で最大のものを選びます。e7、値は 0 です。",
      ],
    ],
    board: { start: "------------------X--------XOO----OOX-------X------------------- O" },
    position: "------------------X--------XOO----OOX-------X------------------- O",
    players: ["minimax(depth=2,ties=last)"],
    most: 8,
  },
  {
    name: "alpha-beta",
    title: ["Minimax and alpha-beta", "ミニマックス法とアルファ・ベータ法"],
    text: [
      [
        "A tree written out: Max chooses among N1, N2 and N3, Min between two leaves in each. Minimax looks at all 6 leaves.",
        "木を直接書き下した例です。Max は N1、N2、N3 から選び、Min はそれぞれ2つの葉から選びます。ミニマックス法は6つの葉をすべて調べます。",
      ],
      [
        "Alpha-beta carries two numbers along: α, what Max has already, and β, what Min has already. After N1, Max has α = 7. In N2 the first leaf is −5, so N2 is worth −5 or less: no more than Max has. The other leaf cannot matter and is not looked at. The value is the same, with 5 leaves.",
        "アルファ・ベータ法は2つの数を持って探索します。α は Max がすでに確保した値、β は Min がすでに確保した値です。N1 を調べ終えると α = 7 になります。N2 の最初の葉は −5 なので、N2 の値は −5 以下です。これは Max がすでに確保した値を超えないので、残りの葉は調べません。値は同じで、調べる葉は5つです。",
      ],
    ],
    position: "N0(N1(7,12),N2(-5,-10),N3(20,-3))",
    players: ["minimax", "alphabeta"],
  },
  {
    name: "end",
    title: ["The end of a game", "ゲームの終盤"],
    text: [
      [
        "In a game that is nearly over, nothing has to be guessed: a win is 1, a draw 0, a loss −1. X is to move and has three squares left. One wins at once, one draws, one loses. Try it on the board, too.",
        "ゲームがほとんど終わっていれば、推定は要りません。勝ちは 1、引き分けは 0、負けは −1 です。次は X の番で、空きマスは3つです。1つはすぐに勝ち、1つは引き分け、1つは負けになります。盤で試すこともできます。",
      ],
    ],
    board: { game: "Tic-tac-toe", size: 3, start: "--XOX-OXO X" },
    position: "--XOX-OXO X",
    players: ["minimax(depth=9)"],
  },
  {
    name: "three-empties",
    title: ["Three empty squares of Othello", "オセロの空き3マス"],
    text: [
      [
        "White is to move and has the moves A, B and C, with two replies each. The leaves are White's discs minus Black's at the end. A could win by 24, but Black will not allow it. B is at least a draw whatever Black replies. After the first reply to C, worth −12, C cannot be better than B any more.",
        "白番で、手は A、B、C の3つ、応手はそれぞれ2つです。葉の値は終局時の「白石の数 − 黒石の数」です。A は 24 石差で勝つ可能性がありますが、黒はそれを許しません。B は黒がどう応じても引き分け以上で、C は最初の応手の値が −12 なので、その時点で B を上回らないと分かります。",
      ],
    ],
    position: "White(A(24,-2),B(4,0),C(-12,-6))",
    players: ["exact(empties=2)"],
  },
  {
    name: "uct",
    title: ["Playouts instead of guesses: UCT", "評価の代わりにプレイアウト: UCT"],
    text: [
      [
        "A Monte-Carlo search finishes the game at random, round after round, and counts wins. UCT decides where the next round goes by an upper bound for each move: wins / visits + √2 · √(ln N / visits). The first part prefers moves that have won, the second those that have hardly been tried.",
        "モンテカルロ法は、ゲームを最後までランダムに進めること（プレイアウト）を繰り返し、勝ちを数えます。UCT は、次にどの手を試すかを、手ごとの上限値「勝ち数 / 訪問回数 + √2 · √(ln N / 訪問回数)」で決めます。第1項はよく勝った手を、第2項はまだあまり試していない手を優先します。",
      ],
      [
        "The teaching page's UCT on Othello 4×4. A box has wins/visits and the bound; promising moves are opened as the rounds go on.",
        "教材ページの UCT を 4×4 のオセロで動かしたものです。枠の中は「勝ち数/訪問回数」と上限値です。回数が進むと、有望な手が展開されます。",
      ],
    ],
    board: { size: 4, start: "-----OX--XO----- X" },
    position: "-----OX--XO----- X",
    players: ["tutorial_uct(playouts=40,threshold=10,playout_depth=20)"],
  },
];
