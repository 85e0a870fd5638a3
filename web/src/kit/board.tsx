/** The frame of every board: one svg with the game's layers as children, and
 *  above them the places, which own pointer, keys, names and roles.
 *
 *      <svg id="board" role="grid | group">
 *        the game's layers: ground, marks below, pieces, marks above
 *        <g class="places">
 *          <g role="row">              only in a grid
 *            <g id="cell-12" role="gridcell | button" tabindex aria-label data-legal>
 *              hit area, focus frame
 *
 *  Exactly one place has tabindex 0. Handlers read the event's own element, since
 *  screen readers focus without arrows. Every input becomes pick(place). */
import { useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { BoardProps, Place } from "./game";
import { t } from "./lang";

export interface PlaceInfo {
  readonly id: Place;
  /** What typing finds: "c3", "12". */
  readonly name: string;
  /** What lies there: "C3, level 2, your worker". */
  readonly label: string;
  /** Middle, in units of the viewBox. */
  readonly x: number;
  readonly y: number;
  /** Hit area: a circle by radius, a box by width and height, or a path. */
  readonly hit: { readonly r: number } | { readonly w: number; readonly h: number } | { readonly d: string };
  /** Number of the row in a grid. */
  readonly row?: number;
}

type Input = Pick<BoardProps, "picks" | "targets" | "pick" | "back" | "live">;

interface StageProps {
  readonly input: Input;
  readonly viewBox: string;
  readonly label: string;
  readonly places: readonly PlaceInfo[];
  readonly class?: string;
  readonly children: ComponentChildren;
  /** The game comes closer by itself: small places are not magnified here. */
  readonly zooms?: boolean;
  /** Where arrows and typing go; all places without it. */
  readonly stops?: (place: PlaceInfo) => boolean;
  /** Told what is being typed ("Nf3"); true: that was a move, and it is sent. */
  readonly onType?: (text: string) => boolean;
  /** A place from which a piece can be dragged. */
  readonly draggable?: (place: Place) => boolean;
  /** Told while a piece is dragged, in units of the viewBox; null at its end. */
  readonly onDrag?: (drag: Drag | null) => void;
}

export interface Drag {
  readonly from: Place;
  readonly over: Place | null;
  readonly dx: number;
  readonly dy: number;
}

const DRAG_PX = 4;
/** Places that a finger cannot hit: the first tap magnifies them, the second picks. */
const FINGER_PX = 36;
const MAGNIFIED = 2.5;
const TYPING_MS = 900;

const arrows: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest place in a direction: far aside counts more than far ahead. */
export function nearest(places: readonly PlaceInfo[], from: PlaceInfo, [dx, dy]: readonly [number, number]): PlaceInfo | null {
  let best: PlaceInfo | null = null;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * dx + (place.y - from.y) * dy;
    const aside = Math.abs((place.x - from.x) * dy) + Math.abs((place.y - from.y) * dx);
    const cost = ahead + 2.2 * aside;
    if (ahead > 0.5 && ahead >= aside * 0.5 && cost < least) {
      least = cost;
      best = place;
    }
  }
  return best;
}

function endOfRow(places: readonly PlaceInfo[], from: PlaceInfo, side: -1 | 1): PlaceInfo {
  const row = places.filter((place) => Math.abs(place.y - from.y) < 4);
  return row.reduce((best, place) => ((place.x - best.x) * side > 0 ? place : best), from);
}

function Hit({ place }: { readonly place: PlaceInfo }) {
  const { hit, x, y } = place;
  if ("r" in hit) return <circle class="hit" cx={x} cy={y} r={hit.r} />;
  if ("d" in hit) return <path class="hit" d={hit.d} />;
  return <rect class="hit" x={x - hit.w / 2} y={y - hit.h / 2} width={hit.w} height={hit.h} rx="6" />;
}

/** The part of a viewBox around a point that is shown larger. */
function around(viewBox: string, at: { readonly x: number; readonly y: number } | null): string {
  if (!at) return viewBox;
  const [, , width = 0, height = 0] = viewBox.split(" ").map(Number);
  return `${at.x - width / MAGNIFIED / 2} ${at.y - height / MAGNIFIED / 2} ${width / MAGNIFIED} ${height / MAGNIFIED}`;
}

