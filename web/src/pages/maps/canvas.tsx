/** The map being drawn: flat land, points with numbers, links. Pointer and keys
 *  become changes of the sketch. */
import type { Signal } from "@preact/signals";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Ground } from "../../games/smallworld/geometry";
import { addPoint, type Cell, HEIGHT, merge, movePoint, paint, removeArea, type Sketch, split, toggleLink, WIDTH } from "../../games/smallworld/plan";
import { Use } from "../../games/smallworld/pieces";
import { Stage, type PlaceInfo } from "../../kit/board";
import { tell } from "../../kit/dialog";
import type { Place } from "../../kit/game";
import { words } from "./words";

export type Tool = "move" | "point" | "land" | "merge" | "split" | "link" | "remove";

interface Props {
  readonly sketch: Sketch;
  readonly cells: readonly Cell[];
  readonly tool: Tool;
  readonly brush: Ground;
  /** Id of the selected region. */
  readonly selected: Signal<number | null>;
  readonly change: (sketch: Sketch) => void;
  readonly drag: (sketch: Sketch) => void;
  readonly drop: () => void;
}

const DRAG_PX = 4;
const STEP = 8; // of the keys
const arrows: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

const pathOf = (cell: Cell) => (cell.corners.length ? `M${cell.corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z` : "");

function Links({ cells, sketch }: Pick<Props, "cells" | "sketch">) {
  let plain = "";
  let corrected = "";
  cells.forEach((cell, i) => {
    for (const k of cell.near) {
      const other = cells[k];
      if (!other || k <= i) continue;
      const line = `M${cell.middle.join(" ")}L${other.middle.join(" ")}`;
      if (sketch.corrected.has(cell.area.id < other.area.id ? `${cell.area.id}-${other.area.id}` : `${other.area.id}-${cell.area.id}`)) corrected += line;
      else plain += line;
    }
  });
  return (
    <>
      <path class="ln" d={plain} />
      <path class="lk" d={corrected} />
    </>
  );
}

function Mark({ cell, n, chosen }: { readonly cell: Cell; readonly n: number; readonly chosen: boolean }) {
  const [x, y] = cell.middle;
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class="map-mark">
        {cell.area.signs.map((sign, i) => (
          <Use key={sign} name={`sign-${sign}`} w={24} at={`translate(${(i - (cell.area.signs.length - 1) / 2) * 22} -24)scale(.85)`} />
        ))}
        {cell.area.tribe && <Use name="race-lost" w={26} at="translate(0 24)" />}
        <circle class={chosen ? "pt pt-on" : "pt"} r="11" />
        <text y="4.5">{n}</text>
      </g>
    </g>
  );
}

