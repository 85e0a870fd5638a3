/** Pure: moves to places, places to points, effects to the animation's plan. */
import type { Effect, Legal } from "../../wire/hall";
import type { Place, Step } from "../../kit/game";
import type { View } from "../../wire/made/santorini";

export const SIDE = 5;
export const CELLS = SIDE * SIDE;
/** A cell, a floor's height, and how a worker stands on it: as drawn. */
export const WIDE = 100;
export const DEEP = 88;
export const FLOOR = 13;
const FEET = 2;

export function cellId(cell: number): Place {
  return `cell-${cell}`;
}

export function cellOf(place: Place | undefined): number {
  return place ? Number(place.slice("cell-".length)) : -1;
}

export function cellName(cell: number): string {
  return "ABCDE".charAt(cell % SIDE) + (Math.floor(cell / SIDE) + 1);
}

/** The middle of a cell's ground; A1 lies in front, on the left. */
export function middle(cell: number): { readonly x: number; readonly y: number } {
  return { x: (cell % SIDE) * WIDE + WIDE / 2, y: (SIDE - 1 - Math.floor(cell / SIDE)) * DEEP + DEEP / 2 };
}

export function levelOf(view: View, cell: number): number {
  return view.cells[cell]?.[0] ?? 0;
}

export function feet(cell: number, level: number): { readonly x: number; readonly y: number } {
  const { x, y } = middle(cell);
  return { x, y: y - FLOOR * level + FEET };
}

/** Who stands on a cell. */
export function workerOn(view: View, cell: number): { readonly seat: number; readonly pawn: number } | null {
  for (const [seat, player] of view.players.entries()) {
    const pawn = player.out ? -1 : player.pawns.indexOf(cell);
    if (pawn >= 0) return { seat, pawn };
  }
  return null;
}

/** A worker first, then the cell; once a worker acts in this turn, the cell alone. */
export function picks(move: string, view: View, seat: number): readonly Place[] | null {
  const [word, ...rest] = move.split(" ");
  const [a = -1, b = -1] = rest.map(Number);
  switch (word) {
    case "place":
      return [cellId(a), cellId(b)];
    case "move":
    case "block":
    case "dome":
    case "ferry": {
      const from = view.players[seat]?.pawns[a];
      if (from === undefined) return null;
      return view.pawn === null ? [cellId(from), cellId(b)] : [cellId(b)];
    }
    default:
      return null;
  }
}

/** The list of placements is a sample; the form names all free cells. */
export function more(legal: Legal): readonly string[] {
  const form = legal.forms?.find((one) => one.kind === "cells");
  if (!form || form.kind !== "cells") return [];
  return form.cells.flatMap((a) => form.cells.filter((b) => b !== a).map((b) => `${form.move} ${a} ${b}`));
}

/** The move somebody means who picks a cell that is no target. */
export function attempt(picked: readonly Place[], place: Place, view: View, seat: number): string | null {
  const cell = cellOf(place);
  if (view.phase === "place") return picked[0] ? `place ${cellOf(picked[0])} ${cell}` : null;
  if (view.phase !== "play") return null;
  const pawn = view.pawn ?? view.players[seat]?.pawns.indexOf(cellOf(picked[0])) ?? -1;
  if (pawn < 0) return null;
  const word = view.actions.includes("Move") ? "move" : view.actions.includes("Build_Block") ? "block" : "dome";
  return `${word} ${pawn} ${cell}`;
}

/* ---- effects ------------------------------------------------------------- */

function number(effect: Effect, name: string): number {
  const value = effect[name];
  return typeof value === "number" ? value : -1;
}

/** The cells that an effect touched, for the marks of the last move. */
export function touched(effects: readonly Effect[]): readonly number[] {
  return effects.flatMap((effect) => [number(effect, "from"), number(effect, "to"), number(effect, "cell")]).filter((cell) => cell >= 0);
}

/** What changed between two pictures beyond the latest effects: a quick
 *  opponent's moves may come as one picture, with the effects of the last. */
