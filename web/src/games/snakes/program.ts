/** A snake's program, as the server spells it and as the editor holds it; and
 *  which cells of a map fit a place, to show why it was chosen. The choice
 *  itself is the server's. */

export const SIDE = 7;
export const MAPS = 9;
/** A map reaches six cells at most, so a snake sees this square around its head. */
export const REACH = SIDE - 1;
export const SIGHT = 2 * REACH + 1;
export const NAME_MOST = 40;
export const SKINS = 6;

export interface Line {
  readonly X: number;
  readonly Y: number;
  readonly Line: string;
}

export interface ProgramMap {
  readonly Description?: string;
  readonly HeadX: number;
  readonly HeadY: number;
  readonly Lines: readonly Line[];
}

/** As on the wire. */
export interface Program {
  readonly ProgramDescription?: string;
  readonly Templates: readonly string[];
  readonly Maps: readonly ProgramMap[];
}

/** Own body, own tail, empty, wall, head, body, tail of another. */
export const things = ["S", "T", "V", "W", "X", "Y", "Z"] as const;
export type Thing = (typeof things)[number];
export const templates = ["A", "B", "C", "D"] as const;
export type Template = (typeof templates)[number];
/** What a cell of a map may be painted with. */
export type Paint = Thing | Template;
/** 0 to 3: all of its cells must fit, in one such group at least. 4 to 7: one of its cells must, in each. */
export type Group = number;

export interface Spot {
  readonly paint: Paint;
  readonly not: boolean;
  readonly group: Group;
}

/** A map as the editor holds it. */
export interface Sketch {
  readonly note: string;
  readonly head: number;
  readonly cells: readonly (Spot | null)[];
}

/** A program as the editor holds it: nine maps, empty ones too. */
export interface Draft {
  readonly name: string;
  readonly skin: number;
  readonly about: string;
  readonly templates: readonly string[];
  readonly maps: readonly Sketch[];
}

const CELLS = SIDE * SIDE;
const MIDDLE = 3 * SIDE + 3;

export const blankMap: Sketch = { note: "", head: MIDDLE, cells: Array.from({ length: CELLS }, () => null) };

export function isBlank(map: Sketch): boolean {
  return map.cells.every((spot) => spot === null);
}

export const isAny = (group: Group) => group >= 4;

function readMap(map: ProgramMap): Sketch {
  const cells: (Spot | null)[] = Array.from({ length: CELLS }, () => null);
  for (const { X, Y, Line: line } of map.Lines ?? []) {
    for (let i = 0; 2 * i + 1 < line.length; i++) {
      const letter = line.charAt(2 * i);
      const at = Number(Y) * SIDE + Number(X) + i;
      if (letter === "-" || at >= CELLS) continue;
      cells[at] = { paint: letter.toUpperCase() as Paint, not: letter !== letter.toUpperCase(), group: Number(line.charAt(2 * i + 1)) };
    }
  }
  return { note: map.Description ?? "", head: Number(map.HeadY) * SIDE + Number(map.HeadX), cells };
}

export function fromProgram(program: Program, name: string, skin: number): Draft {
  const maps = program.Maps.slice(0, MAPS).map(readMap);
  while (maps.length < MAPS) maps.push(blankMap);
  return { name, skin, about: program.ProgramDescription ?? "", templates: templates.map((_, i) => program.Templates[i] ?? "S"), maps };
}

const letterOf = (spot: Spot) => (spot.not ? spot.paint.toLowerCase() : spot.paint);

/** Runs of painted cells in a row, as the server writes them. */
function lines(map: Sketch): Line[] {
  const list: Line[] = [];
  for (let y = 0; y < SIDE; y++) {
    let from = -1;
    let text = "";
    for (let x = 0; x <= SIDE; x++) {
      const spot = x < SIDE ? map.cells[y * SIDE + x] : null;
      if (spot) {
        if (from < 0) from = x;
        text += letterOf(spot) + spot.group;
      } else if (from >= 0) {
        list.push({ X: from, Y: y, Line: text });
        from = -1;
        text = "";
      }
    }
  }
  return list;
}

/** Maps that are asked: a blank one would fit everything, so empty places are
 *  left out. Its number in the program, from the editor's. */
export function asked(draft: Draft): readonly number[] {
  const used = draft.maps.flatMap((map, i) => (isBlank(map) ? [] : [i]));
  return used.length ? used : [0];
}

export function toProgram(draft: Draft): Program {
  return {
    ProgramDescription: draft.about,
    Templates: draft.templates,
    Maps: asked(draft).map((i) => {
      const map = draft.maps[i] ?? blankMap;
      return { Description: map.note, HeadX: map.head % SIDE, HeadY: Math.floor(map.head / SIDE), Lines: lines(map) };
    }),
  };
}

