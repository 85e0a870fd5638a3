import "../../kit/core";
import { defineGame } from "../../kit/game";
import type { Effect } from "../../wire/hall";
import type { Board as BoardData, View } from "../../wire/made/catan";
import { Below } from "./bar";
import { Board } from "./board";
import { Facts } from "./facts";
import { frame } from "./frame";
import { guide } from "./guide";
import { Help } from "./help";
import { attempt, picks, planIn } from "./picks";
import sheet from "./style.css";
import { text } from "./texts";
import { ListForm } from "./trade";
import { words } from "./words";

function sound(effects: readonly Effect[]) {
  const has = (...what: readonly string[]) => effects.some((effect) => what.includes(effect.what));
  if (has("win")) return "end";
  if (has("dice")) return "dice";
  if (has("stolen", "robber", "taken")) return "hit";
  return has("settlement", "city", "road", "traded", "bank", "bought_card") ? "move" : null;
}

/** Keys press the buttons of the bar: what cannot be pressed now does nothing. */
function key(letter: string, id: string, help: string) {
  return { key: letter, help, run: () => document.getElementById(id)?.click() };
}

export const game = defineGame<View, BoardData>({
  Board,
  picks,
  attempt,
  plan: (before, after, effects, board) => planIn(frame.peek(), before, after, effects, board),
  sound,
  words,
  forms: { offer: ListForm, discard: ListForm },
  Below,
  Facts,
  Help,
  guide,
  sheet,
  keys: [
    key("r", "roll", text.roll),
    key("t", "trade", text.trade),
    key("e", "end-turn", text.end),
    key("1", "buy-road", text.buy.road),
    key("2", "buy-settlement", text.buy.settlement),
    key("3", "buy-city", text.buy.city),
    key("4", "buy-card", text.buy.card),
  ],
});
