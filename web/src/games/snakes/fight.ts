/** A fight as the server tells it, and its turns as pictures.
 *
 *  A fight arrives as a number for each turn; with the starting places that is
 *  all there is to know. Decoding plays it once and keeps every position in
 *  flat arrays, so that any turn is shown without playing again. */
import type { Program } from "./program";

export const FIELD = 25;
export const SNAKES = 4;
/** All snakes together never have more cells. */
const CELLS = 40;

/** Up, right, down, left. */
export const STEP_X = [0, 1, 0, -1] as const;
export const STEP_Y = [-1, 0, 1, 0] as const;

export interface Fighter {
  readonly SnakeId: string;
  readonly SnakeName: string;
  readonly SnakeType: string;
  readonly SkinId: number;
  readonly PlayerId: string | null;
  readonly PlayerName: string;
}

export interface Stats extends Partial<Program> {
  readonly Status: "free" | "blocked" | "eaten";
  readonly FinalLength: number;
  readonly InitialRating?: number;
  readonly FinalRating?: number;
  /** Only of public snakes and one's own. */
  readonly DebugData?: string;
}

export interface Fight {
  readonly FightId: string;
  readonly FightType: string;
  readonly FightTime: number;
  readonly FightResult: "limit" | "blocked" | "eaten";
  readonly TurnLimit: number;
  readonly Turns: readonly number[];
  readonly Snakes: readonly (Fighter | null)[];
  readonly SnakeStats: readonly (Stats | null)[];
  readonly Starts: readonly { readonly cells: readonly (readonly [number, number])[]; readonly face: number }[];
}

export interface Bite {
  readonly turn: number;
  readonly who: number;
  readonly whom: number;
  /** Where the tail was: y * FIELD + x. */
  readonly cell: number;
}

/** The cells of each snake, from head to tail; empty: it is gone, or never was. */
export type Position = readonly (readonly number[])[];

export interface Film {
  readonly turns: number;
  readonly bites: readonly Bite[];
  /** Positions one after the other: CELLS cells each, snake by snake. */
  readonly cells: Uint16Array;
  /** SNAKES numbers a position. */
  readonly lengths: Uint8Array;
  readonly faces: Uint8Array;
  /** How many steps each snake had decided on before the turn that led here: the place in its DebugData. */
  readonly steps: Uint16Array;
}

/** Who steps first, second, third and last in a turn. */
export function orderOf(code: number): readonly number[] {
  const [a, b, c] = [code & 3, (code >> 2) & 3, (code >> 4) & 3] as const;
  return [a, b, c, 6 - a - b - c];
}

/** 0 did not step, 1 left, 2 ahead, 3 right. */
export const movementOf = (code: number, snake: number) => (code >> (6 + 2 * snake)) & 3;

/** One step; who was bitten, or -1. */
function step(snakes: number[][], faces: number[], who: number, movement: number): number {
  const own = snakes[who] as number[];
  const face = ((faces[who] ?? 0) + movement + 2) & 3;
  const to = (own[0] as number) + (STEP_Y[face] as number) * FIELD + (STEP_X[face] as number);
  faces[who] = face;
  let bitten = -1;
  for (let other = 0; other < SNAKES; other++) if (other !== who && snakes[other]?.at(-1) === to) bitten = other;
  // Into an empty cell or the own tail's the tail follows; another's is bitten off, and the own one stays.
  snakes[bitten < 0 ? who : bitten]?.pop();
  own.unshift(to);
  return bitten;
}

function startOf(fight: Fight): { snakes: number[][]; faces: number[] } {
  return {
    snakes: fight.Snakes.map((one, i) => (one ? (fight.Starts[i]?.cells ?? []).map(([x, y]) => y * FIELD + x) : [])),
    faces: fight.Starts.map((one) => one.face),
  };
}

