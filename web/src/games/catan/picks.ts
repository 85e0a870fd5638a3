/** Pure: moves to places, places to points, effects to flights and the plan. */
import type { Place, Step } from "../../kit/game";
import type { Effect } from "../../wire/hall";
import type { Board, View } from "../../wire/made/catan";

export const resources = ["lumber", "wool", "grain", "brick", "ore"] as const;
export type Resource = (typeof resources)[number];
export const cards = ["knight", "monopoly", "roadBuilding", "yearOfPlenty", "victoryPoint"] as const;
export type Card = (typeof cards)[number];
export type Purchase = "road" | "settlement" | "city" | "card";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A tile's radius in units of the drawing; the server measures in hundredths of it. */
export const RADIUS = 60;
const UNIT = RADIUS / 100;

export const tileId = (tile: number): Place => `tile-${tile}`;
export const vertexId = (vertex: number): Place => `vertex-${vertex}`;
export const edgeId = (a: number, b: number): Place => `edge-${Math.min(a, b)}-${Math.max(a, b)}`;

export function picks(move: string): readonly Place[] | null {
  const [word, ...rest] = move.split(" ");
  const [a, b] = rest.map(Number);
  if (a === undefined) return null;
  switch (word) {
    case "settle":
    case "buysettlement":
    case "buycity":
      return [vertexId(a)];
    case "road":
    case "buyroad":
    case "freeroad":
      return b === undefined ? null : [edgeId(a, b)];
    case "robber":
      return [tileId(a)];
    default:
      return null;
  }
}

/** What somebody means who picks a place that is no target. */
export function attempt(_picks: readonly Place[], place: Place, view: View, seat: number): string | null {
  const [kind, ...rest] = place.split("-");
  const numbers = rest.join(" ");
  const word = (): string | null => {
    if (kind === "tile") return "robber";
    if (kind === "edge") return view.setup ? "road" : view.state === "free roads" ? "freeroad" : "buyroad";
    if (kind !== "vertex") return null;
    if (view.setup) return "settle";
    return view.players[seat]?.settlements.includes(Number(rest[0])) ? "buycity" : "buysettlement";
  };
  const said = word();
  return said && `${said} ${numbers}`;
}

/** What is bought by a move of the list; null: something else. */
export function purchaseOf(move: string): Purchase | null {
  const word = move.split(" ")[0];
  return word === "buyroad" ? "road" : word === "buysettlement" ? "settlement" : word === "buycity" ? "city" : word === "buycard" ? "card" : null;
}

/* ---- where things are ------------------------------------------------------ */

export function tileAt(board: Board, tile: number): Point {
  const { x = 0, y = 0 } = board.tiles[tile] ?? {};
  return { x: x * UNIT, y: y * UNIT };
}

export function vertexAt(board: Board, vertex: number): Point {
  const { x = 0, y = 0 } = board.vertices[vertex] ?? {};
  return { x: x * UNIT, y: y * UNIT };
}

/** The middle of an edge, and its angle in degrees, within -90..90. */
export function edgeAt(board: Board, a: number, b: number): Point & { readonly turn: number } {
  const from = vertexAt(board, a);
  const to = vertexAt(board, b);
  const turn = (Math.atan((to.y - from.y) / (to.x - from.x || 1e-9)) * 180) / Math.PI;
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, turn };
}

/** The outline of the island: edges of one tile only, one after the other. */
export function coast(board: Board): readonly number[] {
  const next = new Map<number, number>();
  const inland = new Set<string>();
  for (const { vertices } of board.tiles)
    vertices.forEach((from, i) => {
      const to = vertices[(i + 1) % vertices.length] ?? 0;
      inland.add(`${from} ${to}`);
    });
  // Going round each tile the same way, an edge inside is passed once in each direction.
  for (const way of inland) {
    const [from = 0, to = 0] = way.split(" ").map(Number);
    if (!inland.has(`${to} ${from}`)) next.set(from, to);
  }
  const first = [...next.keys()][0] ?? 0;
  const path = [first];
  for (let at = next.get(first); at !== undefined && at !== first && path.length <= next.size; at = next.get(at)) path.push(at);
  return path;
}

