/** The map. Layers, from below:
 *
 *      ground      land, things on it, frame           made once a map
 *      owners      a band inside the border, in the seat's colour and pattern
 *      lit         regions that may be picked
 *      lines       borders, signs, links               made once a map
 *      stacks      tokens and markers, one group a region; kept while nothing changes there
 *      marks       last move, chosen, prices, steppers
 *      effects     who was driven out, the die
 *
 *  Setting tokens, a region's press means one token more; where a stepper was
 *  pressed is found by its point, since places lie above everything. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Stage, type PlaceInfo } from "../../kit/board";
import type { BoardProps, Place } from "../../kit/game";
import { Icon } from "../../kit/more-icons";
import type { Board as BoardData, View } from "../../wire/made/smallworld";
import { Badges } from "./badges";
import { Bar } from "./bar";
import { useCamera, shows, viewBox } from "./camera";
import { change, deploying, type Draft, draftOf, formOf, left, put, type TokenForm } from "./deploy";
import { drawingOf, type Drawing, type Shape } from "./geometry";
import { definitions, ground, lines } from "./ground";
import { useOutlines } from "./outlines";
import { Info, Strip } from "./panels";
import { Die, Lock, Markers, needSprite, Stack, Stepper, Tag, Use } from "./pieces";
import { regionId, regionOf } from "./picks";
import { type Marker, type Race, regionName, texts, tokens as tokensOf } from "./texts";
import { number, text } from "./words";

export type Props = BoardProps<View, BoardData>;
type Region = View["regions"][number];

const ID = "sw-m-";
const STACK = 0.93;
const MAGNIFY = 2.5;
const FINGER_PX = 22; // half of what a finger needs

export function markersOf(region: Region, draft?: Draft, n = 0): readonly Marker[] {
  const camps = draft ? (draft.camps.get(n) ?? 0) : region.encampments;
  const hero = draft ? draft.heroes.includes(n) : region.hero;
  return (["dragon", "hero", "hole", "fortress", "lair", "camp"] as const).filter((marker) => {
    if (marker === "camp") return camps > 0;
    if (marker === "hero") return hero;
    return marker === "fortress" ? region.fortress || (draft && draft.fortress === n) : region[marker];
  });
}

export function labelOf({ view, board, seat, seats }: Pick<Props, "view" | "board" | "seat" | "seats">, n: number): string {
  const region = view.regions[n - 1];
  const place = board?.regions[n - 1];
  if (!region || !place) return String(n);
  const signs = place.land.filter((land) => land === "mine" || land === "magic" || land === "cavern" || land === "border").map((land) => texts.lands[land]);
  const owner = region.owner === undefined ? "" : region.owner === seat ? text.mine : seats[region.owner]?.name || `${text.region} ${region.owner + 1}`;
  const race = region.race === "Lost Tribe" ? texts.lost : region.race ? texts.races[region.race].name : "";
  return [
    regionName(place.name),
    ...signs,
    race && [owner, race].filter(Boolean).join(" "),
    region.tokens ? tokensOf(region.tokens) : text.empty,
    region.declined && region.owner !== undefined ? text.declined : "",
    ...markersOf(region).map((marker) => texts.markers[marker].name),
    region.cost ? (region.cost.with_die ? text.needsDie(region.cost.need) : text.needs(region.cost.need)) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/* ---- layers -------------------------------------------------------------------- */

/** What never changes: the same nodes again and again, so nothing is compared. */
function useStatic(drawing: Drawing): readonly [VNode, VNode] {
  return useMemo(
    () => [
      <g key="ground">
        <defs dangerouslySetInnerHTML={{ __html: definitions(drawing, ID) }} />
        <g dangerouslySetInnerHTML={{ __html: ground(drawing, ID) }} />
      </g>,
      <g key="lines" dangerouslySetInnerHTML={{ __html: lines(drawing) }} />,
    ],
    [drawing],
  );
}

interface Kept {
  readonly state: string;
  readonly node: VNode | null;
}

/** A node for each region, made anew only where its state changed. */
function useKept(make: (shape: Shape) => VNode | null): (shape: Shape, state: string) => VNode | null {
  const kept = useRef<Kept[]>([]);
  return (shape, state) => {
    const old = kept.current[shape.n];
    if (old && old.state === state) return old.node;
    const node = make(shape);
    kept.current[shape.n] = { state, node };
    return node;
  };
}

