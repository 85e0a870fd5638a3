/** Beside the map being drawn: its selected region, what is wrong with it, its name. */
import type { Signal } from "@preact/signals";
import type { Ground, Sign } from "../../games/smallworld/geometry";
import { SignPicture } from "../../games/smallworld/pieces";
import { type Cell, paint, type Sketch, toggleSign } from "../../games/smallworld/plan";
import { Icon } from "../../kit/more-icons";
import type { Tool } from "./canvas";
import type { Problem } from "./server";
import { words } from "./words";

const GROUNDS: readonly Ground[] = ["forest", "farmland", "hill", "mountain", "swamp", "sea", "plain"];
const SIGNS: readonly Sign[] = ["mine", "magic", "cavern"];

interface RegionProps {
  readonly sketch: Sketch;
  readonly cells: readonly Cell[];
  readonly selected: number | null;
  readonly tool: Tool;
  readonly brush: Signal<Ground>;
  readonly change: (sketch: Sketch) => void;
}

/** The land of the selected region, and of those that are painted or put next. */
export function RegionPanel({ sketch, cells, selected, tool, brush, change }: RegionProps) {
  const at = cells.findIndex((cell) => cell.area.id === selected);
  const cell = cells[at];
  const painting = tool === "land" || tool === "point" || !cell;
  const ground = painting ? brush.value : cell.area.ground;

  function choose(next: Ground): void {
    brush.value = next;
    if (!painting) change(paint(sketch, cell.area.id, { ground: next }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const next = by && GROUNDS[(GROUNDS.indexOf(ground) + by + GROUNDS.length) % GROUNDS.length];
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`land-${next}`)?.focus();
  }

  return (
    <section class="card" aria-labelledby="reg-h">
      <div class="card-head">
        <h2 id="reg-h">{cell ? words.region(at + 1) : words.noRegion}</h2>
        {cell && <span class="badge">{words.neighbours(cell.near.length)}</span>}
      </div>
      <div class="pad stack">
        {!cell && <p class="small soft">{words.noRegionMore}</p>}
        <div>
          <h3 id="land-h">{words.land}</h3>
          <div class="palette" role="radiogroup" aria-labelledby="land-h" onKeyDown={onKeyDown}>
            {GROUNDS.map((one) => (
              <button key={one} type="button" class="paint" role="radio" id={`land-${one}`} aria-checked={one === ground ? "true" : "false"} tabindex={one === ground ? 0 : -1} onClick={() => choose(one)}>
                <svg viewBox="0 0 26 26" aria-hidden="true">
                  <rect class="map-land" x="1" y="1" width="24" height="24" rx="6" fill={`url(#sw-g-${one})`} />
                </svg>
                {words.grounds[one]}
              </button>
            ))}
          </div>
        </div>
        {cell && (
          <div class="bar">
            {SIGNS.map((sign) => (
              <label key={sign} class="check">
                <input type="checkbox" id={`sign-${sign}`} checked={cell.area.signs.includes(sign)} onInput={() => change(toggleSign(sketch, cell.area.id, sign))} />
                <SignPicture sign={sign} size={22} />
                {words.signs[sign]}
              </label>
            ))}
            <label class="check">
              <input type="checkbox" id="sign-tribe" checked={cell.area.tribe} onInput={() => change(paint(sketch, cell.area.id, { tribe: !cell.area.tribe }))} />
              {words.tribe}
            </label>
          </div>
        )}
      </div>
    </section>
  );
}

/* ---- checks ------------------------------------------------------------------------ */

function problemText({ reason, region, message }: Problem): string {
  const known = words.reasons[reason];
  return typeof known === "function" ? known(region ?? 0) : (known ?? message);
}

export function Checks({ problems, regions }: { readonly problems: readonly Problem[]; readonly regions: number }) {
  const without = (...reasons: readonly string[]) => !problems.some((one) => reasons.includes(one.reason));
  const good = [
    regions > 0 && words.good.regions(regions),
    without("no_border", "no_regions") && words.good.border,
    without("unreachable") && words.good.reach,
    without("one_sided", "own_neighbour", "no_such_region") && words.good.near,
    without("too_long", "missing") && words.good.name,
  ].filter((one) => one !== false);
  return (
    <section class="card" aria-labelledby="chk-h">
      <div class="card-head">
        <h2 id="chk-h">{words.checks}</h2>
        <span class={problems.length ? "badge badge-bad" : "badge badge-good"} id="map-checks">
          {problems.length ? words.fails(problems.length) : words.ok}
        </span>
      </div>
      <ul class="pad checks">
        {good.map((line) => (
          <li key={line} class="good">
            <Icon name="check" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <ul class="pad checks" id="why-not">
        {problems.slice(0, 8).map((one, i) => (
          <li key={i} class="bad">
            <Icon name="warn" />
            <span>{problemText(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/* ---- name, players, rounds ----------------------------------------------------------- */

export function About({ sketch, change }: Pick<RegionProps, "sketch" | "change">) {
  const choice = (name: string, of: readonly number[], now: number, set: (n: number) => void) => (
    <div class="seg">
      {of.map((n) => (
        <label key={n}>
          <input type="radio" name={name} checked={n === now} onInput={() => set(n)} />
          {n}
        </label>
      ))}
    </div>
  );
  return (
    <section class="card pad stack" aria-labelledby="abt-h">
      <h2 id="abt-h">{words.aboutMap}</h2>
      <div class="field">
        <label for="map-name">{words.name}</label>
        <input class="input" id="map-name" maxLength={15} value={sketch.name} aria-describedby="map-name-hint" onInput={(event) => change({ ...sketch, name: event.currentTarget.value })} />
        <p class="hint" id="map-name-hint">
          {words.nameHint}
        </p>
      </div>
      <fieldset>
        <legend>{words.seats}</legend>
        {choice("map-seats", [2, 3, 4, 5], sketch.seats, (seats) => change({ ...sketch, seats }))}
      </fieldset>
      <fieldset>
        <legend>{words.turns}</legend>
        {choice("map-turns", [5, 6, 7, 8, 9, 10], sketch.turns, (turns) => change({ ...sketch, turns }))}
      </fieldset>
    </section>
  );
}
