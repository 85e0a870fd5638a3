/** What never changes on a map, as text of SVG: land with the things scattered
 *  over it, borders, signs. Made once a map; the board only puts it in. */
import { boxOf, depth, type Drawing, type Ground, type Point, type Shape } from "./geometry";

interface Scatter {
  readonly things: readonly string[];
  /** Width and height of the grid. */
  readonly grid: readonly [number, number];
  /** Half width and height of a thing, and its sizes. */
  readonly size: readonly [number, number];
  readonly scales: readonly number[];
}

const SCATTER: Readonly<Partial<Record<Ground, Scatter>>> = {
  forest: { things: ["tree", "oak", "tree"], grid: [21, 17], size: [9, 20], scales: [0.75, 0.8, 0.85] },
  mountain: { things: ["peak"], grid: [27, 21], size: [15, 26], scales: [0.7, 0.9, 1] },
  hill: { things: ["mound"], grid: [32, 21], size: [15, 13], scales: [0.7, 0.8, 0.95] },
  farmland: { things: ["crop"], grid: [30, 24], size: [7, 14], scales: [0.9] },
  swamp: { things: ["reed"], grid: [36, 27], size: [11, 18], scales: [0.9] },
  sea: { things: ["swell"], grid: [46, 30], size: [12, 4], scales: [0.9] },
};

const FRAME = 13;
const MARGIN = 4.5; // from things to the border
const MOST_THINGS = 2200; // of a whole map; beyond it, every region gets fewer

function hash(x: number, y: number): number {
  const n = Math.sin(x * 12.9898 + y * 78.233) * 43758.5453;
  return n - Math.floor(n);
}

function pick<T>(list: readonly T[], by: number): T {
  return list[Math.floor(by * list.length) % list.length] as T;
}

/** The things of one region, from the back to the front. */
function scatter(shape: Shape, share: number): string {
  const kind = SCATTER[shape.ground];
  if (!kind) return "";
  const { x0, y0, x1, y1 } = boxOf(shape.corners);
  const [gridX, gridY] = kind.grid;
  const [half, high] = kind.size;
  const free = ([x, y]: Point) =>
    Math.hypot(x - shape.spot[0], y - shape.spot[1]) > 25 && shape.signs.every(({ at }) => Math.hypot(x - at[0], y - at[1]) > 15);
  let made = "";
  for (let row = 0, y = y0 + high + MARGIN; y < y1; row++, y += gridY)
    for (let x = x0 + (row % 2 ? gridX / 2 : 0) + half / 2; x < x1; x += gridX) {
      const [px, py] = [x + (hash(x, y) - 0.5) * 6, y + (hash(y, x) - 0.5) * 5];
      const outline: readonly Point[] = [[px, py], [px - half, py - 2], [px + half, py - 2], [px, py - high]];
      if (hash(px, py) > share || !free([px, py]) || !free([px, py - high / 2]) || !outline.every((p) => depth(p, shape.corners) > MARGIN)) continue;
      const scale = pick(kind.scales, hash(py, px));
      made += `<use href="#sw-${pick(kind.things, hash(px * 3, py))}" transform="translate(${px.toFixed(1)} ${py.toFixed(1)})scale(${scale})"/>`;
    }
  if (shape.ground === "sea" && shape.room > 44) {
    const [x, y] = shape.spot;
    const thing = shape.n % 2 ? "whale" : "boat";
    made += `<use href="#sw-${thing}" transform="translate(${(x - shape.room * 0.45).toFixed(1)} ${(y + shape.room * 0.5).toFixed(1)})scale(${shape.n % 4 < 2 ? -1.1 : 1.1} 1.1)"/>`;
  }
  return made;
}

/** Paths and clips, by number of the region; `id` keeps two maps of a page apart. */
export function definitions({ shapes }: Drawing, id: string): string {
  return shapes.map(({ n, path }) => `<path id="${id}r${n}" d="${path}"/><clipPath id="${id}c${n}"><use href="#${id}r${n}"/></clipPath>`).join("");
}

