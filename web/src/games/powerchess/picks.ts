/** Pure: moves to places, places to points, effects to the animation's plan. */
import type { Effect } from "../../wire/hall";
import type { Place, Sound, Step } from "../../kit/game";
import type { View } from "../../wire/made/powerchess";
import type { Kind } from "./pieces";

export const SIZE = 100;

export const cell = (square: number): Place => `cell-${square}`;
export const squareOf = (place: Place): number | null => (place.startsWith("cell-") ? Number(place.slice(5)) : null);
export const nameOf = (square: number): string => "abcdefgh".charAt(square % 8) + (Math.floor(square / 8) + 1);

/** Upper left corner with White below; the other way round all is turned. */
export const pointOf = (square: number): readonly [number, number] => [(square % 8) * SIZE, (7 - Math.floor(square / 8)) * SIZE];

/** "power 1 12 28" moves the piece that took the box: only its aim is picked. */
export function picks(move: string): readonly Place[] | null {
  const [verb, ...rest] = move.split(" ");
  const [a, b, c] = rest.map(Number);
  if (verb === "move" && a !== undefined && b !== undefined) return [cell(a), cell(b)];
  if (verb !== "power" || a === undefined) return null;
  const aim = c ?? b;
  return aim === undefined ? [`card-${a}`] : [`card-${a}`, cell(aim)];
}

export function attempt(picked: readonly Place[], place: Place, view: View, seat: number): string | null {
  const to = squareOf(place);
  const first = picked[0];
  if (to === null) return null;
  if (view.phase === "select") {
    const which = first?.startsWith("card-") ? Number(first.slice(5)) : null;
    const option = which === null ? undefined : view.select?.options[which];
    if (!option || !view.select) return "move 0 0"; // is told to choose first
    return option.follow === "move" ? `power ${which} ${view.select.square} ${to}` : `power ${which} ${to}`;
  }
  const from = first ? squareOf(first) : null;
  if (from !== null) return `move ${from} ${to}`;
  const own = view.pieces.some((piece) => piece.square === to && (piece.colour === "black" ? 1 : 0) === seat);
  return own ? null : `move ${to} ${to}`;
}

const LETTERS: Readonly<Record<string, Kind>> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight" };
/** What a pawn becomes, by the journal's numbers. */
export const BECOMES: readonly (Kind | undefined)[] = [undefined, "queen", "rook", "bishop", "knight"];

/** The one legal move that is typed: "Nf3", "Nbd2", "exd5", "e2e4", "e7e8q". A
 *  square alone is none: typing it leads there. */
export function typedMove(typed: string, moves: readonly { readonly move: string }[], view: View): string | null {
  const found = /^([KQRBNkqrn]?)([a-h]?[1-8]?)(x?)([a-h][1-8])([qrbn]?)$/.exec(typed);
  if (!found) return null;
  const [, letter = "", from = "", takes, to = "", becomes = ""] = found;
  if (!letter && !takes && from.length < 2) return null;
  const fitting = moves.filter(({ move }) => {
    const [verb, a, b, promotion] = move.split(" ");
    if (verb !== "move" || nameOf(Number(b)) !== to || !nameOf(Number(a)).includes(from)) return false;
    const kind = view.pieces.find((piece) => piece.square === Number(a))?.kind;
    const meant = letter ? LETTERS[letter.toLowerCase()] : from.length < 2 ? "pawn" : kind;
    return kind === meant && (!becomes || BECOMES[Number(promotion)] === LETTERS[becomes]);
  });
  return fitting.length === 1 ? (fitting[0]?.move ?? null) : null;
}

/* ---- animation ----------------------------------------------------------- */

const SLIDE = 180;

/** Squares that a power changed, for the flash of its sign. */
export function touched(effects: readonly Effect[]): readonly number[] {
  const squares = new Set<number>();
  for (const effect of effects) {
    if (effect.what === "box" || effect.what === "hole_closed" || effect.what === "shield_over" || effect.what === "asleep") continue;
    const at = effect.to ?? effect.square;
    if (typeof at === "number") squares.add(at);
  }
  return [...squares].slice(0, 20);
}

export function plan(_before: View | null, _after: View, effects: readonly Effect[]): readonly Step[] {
  const steps: Step[] = [];
  const power = effects.find((effect) => effect.what === "power");
  if (power) for (const square of touched(effects)) steps.push({ key: `sign-${square}`, kind: "flash", at: 0, ms: 420 });
  const start = power ? 160 : 0;
  const slide = (from: number, to: number, at: number) => {
    const [x0, y0] = pointOf(from);
    const [x1, y1] = pointOf(to);
    steps.push({ key: `man-${to}`, kind: "move", at, ms: SLIDE + 40, dx: x0 - x1, dy: y0 - y1 });
  };
  for (const { what, from, to, square } of effects) {
    if ((what === "move" || what === "castled" || what === "relocated" || what === "swapped") && typeof from === "number" && typeof to === "number") {
      slide(from, to, start);
      if (what === "swapped") slide(to, from, start);
    } else if (what === "cloned" && typeof to === "number") steps.push({ key: `man-${to}`, kind: "appear", at: start, ms: 200 });
    if (typeof square !== "number") continue;
    if (what === "captured" || what === "destroyed") steps.push({ key: `gone-${square}`, kind: "ghost", at: start + 60, ms: 180 });
    else if (what === "box_taken") steps.push({ key: `gone-${square}`, kind: "ghost", at: start + 120, ms: 200 });
    else if (what === "reanimated") steps.push({ key: `man-${square}`, kind: "appear", at: start, ms: 200 });
    else if (what === "box" || what === "hole") steps.push({ key: `thing-${square}`, kind: "appear", at: start + 160, ms: 240 });
    else if (what === "shielded" || what === "awakened" || what === "net") steps.push({ key: `aura-${square}`, kind: "appear", at: start, ms: 160 });
  }
  return steps;
}

export function sound(effects: readonly Effect[]): Sound | null {
  const has = (...names: readonly string[]) => effects.some((effect) => names.includes(effect.what));
  return has("over") ? "end" : has("captured", "destroyed") ? "hit" : has("move", "power") ? "move" : null;
}
