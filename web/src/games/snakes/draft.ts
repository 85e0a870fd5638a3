/** What lies on the bench of the lab: a snake, and a position to try it on.
 *  Both outlive the page in this browser, so that guests lose nothing. */
import { computed, signal } from "@preact/signals";
import { read, write } from "../../kit/keep";
import type { Position } from "./fight";
import { asked, blankMap, type Draft, fromFile, fromProgram, MAPS, type Program, REACH, type Sight, SIGHT, type Sketch, type Thing, things, toProgram, withMap } from "./program";
import { facingUp, sightOf } from "./sight";
import { text } from "./texts";

const UNDO_MOST = 100;

/* ---- positions --------------------------------------------------------- */

type Rows = readonly string[];

/** Examples, head in the middle looking up. */
export const examples: Readonly<Record<"tail" | "corner" | "crowd" | "empty", Rows>> = {
  tail: ["VVVVVVVVVVVVW", "VVVVVVVVVVVVW", "VVVVVVVVVVXVW", "VVVVVVVVVVYVW", "VVVVVVZYYYYVW", "VVVVVVVVVVVVW", "VVVVVVSVVVVVW", "VVVVVVSVVVVVW", "VVVVVVSSSSVVW", "VVVVVVVVVSVVW", "VVVVVVVVVTVVW", "VVVVVVVVVVVVW", "VVVVVVVVVVVVW"],
  corner: ["WWWWWWWWWWWWW", "WWWWWWWWWWWWW", "WWWWWWWWWWWWW", "WWWWWWWWWWWWW", "WWWWWWWWWWWWW", "VVVVVVVVWWWWW", "VVVVVVSVWWWWW", "VVVVVVSVWWWWW", "VVVVVVSVWWWWW", "VVYYYZSVWWWWW", "VVYVVVSVWWWWW", "VVXVVVTVWWWWW", "VVVVVVVVWWWWW"],
  crowd: ["VVVVVVVVVVVVV", "VVYYYYYVVVVVV", "VVYVVVYVVVXVV", "VVXVVVZVVVYVV", "VVVVVVVVVVYVV", "VVVZYVVVYYYVV", "VVVVYVSVZVVVV", "VVVVYVSVVVVVV", "VVVXYVSSVVVVV", "VVVVVVVSVVVVV", "VVVVVVVSSTVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV"],
  empty: ["VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVSVVVVVV", "VVVVVVSVVVVVV", "VVVVVVSVVVVVV", "VVVVVVTVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV", "VVVVVVVVVVVVV"],
};

const isRows = (value: unknown): value is Rows => Array.isArray(value) && value.length === SIGHT && value.every((row) => typeof row === "string" && row.length === SIGHT && [...row].every((letter) => (things as readonly string[]).includes(letter)));

export const position = signal<Rows>(examples.tail);
export const sight = computed<Sight>(() => position.value.map((row) => [...row] as Thing[]));

export function paintPosition(at: number, thing: Thing): void {
  const [x, y] = [at % SIGHT, Math.floor(at / SIGHT)];
  if (x === REACH && y === REACH) return;
  const row = position.value[y] ?? "";
  if (row.charAt(x) === thing) return;
  position.value = position.value.map((one, i) => (i === y ? row.slice(0, x) + thing + row.slice(x + 1) : one));
  keep();
}

export function showPosition(rows: Rows): void {
  position.value = rows;
  keep();
}

/* ---- the snake --------------------------------------------------------- */

/** A first snake: it bites a tail ahead, and else goes on while its body is behind it. */
function firstSnake(): Draft {
  const maps = [
    { HeadX: 3, HeadY: 3, Lines: [{ X: 3, Y: 2, Line: "Z0" }] },
    { HeadX: 3, HeadY: 3, Lines: [{ X: 3, Y: 4, Line: "S0" }] },
  ];
  return fromProgram({ Templates: ["XYZ", "STW", "TVZ", "V"], Maps: maps }, text.fresh, 1);
}

export const draft = signal<Draft>(firstSnake());
/** Its number among the account's snakes; null: it is not saved yet. */
export const savedAs = signal<number | null>(null);
/** Has it been changed since it was opened or saved? */
export const changed = signal(false);
const past = signal<readonly Draft[]>([]);
export const canUndo = computed(() => past.value.length > 0);
/** The map that is being drawn, from 0. */
export const chosenMap = signal(0);

export function change(to: Draft): void {
  past.value = [...past.value.slice(-UNDO_MOST), draft.value];
  draft.value = to;
  changed.value = true;
  keep();
}

export function changeMap(map: Sketch): void {
  if (map !== draft.value.maps[chosenMap.value]) change(withMap(draft.value, chosenMap.value, map));
}

export function undo(): void {
  const last = past.value.at(-1);
  if (!last) return;
  past.value = past.value.slice(0, -1);
  draft.value = last;
  keep();
}

export function moveMap(by: number): void {
  const [from, to] = [chosenMap.value, chosenMap.value + by];
  if (to < 0 || to >= MAPS) return;
  const maps = [...draft.value.maps];
  [maps[from], maps[to]] = [maps[to] ?? blankMap, maps[from] ?? blankMap];
  change({ ...draft.value, maps });
  chosenMap.value = to;
}

export function open(snake: Draft, id: number | null): void {
  draft.value = snake;
  savedAs.value = id;
  changed.value = false;
  past.value = [];
  chosenMap.value = 0;
  keep();
}

export const openNew = () => open(firstSnake(), null);

/** From the viewer: the snake and what it saw. */
export function openInLab(program: Program, name: string, skin: number, of: Position, who: number, face: number): void {
  open(fromProgram(program, name, skin), null);
  showPosition(facingUp(sightOf(of, who), face).map((row) => row.join("")));
}

/** The editor's number of a map that the server counts without the blank ones. */
export const editorMap = (n: number) => asked(draft.value)[n] ?? n;

/* ---- kept -------------------------------------------------------------- */

export function fileOf(snake: Draft): string {
  return JSON.stringify({ name: snake.name, skin: snake.skin, program: toProgram(snake) }, null, 1);
}

function keep(): void {
  write("lab", JSON.stringify({ snake: fileOf(draft.value), id: savedAs.value, changed: changed.value, position: position.value }));
}

export function restore(): void {
  try {
    const kept = JSON.parse(read("lab") ?? "null") as { snake?: unknown; id?: unknown; changed?: unknown; position?: unknown } | null;
    const snake = typeof kept?.snake === "string" ? fromFile(kept.snake, text.fresh) : null;
    if (!snake) return;
    draft.value = snake;
    savedAs.value = typeof kept?.id === "number" ? kept.id : null;
    changed.value = kept?.changed === true;
    if (isRows(kept?.position)) position.value = kept.position;
  } catch {
    // What was kept is no snake: the first one is shown.
  }
}
