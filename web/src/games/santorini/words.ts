/** How things are called. English lists and logs are the server's own words;
 *  the other language is made here from the moves and the effects. */
import type { Place, Words } from "../../kit/game";
import { lang, listed, say } from "../../kit/lang";
import type { Effect, LegalMove, TableEvent } from "../../wire/hall";
import type { View } from "../../wire/made/santorini";
import { cellName, levelOf, SIDE, workerOn } from "./picks";
import { godName, godNames, texts } from "./texts";

function hint(view: View, _seat: number, picks: readonly Place[]): string {
  const words = say(texts).hint;
  switch (view.phase) {
    case "select":
      return words.select(view.players.length);
    case "choose":
      return words.choose;
    case "first":
      return words.first;
    case "place":
      return picks.length ? words.place2 : words.place1;
    case "over":
      return "";
    case "play": {
      const goes = view.actions.includes("Move");
      const builds = view.actions.includes("Build_Block") || view.actions.includes("Build_Dome");
      if (view.pawn !== null) return goes ? (builds ? words.goMore : words.go) : view.optional ? words.buildMore : words.build;
      if (picks.length === 0) return words.worker;
      return builds ? words.goOrBuild : words.go;
    }
  }
}

function facts(view: View, seat: number): readonly string[] {
  const player = view.players[seat];
  const words = say(texts).facts;
  const blessed = view.players.some((one) => one.god !== "Mortal"); // without gods there is nothing to tell
  return [player?.god && blessed ? words.god(godName(player.god)) : "", player?.out ? words.out : ""].filter(Boolean);
}

const reasonsEn: Readonly<Record<string, string>> = {
  no_such_pawn: "There is no such worker.",
  not_offered: "This god is not offered.",
  off_board: "That is off the board.",
  other_pawn: "The other worker acts in this turn.",
  not_near: "That cell is not beside the worker.",
  dome: "A dome closes that cell.",
  too_high: "Too high: a worker climbs one level at most.",
  too_low: "Too low.",
  occupied: "Somebody stands there.",
  own_worker: "Your own worker stands there.",
  cannot_push: "The worker behind cannot be pushed on.",
  no_up: "Nobody but Athena's player may climb now.",
  no_down: "Hades forbids stepping down.",
  no_back: "Not back to the cell it left.",
  same_cell: "Only on the same cell.",
  other_cell: "Only on another cell.",
  border: "Not on the border.",
  near_limus: "Limus forbids building beside his workers.",
  fifth_tower: "That would complete the fifth tower.",
  level3: "A block does not fit on level 3: only a dome does.",
  below3: "A dome needs level 3.",
  nobody_there: "Nobody stands there.",
  taken_god: "That god is taken.",
  wrong_count: "That is the wrong number of gods.",
  not_free: "That cell is not free.",
  same_twice: "Two workers cannot stand on one cell.",
};

const reasonsRu: typeof reasonsEn = {
  no_such_pawn: "Такого строителя нет.",
  not_offered: "Этого бога не предлагали.",
  off_board: "Это за краем доски.",
  other_pawn: "В этом ходу действует другой строитель.",
  not_near: "Эта клетка не соседняя.",
  dome: "Клетка закрыта куполом.",
  too_high: "Слишком высоко: подняться можно только на один этаж.",
  too_low: "Слишком низко.",
  occupied: "Там кто-то стоит.",
  own_worker: "Там стоит ваш строитель.",
  cannot_push: "Этого строителя некуда столкнуть.",
  no_up: "Афина сейчас запрещает подниматься.",
  no_down: "Аид запрещает спускаться.",
  no_back: "Нельзя вернуться на прежнюю клетку.",
  same_cell: "Только на той же клетке.",
  other_cell: "Только на другой клетке.",
  border: "Не на краю доски.",
  near_limus: "Лимос запрещает строить рядом с его строителями.",
  fifth_tower: "Это завершило бы пятую башню.",
  level3: "На третий этаж блок не поставить: только купол.",
  below3: "Для купола нужен третий этаж.",
  nobody_there: "Там никого нет.",
  taken_god: "Этот бог уже занят.",
  wrong_count: "Богов не столько.",
  not_free: "Эта клетка занята.",
  same_twice: "Два строителя не могут стоять на одной клетке.",
};

/* ---- Russian moves --------------------------------------------------------- */

