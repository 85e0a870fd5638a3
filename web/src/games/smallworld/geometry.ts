/** From a board's outlines to a drawing, once a map and without the page: units
 *  in which a token fits into most regions, bent borders, the middles of regions,
 *  places for signs, links between regions that do not touch. */
import type { Board } from "../../wire/made/smallworld";

export type Point = readonly [x: number, y: number];
export type Land = Board["regions"][number]["land"][number];
export type Ground = "sea" | "swamp" | "mountain" | "forest" | "hill" | "farmland" | "plain";
export type Sign = "mine" | "magic" | "cavern";

/** What a map must tell to be drawn: a table's board, or one in the editor. */
export interface Outlined {
  readonly width: number;
  readonly height: number;
  readonly regions: readonly { readonly land: readonly string[]; readonly near: readonly number[]; readonly outline: readonly (readonly number[])[]; readonly name?: string }[];
}

export interface Shape {
  /** Number of the region, from 1. */
  readonly n: number;
  readonly ground: Ground;
  readonly border: boolean;
  readonly corners: readonly Point[];
  /** Its border with bends, as the d of a path. */
  readonly path: string;
  /** The point farthest from the border: there the token stands. */
  readonly spot: Point;
  /** How far that is. */
  readonly room: number;
  readonly signs: readonly { readonly sign: Sign; readonly at: Point }[];
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Pairs of neighbours without a common border. */
  readonly links: readonly (readonly [Point, Point])[];
}

const GROUNDS: readonly Ground[] = ["sea", "swamp", "mountain", "forest", "hill", "farmland"];
const SIGNS: readonly Sign[] = ["mine", "magic", "cavern"];
/** Of the drawing's units: room that a token wants, and limits of the whole. */
const TOKEN_ROOM = 33;
const LEAST_WIDTH = 560;
const MOST_WIDTH = 2400;
const NEAR = 7; // a corner nearer to another region's edge than this lies on it

export function groundOf(land: readonly string[]): Ground {
  return GROUNDS.find((one) => land.includes(one)) ?? "plain";
}

/* ---- distances ------------------------------------------------------------ */

function toSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

/** How far inside a polygon a point lies; below 0: outside. */
export function depth(point: Point, corners: readonly Point[]): number {
  const [x, y] = point;
  let inside = false;
  let least = Infinity;
  for (let i = 0, k = corners.length - 1; i < corners.length; k = i++) {
    const a = corners[i] as Point;
    const b = corners[k] as Point;
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
    least = Math.min(least, toSegment(point, a, b));
  }
  return inside ? least : -least;
}

