import "../../kit/core";
import { defineGame } from "../../kit/game";
import type { View } from "../../wire/made/snakes";
import { TableBoard } from "./tableboard";
import { Help } from "./help";
import sheet from "./style.css";

/** Fights play themselves: nobody has a move. */
export const game = defineGame<View, unknown>({ Board: TableBoard, picks: () => null, words: {}, Help, sheet });