function Owner({ n, seat, declined }: { readonly n: number; readonly seat: number; readonly declined: boolean }) {
  return (
    <g class={`sw-s${seat + 1}`} clip-path={`url(#${ID}c${n})`}>
      <use class={declined ? "sw-owned sw-owned-old" : "sw-owned"} href={`#${ID}r${n}`} />
      {!declined && <use class="sw-owned-p" href={`#${ID}r${n}`} />}
    </g>
  );
}

interface PieceProps {
  readonly shape: Shape;
  readonly region: Region;
  readonly tokens: number;
  readonly bare: boolean;
  readonly markers: readonly Marker[];
  readonly camps: number;
}

function Piece({ shape, region, tokens, bare, markers, camps }: PieceProps) {
  const [x, y] = shape.spot;
  return (
    <g transform={`translate(${x} ${y})scale(${STACK})`}>
      <g data-key={`stack-${shape.n}`}>
        {region.race && (tokens > 0 || bare) && <Stack seat={region.owner ?? null} race={region.race} tokens={tokens} declined={region.declined} bare={bare} />}
        <Markers markers={markers} camps={camps} />
      </g>
    </g>
  );
}

/** Regions that the latest move was about. */
function lastRegions({ effects }: Props): readonly number[] {
  const about = new Set(["conquered", "repelled", "enchanted", "retreat"]);
  return [...new Set(effects.filter((effect) => about.has(effect.what)).map((effect) => number(effect, "region")))].filter(Boolean);
}

function Gone({ props, drawing }: { readonly props: Props; readonly drawing: Drawing }) {
  const lost = props.effects.filter((effect) => effect.what === "lost");
  const die = props.effects.find((effect) => effect.what === "die");
  return (
    <>
      {lost.map((effect) => {
        const n = number(effect, "region");
        const [x, y] = drawing.shapes[n - 1]?.spot ?? [0, 0];
        const race: Race | "Lost Tribe" | undefined = effect.seat === null ? "Lost Tribe" : props.view.players[effect.seat]?.current?.race;
        return (
          race && (
            <g key={`${props.seq}-${n}`} transform={`translate(${x} ${y})scale(${STACK})`}>
              <g data-key={`gone-${n}`} class="sw-gone">
                <Stack seat={effect.seat} race={race} tokens={number(effect, "tokens")} declined={false} />
              </g>
            </g>
          )
        );
      })}
      {die && (
        <g key="die" transform={`translate(${drawing.width / 2} ${drawing.height / 2})scale(2)`}>
          <g data-key="die" class="sw-gone">
            <use href={`#sw-rd${number(die, "shows")}`} x="-26" y="-26" width="52" height="54" />
          </g>
        </g>
      )}
    </>
  );
}

/* ---- setting tokens --------------------------------------------------------------- */

interface Setting {
  readonly form: TokenForm;
  readonly draft: Draft;
}

function settingOf(props: Props): Setting | null {
  const form = formOf(props.forms);
  return form && props.pending === null && deploying(form, props.view) ? { form, draft: draftOf(form, props.view) } : null;
}

/** What a region shows while its tokens are set. */
function shownValue({ draft }: Setting, n: number): number {
  return draft.tool === "camp" ? (draft.camps.get(n) ?? 0) : (draft.tokens.get(n) ?? 0);
}

const among = (setting: Setting | null, n: number): boolean => setting?.form.regions.some((one) => one.region === n) ?? false;

/** The part of a stepper that a point is on: minus, plus, or neither. */
function stepAt(shape: Shape, [x, y]: readonly [number, number]): 1 | -1 | null {
  const [dx, dy] = [x - shape.spot[0], y - shape.spot[1] - 36];
  if (Math.abs(dy) > 17) return null;
  return dx < -8 && dx > -42 ? -1 : dx > 8 && dx < 42 ? 1 : null;
}

/* ---- the board ----------------------------------------------------------------------- */

const EMPTY: BoardData = { map: null, width: 640, height: 480, regions: [] };