/** The cell behind `to`, seen from `from`. */
function beyond(from: number, to: number): number {
  return 2 * to - from;
}

function climb(from: number, to: number): string {
  return to > from ? `, вверх на этаж ${to}` : to < from ? `, вниз на этаж ${to}` : "";
}

function moveRu({ move, words }: LegalMove, view: View, seat: number): string | null {
  const [word, ...rest] = move.split(" ");
  const numbers = rest.map(Number);
  const [a = 0, b = 0] = numbers;
  const own = view.players[seat]?.pawns[a] ?? 0;
  const builder = view.pawn === null ? `строитель ${cellName(own)}: ` : "";
  switch (word) {
    case "gods":
      return `отобрать: ${listed(numbers.map((god) => godName(godNames[god] ?? "")))}`;
    case "choose":
      return `выбрать: ${godName(godNames.find((god) => words.endsWith(" " + god)) ?? "")}`;
    case "first":
      return a === seat ? "начинаю я" : `начинает игрок ${words.replace(/^lets (.*) begin$/, "$1")}`;
    case "place":
      return `поставить строителей на ${cellName(a)} и ${cellName(b)}`;
    case "move": {
      const met = workerOn(view, b);
      const way = `${cellName(own)} - ${cellName(b)}${climb(levelOf(view, own), levelOf(view, b))}`;
      if (!met) return way;
      return view.players[seat]?.god === "Minotaur" ? `${way}, толкает на ${cellName(beyond(own, b))}` : `${way}, меняется местами`;
    }
    case "block":
      return `${builder}строить на ${cellName(b)}, этаж ${levelOf(view, b) + 1}`;
    case "dome":
      return `${builder}купол на ${cellName(b)}`;
    case "ferry":
      return `перевезти с ${cellName(b)} на ${cellName(beyond(b, own))}`;
    case "pass":
      return "больше не строить";
    default:
      return null;
  }
}

function effectRu(effect: Effect, name: (seat: number) => string): string {
  const n = (key: string) => Number(effect[key] ?? 0);
  const cell = (key: string) => cellName(n(key));
  const who = effect.seat === null ? "" : name(effect.seat);
  switch (effect.what) {
    case "offered":
    case "chosen":
      return `${effect.what === "chosen" ? "выбирает: " : ""}${godName(String(effect.god ?? ""))}`;
    case "first":
      return `начинает ${name(n("first"))}`;
    case "placed":
      return `строитель на ${cell("cell")}`;
    case "move":
      return `${cell("from")}-${cell("to")}${climb(n("level_from"), n("level_to")).replace(" этаж", "")}`;
    case "swapped":
      return `меняется местами с ${who}`;
    case "pushed":
      return `толкает ${who} на ${cell("to")}`;
    case "ferried":
      return `перевозит ${who} с ${cell("from")} на ${cell("to")}`;
    case "build":
      return `строит ${cell("cell")} до ${n("level")}`;
    case "dome":
      return `купол на ${cell("cell")}`;
    case "passed":
      return "больше не строит";
    case "eliminated":
      return `${who} выбывает`;
    default:
      return "";
  }
}

function eventRu(event: TableEvent, name: (seat: number) => string): string | null {
  const said = (event.effects ?? []).map((effect) => effectRu(effect, name)).filter(Boolean);
  return said.length ? said.join(", ") : null;
}

/** A group of the list: by its word, then by the worker or the first cell. */
function stepRu(moves: readonly LegalMove[], view: View, depth: number): string | null {
  const [word, first] = (moves[0]?.move ?? "").split(" ");
  const seat = view.player ?? 0;
  const from = cellName(view.players[seat]?.pawns[Number(first)] ?? 0);
  if (word === "move") return depth === 0 && new Set(moves.map((one) => one.move.split(" ")[1])).size > 1 ? "идти..." : `${from} - ...`;
  if (word === "block") return "строить...";
  if (word === "dome") return "купол...";
  if (word === "place") return Number(first) < SIDE * SIDE ? `поставить на ${cellName(Number(first))} и...` : null;
  if (word === "gods") return `отобрать: ${godName(godNames[Number(first)] ?? "")} и...`;
  return null;
}

export const words: Words<View> = {
  hint,
  facts,
  reason: (reason) => (lang === "ru" ? reasonsRu : reasonsEn)[reason] ?? null,
  ...(lang === "ru" ? { move: moveRu, event: eventRu, step: stepRu } : {}),
};
