/** What never changes: table, sea, island, harbours, numbers. */
import type { Board as BoardData } from "../../wire/made/catan";
import { coast, harbourAt, tileAt, vertexAt, type Resource } from "./picks";
import { Use } from "./pieces";

const SEA = 350;
const DISC_Y = 11; // below the middle: the drawings leave room there
const PLATE_OUT = 38;

function hexagon(radius: number): string {
  const x = radius / 2;
  const y = radius * Math.sqrt(0.75);
  return `${radius},0 ${x},${y} ${-x},${y} ${-radius},0 ${-x},${-y} ${x},${-y}`;
}

/** A number's disc; the dots are its chances in 36. */
export function Disc({ number, x = 0, y = 0 }: { readonly number: number; readonly x?: number; readonly y?: number }) {
  const hot = number === 6 || number === 8;
  const pips = 6 - Math.abs(7 - number);
  return (
    <g transform={`translate(${x} ${y})`}>
      <Use name={hot ? "disc-hot" : "disc"} />
      <text class={hot ? "ca-hot" : "ca-num"} y={hot ? 5 : 4.5}>
        {number}
      </text>
      {Array.from({ length: pips }, (_, i) => (
        <circle key={i} class={hot ? "ca-pips-hot" : "ca-pips"} cx={(i - (pips - 1) / 2) * 4.6} cy="10" r="1.7" />
      ))}
    </g>
  );
}

export function Land({ resource, x = 0, y = 0 }: { readonly resource: Resource | "desert"; readonly x?: number; readonly y?: number }) {
  return (
    <>
      <Use name="hex-base" x={x} y={y} />
      <Use name={"hex-" + resource} x={x} y={y} />
      <Use name="hex-veil" x={x} y={y} />
    </>
  );
}

function Harbour({ board, kind, a, b }: { readonly board: BoardData } & BoardData["harbours"][number]) {
  const { m, n } = harbourAt(board, a, b);
  const x = m.x + PLATE_OUT * n.x;
  const y = m.y + PLATE_OUT * n.y;
  const any = kind === "ThreeForOne";
  return (
    <>
      <Use name="pier" x={m.x} y={m.y} turn={(Math.atan2(n.y, n.x) * 180) / Math.PI + 90} />
      <HarbourPlate x={x} y={y} kind={any ? "any" : kind.toLowerCase()} />
    </>
  );
}

export function HarbourPlate({ x, y, kind }: { readonly x: number; readonly y: number; readonly kind: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Use name="plate" />
      <Use name={"r-" + kind} y={-4} scale={20 / 24} />
      <text class="ca-rate" y="19.800">
        {kind === "any" ? "3:1" : "2:1"}
      </text>
    </g>
  );
}

export function Ground({ board }: { readonly board: BoardData }) {
  const outline = coast(board)
    .map((vertex) => vertexAt(board, vertex))
    .map(({ x, y }) => `${x} ${y}`);
  const path = `M${outline.join(" ")}Z`;
  return (
    <>
      <polygon class="ca-rim" points={hexagon(SEA)} />
      <polygon class="ca-rim-in" points={hexagon(SEA - 11)} />
      <polygon class="ca-waves" points={hexagon(SEA - 13)} />
      <clipPath id="ca-sea-clip">
        <polygon points={hexagon(SEA - 12)} />
      </clipPath>
      <g clip-path="url(#ca-sea-clip)">
        {[1, 2, 3, 4].map((i) => (
          <path key={i} class={`ca-isle ca-isle-${i}`} d={path} />
        ))}
      </g>
      {board.harbours.map((harbour, i) => (
        <Harbour key={i} board={board} {...harbour} />
      ))}
      {board.tiles.map((tile, i) => (
        <Land key={i} resource={tile.resource} {...tileAt(board, i)} />
      ))}
    </>
  );
}

export function Discs({ board }: { readonly board: BoardData }) {
  return (
    <>
      {board.tiles.map((tile, i) => {
        const { x, y } = tileAt(board, i);
        return tile.number > 0 && <Disc key={i} number={tile.number} x={x} y={y + DISC_Y} />;
      })}
    </>
  );
}

/** A ring around the discs whose number was rolled. */
export function Rolled({ board, sum, robber }: { readonly board: BoardData; readonly sum: number; readonly robber: number }) {
  return (
    <>
      {board.tiles.map((tile, i) => {
        const { x, y } = tileAt(board, i);
        return tile.number > 0 && tile.number === sum && i !== robber && <circle key={i} class="ca-rolled" cx={x} cy={y + DISC_Y} r="24" />;
      })}
    </>
  );
}
