/** From legal moves to places and back: pure. A move is picked by its places in
 *  order; what may come next is what some fitting move names next. */
import type { Legal, View } from "../wire/hall";
import type { GameModule, Place } from "./game";

export interface Pickable {
  readonly move: string;
  /** The server's words; "" for a move composed from a form. */
  readonly words: string;
  readonly places: readonly Place[];
}

export function movesOf(legal: Legal, game: Pick<GameModule, "picks" | "more">, view: View, seat: number): readonly Pickable[] {
  const listed = legal.moves.map(({ move, words }) => ({ move, words, places: game.picks(move, view, seat) ?? [] }));
  const known = new Set(listed.map((one) => one.move));
  const composed = (game.more?.(legal, view) ?? [])
    .filter((move) => !known.has(move))
    .map((move) => ({ move, words: "", places: game.picks(move, view, seat) ?? [] }));
  return [...listed, ...composed].filter((one) => one.places.length > 0);
}

export function targetsOf(candidates: readonly Pickable[], depth: number): ReadonlyMap<Place, readonly string[]> {
  const targets = new Map<Place, string[]>();
  for (const { move, places } of candidates) {
    const place = places[depth];
    if (!place) continue;
    const through = targets.get(place);
    if (through) through.push(move);
    else targets.set(place, [move]);
  }
  return targets;
}

/** The moves that are picked in full; several of them need a choice. */
export function complete(candidates: readonly Pickable[], depth: number): readonly Pickable[] {
  return depth === 0 ? [] : candidates.filter((one) => one.places.length === depth);
}

/* ---- the list ---------------------------------------------------------- */

export const LIST_MOST = 60;
const FLAT_MOST = 12;
const WORDS_MOST = 5; // moves of many words (trades, redeployments) would make too many steps

export interface ListMove {
  readonly kind: "move";
  readonly move: string;
  readonly words: string;
}
export interface ListStep {
  readonly kind: "step";
  /** Words of a move's text that all in the group begin with. */
  readonly prefix: string;
  readonly moves: readonly ListMove[];
}

/** One level of the list: what stands below `prefix`. A level is flat when it
 *  is short, else grouped by the next word of the moves' texts, else cut into
 *  pages; at most LIST_MOST entries in each case. */
export function level(moves: readonly ListMove[], depth: number): readonly (ListMove | ListStep)[] {
  if (moves.length <= FLAT_MOST) return moves;
  if (depth >= WORDS_MOST) return moves.length <= LIST_MOST ? moves : pages(moves);
  const groups = new Map<string, ListMove[]>();
  for (const one of moves) {
    const prefix = one.move.split(" ").slice(0, depth + 1).join(" ");
    const group = groups.get(prefix);
    if (group) group.push(one);
    else groups.set(prefix, [one]);
  }
  if (groups.size === 1) return level(moves, depth + 1);
  if (groups.size === moves.length || groups.size > LIST_MOST) return moves.length <= LIST_MOST ? moves : pages(moves);
  return [...groups].map(([prefix, group]) => {
    const first = group[0];
    return group.length === 1 && first ? first : { kind: "step" as const, prefix, moves: group };
  });
}

function pages(moves: readonly ListMove[]): readonly ListStep[] {
  const size = Math.max(LIST_MOST, Math.ceil(moves.length / LIST_MOST));
  const steps: ListStep[] = [];
  for (let at = 0; at < moves.length; at += size) {
    const part = moves.slice(at, at + size);
    steps.push({ kind: "step", prefix: "page " + at, moves: part });
  }
  return steps;
}

/** The words that all texts begin with, without a cut word: "knight g1 to". */
export function commonWords(texts: readonly string[]): string {
  const split = texts.map((text) => text.split(" "));
  const first = split[0] ?? [];
  let n = 0;
  while (n < first.length && split.every((words) => words[n] === first[n])) n++;
  return first.slice(0, n).join(" ").replace(/[,:;]$/, "");
}
