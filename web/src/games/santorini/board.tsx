/** The island: ground, towers and workers row by row from the back, level
 *  plates last. Drawn from its props; it remembers only which cells the turn
 *  before has touched, since a turn is several moves. */
import { useRef } from "preact/hooks";
import { Stage, type PlaceInfo } from "../../kit/board";
import type { BoardProps } from "../../kit/game";
import { say } from "../../kit/lang";
import type { Board as BoardData, View } from "../../wire/made/santorini";
import { ground, symbols } from "./drawings";
import { CELLS, cellId, cellName, cellOf, DEEP, domeKey, feet, FLOOR, floorKey, levelOf, middle, plateKey, SIDE, touched, unsaid, WIDE, workerKey, workerOn } from "./picks";
import { texts } from "./texts";

type Props = BoardProps<View, BoardData>;

const cells = Array.from({ length: CELLS }, (_, cell) => cell);
/** From the back to the front. */
const order = [...cells].sort((a, b) => middle(a).y - middle(b).y || a - b);

export function Symbols() {
  return <defs dangerouslySetInnerHTML={{ __html: symbols }} />;
}

function Ground() {
  return (
    <g key="ground">
      <g dangerouslySetInnerHTML={{ __html: ground }} />
      <use href="#sa-boat" x="18" y="-34" />
      {cells.map((cell) => {
        const { x, y } = middle(cell);
        return <use key={cell} href={cell % 2 ? "#sa-cell2" : "#sa-cell"} x={x} y={y} />;
      })}
      {[0, 1, 2, 3, 4].map((i) => (
        <g key={i}>
          <text class="sa-label" x={i * WIDE + 50} y="452.5">
            {"ABCDE".charAt(i)}
          </text>
          <text class="sa-label" x="-9.5" y={middle(i * SIDE).y + 5}>
            {i + 1}
          </text>
        </g>
      ))}
    </g>
  );
}

/** The floors of one cell, and its dome; also for the help. */
export function Tower({ cell, level, dome }: { readonly cell: number; readonly level: number; readonly dome: boolean }) {
  return (
    <>
      {[1, 2, 3].slice(0, level).map((floor) => (
        <g key={floor} data-key={floorKey(cell, floor)}>
          <use href={"#sa-floor" + floor} />
        </g>
      ))}
      {dome && (
        <g key="dome" transform={`translate(0 ${-FLOOR * level})`}>
          <g data-key={domeKey(cell)}>
            <use href="#sa-dome" />
          </g>
        </g>
      )}
    </>
  );
}

export function Worker({ seat }: { readonly seat: number }) {
  return <use href={`#sa-worker${seat + 1}`} class={`sa-seat${seat + 1}`} />;
}

/** The cells touched since the turn of the one who moved last began. */
function useTrail({ effects, seq, view }: Props): ReadonlySet<number> {
  const trail = useRef<{ seq: number; seat: number | null; cells: readonly number[]; view: View | null }>({ seq: -1, seat: null, cells: [], view: null });
  const was = trail.current;
  if (was.seq !== seq) {
    const seat = effects[0]?.seat ?? null;
    const own = seat === null ? [] : unsaid(was.view, view, effects).filter((effect) => effect.seat === seat);
    const now = touched([...own, ...effects]);
    const goesOn = seat !== null && seat === was.seat && was.seq + 1 === seq;
    trail.current = { seq, seat, cells: goesOn ? [...was.cells, ...now] : now, view };
  }
  return new Set(trail.current.cells);
}

type Mark = "go" | "build" | "meet" | "take";

/** What may be done at a target tells how it is marked. */
function markOf(props: Props, cell: number): Mark | null {
  const moves = props.targets.get(cellId(cell));
  if (!moves) return null;
  const standing = workerOn(props.view, cell);
  if (standing && standing.seat !== props.seat) return "meet";
  if (standing && props.picks.length === 0 && props.view.pawn === null) return "take";
  return moves.every((move) => /^(block|dome)/.test(move)) ? "build" : "go";
}

function Cell({ cell, props, last, chosen }: { readonly cell: number; readonly props: Props; readonly last: boolean; readonly chosen: boolean }) {
  const { view } = props;
  const { x, y } = middle(cell);
  const [level = 0, dome = false] = view.cells[cell] ?? [];
  const mark = markOf(props, cell);
  const standing = workerOn(view, cell);
  const top = feet(cell, level);
  const high = -FLOOR * level;
  return (
    <>
      <g transform={`translate(${x} ${y})`}>
        <Tower cell={cell} level={level} dome={dome} />
        {last && !chosen && <use href="#sa-last" />}
        {chosen && <use href="#sa-chosen" />}
        {mark === "meet" && <use href="#sa-capture" y={high} />}
      </g>
      {standing && (
        <g transform={`translate(${top.x} ${top.y})`}>
          <g data-key={workerKey(standing.seat, standing.pawn)}>
            <Worker seat={standing.seat} />
          </g>
        </g>
      )}
      {/* The placed one, before both are sent. */}
      {!standing && view.phase === "place" && chosen && props.seat !== null && (
        <g class="sa-faded" transform={`translate(${top.x} ${top.y})`}>
          <Worker seat={props.seat} />
        </g>
      )}
      {mark && (
        <g transform={`translate(${x} ${y + high})`}>
          {mark === "build" && !standing && <use href="#sa-ghost" />}
          {(mark === "go" || mark === "build") && <use href="#sa-target" y={standing ? 6 : 0} />}
          {mark === "take" && <path class="sa-pointer" d="M-10-71h20l-10 14z" />}
        </g>
      )}
    </>
  );
}

function labelOf({ view, seat, seats }: Props, cell: number): string {
  const words = say(texts).label;
  const [level = 0, dome = false] = view.cells[cell] ?? [];
  const standing = workerOn(view, cell);
  return [
    cellName(cell),
    level > 0 || !dome ? words.level(level) : "",
    dome ? words.dome : "",
    standing ? (standing.seat === seat ? words.mine : words.worker(seats[standing.seat]?.name || words.seat(standing.seat + 1))) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

export function Board(props: Props) {
  const { view, seat } = props;
  const last = useTrail(props);
  const acting = view.phase === "play" && view.player !== null && view.pawn !== null ? (view.players[view.player]?.pawns[view.pawn] ?? -1) : -1;
  const picked = new Set(props.picks.map(cellOf));
  if (seat === view.player && acting >= 0) picked.add(acting);

  const places: readonly PlaceInfo[] = order.map((cell) => ({
    id: cellId(cell),
    name: cellName(cell),
    label: labelOf(props, cell),
    ...middle(cell),
    hit: { w: WIDE - 6, h: DEEP - 6 },
    row: Math.floor(cell / SIDE),
  }));

  return (
    <Stage input={props} viewBox="-32 -66 564 566" label={say(texts).board} places={places} class="sa-board">
      <Symbols />
      <Ground />
      {order.map((cell) => (
        <Cell key={cell} cell={cell} props={props} last={last.has(cell)} chosen={picked.has(cell)} />
      ))}
      <g>
        {cells
          .filter((cell) => levelOf(view, cell) > 0)
          .map((cell) => (
            <g key={cell} transform={`translate(${middle(cell).x + 28} ${middle(cell).y + 27.5})`}>
              <g data-key={plateKey(cell)}>
                <g class="sa-plate-size">
                  <rect class="sa-plate" x="-9" y="-9" width="18" height="18" rx="4" />
                  <text class="sa-number" y="5">
                    {levelOf(view, cell)}
                  </text>
                </g>
              </g>
            </g>
          ))}
      </g>
    </Stage>
  );
}
