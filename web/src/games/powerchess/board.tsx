/** The board with White below, turned by 180 degrees for Black: every thing in
 *  it is turned back, so that the animation needs not know who looks. */
import { signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Stage, type Drag, type PlaceInfo } from "../../kit/board";
import type { BoardProps, Place } from "../../kit/game";
import type { Board as BoardData, View } from "../../wire/made/powerchess";
import { BECOMES, cell, nameOf, pointOf, SIZE, touched, typedMove } from "./picks";
import { Man, needSymbols, Sign, signOf, Studs, Use, type Colour, type Kind } from "./pieces";
import { text } from "./words";

export type Props = BoardProps<View, BoardData>;
type Piece = View["pieces"][number];

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
const DARK = SQUARES.filter((square) => (square + Math.floor(square / 8)) % 2 === 0)
  .map((square) => `M${pointOf(square).join(" ")}h100v100h-100z`)
  .join("");
const STUDS = { common: 1, rare: 2, legendary: 3 } as const;

/** Turned by the key f or the button, for as long as the page lives. */
export const flipped = signal(false);

const colourOf = (seat: number | null): Colour => (seat === 1 ? "black" : "white");

function labelOf(square: number, view: View): string {
  const words = [nameOf(square)];
  const piece = view.pieces.find((one) => one.square === square);
  const box = view.boxes.find((one) => one.square === square);
  const hole = view.holes.find((one) => one.square === square);
  if (piece) {
    words.push(text.man(piece.colour, piece.kind));
    if (piece.invulnerable) words.push(text.safe(piece.invulnerable));
    if (piece.awake && piece.was) words.push(text.awake(piece.was, piece.awake));
    if (piece.net) words.push(text.net);
    if (piece.kind === "pawn" && view.sides[piece.colour === "white" ? 0 : 1]?.energized) words.push(text.runs);
    if (piece.kind === "king" && view.check && piece.colour === colourOf(view.turn)) words.push(text.check);
  }
  if (box) words.push(text.box[box.rarity]);
  if (hole) words.push(text.hole(hole.plies));
  return words.join(", ");
}

/** Something upright on a square of the board, which may be turned. */
function On({ square, turned, by, name, class: shape, children }: { readonly square: number; readonly turned: boolean; readonly by?: Drag | null; readonly name?: string; readonly class?: string; readonly children: ComponentChildren }) {
  const [x, y] = pointOf(square);
  const sign = turned ? -1 : 1;
  return (
    <g transform={`translate(${x + (by ? by.dx * sign : 0)} ${y + (by ? by.dy * sign : 0)})`}>
      <g data-key={name} class={shape}>
        <g transform={turned ? "rotate(180 50 50)" : undefined}>{children}</g>
      </g>
    </g>
  );
}

function Badge({ n, low }: { readonly n: number; readonly low: boolean }) {
  return (
    <>
      <Use name={low ? "badge-low" : "badge"} />
      <text class="pc-badge-number" x="82" y={low ? 89.5 : 25.5}>
        {n}
      </text>
    </>
  );
}

function Above({ piece, bolt }: { readonly piece: Piece; readonly bolt: boolean }) {
  const plies = piece.invulnerable ?? piece.awake;
  return (
    <>
      {piece.net && <Use name="net" />}
      {bolt && <Use name="bolt" />}
      {plies && <Badge n={plies} low={bolt} />}
      {piece.was && (
        <>
          <Use name="badge-low" />
          <Man kind={piece.was} colour={piece.colour} x={68} y={67} size={29} />
        </>
      )}
    </>
  );
}