/** Chevrons on the frame where races come in. */
function entries({ width, height, shapes }: Drawing): string {
  const at = (x: number, y: number, turn: number) => `<use href="#sw-sign-border" x="-8" y="-8" width="16" height="16" transform="translate(${x.toFixed(0)} ${y.toFixed(0)})rotate(${turn})scale(.8)"/>`;
  return shapes
    .filter(({ border }) => border)
    .map(({ corners }) => {
      const along = (side: 0 | 1, value: number) => corners.filter((p) => Math.abs(p[side] - value) < 1.5).map((p) => p[1 - side] as number);
      const mid = (list: readonly number[]) => (Math.min(...list) + Math.max(...list)) / 2;
      const [top, bottom, left, right] = [along(1, 0), along(1, height), along(0, 0), along(0, width)];
      if (top.length > 1) return at(mid(top), -7, 0);
      if (bottom.length > 1) return at(mid(bottom), height + 7, 180);
      if (left.length > 1) return at(-7, mid(left), -90);
      return right.length > 1 ? at(width + 7, mid(right), 90) : "";
    })
    .join("");
}

export function ground(drawing: Drawing, id: string): string {
  const { width, height, shapes } = drawing;
  const area = width * height;
  const share = Math.min(1, (MOST_THINGS * 620) / area);
  const lands = shapes.map(({ n, ground: land }) => `<use href="#${id}r${n}" fill="url(#sw-g-${land})"/>`).join("");
  const shores = shapes
    .filter(({ ground: land }) => land === "sea")
    .map(({ n }) => `<g clip-path="url(#${id}c${n})"><use class="sw-shore" href="#${id}r${n}"/><use class="sw-shore sw-foam" href="#${id}r${n}"/></g>`)
    .join("");
  const things = shapes.map((shape) => `<g clip-path="url(#${id}c${shape.n})">${scatter(shape, share)}</g>`).join("");
  return (
    `<rect class="sw-frame" x="${-FRAME}" y="${-FRAME}" width="${width + 2 * FRAME}" height="${height + 2 * FRAME}" rx="12"/>` +
    `<rect class="sw-void" width="${width}" height="${height}"/>${lands}${shores}${things}` +
    `<rect class="sw-veil" width="${width}" height="${height}"/>${entries(drawing)}`
  );
}

/** Borders and signs lie above the owners' colours. */
export function lines({ shapes, links }: Drawing): string {
  const all = shapes.map(({ path }) => path).join("");
  const signs = shapes.flatMap((shape) => shape.signs.map(({ sign, at }) => `<use href="#sw-sign-${sign}" x="-12" y="-12" width="24" height="24" transform="translate(${at[0].toFixed(1)} ${at[1].toFixed(1)})scale(.92)"/>`)).join("");
  const ways = links
    .map(([a, b]) => {
      const [x, y] = [(a[0] + b[0]) / 2 - (b[1] - a[1]) * 0.12, (a[1] + b[1]) / 2 + (b[0] - a[0]) * 0.12];
      return `M${a.join(" ")}Q${x.toFixed(1)} ${y.toFixed(1)} ${b.join(" ")}`;
    })
    .join("");
  return `<path class="sw-edge-b" d="${all}"/><path class="sw-edge-l" d="${all}"/>${ways && `<path class="sw-link-b" d="${ways}"/><path class="sw-link" d="${ways}"/>`}${signs}`;
}

/** A map without pieces, small: for lists. It needs no ids, so a page may show many. */
export function picture(drawing: Drawing): string {
  const { width, height, shapes } = drawing;
  const lands = shapes.map(({ ground: land, path }) => `<path d="${path}" fill="url(#sw-g-${land})"/>`).join("");
  const things = shapes.map((shape) => scatter(shape, Math.min(1, 40 / shapes.length))).join("");
  return `<rect class="sw-void" width="${width}" height="${height}"/>${lands}${things}<rect class="sw-veil" width="${width}" height="${height}"/>${lines(drawing)}`;
}
