/** The field with its snakes. Bodies are rounded strokes; each snake has a
 *  colour, a pattern and a letter, so that none is told by colour alone. */
import { type Bite, FIELD, type Position, STEP_X, STEP_Y } from "./fight";
import { REACH } from "./program";

export const letters = ["A", "B", "C", "D"] as const;

const CELL = 20;
const ROUND = 8;
const LINES = Array.from({ length: FIELD - 1 }, (_, i) => `M${(i + 1) * CELL} 0v${FIELD * CELL}M0 ${(i + 1) * CELL}h${FIELD * CELL}`).join("");
const FLASH = "M-15-15l-7-7M15-15l7-7M-15 15l-7 7M15 15l7 7M0-20v-9M0 20v9M-20 0h-9M20 0h9";
const HEAD = "M-11 8V-4Q-11-13 0-13T11-4V8Q0 13-11 8z";

const px = (cell: number) => (cell % FIELD) * CELL + CELL / 2;
const py = (cell: number) => Math.floor(cell / FIELD) * CELL + CELL / 2;

/** A line through the cells with rounded corners. */
export function bodyPath(cells: readonly number[]): string {
  const first = cells[0];
  if (first === undefined) return "";
  let path = `M${px(first)} ${py(first)}`;
  for (let i = 1; i < cells.length; i++) {
    const [a, b, c] = [cells[i - 1] as number, cells[i] as number, cells[i + 1]];
    if (c === undefined) path += `L${px(b)} ${py(b)}`;
    else if (b - a !== c - b) {
      const [x, y] = [px(b), py(b)];
      const back = (to: number) => `${x + Math.sign(px(to) - x) * ROUND} ${y + Math.sign(py(to) - y) * ROUND}`;
      path += `L${back(a)}Q${x} ${y} ${back(c)}`;
    }
  }
  return cells.length === 1 ? path + "h0" : path;
}

function SnakeShape({ cells, face, seat }: { readonly cells: readonly number[]; readonly face: number; readonly seat: number }) {
  const head = cells[0];
  const tail = cells.at(-1);
  if (head === undefined || tail === undefined) return null;
  const path = bodyPath(cells);
  return (
    <g id={"snake-" + letters[seat]} class={"seat-" + (seat + 1)}>
      <path class="body-edge" d={path} />
      <path class="body" d={path} />
      {seat > 0 && <path class={"body-mark mark-" + (seat + 1)} d={path} />}
      <circle class="snake-tail" cx={px(tail)} cy={py(tail)} r="5" />
      {cells.length > 1 && (
        <g transform={`translate(${px(head)} ${py(head)})`}>
          <g transform={`rotate(${face * 90})`}>
            <path class="snake-head" d={HEAD} />
            <circle class="eye" cx="-6" cy="-8" r="3.6" />
            <circle class="eye" cx="6" cy="-8" r="3.6" />
            <circle class="pupil" cx="-6" cy="-9" r="1.6" />
            <circle class="pupil" cx="6" cy="-9" r="1.6" />
          </g>
          <text class="snake-letter" x={-3 * (STEP_X[face] ?? 0)} y={4 - 2.5 * (STEP_Y[face] ?? 0)}>
            {letters[seat]}
          </text>
        </g>
      )}
    </g>
  );
}

interface ArenaProps {
  readonly position: Position;
  readonly faces: readonly number[];
  readonly bites: readonly Bite[];
  readonly label: string;
  /** The head around which is shown what its snake sees. */
  readonly watched?: number | null;
  readonly id?: string;
}

export function Arena({ position, faces, bites, label, watched, id }: ArenaProps) {
  const head = watched === null || watched === undefined ? undefined : position[watched]?.[0];
  const square = (2 * REACH + 1) * CELL;
  return (
    <svg class="arena" id={id} viewBox="-6 -6 512 512" role="img" aria-label={label}>
      <path class="lines" d={LINES} />
      {head !== undefined && <rect class="watching" x={px(head) - square / 2} y={py(head) - square / 2} width={square} height={square} rx="4" />}
      {position.map((cells, i) => (
        <SnakeShape key={i} cells={cells} face={faces[i] ?? 0} seat={i} />
      ))}
      {bites.map((bite) => (
        <path key={bite.who} class="flash" transform={`translate(${px(bite.cell)} ${py(bite.cell)})`} d={FLASH} />
      ))}
    </svg>
  );
}