export function Board(props: Props) {
  const { view, effects, targets } = props;
  const drag = useSignal<Drag | null>(null);
  // The stage captures the pointer as soon as something draggable is pressed, and
  // the browser then tells the click to the svg and not to the square. So nothing
  // is draggable until the pointer has moved.
  const press = useRef<{ readonly x: number; readonly y: number } | null>(null);
  needSymbols();
  const turned = (props.seat === 1) !== flipped.value;
  const order = turned ? [...SQUARES].reverse() : SQUARES;
  const rows = Array.from({ length: 8 }, (_, row) => order.slice(56 - 8 * row, 64 - 8 * row)).flat();

  const places: readonly PlaceInfo[] = rows.map((square, i) => ({
    id: cell(square),
    name: nameOf(square),
    label: labelOf(square, view),
    x: (i % 8) * SIZE + 50,
    y: Math.floor(i / 8) * SIZE + 50,
    hit: { w: SIZE, h: SIZE },
    row: Math.floor(i / 8),
  }));

  const men = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const running = (colour: Colour) => (view.sides[colour === "white" ? 0 : 1]?.energized ?? 0) > 0;
  // Before the first pick every own piece is possible: marking all of them says nothing.
  const aims = props.picks.length > 0 ? SQUARES.filter((square) => targets.has(cell(square))) : [];
  const last = view.last ? [view.last.from, view.last.to] : [];
  const king = view.check ? view.pieces.find((piece) => piece.kind === "king" && piece.colour === colourOf(view.turn)) : undefined;
  const chosen = SQUARES.filter((square) => props.picks.includes(cell(square)) || view.select?.square === square);
  const power = effects.find((effect) => effect.what === "power");
  const over = drag.value?.over;
  // What is dragged lies above all others.
  const dragged = (piece: Piece) => Number(drag.value?.from === cell(piece.square));
  const drawn = drag.value ? [...view.pieces].sort((a, b) => dragged(a) - dragged(b)) : view.pieces;
  const movable = (place: Place) => view.phase === "move" && (targets.has(place) || props.picks[0] === place) && men.get(Number(place.slice(5)))?.colour === colourOf(props.seat);

  function onType(typed: string): boolean {
    const move = typedMove(typed, props.moves, view);
    if (move) props.send(move);
    return move !== null;
  }

  function onMove(event: PointerEvent): void {
    const from = press.current;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4) return;
    press.current = null;
    const svg = event.target instanceof Element ? event.target.closest("#board") : null;
    if (event.buttons && event.pointerType === "mouse") svg?.setPointerCapture(event.pointerId);
  }

  return (
    <div
      class="pc-wrap"
      onPointerDownCapture={(event) => (press.current = { x: event.clientX, y: event.clientY })}
      onPointerMoveCapture={onMove}
      onPointerUpCapture={() => (press.current = null)}
    >
    <Stage input={props} viewBox="-10 -10 820 820" label={text.board} places={places} class="pc-board" onType={onType} draggable={(place) => !press.current && movable(place)} onDrag={(now) => (drag.value = now)}>
      <rect class="pc-frame" x="-10" y="-10" width="820" height="820" rx="14" />
      <rect class="pc-sq1" width="800" height="800" />
      <path class="pc-sq2" d={DARK} />
      <g class="pc-coords">
        {Array.from({ length: 8 }, (_, i) => (
          <>
            <text x={i * 100 + 86} y="794">
              {"abcdefgh".charAt(turned ? 7 - i : i)}
            </text>
            <text x="4" y={i * 100 + 19}>
              {turned ? i + 1 : 8 - i}
            </text>
          </>
        ))}
      </g>
      <g transform={turned ? "rotate(180 400 400)" : undefined}>
        {last.map((square) => (
          <On key={"l" + square} square={square} turned={turned}>
            <Use name="last" />
          </On>
        ))}
        {chosen.map((square) => (
          <On key={"c" + square} square={square} turned={turned}>
            <Use name="chosen" />
          </On>
        ))}
        {king && (
          <On key="check" square={king.square} turned={turned}>
            <Use name="check" />
          </On>
        )}
        {view.boxes.map(({ square, rarity }) => (
          <On key={"b" + square} square={square} turned={turned} name={`thing-${square}`} class="pc-thing">
            <Use name={"box" + STUDS[rarity]} x={8} y={8} size={84} />
          </On>
        ))}
        {view.holes.map(({ square, plies }) => (
          <On key={"h" + square} square={square} turned={turned} name={`thing-${square}`} class="pc-thing">
            <Use name="hole" />
            <Badge n={plies} low={false} />
          </On>
        ))}
        {aims
          .filter((square) => men.has(square))
          .map((square) => (
            <On key={"t" + square} square={square} turned={turned}>
              <Use name="capture" />
            </On>
          ))}
        {effects.map((effect, i) => {
          const { what, square, kind, rarity, seat } = effect;
          if (typeof square !== "number") return null;
          if (what === "captured" || what === "destroyed")
            return (
              <On key={"g" + i} square={square} turned={turned} name={`gone-${square}`} class="pc-thing pc-gone">
                <Man kind={kind as Kind} colour={colourOf(seat)} />
              </On>
            );
          if (what === "box_taken")
            return (
              <On key={"g" + i} square={square} turned={turned} name={`gone-${square}`} class="pc-thing pc-gone">
                <Use name={"box" + STUDS[rarity as keyof typeof STUDS]} x={8} y={8} size={84} />
              </On>
            );
          return null;
        })}
        {drawn.map((piece) => {
          const by = drag.value?.from === cell(piece.square) ? drag.value : null;
          return (
            <On key={"p" + piece.square} square={piece.square} turned={turned} by={by} name={`man-${piece.square}`} class="pc-thing">
              <g data-key={`aura-${piece.square}`} class="pc-thing">
                {piece.invulnerable && <Use name="ring" />}
                {piece.awake && <Use name="wings" />}
              </g>
              <Man kind={piece.kind} colour={piece.colour} />
              <Above piece={piece} bolt={piece.kind === "pawn" && running(piece.colour)} />
            </On>
          );
        })}
        {aims
          .filter((square) => !men.has(square) && over !== cell(square))
          .map((square) => (
            <On key={"t" + square} square={square} turned={turned}>
              <Use name="target" />
            </On>
          ))}
        {over && targets.has(over) && (
          <On key="over" square={Number(over.slice(5))} turned={turned}>
            <Use name="focus" />
          </On>
        )}
        {power &&
          touched(effects).map((square) => (
            <On key={"s" + square} square={square} turned={turned} name={`sign-${square}`} class="pc-thing pc-gone">
              <circle class="pc-flash" cx="50" cy="50" r="40" />
              <Use name={signOf(String(power.power))} x={22} y={22} size={56} />
            </On>
          ))}
      </g>
    </Stage>
    </div>
  );
}

