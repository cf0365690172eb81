// The board of an iframe: `board.html?position=f5d6&player=random&size=8&language=ja`.

import { YomiBoard } from "./yomi-board.js";

const wishes = new URLSearchParams(location.search);
const board = document.createElement("yomi-board");
for (const name of YomiBoard.observedAttributes)
  if (wishes.has(name)) board.setAttribute(name, wishes.get(name));
if (wishes.get("language")?.startsWith("ja")) document.documentElement.lang = "ja";
document.querySelector("main").append(board);