interface Box {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export function boxOf(corners: readonly Point[]): Box {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** The point farthest from the border: a coarse grid, then a finer one around the best. */
export function middleOf(corners: readonly Point[]): { readonly spot: Point; readonly room: number } {
  const { x0, y0, x1, y1 } = boxOf(corners);
  let spot: Point = [(x0 + x1) / 2, (y0 + y1) / 2];
  let room = -Infinity;
  let step = Math.max(x1 - x0, y1 - y0) / 12 || 1;
  let [left, top, right, bottom] = [x0 + step / 2, y0 + step / 2, x1, y1];
  for (let round = 0; round < 3; round++) {
    for (let y = top; y < bottom; y += step)
      for (let x = left; x < right; x += step) {
        const far = depth([x, y], corners);
        if (far > room) [spot, room] = [[x, y], far];
      }
    [left, top, right, bottom] = [spot[0] - step, spot[1] - step, spot[0] + step, spot[1] + step];
    step /= 4;
  }
  return { spot, room };
}

/* ---- bent borders ----------------------------------------------------------- */

/** Corners nearer to each other than NEAR become one, or the bent edges between
 *  them would cross. Those on the frame stay where they are. */
function merged(outlines: readonly (readonly Point[])[], width: number, height: number): readonly (readonly Point[])[] {
  const onFrame = ([x, y]: Point) => Number(x < 1 || x > width - 1) + Number(y < 1 || y > height - 1);
  const kept: Point[] = [];
  const placed = new Map<string, Point>();
  for (const point of [...outlines.flat()].sort((a, b) => onFrame(b) - onFrame(a))) {
    if (placed.has(String(point))) continue;
    const near = kept.find(([x, y]) => Math.hypot(x - point[0], y - point[1]) < NEAR);
    if (!near) kept.push(point);
    placed.set(String(point), near ?? point);
  }
  return outlines.map((corners) => {
    const moved = corners.map((point) => placed.get(String(point)) ?? point);
    const distinct = moved.filter((point, i) => point !== moved[(i + 1) % moved.length]);
    return distinct.length < 3 ? corners : distinct;
  });
}

/** Corners of other regions that lie on an edge become corners of it, so that
 *  both sides bend alike. */
function withOthers(corners: readonly Point[], all: readonly Point[]): readonly Point[] {
  const { x0, y0, x1, y1 } = boxOf(corners);
  const close = all.filter(([x, y]) => x > x0 - NEAR && x < x1 + NEAR && y > y0 - NEAR && y < y1 + NEAR);
  return corners.flatMap((a, i) => {
    const b = corners[(i + 1) % corners.length] as Point;
    const ends = (p: Point) => Math.hypot(p[0] - a[0], p[1] - a[1]) > 0.5 && Math.hypot(p[0] - b[0], p[1] - b[1]) > 0.5;
    const own = (p: Point) => corners.some((c) => c[0] === p[0] && c[1] === p[1]);
    const between = close.filter((p) => toSegment(p, a, b) < NEAR && ends(p) && !own(p));
    between.sort((p, q) => Math.hypot(p[0] - a[0], p[1] - a[1]) - Math.hypot(q[0] - a[0], q[1] - a[1]));
    return [a, ...between];
  });
}

const round = (n: number) => Math.round(n * 10) / 10;

/** One edge, bent by a hash of its ends, alike from both sides; straight on the frame. */
function bend(from: Point, to: Point, width: number, height: number): string {
  const on = (side: 0 | 1, at: number) => Math.abs(from[side] - at) < 1 && Math.abs(to[side] - at) < 1;
  if (on(0, 0) || on(0, width) || on(1, 0) || on(1, height)) return `L${round(to[0])} ${round(to[1])}`;
  const forward = from[0] < to[0] || (from[0] === to[0] && from[1] <= to[1]);
  const [s, e] = forward ? [from, to] : [to, from];
  const [dx, dy] = [e[0] - s[0], e[1] - s[1]];
  const h = (((73 * s[0] + 179 * s[1] + 283 * e[0] + 419 * e[1]) | 0) % 97) / 48 - 1;
  const k = 0.13 * h + (h < 0 ? -0.05 : 0.05);
  const c1: Point = [s[0] + 0.33 * dx - k * dy, s[1] + 0.33 * dy + k * dx];
  const c2: Point = [s[0] + 0.67 * dx + 0.6 * k * dy, s[1] + 0.67 * dy - 0.6 * k * dx];
  const [a, b] = forward ? [c1, c2] : [c2, c1];
  return `C${round(a[0])} ${round(a[1])} ${round(b[0])} ${round(b[1])} ${round(to[0])} ${round(to[1])}`;
}

function pathOf(corners: readonly Point[], width: number, height: number): string {
  const first = corners[0] ?? [0, 0];
  return `M${round(first[0])} ${round(first[1])}${corners.map((a, i) => bend(a, corners[(i + 1) % corners.length] as Point, width, height)).join("")}Z`;
}

/* ---- the drawing ------------------------------------------------------------ */

/** Where a sign stands: clear of the token, not above it (there is the price), not lower left (there are markers). */
function signsOf(land: readonly string[], corners: readonly Point[], spot: Point): Shape["signs"] {
  const taken: Point[] = [];
  return SIGNS.filter((sign) => land.includes(sign)).map((sign) => {
    let best: Point = [spot[0] + 30, spot[1] + 30];
    let most = -Infinity;
    for (let angle = 0; angle < 24; angle++)
      for (const far of [38, 44, 52, 62, 74]) {
        const turn = (angle * Math.PI) / 12;
        const at: Point = [spot[0] + far * Math.cos(turn), spot[1] + far * Math.sin(turn)];
        const above = Math.abs(at[0] - spot[0]) < 32 && at[1] < spot[1];
        const markers = at[0] < spot[0] - 4 && at[1] > spot[1] - 2;
        const crowd = taken.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) < 25);
        const value = Math.min(depth(at, corners), 15) - (far - 38) * 0.12 - (above ? 9 : 0) - (markers ? 7 : 0) - (crowd ? 40 : 0);
        if (value > most) [best, most] = [at, value];
      }
    taken.push(best);
    return { sign, at: best };
  });
}

/** Do two regions have a border in common, and not only a corner? */
function touch(a: readonly Point[], b: readonly Point[]): boolean {
  const near = a.filter((p) => Math.abs(depth(p, b)) < NEAR);
  const back = b.filter((p) => Math.abs(depth(p, a)) < NEAR);
  const all = [...near, ...back];
  const first = all[0];
  return first !== undefined && all.some((p) => Math.hypot(p[0] - first[0], p[1] - first[1]) > NEAR);
}

const made = new WeakMap<object, Drawing>();

export function drawingOf(board: Outlined): Drawing {
  const known = made.get(board);
  if (known) return known;
  const raw = board.regions.map((region) => region.outline.map(([x = 0, y = 0]): Point => [x, y]));
  // In these units a token fits into four of five regions.
  const rooms = raw.map((corners) => middleOf(corners).room).sort((a, b) => a - b);
  const usual = rooms[Math.floor(rooms.length / 5)] || 1;
  const scale = Math.min(MOST_WIDTH / board.width, Math.max(LEAST_WIDTH / board.width, TOKEN_ROOM / usual));
  const [width, height] = [round(board.width * scale), round(board.height * scale)];
  const scaled = merged(raw.map((corners) => corners.map(([x, y]): Point => [round(x * scale), round(y * scale)])), width, height);
  const all = scaled.flat();
  const shapes = scaled.map((own, i): Shape => {
    const land = board.regions[i]?.land ?? [];
    const corners = withOthers(own, all);
    const { spot, room } = middleOf(corners);
    return { n: i + 1, ground: groundOf(land), border: land.includes("border"), corners, path: pathOf(corners, width, height), spot: [round(spot[0]), round(spot[1])], room, signs: signsOf(land, corners, spot) };
  });
  const links: (readonly [Point, Point])[] = [];
  board.regions.forEach(({ near }, i) => {
    const a = shapes[i] as Shape;
    for (const n of near) {
      const b = shapes[n - 1];
      if (b && n - 1 > i && !touch(a.corners, b.corners)) links.push([a.spot, b.spot]);
    }
  });
  const drawing: Drawing = { width, height, shapes, links };
  made.set(board, drawing);
  return drawing;
}
