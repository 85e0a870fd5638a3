import "../../kit/core";
import { defineGame } from "../../kit/game";
import type { Effect } from "../../wire/hall";
import type { Board as BoardData, View } from "../../wire/made/santorini";
import { Board } from "./board";
import { Below, Beside, Gods } from "./gods";
import { guide } from "./guide";
import { Help } from "./help";
import { attempt, more, picks, plan } from "./picks";
import sheet from "./style.css";
import { words } from "./words";

function sound(effects: readonly Effect[]) {
  const has = (what: string) => effects.some((effect) => effect.what === what);
  if (has("win")) return "end";
  if (has("build") || has("dome")) return "hit";
  return has("move") || has("placed") || has("ferried") ? "move" : null;
}

export const game = defineGame<View, BoardData>({ Board, picks, more, attempt, plan, sound, words, forms: { gods: Gods }, Below, Beside, Help, guide, sheet });
