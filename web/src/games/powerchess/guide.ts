/** Remarks for a first game. */
import type { Remark } from "../../kit/guide";
import type { View } from "../../wire/made/powerchess";

const moving = (view: View) => view.phase === "move";

export const guide: readonly Remark<View>[] = [
  {
    when: moving,
    en: "Pieces move as in chess. Drag one, or pick it and then a marked square; typing on the board works too: Nf3, e2e4.",
    ru: "Фигуры ходят как в шахматах. Перетащите фигуру или выберите её, потом отмеченное поле; на доске можно и печатать: Nf3, e2e4.",
  },
  {
    when: (view) => moving(view) && view.boxes.length > 0,
    en: "Crates hold powers. Move a piece onto one to open it: one stud is a common power, two a rare, three a legendary one.",
    ru: "В ящиках лежат силы. Чтобы открыть ящик, пойдите на него фигурой: одна заклёпка - обычная сила, две - редкая, три - легендарная.",
  },
  {
    when: (view) => view.phase === "select",
    en: "Choose one of two powers. Some work at once, others ask for a square: then pick it on the board, or go back.",
    ru: "Выберите одну из двух сил. Одни действуют сразу, другим нужно поле: выберите его на доске или вернитесь.",
  },
  {
    when: (view) => moving(view) && (view.holes.length > 0 || view.pieces.some((piece) => piece.invulnerable || piece.awake)),
    en: "A number on the board counts half-moves: so long a hole stays open, a shield holds, a piece stays awake.",
    ru: "Число на доске считает полуходы: столько ещё открыта дыра, держится щит, не спит фигура.",
  },
  {
    when: (view) => view.check,
    en: "Check: your king is attacked. Mate ends the game as in chess, whatever powers are still in their crates.",
    ru: "Шах: ваш король под ударом. Мат кончает игру как в шахматах, какие бы силы ни лежали ещё в ящиках.",
  },
];
