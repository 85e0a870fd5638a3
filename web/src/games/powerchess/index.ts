/** Power Chess: chess in which boxes with powers appear. */
import "../../kit/core";
import { defineGame } from "../../kit/game";
import type { Board as BoardData, View } from "../../wire/made/powerchess";
import { Below, Board, choice, flipped } from "./board";
import { guide } from "./guide";
import { Help } from "./help";
import { attempt, picks, plan, sound } from "./picks";
import { Beside } from "./plates";
import sheet from "./style.css";
import { text, words } from "./words";

export const game = defineGame<View, BoardData>({
  Board,
  Below,
  Beside,
  picks,
  attempt,
  choice,
  plan,
  sound,
  words,
  Help,
  guide,
  sheet,
  keys: [{ key: "f", help: text.turn, run: () => (flipped.value = !flipped.value) }],
});