export function decode(fight: Fight): Film {
  const n = fight.Turns.length;
  const film = { cells: new Uint16Array((n + 1) * CELLS), lengths: new Uint8Array((n + 1) * SNAKES), faces: new Uint8Array((n + 1) * SNAKES), steps: new Uint16Array((n + 1) * SNAKES) };
  const { snakes, faces } = startOf(fight);
  const bites: Bite[] = [];
  const decided = [0, 0, 0, 0];

  function keep(turn: number): void {
    let at = turn * CELLS;
    for (let i = 0; i < SNAKES; i++) {
      const own = snakes[i] ?? [];
      film.lengths[turn * SNAKES + i] = own.length;
      film.faces[turn * SNAKES + i] = faces[i] ?? 0;
      for (const cell of own) film.cells[at++] = cell;
    }
  }

  keep(0);
  for (let turn = 1; turn <= n; turn++) {
    const code = fight.Turns[turn - 1] ?? 0;
    film.steps.set(decided, turn * SNAKES);
    for (const who of orderOf(code)) {
      if ((snakes[who]?.length ?? 0) < 2) continue; // what is left of an eaten one decides nothing
      decided[who] = (decided[who] ?? 0) + 1;
      const movement = movementOf(code, who);
      const whom = movement ? step(snakes, faces, who, movement) : -1;
      if (whom >= 0) bites.push({ turn, who, whom, cell: snakes[who]?.[0] ?? 0 });
    }
    keep(turn);
  }
  return { turns: n, bites, ...film };
}

export function positionAt(film: Film, turn: number): Position {
  let at = turn * CELLS;
  return Array.from({ length: SNAKES }, (_, i) => {
    const length = film.lengths[turn * SNAKES + i] ?? 0;
    at += length;
    return Array.from(film.cells.subarray(at - length, at));
  });
}

/** The field as a snake saw it when it chose its step of this turn: those before it in the order had stepped. */
export function before(fight: Fight, film: Film, turn: number, who: number): { readonly position: Position; readonly face: number } {
  const snakes = positionAt(film, turn - 1).map((cells) => [...cells]);
  const faces = Array.from(film.faces.subarray((turn - 1) * SNAKES, turn * SNAKES));
  const code = fight.Turns[turn - 1] ?? 0;
  for (const other of orderOf(code)) {
    if (other === who) break;
    if ((snakes[other]?.length ?? 0) >= 2 && movementOf(code, other)) step(snakes, faces, other, movementOf(code, other));
  }
  return { position: snakes, face: faces[who] ?? 0 };
}

/** Why a snake did what it did in a turn, from its DebugData. */
export type Cause =
  | { readonly kind: "map"; readonly map: number; readonly variant: number }
  | { readonly kind: "no_way" | "one_way" | "no_map" }
  /** It has been eaten. */
  | { readonly kind: "gone" }
  /** Its program is its owner's secret. */
  | { readonly kind: "secret" };

const REASONS = ["no_way", "one_way", "no_map"] as const;

export function causeOf(fight: Fight, film: Film, turn: number, who: number): Cause | null {
  const stats = fight.SnakeStats[who];
  if (turn < 1 || !stats) return null;
  if ((before(fight, film, turn, who).position[who]?.length ?? 0) < 2) return { kind: "gone" };
  if (stats.DebugData === undefined) return { kind: "secret" };
  const n = stats.DebugData.charCodeAt(film.steps[turn * SNAKES + who] ?? 0) - 32;
  if (!(n > 0)) return null;
  if (n < 8) return { kind: REASONS[n - 1] ?? "no_map" };
  return { kind: "map", map: (n >> 3) - 1, variant: n & 7 };
}

/** Who is longest at the end; several share it. */
export function winners(fight: Fight): readonly number[] {
  const lengths = fight.SnakeStats.map((one) => one?.FinalLength ?? -1);
  const most = Math.max(...lengths);
  return lengths.flatMap((length, i) => (length === most ? [i] : []));
}
