/** A map in the making, pure: points whose Voronoi cells are regions, or parts of
 *  one that was merged; land; links found by common borders and corrected by hand.
 *  Every change gives a new sketch, so that undoing is going back. */
import { Delaunay } from "d3-delaunay";
import type { Ground, Point, Sign } from "./geometry";

export const WIDTH = 640;
export const HEIGHT = 480;
export const REGIONS_MOST = 255;
const APART = 6; // two points nearer than this would make a sliver

export interface Site {
  readonly x: number;
  readonly y: number;
  /** Id of its region. */
  readonly region: number;
}

export interface Area {
  readonly id: number;
  readonly ground: Ground;
  readonly signs: readonly Sign[];
  readonly tribe: boolean;
}

export interface Sketch {
  readonly name: string;
  readonly seats: number;
  readonly turns: number;
  readonly sites: readonly Site[];
  readonly areas: readonly Area[];
  /** Pairs "3-7" of ids whose link is not as their borders say. */
  readonly corrected: ReadonlySet<string>;
}

export const pair = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`);

export const EMPTY: Sketch = { name: "", seats: 3, turns: 8, sites: [], areas: [], corrected: new Set() };

/* ---- from points to regions ------------------------------------------------------- */

export interface Cell {
  readonly area: Area;
  readonly corners: readonly Point[];
  /** Of its first point: there its number stands. */
  readonly middle: Point;
  readonly border: boolean;
  /** Indexes of cells, links corrected. */
  readonly near: readonly number[];
  readonly sites: readonly number[];
}

const key = ([x, y]: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The outer border of several cells: edges that two of them share cancel out. */
function union(polygons: readonly (readonly Point[])[]): readonly (readonly Point[])[] {
  const edges = new Map<string, { readonly from: Point; readonly to: Point }>();
  for (const polygon of polygons)
    polygon.forEach((from, i) => {
      const to = polygon[(i + 1) % polygon.length] as Point;
      const there = `${key(from)}|${key(to)}`;
      const back = `${key(to)}|${key(from)}`;
      if (key(from) === key(to)) return;
      if (edges.has(back)) edges.delete(back);
      else edges.set(there, { from, to });
    });
  const next = new Map([...edges.values()].map((edge) => [key(edge.from), edge]));
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let edge = next.values().next().value;
    while (edge) {
      next.delete(key(edge.from));
      loop.push(edge.from);
      edge = next.get(key(edge.to));
    }
    loops.push(loop);
  }
  return loops;
}

function size(corners: readonly Point[]): number {
  return Math.abs(corners.reduce((sum, [x, y], i) => sum + x * (corners[(i + 1) % corners.length]?.[1] ?? 0) - y * (corners[(i + 1) % corners.length]?.[0] ?? 0), 0)) / 2;
}

const onFrame = ([x, y]: Point) => x < 0.5 || y < 0.5 || x > WIDTH - 0.5 || y > HEIGHT - 0.5;

export function cellsOf(sketch: Sketch): readonly Cell[] {
  const { sites, areas, corrected } = sketch;
  if (!sites.length) return [];
  const voronoi = Delaunay.from(sites, (site) => site.x, (site) => site.y).voronoi([0, 0, WIDTH, HEIGHT]);
  const polygons = sites.map((_, i) => ((voronoi.cellPolygon(i) as Point[] | null) ?? []).slice(0, -1));
  const index = new Map(areas.map((area, i) => [area.id, i]));
  const touching = areas.map(() => new Set<number>());
  const members = areas.map((): number[] => []);
  sites.forEach((site, i) => {
    const own = index.get(site.region);
    if (own === undefined) return;
    members[own]?.push(i);
    for (const k of voronoi.neighbors(i)) {
      const other = index.get(sites[k]?.region ?? -1);
      if (other !== undefined && other !== own) touching[own]?.add(other);
    }
  });
  return areas.map((area, i) => {
    const mine = members[i] ?? [];
    const loops = union(mine.map((k) => polygons[k] ?? []));
    const corners = [...loops].sort((a, b) => size(b) - size(a))[0] ?? [];
    const near = areas.flatMap((other, k) => (k !== i && (touching[i]?.has(k) ?? false) !== corrected.has(pair(area.id, other.id)) ? [k] : []));
    const first = sites[mine[0] ?? -1];
    return { area, corners, middle: [first?.x ?? 0, first?.y ?? 0], border: corners.some(onFrame), near, sites: mine };
  });
}

/* ---- changes ------------------------------------------------------------------------ */

const nextId = (sketch: Sketch): number => Math.max(0, ...sketch.areas.map((area) => area.id)) + 1;
const inside = (x: number, y: number): Point => [Math.min(WIDTH - 2, Math.max(2, Math.round(x))), Math.min(HEIGHT - 2, Math.max(2, Math.round(y)))];
const free = (sketch: Sketch, [x, y]: Point, but = -1): boolean => sketch.sites.every((site, i) => i === but || Math.hypot(site.x - x, site.y - y) >= APART);

export function addPoint(sketch: Sketch, px: number, py: number, ground: Ground = "farmland"): Sketch {
  const [x, y] = inside(px, py);
  if (sketch.areas.length >= REGIONS_MOST || !free(sketch, [x, y])) return sketch;
  const id = nextId(sketch);
  return { ...sketch, sites: [...sketch.sites, { x, y, region: id }], areas: [...sketch.areas, { id, ground, signs: [], tribe: false }] };
}

export function movePoint(sketch: Sketch, i: number, px: number, py: number): Sketch {
  const [x, y] = inside(px, py);
  const site = sketch.sites[i];
  if (!site || !free(sketch, [x, y], i)) return sketch;
  return { ...sketch, sites: sketch.sites.map((one, k) => (k === i ? { ...one, x, y } : one)) };
}

export function removeArea(sketch: Sketch, id: number): Sketch {
  return {
    ...sketch,
    sites: sketch.sites.filter((site) => site.region !== id),
    areas: sketch.areas.filter((area) => area.id !== id),
    corrected: new Set([...sketch.corrected].filter((one) => !one.split("-").includes(String(id)))),
  };
}

/** Two neighbours become one; null: they have no common border, or would enclose another. */
export function merge(sketch: Sketch, into: number, id: number): Sketch | null {
  const cells = cellsOf({ ...sketch, corrected: new Set() });
  const a = cells.find((cell) => cell.area.id === into);
  const b = cells.find((cell) => cell.area.id === id);
  if (!a || !b || a === b || !a.near.includes(cells.indexOf(b))) return null;
  const sites = sketch.sites.map((site) => (site.region === id ? { ...site, region: into } : site));
  const merged = { ...removeArea({ ...sketch, sites }, id), sites };
  const whole = cellsOf(merged).reduce((sum, cell) => sum + size(cell.corners), 0);
  return whole > WIDTH * HEIGHT + 1 ? null : merged;
}

/** A merged region falls apart into its cells; another one into two halves. */
export function split(sketch: Sketch, id: number): Sketch {
  const area = sketch.areas.find((one) => one.id === id);
  const own = sketch.sites.map((site, i) => ({ site, i })).filter(({ site }) => site.region === id);
  const first = own[0];
  if (!area || !first) return sketch;
  if (own.length > 1) {
    let next = nextId(sketch);
    const fresh = own.slice(1).map(({ i }) => ({ i, id: next++ }));
    const sites = sketch.sites.map((site, i) => ({ ...site, region: fresh.find((one) => one.i === i)?.id ?? site.region }));
    return { ...sketch, sites, areas: [...sketch.areas, ...fresh.map((one) => ({ ...area, id: one.id, signs: [], tribe: false }))] };
  }
  const corners = cellsOf(sketch).find((cell) => cell.area.id === id)?.corners ?? [];
  const { x, y } = first.site;
  // Across its longer side.
  const far = corners.reduce<Point>((best, p) => (Math.hypot(p[0] - x, p[1] - y) > Math.hypot(best[0] - x, best[1] - y) ? p : best), [x, y]);
  const length = Math.hypot(far[0] - x, far[1] - y) || 1;
  const by = Math.max(APART, length / 3);
  const [dx, dy] = [((far[0] - x) / length) * by, ((far[1] - y) / length) * by];
  return addPoint(movePoint(sketch, first.i, x - dx / 2, y - dy / 2), x + dx, y + dy, area.ground);
}

export function toggleLink(sketch: Sketch, a: number, b: number): Sketch {
  if (a === b) return sketch;
  const corrected = new Set(sketch.corrected);
  if (!corrected.delete(pair(a, b))) corrected.add(pair(a, b));
  return { ...sketch, corrected };
}

export function paint(sketch: Sketch, id: number, change: Partial<Omit<Area, "id">>): Sketch {
  return { ...sketch, areas: sketch.areas.map((area) => (area.id === id ? { ...area, ...change } : area)) };
}

export function toggleSign(sketch: Sketch, id: number, sign: Sign): Sketch {
  const area = sketch.areas.find((one) => one.id === id);
  if (!area) return sketch;
  return paint(sketch, id, { signs: area.signs.includes(sign) ? area.signs.filter((one) => one !== sign) : [...area.signs, sign] });
}

/* ---- a beginning ------------------------------------------------------------------- */

const GROUNDS: readonly Ground[] = ["farmland", "forest", "hill", "mountain", "swamp", "farmland", "hill", "forest"];
const SIGNS: readonly Sign[] = ["mine", "magic", "cavern"];

/** A land by chance: points pushed apart, kinds of land mixed, one sea or two. */
export function anyMap(count: number, random: () => number, about: Pick<Sketch, "name" | "seats" | "turns">): Sketch {
  let points = Array.from({ length: count }, (): Point => [random() * WIDTH, random() * HEIGHT]);
  for (let round = 0; round < 12; round++) {
    const voronoi = Delaunay.from(points, ([x]) => x, ([, y]) => y).voronoi([0, 0, WIDTH, HEIGHT]);
    points = points.map((point, i) => {
      const polygon = ((voronoi.cellPolygon(i) as Point[] | null) ?? [point]).slice(0, -1);
      return [polygon.reduce((sum, [x]) => sum + x, 0) / polygon.length, polygon.reduce((sum, [, y]) => sum + y, 0) / polygon.length];
    });
  }
  const seas = new Set(Array.from({ length: Math.max(1, Math.round(count / 10)) }, () => Math.floor(random() * count)));
  return points.reduce<Sketch>(
    (sketch, [x, y], i) => {
      const ground = seas.has(i) ? "sea" : (GROUNDS[Math.floor(random() * GROUNDS.length)] ?? "hill");
      const next = addPoint(sketch, x, y, ground);
      const id = nextId(sketch);
      const sign = random() < 0.5 && ground !== "sea" ? [SIGNS[i % SIGNS.length] ?? "mine"] : [];
      return paint(next, id, { signs: sign, tribe: ground !== "sea" && i % 3 === 0 && i / 3 < 14 });
    },
    { ...EMPTY, ...about },
  );
}

/* ---- to and from the server --------------------------------------------------------- */

export interface Plan {
  readonly name: string;
  readonly seats: number;
  readonly turns: number;
  readonly regions: readonly { readonly land: readonly string[]; readonly near: readonly number[]; readonly population: number; readonly outline?: readonly (readonly number[])[]; readonly label?: readonly number[] }[];
}

const tenth = (n: number) => Math.round(n * 10) / 10;

function landOf(cell: Cell, cells: readonly Cell[]): readonly string[] {
  const { ground, signs } = cell.area;
  const coast = ground !== "sea" && cell.near.some((k) => cells[k]?.area.ground === "sea");
  return [...(cell.border ? ["border"] : []), ...(coast ? ["coast"] : []), ...(ground === "plain" ? [] : [ground]), ...signs];
}

export function planOf(sketch: Sketch, cells: readonly Cell[] = cellsOf(sketch)): Plan {
  return {
    name: sketch.name.trim(),
    seats: sketch.seats,
    turns: sketch.turns,
    regions: cells.map((cell) => ({
      land: landOf(cell, cells),
      near: cell.near.map((k) => k + 1),
      population: cell.area.tribe ? 1 : 0,
      outline: cell.corners.map(([x, y]) => [tenth(x), tenth(y)]),
      label: [tenth(cell.middle[0]), tenth(cell.middle[1])],
    })),
  };
}

/** A sketch of a map from elsewhere: its middles become points, so merged regions and bays are only alike. */
export function sketchOf(plan: Plan, board: { readonly width: number; readonly height: number; readonly regions: readonly { readonly label: readonly number[] }[] } | null): Sketch {
  const scale = board ? Math.min(WIDTH / board.width, HEIGHT / board.height) : 1;
  let sketch: Sketch = { ...EMPTY, name: plan.name, seats: plan.seats, turns: plan.turns };
  plan.regions.forEach((region, i) => {
    const [x = 0, y = 0] = region.label ?? board?.regions[i]?.label ?? [((i * 97) % WIDTH) + 3, ((i * 61) % HEIGHT) + 3];
    const ground = (["sea", "swamp", "mountain", "forest", "hill", "farmland"] as const).find((one) => region.land.includes(one)) ?? "plain";
    for (let k = 0, before = sketch; before === sketch && k < 40; k++) sketch = addPoint(sketch, x * scale + k * 3, y * scale + ((k * 5) % 7), ground);
    sketch = paint(sketch, i + 1, { signs: SIGNS.filter((sign) => region.land.includes(sign)), tribe: region.population > 0 });
  });
  const found = cellsOf(sketch);
  const corrected = new Set<string>();
  found.forEach((cell, i) =>
    found.forEach((other, k) => {
      if (k <= i) return;
      const wanted = plan.regions[i]?.near.includes(k + 1) ?? false;
      if (wanted !== cell.near.includes(k)) corrected.add(pair(cell.area.id, other.area.id));
    }),
  );
  return { ...sketch, corrected };
}

/** As a text to keep, and back; null for what is none. */
export function written(sketch: Sketch): string {
  return JSON.stringify({ ...sketch, corrected: [...sketch.corrected] });
}

export function readSketch(text: string): Sketch | null {
  try {
    const told: unknown = JSON.parse(text);
    const given = told as Partial<Sketch> & { corrected?: unknown; regions?: unknown };
    if (Array.isArray(given.regions)) return sketchOf(told as Plan, null);
    if (!Array.isArray(given.sites) || !Array.isArray(given.areas) || !Array.isArray(given.corrected)) return null;
    const sites = given.sites.filter((site: Partial<Site>) => Number.isFinite(site?.x) && Number.isFinite(site?.y) && Number.isInteger(site?.region));
    return { ...EMPTY, ...given, sites: sites.slice(0, 4 * REGIONS_MOST), areas: given.areas.slice(0, REGIONS_MOST), corrected: new Set(given.corrected as string[]) };
  } catch {
    return null;
  }
}
