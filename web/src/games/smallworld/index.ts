/** Small World: short-lived races on a map that is too small for all of them. */
import "../../kit/core";
import { defineGame } from "../../kit/game";
import type { Board as BoardData, View } from "../../wire/made/smallworld";
import { Board } from "./board";
import { TokensForm } from "./forms";
import { guide } from "./guide";
import { Help } from "./help";
import { attempt, picks, plan, sound } from "./picks";
import sheet from "./style.css";
import { words } from "./words";

export const game = defineGame<View, BoardData>({
  Board,
  picks,
  attempt,
  plan,
  sound,
  words,
  forms: { redeploy: TokensForm, defend: TokensForm },
  Help,
  guide,
  sheet,
});
