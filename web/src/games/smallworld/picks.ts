/** Pure: moves to places, what a wrong pick means, effects to the animation's plan. */
import type { Effect } from "../../wire/hall";
import type { Place, Sound, Step } from "../../kit/game";
import type { Board, View } from "../../wire/made/smallworld";
import { drawingOf, type Drawing, type Point } from "./geometry";
import { outlined } from "./outlines";

/** The buttons that change what picking a region means. */
export const DRAGON: Place = "card-10";
export const ENCHANT: Place = "card-11";

export const regionId = (n: number): Place => `region-${n}`;
export const regionOf = (place: Place): number | null => (place.startsWith("region-") ? Number(place.slice(7)) : null);

/** "conquer 5" is its region; "dragon 5" the dragon, then the region; "select 2" a badge. */
export function picks(move: string): readonly Place[] | null {
  const [verb, first] = move.split(" ");
  const n = Number(first);
  switch (verb) {
    case "select":
      return [`card-${n}`];
    case "conquer":
      return [regionId(n)];
    case "dragon":
      return [DRAGON, regionId(n)];
    case "enchant":
      return [ENCHANT, regionId(n)];
    default:
      return null;
  }
}

export function attempt(picked: readonly Place[], place: Place): string | null {
  const n = regionOf(place);
  if (n === null) return null;
  const verb = picked[0] === DRAGON ? "dragon" : picked[0] === ENCHANT ? "enchant" : "conquer";
  return `${verb} ${n}`;
}

/* ---- animation ------------------------------------------------------------------ */

const MARCH_MS = 260;
const DIE_MS = 420;
const ARC = 20;

const region = (effect: Effect): number => (typeof effect.region === "number" ? effect.region : 0);

/** Where tokens come from: the nearest own region that was held before, or over the edge of the map. */
function cameFrom(before: View | null, drawing: Drawing, to: number, seat: number | null): Point {
  const [x, y] = drawing.shapes[to - 1]?.spot ?? [0, 0];
  let best: Point | null = null;
  let least = Infinity;
  before?.regions.forEach((held, i) => {
    const spot = drawing.shapes[i]?.spot;
    if (!spot || i + 1 === to || held.owner !== seat || held.declined) return;
    const far = Math.hypot(spot[0] - x, spot[1] - y);
    if (far < least) [best, least] = [spot, far];
  });
  if (best) return best;
  const edges: readonly Point[] = [[-30, y], [drawing.width + 30, y], [x, -30], [x, drawing.height + 30]];
  return edges.reduce((a, b) => (Math.hypot(a[0] - x, a[1] - y) <= Math.hypot(b[0] - x, b[1] - y) ? a : b));
}

export function plan(before: View | null, _after: View, effects: readonly Effect[], board: Board | null): readonly Step[] {
  if (!board) return [];
  const drawing = drawingOf(outlined(board));
  const steps: Step[] = [];
  let at = 0;
  for (const effect of effects) {
    const n = region(effect);
    switch (effect.what) {
      case "die":
        steps.push({ key: "die", kind: "flash", at, ms: DIE_MS + 240 });
        at += DIE_MS;
        break;
      case "lost":
        steps.push({ key: `gone-${n}`, kind: "ghost", at: 0, ms: at + 200 });
        break;
      case "conquered":
      case "enchanted": {
        const spot = drawing.shapes[n - 1]?.spot ?? [0, 0];
        const from = cameFrom(before, drawing, n, effect.seat);
        if (effect.what === "enchanted") steps.push({ key: `stack-${n}`, kind: "appear", at, ms: 240 });
        else steps.push({ key: `stack-${n}`, kind: "move", at, ms: MARCH_MS, dx: from[0] - spot[0], dy: from[1] - spot[1], arc: ARC, ease: "ease-in-out" });
        break;
      }
      case "repelled":
        steps.push({ key: `stack-${n}`, kind: "appear", at, ms: 200 });
        break;
      case "retreat":
      case "redeployed":
        steps.push({ key: `stack-${n}`, kind: "appear", at: 0, ms: 180, ease: "cubic-bezier(.2,1.4,.4,1)" });
        break;
      case "income":
        steps.push({ key: "earned", kind: "drop", at: 0, ms: 320, dy: 24 });
        break;
    }
  }
  return steps;
}

export function sound(effects: readonly Effect[]): Sound | null {
  const has = (...names: readonly string[]) => effects.some((effect) => names.includes(effect.what));
  return has("over") ? "end" : has("die") ? "dice" : has("lost", "enchanted") ? "hit" : has("conquered", "redeployed", "badge", "income") ? "move" : null;
}