/** A pawn's promotion: the piece that it becomes. */
export function choice(move: string, view: View): ComponentChildren {
  const [verb, , , number] = move.split(" ");
  const kind = verb === "move" ? BECOMES[Number(number)] : undefined;
  if (!kind) return null;
  return (
    <>
      <svg class="pc-becomes" viewBox="12 4 76 92" aria-hidden="true">
        <Man kind={kind} colour={colourOf(view.turn)} />
      </svg>
      <span class="pc-kind">{text.kind[kind]}</span>
    </>
  );
}

/* ---- choosing a power ------------------------------------------------------ */

export function Below({ view, picks, targets, pick, back, pending, seat }: Props) {
  const select = view.select;
  if (!select) return null;
  needSymbols();
  const mine = seat === view.turn;
  const title = mine ? text.choosePower : text.otherChooses;
  const aiming = picks[0]?.startsWith("card-") ? select.options[Number(picks[0].slice(5))] : undefined;
  return (
    <section class="pc-choice" id="powers" data-aiming={aiming ? "" : undefined} aria-labelledby="powers-title">
      <h2 id="powers-title">{title}</h2>
      <div class="pc-cards">
        {select.options.map((option, i) => {
          const id = `card-${i}` as const;
          const body = (
            <>
              <Sign power={option.power} />
              <b>{text.power[option.power].name}</b>
              <span class="pc-rar">
                <Studs n={STUDS[select.rarity]} /> {text.rarity[select.rarity]}
              </span>
              <span>{text.power[option.power].text}</span>
              {option.follow !== "none" && <small>{option.targets.length ? text.aims(option.targets.length) : text.fizzles}</small>}
            </>
          );
          const shape = "pc-card pc-" + select.rarity;
          return mine ? (
            <button
              key={id}
              id={id}
              type="button"
              class={shape}
              data-legal={targets.has(id) || picks[0] === id ? "true" : undefined}
              aria-pressed={picks[0] === id ? "true" : "false"}
              aria-disabled={pending ? "true" : undefined}
              onClick={() => pick(id)}
            >
              {body}
            </button>
          ) : (
            <div key={id} class={shape}>
              {body}
            </div>
          );
        })}
      </div>
      {aiming && (
        <div class="bar">
          <span>{text.aimAt(text.power[aiming.power].name)}</span>
          <button type="button" class="btn btn-quiet" onClick={back}>
            {text.other}
          </button>
        </div>
      )}
    </section>
  );
}