export function Canvas({ sketch, cells, tool, brush, selected, change, drag, drop }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const first = useSignal<number | null>(null);
  const held = useRef<{ readonly site: number; readonly x: number; readonly y: number; moved: boolean; readonly pointer: number } | null>(null);
  const wasDrag = useRef(false);

  const idOf = (place: Place) => cells[Number(place.slice(7)) - 1]?.area.id ?? null;

  function pointAt(event: MouseEvent): readonly [number, number] {
    const matrix = box.current?.querySelector<SVGSVGElement>("svg")?.getScreenCTM()?.inverse();
    return matrix ? [matrix.a * event.clientX + matrix.e, matrix.d * event.clientY + matrix.f] : [0, 0];
  }

  /** The second of two regions; the first press only remembers. */
  function second(id: number): number | null {
    const before = first.value;
    first.value = before === null || before === id ? (before === id ? null : id) : null;
    return before !== null && before !== id ? before : null;
  }

  function press(place: Place): void {
    const id = idOf(place);
    if (id === null) return;
    selected.value = id;
    if (tool === "land") change(paint(sketch, id, { ground: brush }));
    else if (tool === "split" || tool === "point") change(split(sketch, id));
    else if (tool === "remove") {
      selected.value = null;
      change(removeArea(sketch, id));
    } else if (tool === "merge" || tool === "link") {
      const other = second(id);
      if (other === null) return;
      if (tool === "link") return change(toggleLink(sketch, other, id));
      const merged = merge(sketch, other, id);
      if (merged) {
        selected.value = other;
        change(merged);
      } else tell(words.noMerge);
    }
  }

  function onClick(event: MouseEvent): void {
    if (event.detail === 0) return;
    if (wasDrag.current) {
      wasDrag.current = false;
      event.stopPropagation();
    } else if (tool === "point") {
      event.stopPropagation();
      const next = addPoint(sketch, ...pointAt(event), brush);
      change(next);
      selected.value = next.areas.at(-1)?.id ?? null;
    }
  }

  function onPointerDown(event: PointerEvent): void {
    wasDrag.current = false;
    if (tool !== "move" || event.button !== 0) return;
    const [x, y] = pointAt(event);
    const place = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    const own = place ? (cells[Number(place.id.slice(7)) - 1]?.sites ?? []) : [];
    const site = own.reduce((best, i) => (distance(sketch, i, x, y) < distance(sketch, best, x, y) ? i : best), own[0] ?? -1);
    if (site >= 0) held.current = { site, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId };
  }

  function onPointerMove(event: PointerEvent): void {
    const now = held.current;
    if (!now || now.pointer !== event.pointerId) return;
    if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) < DRAG_PX) return;
    if (!now.moved) box.current?.setPointerCapture(event.pointerId);
    now.moved = true;
    drag(movePoint(sketch, now.site, ...pointAt(event)));
  }

  function onPointerUp(): void {
    wasDrag.current = held.current?.moved ?? false;
    if (wasDrag.current) drop();
    held.current = null;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = arrows[event.key];
    const place = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    const site = place ? cells[Number(place.id.slice(7)) - 1]?.sites[0] : undefined;
    const at = site === undefined ? undefined : sketch.sites[site];
    if (!arrow || !event.shiftKey || site === undefined || !at) return;
    event.preventDefault();
    event.stopPropagation();
    change(movePoint(sketch, site, at.x + arrow[0], at.y + arrow[1]));
  }

  const places: readonly PlaceInfo[] = cells.map((cell, i) => ({
    id: `region-${i + 1}`,
    name: String(i + 1),
    label: [words.region(i + 1), words.grounds[cell.area.ground], ...cell.area.signs.map((sign) => words.signs[sign]), cell.area.tribe ? words.tribe : "", cell.border ? words.border : "", first.value === cell.area.id ? words.first : ""].filter(Boolean).join(", "),
    x: cell.middle[0],
    y: cell.middle[1],
    hit: { d: pathOf(cell) },
  }));
  const chosen = cells.findIndex((cell) => cell.area.id === selected.value);
  const on = cells[chosen];
  return (
    <div ref={box} class="map-canvas" data-tool={tool} onClickCapture={onClick} onPointerDownCapture={onPointerDown} onPointerMoveCapture={onPointerMove} onPointerUpCapture={onPointerUp} onPointerCancelCapture={onPointerUp} onKeyDownCapture={onKeyDown}>
      <Stage
        input={{ picks: chosen >= 0 ? [`region-${chosen + 1}`] : [], targets: new Map(), pick: press, back: () => (first.value = null), live: true }}
        zooms
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        label={words.board(cells.length)}
        places={places}
        class="mapview"
      >
        <rect class="sw-void" width={WIDTH} height={HEIGHT} />
        {cells.map((cell) => (
          <path key={cell.area.id} class="map-land" d={pathOf(cell)} fill={`url(#sw-g-${cell.area.ground})`} />
        ))}
        <rect class="sw-veil" width={WIDTH} height={HEIGHT} />
        <path class="map-edges" d={cells.map(pathOf).join("")} />
        <Links cells={cells} sketch={sketch} />
        {on && <path class="region-on" d={pathOf(on)} />}
        {cells.map((cell, i) => (
          <Mark key={cell.area.id} cell={cell} n={i + 1} chosen={first.value === cell.area.id} />
        ))}
      </Stage>
    </div>
  );
}

function distance(sketch: Sketch, i: number, x: number, y: number): number {
  const site = sketch.sites[i];
  return site ? Math.hypot(site.x - x, site.y - y) : Infinity;
}