export function Board(props: Props) {
  const { view, targets } = props;
  needSprite();
  const found = useOutlines(props.board);
  const board = found ?? EMPTY;
  const drawing = drawingOf(board);
  const { camera, box, zoomBy, look, pointAt, unit, touched, wasDrag, handlers } = useCamera(drawing);
  const pointed = useSignal<number | null>(null);
  const [below, above] = useStatic(drawing);
  const setting = settingOf(props);
  const acting = props.moves.length > 0;
  const attacking = acting && !setting;

  const stack = useKept((shape) => {
    const region = view.regions[shape.n - 1];
    if (!region) return null;
    const own = among(setting, shape.n);
    const draft = own && setting?.form.kind === "redeploy" ? setting.draft : undefined;
    const tokens = draft ? (draft.tokens.get(shape.n) ?? 0) : region.tokens;
    const markers = markersOf(region, draft, shape.n);
    if (!tokens && !markers.length && !own) return null;
    return <Piece key={shape.n} shape={shape} region={region} tokens={tokens} bare={draft !== undefined && draft.tool !== "fortress" && draft.tool !== "hero"} markers={markers} camps={draft ? (draft.camps.get(shape.n) ?? 0) : region.encampments} />;
  });
  const stateOf = (n: number): string => {
    const r = view.regions[n - 1];
    if (!r) return "";
    const flags = [r.hole, r.dragon, r.hero, r.fortress, r.lair, r.declined].map(Number).join("");
    const draft = among(setting, n) && setting ? `${setting.form.kind}${setting.draft.tool}${setting.draft.tokens.get(n)}c${setting.draft.camps.get(n)}f${setting.draft.fortress === n}h${setting.draft.heroes.includes(n)}` : "";
    return `${r.owner}${r.race}${r.tokens}e${r.encampments}m${flags}${draft}`;
  };

  const input = setting
    ? {
        picks: [],
        targets: new Map(setting.form.regions.map(({ region }): [Place, readonly string[]] => [regionId(region), []])),
        pick: (place: Place) => adjust(regionOf(place), 1),
        back: props.back,
        live: props.live,
      }
    : props;

  function adjust(n: number | null, by: 1 | -1): void {
    if (setting && n !== null) change(put(setting.form, setting.draft, n, by));
  }

  const regionAt = (target: EventTarget | null): number | null => {
    const place = target instanceof Element ? target.closest("[data-place]") : null;
    return place ? regionOf(place.id as Place) : null;
  };

  function onClick(event: MouseEvent): void {
    const n = regionAt(event.target);
    const shape = n === null ? undefined : drawing.shapes[n - 1];
    if (!shape || event.detail === 0) return;
    const stop = () => event.stopPropagation();
    if (wasDrag()) return stop();
    // Too small for a finger: the first tap comes closer, the second picks.
    if (touched() && shape.room / unit() < FINGER_PX && camera.value.zoom < MAGNIFY - 0.1) {
      look(shape.spot, MAGNIFY);
      pointed.value = n;
      document.getElementById(regionId(shape.n))?.focus();
      return stop();
    }
    const step = setting && (setting.draft.tool === "tokens" || setting.draft.tool === "camp") ? stepAt(shape, pointAt(event.clientX, event.clientY)) : null;
    if (step === -1 && among(setting, shape.n)) {
      adjust(n, -1);
      stop();
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const n = regionAt(event.target);
    if (n === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === "+" || event.key === "=" ? 1 : event.key === "-" ? -1 : 0;
    if (!by) return;
    if (setting) adjust(n, by as 1 | -1);
    else zoomBy(by > 0 ? 1.4 : 1 / 1.4, drawing.shapes[n - 1]?.spot);
    event.preventDefault();
    event.stopPropagation();
  }

  function onFocus(event: FocusEvent): void {
    const n = regionAt(event.target);
    if (n === null) return;
    pointed.value = n;
    const spot = drawing.shapes[n - 1]?.spot;
    if (spot && !shows(camera.value, spot, drawing)) look(spot);
  }

  const places: readonly PlaceInfo[] = drawing.shapes.map((shape) => {
    const value = among(setting, shape.n) && setting ? `, ${tokensOf(setting.draft.tokens.get(shape.n) ?? 0)}` : "";
    return { id: regionId(shape.n), name: String(shape.n), label: labelOf(props, shape.n) + value, x: shape.spot[0], y: shape.spot[1], hit: { d: shape.path } };
  });

  const lit = drawing.shapes.filter(({ n }) => input.targets.has(regionId(n)));
  const immune = (region: Region) => region.hole || region.dragon || region.hero;
  const prices = attacking && props.picks.length === 0 ? drawing.shapes.filter(({ n }) => view.regions[n - 1]?.cost && targets.has(regionId(n))) : [];
  const locks = prices.length ? drawing.shapes.filter(({ n }) => ((r) => r && immune(r) && r.owner !== props.seat)(view.regions[n - 1])) : [];
  const high = (n: number) => (view.regions[n - 1]?.tokens ? 37 : 0);

  return (
    <div class="sw-table" aria-busy={found ? undefined : "true"} data-choosing={view.stage === "selectRace" && acting ? "" : undefined}>
      <Strip {...props} />
      <Badges {...props} />
      <div
        class="sw-map"
        data-zoom={camera.value.zoom > 1 ? "" : undefined}
        ref={box}
        onClickCapture={onClick}
        onKeyDownCapture={onKeyDown}
        onFocusInCapture={onFocus}
        onPointerOver={(event) => {
          if (event.pointerType === "mouse") pointed.value = regionAt(event.target) ?? pointed.value;
        }}
        onPointerLeave={() => (pointed.value = null)}
        {...handlers}
      >
        <Stage input={input} zooms viewBox={viewBox(camera.value, drawing)} label={text.board} places={places} class="sw-board">
          {below}
          <g key="owners">
            {drawing.shapes.map(({ n }) => {
              const region = view.regions[n - 1];
              return region?.owner === undefined ? null : <Owner key={n} n={n} seat={region.owner} declined={region.declined} />;
            })}
          </g>
          <g key="lit">
            {lit.map(({ n }) => (
              <g key={n}>
                <use class="sw-lit" href={`#${ID}r${n}`} clip-path={`url(#${ID}c${n})`} />
                <use class="sw-lit-l" href={`#${ID}r${n}`} />
              </g>
            ))}
          </g>
          {above}
          <g key="stacks">{drawing.shapes.map((shape) => stack(shape, stateOf(shape.n)))}</g>
          <g key="marks">
            {lastRegions(props).map((n) => {
              const [x, y] = drawing.shapes[n - 1]?.spot ?? [0, 0];
              return <Use key={`last-${n}`} name="mark-last" w={48} at={`translate(${x} ${y + 2})scale(1.3)`} />;
            })}
            {locks.map(({ n, spot: [x, y] }) => (
              <g key={`lock-${n}`} transform={`translate(${x} ${y - high(n)})scale(.9)`}>
                <Lock />
              </g>
            ))}
            {prices.map(({ n, spot: [x, y] }) => {
              const cost = view.regions[n - 1]?.cost;
              return (
                cost && (
                  <g key={`price-${n}`} transform={`translate(${x} ${y - high(n)})scale(.9)`}>
                    <Tag need={cost.need} risky={cost.with_die} />
                  </g>
                )
              );
            })}
            {attacking &&
              props.picks.length > 0 &&
              lit.map(({ n, spot: [x, y] }) => <circle key={`dot-${n}`} class="sw-dot" cx={x} cy={y - high(n)} r="8" />)}
            {setting &&
              (setting.draft.tool === "tokens" || setting.draft.tool === "camp") &&
              drawing.shapes
                .filter(({ n }) => among(setting, n))
                .map(({ n, spot: [x, y] }) => (
                  <g key={`step-${n}`} transform={`translate(${x} ${y + 36})scale(.84)`}>
                    <Stepper value={shownValue(setting, n)} />
                  </g>
                ))}
          </g>
          <Gone key="gone" props={props} drawing={drawing} />
        </Stage>
        {setting && setting.draft.tool === "tokens" && (
          <p class="sw-left" data-done={left(setting.form, setting.draft) === 0 ? "" : undefined} aria-hidden="true">
            {left(setting.form, setting.draft) === 0 ? text.all : text.left(left(setting.form, setting.draft))}
          </p>
        )}
        {view.die !== undefined && (
          <p class="sw-thrown">
            <Die shows={view.die} size={48} />
            <span class="vh">{view.die ? text.die(view.die) : text.dieBlank}</span>
          </p>
        )}
      </div>
      <div class="sw-tools">
        <span class="sw-round">{text.turn(Math.min(view.turn + 1, view.turns), view.turns)}</span>
        <button type="button" class="btn btn-icon" aria-label={text.closer} onClick={() => zoomBy(1.5)}>
          <Icon name="plus" />
        </button>
        <button type="button" class="btn btn-icon" aria-label={text.farther} disabled={camera.value.zoom === 1} onClick={() => zoomBy(1 / 1.5)}>
          <Icon name="minus" />
        </button>
      </div>
      <Bar {...props} />
      <Info {...props} region={pointed.value} />
    </div>
  );
}
