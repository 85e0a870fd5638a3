/** A map to look at: 7 by 7 cells, turned as it was when it fitted. */
import { Glyph } from "./pieces";
import { type Fit, type Sketch, isAny, SIDE, turned } from "./program";
import { text } from "./texts";

/** Colour of a group: the letters beside it tell the same. */
export const groupClass = (group: number) => `g-${(group % 6) + 1}`;
export const groupTag = (group: number) => (isAny(group) ? "tag tag-any" : "tag");
export const groupNumber = (group: number) => (isAny(group) ? group - 3 : group + 1);

export function spotWords(map: Sketch, at: number): string {
  const spot = map.cells[at];
  if (at === map.head) return text.ownHead;
  if (!spot) return text.whatever;
  const thing = text.things[spot.paint];
  return `${spot.not ? text.not(thing) : thing}, ${text.group(spot.group)}`;
}

/** Where each cell of the picture comes from: the map is turned as a whole,
 *  within its own 7 by 7 cells. */
function sources(variant: number): readonly number[] {
  const list: number[] = [];
  const middle = (SIDE - 1) / 2;
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const [tx, ty] = turned(variant, x - middle, y - middle);
      list[(ty + middle) * SIDE + tx + middle] = y * SIDE + x;
    }
  return list;
}

export function MapView({ map, variant = 0, fit, label }: { readonly map: Sketch; readonly variant?: number; readonly fit?: Fit | null; readonly label: string }) {
  const turn = variant & 3;
  return (
    <div class="grid7 grid7-small" role="img" aria-label={label}>
      {sources(variant).map((from, at) => {
        const spot = map.cells[from];
        if (from === map.head)
          return (
            <span key={at} class="cell cell-head">
              <Glyph paint="head" turn={turn} />
            </span>
          );
        if (!spot) return <span key={at} class="cell" />;
        return (
          <span key={at} class={"cell " + groupClass(spot.group)} data-group={spot.group} data-not={spot.not ? "" : undefined} data-hit={fit?.counts[from] ? "yes" : undefined}>
            {/* Letters and walls stay upright. */}
            <Glyph paint={spot.paint} turn={"STXYZ".includes(spot.paint) ? turn : 0} />
          </span>
        );
      })}
    </div>
  );
}
