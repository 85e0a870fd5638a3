/** The island and the players around it, from back to front:
 *
 *      ground        table, sea, land, harbours     (drawn once)
 *      tile marks, number discs
 *      roads, buildings by rising y, robber
 *      marks of the last moves, targets
 *      players' plates and dice in the corners, cards on their way
 *
 *  Drawn from its props; it remembers what was built last and the view before. */
import { useMemo, useRef } from "preact/hooks";
import { Stage, type PlaceInfo } from "../../kit/board";
import type { BoardProps, Place } from "../../kit/game";
import type { Board as BoardData, View } from "../../wire/made/catan";
import { frame } from "./frame";
import { Discs, Ground, Rolled } from "./ground";
import { modeOf } from "./mode";
import { buildingKey, diceAt, edgeAt, edgeId, flights, HEIGHT, plateAt, plateName, purchaseOf, RADIUS, resources, roadKey, tileAt, tileId, touched, vertexAt, vertexId, wideFrame, type Frame, type Resource } from "./picks";
import { needSymbols, Use } from "./pieces";
import { text, tileName } from "./texts";

export type Props = BoardProps<View, BoardData>;

/** The robber stands beside the number, which stays readable. */
const ROBBER = { x: -27, y: 22 };

function ownerAt(view: View, vertex: number): { readonly seat: number; readonly city: boolean } | null {
  for (const [seat, player] of view.players.entries()) {
    if (player.settlements.includes(vertex)) return { seat, city: false };
    if (player.cities.includes(vertex)) return { seat, city: true };
  }
  return null;
}

/* ---- places and their names ------------------------------------------------ */