/** Middle of a harbour's edge, and the unit vector towards the sea. */
export function harbourAt(board: Board, a: number, b: number): { readonly m: Point; readonly n: Point } {
  const from = vertexAt(board, a);
  const to = vertexAt(board, b);
  const m = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const n = { x: (from.y - to.y) / length, y: (to.x - from.x) / length };
  return n.x * m.x + n.y * m.y < 0 ? { m, n: { x: -n.x, y: -n.y } } : { m, n };
}

/** Whose eyes: the seat whose hand is in sight, if it is the only one. */
export function eyes(view: View): number | null {
  const open = view.players.flatMap((player, seat) => (player.hand ? [seat] : []));
  return open.length === 1 ? (open[0] ?? null) : null;
}

/** The corners of the picture where players' plates lie, by number of seats;
 *  one's own is the first, at the lower left. */
const corners: readonly (readonly string[])[] = [[], ["sw"], ["sw", "ne"], ["sw", "nw", "ne"], ["sw", "nw", "ne", "se"], ["sw", "nw2", "nw", "ne", "ne2"], ["sw", "nw2", "nw", "ne", "ne2", "se"]];

export interface Frame {
  /** Half of the picture's width; the height is always the same. */
  readonly half: number;
  readonly plate: { readonly w: number; readonly h: number };
}
export const HEIGHT = 306;
export const wideFrame: Frame = { half: 472, plate: { w: 204, h: 62 } };
export const narrowFrame: Frame = { half: 352, plate: { w: 140, h: 50 } };

/** As much of a name as has room on a plate beside the points. */
export function plateName(name: string): string {
  return name.length > 10 ? name.slice(0, 9) + "…" : name;
}

/** The middle of a seat's plate. */
export function plateAt(view: View, seat: number, frame: Frame): Point {
  const seats = view.players.length;
  const mine = eyes(view) ?? 0;
  const corner = corners[seats]?.[(seat - mine + seats) % seats] ?? "sw";
  const low = corner.endsWith("2") ? frame.plate.h + 6 : 0;
  const x = frame.half - frame.plate.w / 2 - 2;
  const y = HEIGHT - frame.plate.h / 2 - 2 - low;
  return { x: corner.includes("w") ? -x : x, y: corner.startsWith("n") ? -y : y };
}

export function diceAt(frame: Frame): readonly [Point, Point] {
  const wide = frame === wideFrame;
  const y = HEIGHT - frame.plate.h - (wide ? 42 : 32);
  return wide ? [{ x: 378, y }, { x: 438, y }] : [{ x: 276, y }, { x: 324, y }];
}

/* ---- what happened ---------------------------------------------------------- */

function number(effect: Effect, name: string): number {
  const value = effect[name];
  return typeof value === "number" ? value : -1;
}

export function touched(effects: readonly Effect[]): readonly Place[] {
  return effects.flatMap((effect): readonly Place[] => {
    if (effect.what === "settlement" || effect.what === "city") return [vertexId(number(effect, "vertex"))];
    if (effect.what === "road") return [edgeId(number(effect, "a"), number(effect, "b"))];
    return effect.what === "robber" ? [tileId(number(effect, "to"))] : [];
  });
}

/** A card on its way, as the picture shows it for a moment. */
export interface Flight {
  readonly key: string;
  /** Symbol: a resource's sign, a card's back, a special card. */
  readonly sign: string;
  readonly from: Point;
  readonly to: Point;
  readonly at: number;
}

const FLIGHTS_MOST = 16;
const DICE_MS = 400;
const FLY_MS = 300;
const APART_MS = 50;