export function unsaid(before: View | null, after: View, effects: readonly Effect[]): readonly Effect[] {
  if (!before || before.phase !== "play") return [];
  const found: Effect[] = [];
  for (const [cell, [level]] of after.cells.entries()) {
    const said = effects.some((effect) => effect.what === "build" && number(effect, "cell") === cell);
    if (!said && level > levelOf(before, cell)) found.push({ what: "build", seat: null, cell, level });
  }
  for (const [seat, player] of after.players.entries()) {
    for (const [pawn, to] of player.pawns.entries()) {
      const from = before.players[seat]?.pawns[pawn];
      const said = effects.some((effect) => effect.seat === seat && number(effect, "pawn") === pawn);
      if (!said && from !== undefined && from !== to) found.push({ what: "move", seat, pawn, from, to, level_from: levelOf(before, from), level_to: levelOf(after, to) });
    }
  }
  return found;
}

export const workerKey = (seat: number, pawn: number) => `w-${seat}-${pawn}`;
export const floorKey = (cell: number, level: number) => `f-${cell}-${level}`;
export const domeKey = (cell: number) => `d-${cell}`;
export const plateKey = (cell: number) => `n-${cell}`;

const STEP_MS = 180;
const PUSH_MS = 160;
const SWAP_MS = 220;
const FALL_MS = 140;
const DOME_MS = 200;

function walk(effect: Effect, before: View | null, after: View, at: number, ms: number, arc: number): Step {
  const from = number(effect, "from");
  const to = number(effect, "to");
  const low = number(effect, "level_from") >= 0 ? number(effect, "level_from") : levelOf(before ?? after, from);
  const high = number(effect, "level_to") >= 0 ? number(effect, "level_to") : levelOf(before ?? after, to);
  const start = feet(from, low);
  const end = feet(to, high);
  const key = workerKey(effect.seat ?? 0, number(effect, "pawn"));
  // Urania goes over the edge: then it comes up on the other side.
  if (Math.abs(start.x - end.x) > 2 * WIDE || Math.abs(middle(from).y - middle(to).y) > 2 * DEEP) return { key, kind: "appear", at, ms };
  return { key, kind: "move", at, ms, dx: start.x - end.x, dy: start.y - end.y, arc: high > low ? arc + 6 : arc };
}

export function plan(before: View | null, after: View, effects: readonly Effect[]): readonly Step[] {
  const steps: Step[] = [];
  const swaps = effects.some((effect) => effect.what === "swapped");
  let at = 0;
  let begun = 0;
  for (const effect of [...unsaid(before, after, effects), ...effects]) {
    const cell = number(effect, "cell");
    switch (effect.what) {
      case "placed":
        steps.push({ key: workerKey(effect.seat ?? 0, number(effect, "pawn")), kind: "drop", dy: -24, at, ms: STEP_MS });
        at += 80;
        break;
      case "move":
        begun = at;
        steps.push(walk(effect, before, after, at, swaps ? SWAP_MS : STEP_MS, swaps ? 16 : 0));
        at += swaps ? SWAP_MS : STEP_MS;
        break;
      case "swapped":
        steps.push(walk(effect, before, after, begun, SWAP_MS, 30));
        break;
      case "pushed":
        steps.push(walk(effect, before, after, begun + 40, PUSH_MS, 0));
        at = Math.max(at, begun + 40 + PUSH_MS);
        break;
      case "ferried":
        steps.push(walk(effect, before, after, at, SWAP_MS, 24));
        at += SWAP_MS;
        break;
      case "build": {
        const up = workerOn(after, cell);
        steps.push({ key: floorKey(cell, number(effect, "level")), kind: "drop", at, ms: FALL_MS, ease: "ease-in" });
        // Zeus builds below his worker, who rises with it.
        if (up) steps.push({ key: workerKey(up.seat, up.pawn), kind: "move", at, ms: FALL_MS, dx: 0, dy: FLOOR });
        at += FALL_MS;
        steps.push({ key: plateKey(cell), kind: "appear", at, ms: 120 });
        break;
      }
      case "dome":
        steps.push({ key: domeKey(cell), kind: "grow", at, ms: DOME_MS });
        at += DOME_MS;
        break;
    }
  }
  return steps;
}