function vertexLabel({ view, seat, seats }: Props, board: BoardData, vertex: number): string {
  const { tiles = [], harbour = null } = board.vertices[vertex] ?? {};
  const owner = ownerAt(view, vertex);
  const name = owner ? seats[owner.seat]?.name || text.seat(owner.seat + 1) : "";
  const mine = owner?.seat === seat;
  return [
    text.vertex(vertex),
    ...tiles.map((tile) => tileName(board.tiles[tile])),
    harbour === null ? "" : harbour === "ThreeForOne" ? text.harbourAny : text.harbour(harbour.toLowerCase() as Resource),
    owner ? (owner.city ? (mine ? text.myCity : text.cityOf(name)) : mine ? text.mySettlement : text.settlementOf(name)) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function hexagonAt(x: number, y: number, size: number): string {
  const w = size * Math.sqrt(0.75);
  return `M${x} ${y - size}l${w} ${size / 2}v${size}l${-w} ${size / 2}l${-w} ${-size / 2}v${-size}z`;
}

/** A bar along an edge between the two corners' own areas. */
function edgeHit(board: BoardData, a: number, b: number): string {
  const from = vertexAt(board, a);
  const to = vertexAt(board, b);
  const at = (part: number, side: number) => {
    const dx = (to.x - from.x) / RADIUS;
    const dy = (to.y - from.y) / RADIUS;
    return `${from.x + (to.x - from.x) * part - dy * side} ${from.y + (to.y - from.y) * part + dx * side}`;
  };
  return `M${at(0.27, -13)}L${at(0.73, -13)} ${at(0.73, 13)} ${at(0.27, 13)}Z`;
}

function placesOf(props: Props, board: BoardData): readonly PlaceInfo[] {
  const { view, seat, seats } = props;
  const roads = new Map(view.roads.map((road) => [edgeId(road.start, road.end), road.seat]));
  const tiles = board.tiles.map((tile, i): PlaceInfo => {
    const { x, y } = tileAt(board, i);
    return { id: tileId(i), name: "t" + i, label: [text.tile(i), tileName(tile), view.robber === i ? text.robber : ""].filter(Boolean).join(", "), x, y, hit: { d: hexagonAt(x, y, RADIUS * 0.86) } };
  });
  const edges = board.edges.map(({ a, b }): PlaceInfo => {
    const { x, y } = edgeAt(board, a, b);
    const owner = roads.get(edgeId(a, b));
    const name = owner === undefined ? "" : owner === seat ? text.myRoad : text.roadOf(seats[owner]?.name || text.seat(owner + 1));
    return { id: edgeId(a, b), name: `${Math.min(a, b)}-${Math.max(a, b)}`, label: text.edge(Math.min(a, b), Math.max(a, b)) + (name && ", " + name), x, y, hit: { d: edgeHit(board, a, b) } };
  });
  const vertices = board.vertices.map((_, i): PlaceInfo => ({ id: vertexId(i), name: String(i), label: vertexLabel(props, board, i), ...vertexAt(board, i), hit: { r: 16 } }));
  return [...tiles, ...edges, ...vertices];
}

/** Arrows go among places of the kinds that can be picked; without any, among tiles. */
function stopsOf(targets: ReadonlyMap<Place, unknown>): (place: PlaceInfo) => boolean {
  const kinds = new Set([...targets.keys()].map((id) => id.split("-")[0]));
  if (kinds.size === 0) kinds.add("tile");
  return (place) => kinds.has(place.id.split("-")[0]);
}

/** The targets that the pressed button of the build bar leaves. */
function limited({ targets, view }: Props): Props["targets"] {
  const only = modeOf(view);
  return only ? new Map([...targets].filter(([, moves]) => moves.some((move) => purchaseOf(move) === only))) : targets;
}

/* ---- layers ------------------------------------------------------------------ */

function Roads({ view, board }: { readonly view: View; readonly board: BoardData }) {
  return (
    <>
      {view.roads.map(({ seat, start, end }) => {
        const { x, y, turn } = edgeAt(board, start, end);
        return (
          <g key={roadKey(start, end)} transform={`translate(${x} ${y})rotate(${turn})`}>
            <g data-key={roadKey(start, end)}>
              <Use name="road" class={`ca-s${seat + 1}`} />
            </g>
          </g>
        );
      })}
    </>
  );
}

function Buildings({ view, board }: { readonly view: View; readonly board: BoardData }) {
  const all = view.players.flatMap((player, seat) => [...player.settlements.map((vertex) => ({ vertex, seat, city: false })), ...player.cities.map((vertex) => ({ vertex, seat, city: true }))]);
  const placed = all.map((one) => ({ ...one, ...vertexAt(board, one.vertex) })).sort((a, b) => a.y - b.y || a.x - b.x);
  return (
    <>
      {placed.map(({ vertex, seat, city, x, y }) => (
        <g key={vertex} transform={`translate(${x} ${y - (city ? 2 : 1)})`}>
          <g data-key={buildingKey(vertex)}>
            <Use name={city ? "city" : "settlement"} class={`ca-s${seat + 1}`} />
          </g>
        </g>
      ))}
    </>
  );
}

function Mark({ place, board, name }: { readonly place: Place; readonly board: BoardData; readonly name: "target" | "last" }) {
  const [kind, a = 0, b = 0] = place.split("-").map((part, i) => (i ? Number(part) : part)) as [string, number, number];
  if (kind === "tile") {
    const { x, y } = tileAt(board, a);
    return name === "target" ? <Use name="mark-tile" x={x} y={y} /> : <Use name="mark-last" x={x + ROBBER.x} y={y + ROBBER.y - 14} scale={0.9} />;
  }
  if (kind === "edge") {
    const { x, y, turn } = edgeAt(board, a, b);
    return name === "target" ? <Use name="mark-edge" x={x} y={y} turn={turn} /> : <Use name="mark-last" x={x} y={y} scale={0.82} />;
  }
  const { x, y } = vertexAt(board, a);
  return <Use name={name === "target" ? "mark-vertex" : "mark-last"} x={x} y={y} />;
}

/** A settlement that may become a city is marked by a frame: its dot would be hidden. */
function Targets({ props, board, targets }: { readonly props: Props; readonly board: BoardData; readonly targets: Props["targets"] }) {
  return (
    <g class={props.seat === null ? "" : `ca-s${props.seat + 1}`}>
      {[...targets].map(([place, moves]) => {
        if (moves.every((move) => purchaseOf(move) !== "city")) return <Mark key={place} place={place} board={board} name="target" />;
        const { x, y } = vertexAt(board, Number(place.split("-")[1]));
        return <Use key={place} name="mark-up" x={x} y={y} />;
      })}
    </g>
  );
}

/* ---- players in the corners --------------------------------------------------- */

function Plate({ props, seat, size }: { readonly props: Props; readonly seat: number; readonly size: Frame }) {
  const { view, seats } = props;
  const player = view.players[seat];
  if (!player) return null;
  const { w, h } = size.plate;
  const { x, y } = plateAt(view, seat, size);
  const left = -w / 2;
  const who = seat === props.seat ? text.youHere : seats[seat]?.name || text.seat(seat + 1);
  const look = size === wideFrame ? { face: 1.1, x: 31, crest: 14, cards: 69, row: 15 } : { face: 0.9, x: 22, crest: 11, cards: 96, row: 8 };
  const inner = left + look.cards;
  const points = player.allPoints ?? player.points;
  const number = points < 10 ? "ca-points" : "ca-points ca-two";
  /** Inside a wide plate, beside a narrow one. */
  const special = (within: number, beside: number) => (size === wideFrame ? { x: within, y: 10, scale: 0.48 } : { x: beside, y: y < 0 ? 41 : -41, scale: 0.62 });
  return (
    <g transform={`translate(${x} ${y})`} class={`ca-s${seat + 1}${player.active ? "" : " ca-absent"}`}>
      <rect class={seat === (view.over ? view.winner : view.turn) ? "ca-plate ca-plate-now" : "ca-plate"} x={left} y={-h / 2} width={w} height={h} rx="12" />
      <Use name="face" x={left + look.x} scale={look.face} />
      <Use name={`crest-${seat + 1}`} x={left + look.x + look.crest} y={look.crest} />
      {size === wideFrame ? (
        <>
          <text class="ca-who" x={left + 60} y="-8">
            {plateName(who)}
          </text>
          <text class={number} x={w / 2 - 10} y="11">
            {points}
          </text>
        </>
      ) : (
        <text class={number} x={left + 78} y="11">
          {points}
        </text>
      )}
      <Use name="i-cards" class="ca-soft" x={inner} y={look.row - 6} scale={0.85} />
      <text class="ca-fact" x={inner + 13} y={look.row}>
        {player.cards}
      </text>
      {player.longestRoad && <Use name="longroad" {...special(inner + 48, left + 16)} />}
      {player.largestArmy && <Use name="army" {...special(inner + 75, left + 50)} />}
    </g>
  );
}

/** What is left to get, where the wide picture has room for it. */
function Bank({ view }: { readonly view: View }) {
  const rows = [...resources.map((resource) => ["r-" + resource, view.bank[resource]] as const), ["i-dev", view.deck] as const];
  return (
    <g class="ca-soft" transform={`translate(${-wideFrame.half + 30} -78)`}>
      <text class="ca-who ca-bank-name" x="-14" y="-18">
        {text.bank}
      </text>
      {rows.map(([sign, n], i) => (
        <g key={sign} transform={`translate(0 ${i * 34})`}>
          <Use name={sign} scale={0.95} />
          <text class="ca-fact" x="20" y="6">
            {n}
          </text>
        </g>
      ))}
    </g>
  );
}

function Dice({ view, size }: { readonly view: View; readonly size: Frame }) {
  if (view.dice.length < 2) return null;
  const scale = size === wideFrame ? 1 : 0.86;
  return (
    <>
      {diceAt(size).map(({ x, y }, i) => (
        <g key={i} transform={`translate(${x} ${y})`}>
          <g data-key={`die-${i}`}>
            <Use name={`d${view.dice[i] ?? 1}`} scale={scale} class={i ? "ca-rust" : ""} />
          </g>
        </g>
      ))}
    </>
  );
}

/* ---- what it remembers ---------------------------------------------------------- */

interface Memory {
  readonly seq: number;
  readonly view: View;
  readonly before: View | null;
  readonly seat: number | null;
  readonly built: readonly Place[];
}

/** The view before, and what was built since the builder's turn began. */
function useMemory({ view, seq, effects }: Props): Memory {
  const memory = useRef<Memory>({ seq, view, before: null, seat: null, built: [] });
  const was = memory.current;
  if (was.view !== view) {
    const now = touched(effects);
    const seat = effects[0]?.seat ?? null;
    const built = now.length === 0 ? was.built : seat === was.seat ? [...was.built, ...now] : now;
    const ended = effects.some((effect) => effect.what === "dice");
    memory.current = { seq, view, before: was.view, seat: now.length ? seat : ended ? null : was.seat, built };
  }
  return memory.current;
}

export function Board(props: Props) {
  const { view, board, effects } = props;
  const { before, built } = useMemory(props);
  const ground = useMemo(() => board && <Ground board={board} />, [board]);
  const discs = useMemo(() => board && <Discs board={board} />, [board]);
  const size = frame.value;
  needSymbols();
  if (!board) return null;
  const targets = limited(props);
  const robber = tileAt(board, view.robber);
  const places = placesOf(props, board);
  const sum = view.state === "roll" ? 0 : view.dice.reduce((a, b) => a + b, 0);

  return (
    <Stage input={{ ...props, targets }} viewBox={`${-size.half} ${-HEIGHT} ${2 * size.half} ${2 * HEIGHT}`} label={text.board} places={places} stops={stopsOf(targets)} class="ca-board">
      <g key="ground">{ground}</g>
      <Rolled board={board} sum={sum} robber={view.robber} />
      <g key="discs">{discs}</g>
      <Roads view={view} board={board} />
      <Buildings view={view} board={board} />
      <g transform={`translate(${robber.x + ROBBER.x} ${robber.y + ROBBER.y})`}>
        <g data-key="robber">
          <Use name="robber" />
        </g>
      </g>
      {built.map((place) => (
        <Mark key={place} place={place} board={board} name="last" />
      ))}
      <Targets props={props} board={board} targets={targets} />
      {view.players.map((_, seat) => (
        <Plate key={seat} props={props} seat={seat} size={size} />
      ))}
      {size === wideFrame && <Bank view={view} />}
      <Dice view={view} size={size} />
      {flights(before, view, effects, board, size).map(({ key, sign, to }) => (
        <g key={key} transform={`translate(${to.x} ${to.y})`}>
          <g data-key={key}>
            <g data-key={key + "-fade"} class="ca-fly">
              {sign === "card-back" ? (
                <Use name={sign} x={-19} y={-26} scale={0.6} />
              ) : (
                <>
                  {sign.startsWith("r-") && <rect class="ca-plate" x="-19" y="-26" width="38" height="52" rx="6" />}
                  <Use name={sign} scale={sign.startsWith("r-") ? 1.35 : 1} />
                </>
              )}
            </g>
          </g>
        </g>
      ))}
    </Stage>
  );
}