export function Stage({ input, viewBox, label, places, children, zooms, stops, onType, draggable, onDrag, ...rest }: StageProps) {
  const magnified = useSignal<{ readonly x: number; readonly y: number } | null>(null);
  const focused = useSignal<Place | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const typed = useRef({ text: "", all: "", at: 0 });
  const drag = useRef<{ from: Place; x: number; y: number; moved: boolean; pointer: number } | null>(null);

  const byId = new Map(places.map((place) => [place.id as string, place]));
  const ways = stops ? places.filter(stops) : places;
  const stop = focused.value !== null && byId.has(focused.value) ? focused.value : (places.find((place) => input.targets.has(place.id)) ?? ways[0])?.id;
  const grid = places.length > 0 && places.every((place) => place.row !== undefined);

  function placeOf(target: EventTarget | null): PlaceInfo | null {
    const element = target instanceof Element ? target.closest("[data-place]") : null;
    return element ? (byId.get(element.id) ?? null) : null;
  }

  function go(place: PlaceInfo): void {
    focused.value = place.id;
    document.getElementById(place.id)?.focus();
  }

  function jump(key: string, now: number): boolean {
    const before = now - typed.current.at < TYPING_MS ? typed.current : { text: "", all: "" };
    const all = before.all + key;
    if (onType?.(all)) {
      typed.current = { text: "", all: "", at: 0 };
      return true;
    }
    const text = before.text + key.toLowerCase();
    const fits = (wanted: string) => ways.find((place) => place.name.toLowerCase() === wanted) ?? ways.find((place) => place.name.toLowerCase().startsWith(wanted));
    const found = fits(text) ?? fits(key.toLowerCase());
    typed.current = { text: fits(text) ? text : key.toLowerCase(), all, at: now };
    if (found) go(found);
    return found !== undefined;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const from = placeOf(event.target);
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    let used = true;
    if (arrow) go(nearest(ways, from, arrow) ?? from);
    else if (event.key === "Home" || event.key === "End") go(endOfRow(ways, from, event.key === "Home" ? -1 : 1));
    else if (event.key === "Enter" || event.key === " ") {
      typed.current = { text: "", all: "", at: 0 }; // what is typed next begins anew
      input.pick(from.id);
    } else if (event.key === "Escape") {
      magnified.value = null;
      input.back();
    } else used = event.key.length === 1 && /[a-z0-9-]/i.test(event.key) && jump(event.key, event.timeStamp);
    if (used) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Screen pixels to units of the viewBox. */
  function scale(): number {
    return 1 / (svg.current?.getScreenCTM()?.a || 1);
  }

  function onPointerDown(event: PointerEvent): void {
    const from = placeOf(event.target);
    if (!from || event.button !== 0 || !input.live) return;
    drag.current = { from: from.id, x: event.clientX, y: event.clientY, moved: false, pointer: event.pointerId };
    focused.value = from.id;
  }

  function under(event: PointerEvent): PlaceInfo | null {
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const place = placeOf(element);
      if (place) return place;
    }
    return null;
  }

  function onPointerMove(event: PointerEvent): void {
    const now = drag.current;
    if (!now || now.pointer !== event.pointerId || !draggable?.(now.from)) return;
    const dx = event.clientX - now.x;
    const dy = event.clientY - now.y;
    if (!now.moved && Math.hypot(dx, dy) < DRAG_PX) return;
    if (!now.moved) {
      now.moved = true;
      // Not sooner: with the pointer captured, a plain click would go to the svg instead of the place.
      svg.current?.setPointerCapture(now.pointer);
      if (input.picks.at(-1) !== now.from) input.pick(now.from);
    }
    onDrag?.({ from: now.from, over: under(event)?.id ?? null, dx: dx * scale(), dy: dy * scale() });
  }

  function onPointerUp(event: PointerEvent): void {
    const now = drag.current;
    drag.current = null;
    if (!now || now.pointer !== event.pointerId) return;
    onDrag?.(null);
    const at = under(event);
    // A press is told by its click; only a drag that ended elsewhere is told here.
    if (now.moved && at && at.id !== now.from) input.pick(at.id);
    dragged.current = now.moved;
  }
  const dragged = useRef(false);

  function onClick(event: MouseEvent): void {
    const place = placeOf(event.target);
    const was = dragged.current;
    dragged.current = false;
    if (was) return;
    if (!zooms && magnified.value === null && event instanceof PointerEvent && event.pointerType === "touch" && tooSmall(place)) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.current?.getScreenCTM()?.inverse());
      magnified.value = { x: point.x, y: point.y };
      return;
    }
    magnified.value = null;
    if (place) input.pick(place.id);
  }

  /** Could a finger at `place` have meant a target that is too small for it? */
  function tooSmall(place: PlaceInfo | null): boolean {
    const small = (id: Place) => {
      const box = document.getElementById(id)?.getBoundingClientRect();
      return box !== undefined && Math.min(box.width, box.height) < FINGER_PX;
    };
    if (place && input.targets.has(place.id) && !small(place.id)) return false;
    return [...input.targets.keys()].some((id) => byId.has(id) && small(id));
  }

  function Spot({ place }: { readonly place: PlaceInfo }) {
    const legal = input.targets.has(place.id);
    const chosen = input.picks.includes(place.id);
    return (
      <g
        id={place.id}
        key={place.id}
        class="place"
        data-place=""
        data-legal={legal ? "true" : undefined}
        role={grid ? "gridcell" : "button"}
        aria-selected={grid && chosen ? "true" : undefined}
        aria-pressed={!grid && chosen ? "true" : undefined}
        tabindex={place.id === stop ? 0 : -1}
        aria-label={place.label + (legal ? ", " + t.table.possible : "") + (chosen ? ", " + t.table.chosen : "")}
      >
        <Hit place={place} />
      </g>
    );
  }

  const rows = [...new Set(places.map((place) => place.row))];
  return (
    <svg
      ref={svg}
      id="board"
      class={"board " + (rest.class ?? "")}
      viewBox={around(viewBox, magnified.value)}
      data-magnified={magnified.value ? "" : undefined}
      role={grid ? "grid" : "group"}
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null;
        onDrag?.(null);
      }}
      onFocusIn={(event) => {
        const place = placeOf(event.target);
        if (place) focused.value = place.id;
      }}
    >
      <g aria-hidden="true">{children}</g>
      <g class="places" role={grid ? "rowgroup" : undefined}>
        {grid
          ? rows.map((row) => (
              <g role="row" key={row}>
                {places.filter((place) => place.row === row).map((place) => Spot({ place }))}
              </g>
            ))
          : places.map((place) => Spot({ place }))}
      </g>
    </svg>
  );
}