/** What a file holds: a program, alone or with name and skin. Null: neither. */
export function fromFile(text: string, fallback: string): Draft | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const outer = value as { readonly name?: unknown; readonly skin?: unknown; readonly program?: unknown };
  if (typeof outer !== "object" || outer === null) return null;
  const inner = (outer.program ?? outer) as Partial<Program>;
  if (!Array.isArray(inner.Templates) || !Array.isArray(inner.Maps)) return null;
  const texts = inner.Templates.every((one) => typeof one === "string" && one !== "" && [...one].every((letter) => (things as readonly string[]).includes(letter)));
  const maps = (inner.Maps as readonly Partial<ProgramMap>[]).every(
    (map) =>
      map && [map.HeadX, map.HeadY].every((n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) < SIDE) &&
      Array.isArray(map.Lines) && map.Lines.every((line) => line && Number.isInteger(line.X) && Number.isInteger(line.Y) && typeof line.Line === "string" && /^(--|[S-Zs-zA-Da-d][0-7])*$/.test(line.Line) && !/[Uu]/.test(line.Line)),
  );
  if (!texts || !maps) return null;
  const name = typeof outer.name === "string" && outer.name ? outer.name.slice(0, NAME_MOST) : fallback;
  const skin = Number.isInteger(outer.skin) && Number(outer.skin) >= 1 && Number(outer.skin) <= SKINS ? Number(outer.skin) : 1;
  return fromProgram(inner as Program, name, skin);
}

/** The things that a cell accepts. */
export function accepts(spot: Spot, ofTemplates: readonly string[]): readonly Thing[] {
  const i = templates.indexOf(spot.paint as Template);
  const set = i < 0 ? spot.paint : (ofTemplates[i] ?? "");
  return things.filter((thing) => set.includes(thing) !== spot.not);
}

/** The fewer things a cell accepts, the more it weighs. */
export const weightOf = (spot: Spot, ofTemplates: readonly string[]) => things.length - accepts(spot, ofTemplates).length;

/** Where a variant of a map puts the cell at an offset from the head: quarter
 *  turns clockwise, after mirroring if it is 4 or more. */
export function turned(variant: number, dx: number, dy: number): readonly [number, number] {
  let [x, y] = [variant & 4 ? -dx : dx, dy];
  for (let i = 0; i < (variant & 3); i++) [x, y] = [-y, x];
  return [x, y];
}

/** What a snake sees: rows of SIGHT letters, the head in the middle looking up or wherever. */
export type Sight = readonly (readonly Thing[])[];

export interface Fit {
  /** By cell of the map: does what is there fit? Null: nothing painted. */
  readonly hit: readonly (boolean | null)[];
  /** By cell: does its group count? */
  readonly counts: readonly boolean[];
  readonly score: number;
}

/** How a map in a variant lies on what the snake sees. */
export function fit(map: Sketch, ofTemplates: readonly string[], variant: number, sight: Sight): Fit {
  const [hx, hy] = [map.head % SIDE, Math.floor(map.head / SIDE)];
  const hit = map.cells.map((spot, i) => {
    if (!spot) return null;
    const [x, y] = turned(variant, (i % SIDE) - hx, Math.floor(i / SIDE) - hy);
    const there = sight[y + REACH]?.[x + REACH];
    return there !== undefined && accepts(spot, ofTemplates).includes(there);
  });
  const good = Array.from({ length: 8 }, (_, group) => {
    const own = hit.filter((_, i) => map.cells[i]?.group === group);
    return own.length > 0 && (isAny(group) ? own.includes(true) : !own.includes(false));
  });
  const counts = map.cells.map((spot, i) => spot !== null && hit[i] === true && (good[spot.group] ?? false));
  const used = new Set(map.cells.flatMap((spot) => (spot ? [spot.group] : [])));
  const fits = [...used].every((group) => !isAny(group) || good[group]) && ([...used].every(isAny) || [...used].some((group) => !isAny(group) && good[group]));
  const score = fits ? 1 + map.cells.reduce((sum, spot, i) => sum + (spot && counts[i] ? weightOf(spot, ofTemplates) : 0), 0) : 0;
  return { hit, counts, score };
}

export function mirrored(map: Sketch): Sketch {
  const from = (i: number) => Math.floor(i / SIDE) * SIDE + SIDE - 1 - (i % SIDE);
  return { ...map, head: from(map.head), cells: map.cells.map((_, i) => map.cells[from(i)] ?? null) };
}

export function withCell(map: Sketch, at: number, spot: Spot | null): Sketch {
  if (at === map.head) return map;
  return { ...map, cells: map.cells.map((one, i) => (i === at ? spot : one)) };
}

export function withHead(map: Sketch, at: number): Sketch {
  return { ...map, head: at, cells: map.cells.map((one, i) => (i === at ? null : one)) };
}

export function withMap(draft: Draft, at: number, map: Sketch): Draft {
  return { ...draft, maps: draft.maps.map((one, i) => (i === at ? map : one)) };
}