/** Cards that go from tiles to players, and from player to player. */
export function flights(before: View | null, after: View, effects: readonly Effect[], board: Board, frame: Frame): readonly Flight[] {
  const found: Flight[] = [];
  const begin = effects.some((effect) => effect.what === "dice") ? DICE_MS : 0;
  const plate = (seat: number) => plateAt(after, seat, frame);
  const fly = (sign: string, from: Point, to: Point) => {
    if (found.length < FLIGHTS_MOST) found.push({ key: `fly-${found.length}`, sign, from, to, at: begin + found.length * APART_MS });
  };
  const give = (what: Readonly<Partial<Record<Resource, number>>>, from: number, to: number) => {
    for (const resource of resources) for (let i = 0; i < (what[resource] ?? 0); i++) fly("r-" + resource, plate(from), plate(to));
  };
  const special = (sign: string, field: "longestRoad" | "largestArmy", seat: number | null) => {
    const old = before?.players.findIndex((player) => player[field]) ?? -1;
    if (seat !== null) fly(sign, old >= 0 && old !== seat ? plate(old) : { x: 0, y: 0 }, plate(seat));
  };
  for (const effect of effects) {
    const seat = effect.seat ?? 0;
    switch (effect.what) {
      case "gain":
        for (let i = 0; i < number(effect, "n"); i++) fly("r-" + effect.resource, number(effect, "tile") >= 0 ? tileAt(board, number(effect, "tile")) : { x: 0, y: 0 }, plate(seat));
        break;
      case "stolen":
        fly(effect.resource ? "r-" + effect.resource : "card-back", plate(number(effect, "from")), plate(seat));
        break;
      case "traded":
        if (before?.trade) {
          give(before.trade.offer, seat, number(effect, "with"));
          give(before.trade.request, number(effect, "with"), seat);
        }
        break;
      case "taken":
        give({ [String(effect.resource)]: number(effect, "n") }, seat, after.turn);
        break;
      case "bought_card":
        fly("card-back", { x: 0, y: 0 }, plate(seat));
        break;
      case "longest":
        special("longroad", "longestRoad", effect.seat);
        break;
      case "army":
        special("army", "largestArmy", effect.seat);
        break;
    }
  }
  return found;
}

export const buildingKey = (vertex: number) => `b-${vertex}`;
export const roadKey = (a: number, b: number) => `r-${Math.min(a, b)}-${Math.max(a, b)}`;

export function planIn(frame: Frame, before: View | null, after: View, effects: readonly Effect[], board: Board | null): readonly Step[] {
  if (!board) return [];
  const steps: Step[] = [];
  for (const effect of effects) {
    switch (effect.what) {
      case "settlement":
      case "city":
        steps.push({ key: buildingKey(number(effect, "vertex")), kind: "drop", dy: -14, at: 0, ms: 180, ease: "cubic-bezier(.2,1.4,.4,1)" });
        break;
      case "road":
        steps.push({ key: roadKey(number(effect, "a"), number(effect, "b")), kind: "appear", at: 0, ms: 180 });
        break;
      case "dice":
        for (const [i, die] of diceAt(frame).entries()) steps.push({ key: `die-${i}`, kind: "roll", dx: (i ? 40 : -40) - die.x, dy: -die.y, at: 0, ms: DICE_MS, ease: "cubic-bezier(.2,.8,.3,1)" });
        break;
      case "robber": {
        const from = tileAt(board, number(effect, "from"));
        const to = tileAt(board, number(effect, "to"));
        steps.push({ key: "robber", kind: "move", dx: from.x - to.x, dy: from.y - to.y, arc: 20, at: 0, ms: 240, ease: "ease-in-out" });
        break;
      }
    }
  }
  for (const { key, from, to, at } of flights(before, after, effects, board, frame)) {
    steps.push({ key, kind: "move", dx: from.x - to.x, dy: from.y - to.y, arc: 24, at, ms: FLY_MS, ease: "cubic-bezier(.3,0,.2,1)" });
    steps.push({ key: key + "-fade", kind: "flash", at, ms: FLY_MS + 60 });
  }
  return steps;
}
