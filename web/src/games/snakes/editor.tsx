/** The program: nine maps, the palette, groups, templates. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { listed } from "../../kit/lang";
import { type Brush, brush, group, negated } from "./brush";
import { canUndo, change, changeMap, chosenMap, draft, moveMap, undo } from "./draft";
import { groupClass, groupNumber, groupTag, spotWords } from "./mapview";
import { PaintBoard } from "./paintboard";
import { Glyph } from "./pieces";
import { accepts, blankMap, isBlank, MAPS, mirrored, type Paint, SIDE, templates, type Thing, things, weightOf, withCell, withHead } from "./program";
import { text } from "./texts";

const paints: readonly Brush[] = ["S", "T", "X", "Y", "Z", "W", "V", "A", "B", "C", "D", "erase", "head"];
const ERASER = "M9 19h11M4 14.5 13.5 5l6 6-8 8H8z";

/** Arrows walk through a row of radios or tabs. */
export function walk(event: KeyboardEvent, ids: readonly string[], choose: (i: number) => void): void {
  const now = ids.indexOf((event.target as HTMLElement).id);
  const n = ids.length;
  const to = { ArrowLeft: now - 1, ArrowUp: now - 1, ArrowRight: now + 1, ArrowDown: now + 1, Home: 0, End: n - 1 }[event.key];
  if (now < 0 || to === undefined) return;
  event.preventDefault();
  const i = (to + n) % n;
  choose(i);
  document.getElementById(ids[i] ?? "")?.focus();
}

function Tabs() {
  const ids = Array.from({ length: MAPS }, (_, i) => `map-tab-${i + 1}`);
  return (
    <div class="tabs mapnums" role="tablist" aria-label={text.maps} onKeyDown={(event) => walk(event, ids, (i) => (chosenMap.value = i))}>
      {draft.value.maps.map((map, i) => (
        <button
          key={i}
          type="button"
          role="tab"
          id={ids[i]}
          aria-selected={i === chosenMap.value}
          aria-controls="map"
          tabindex={i === chosenMap.value ? 0 : -1}
          data-empty={isBlank(map) ? "" : undefined}
          aria-label={isBlank(map) ? text.mapEmpty(i + 1) : text.map(i + 1)}
          onClick={() => (chosenMap.value = i)}
        >
          {i + 1}
        </button>
      ))}
    </div>
  );
}

function Palette() {
  const ids = paints.map((one) => "paint-" + one);
  const name = (one: Brush) => (one === "erase" ? text.eraser : one === "head" ? text.head : text.short[one]);
  return (
    <div>
      <h3 id="palette-title">{text.paintWith}</h3>
      <div class="palette" role="radiogroup" aria-labelledby="palette-title" onKeyDown={(event) => walk(event, ids, (i) => (brush.value = paints[i] ?? "Z"))}>
        {paints.map((one, i) => (
          <button key={one} type="button" class="paint" role="radio" id={ids[i]} aria-checked={brush.value === one} tabindex={brush.value === one ? 0 : -1} onClick={() => (brush.value = one)}>
            {one === "erase" ? (
              <svg class="ico" viewBox="0 0 24 24" aria-hidden="true">
                <path d={ERASER} />
              </svg>
            ) : (
              <Glyph paint={one} />
            )}
            {name(one)}
          </button>
        ))}
      </div>
    </div>
  );
}

function Groups({ from, legend }: { readonly from: number; readonly legend: string }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="seg">
        {[0, 1, 2, 3].map((i) => (
          <label key={i} class={groupClass(from + i)}>
            <input type="radio" name="group" id={`group-${from + i}`} checked={group.value === from + i} aria-label={text.groupLabel(from + i)} onChange={() => (group.value = from + i)} />
            <span class={groupTag(from + i) + " tag-inline"}>{groupNumber(from + i)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Templates() {
  const open = useSignal(false);
  function toggle(i: number, thing: Thing): void {
    const set = draft.value.templates[i] ?? "";
    const next = things.filter((one) => (one === thing) !== set.includes(one)).join("");
    // A template stands for one thing at least, and not for all of them.
    if (next.length > 0 && next.length < things.length) change({ ...draft.value, templates: draft.value.templates.map((one, k) => (k === i ? next : one)) });
  }
  return (
    <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)} id="templates">
      <summary>{text.templates}</summary>
      <p class="small soft">{text.templatesMore}</p>
      <ul class="sn-templates">
        {templates.map((name, i) => (
          <li key={name}>
            <b aria-hidden="true">{name}</b>
            <div class="bar" role="group" aria-label={text.templateOf(name)}>
              {things.map((thing) => (
                <button key={thing} type="button" class="btn btn-icon sn-thing" id={`template-${name}-${thing}`} aria-pressed={(draft.value.templates[i] ?? "").includes(thing)} aria-label={text.things[thing]} title={text.things[thing]} onClick={() => toggle(i, thing)}>
                  <Glyph paint={thing} />
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Chosen({ at }: { readonly at: number }) {
  const map = draft.value.maps[chosenMap.value] ?? blankMap;
  const spot = map.cells[at];
  if (at === map.head) return <>{text.chosenHead}</>;
  if (!spot) return <>{text.chosenNone}</>;
  const thing = text.things[spot.paint];
  const set = templates.includes(spot.paint as never) ? ` (${listed(accepts(spot, draft.value.templates).map((one) => text.things[one]))})` : "";
  return (
    <>
      {text.chosenIs((spot.not ? text.not(thing) : thing) + set, text.group(spot.group), weightOf(spot, draft.value.templates))} {text.weightMore}
    </>
  );
}

export function Editor() {
  const at = useSignal(2 * SIDE + 3);
  const erasing = useRef(false);
  const number = chosenMap.value;
  const map = draft.value.maps[number] ?? blankMap;

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || (event.target instanceof Element && event.target.closest("input, textarea"))) return;
      event.preventDefault();
      undo();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  function put(on: number, paint: Paint): void {
    changeMap(withCell(map, on, { paint, not: negated.value, group: group.value }));
  }

  /** The same paint again takes it away; a drag goes on with what it began. */
  function paint(on: number, drag: boolean): void {
    const kind = brush.value;
    if (kind === "head") {
      changeMap(withHead(map, on));
      return;
    }
    const spot = map.cells[on];
    if (!drag) erasing.current = kind === "erase" || (spot?.paint === kind && spot.not === negated.value && spot.group === group.value);
    if (erasing.current || kind === "erase") changeMap(withCell(map, on, null));
    else put(on, kind);
  }

  function keys(key: string, on: number): boolean {
    const letter = key.toUpperCase();
    if (/^[STVWXYZABCD]$/.test(letter)) {
      brush.value = letter as Paint;
      put(on, letter as Paint);
    } else if (/^[1-8]$/.test(key)) {
      group.value = Number(key) - 1;
      const spot = map.cells[on];
      if (spot) changeMap(withCell(map, on, { ...spot, group: group.value }));
    } else if (key === "n" || key === "!") negated.value = !negated.value;
    else return false;
    return true;
  }

  const tool = (name: string, id: string, path: string, run: () => void, off = false) => (
    <button type="button" class="btn btn-quiet btn-icon" id={id} aria-label={name} title={name} disabled={off} onClick={run}>
      <svg class="ico" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );

  return (
    <section class="card" aria-labelledby="program-title" id="editor">
      <div class="card-head">
        <h2 id="program-title">{text.program}</h2>
        <div class="bar">
          {tool(text.undo, "undo", "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2", undo, !canUndo.value)}
          {tool(text.mapEarlier, "map-earlier", "M14.5 5.5 8 12l6.5 6.5", () => moveMap(-1), number === 0)}
          {tool(text.mapLater, "map-later", "M9.5 5.5 16 12l-6.5 6.5", () => moveMap(1), number === MAPS - 1)}
          {tool(text.mirror, "map-mirror", "M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z", () => changeMap(mirrored(map)))}
          {tool(text.clear, "map-clear", "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13", () => changeMap({ ...blankMap, head: map.head }), isBlank(map))}
        </div>
      </div>
      <div class="pad stack">
        <p class="small soft">{text.programMore}</p>
        <Tabs />
        <div class="lab-edit" role="tabpanel" id="map" aria-labelledby={`map-tab-${number + 1}`}>
          <div class="stack">
            <PaintBoard
              class="grid7"
              side={SIDE}
              prefix="cell-"
              label={text.gridLabel(number + 1)}
              at={at.value}
              choose={(on) => (at.value = on)}
              paint={paint}
              erase={(on) => changeMap(withCell(map, on, null))}
              keys={keys}
              cell={(on) => {
                const spot = map.cells[on];
                const label = text.cell((on % SIDE) + 1, Math.floor(on / SIDE) + 1, spotWords(map, on));
                if (on === map.head) return { class: "cell-head", label, inner: <Glyph paint="head" /> };
                if (!spot) return { class: "", label, inner: null };
                return {
                  class: groupClass(spot.group),
                  label,
                  data: { "data-group": String(spot.group), "data-not": spot.not ? "" : undefined },
                  inner: (
                    <>
                      <Glyph paint={spot.paint} />
                      <span class={groupTag(spot.group)}>{groupNumber(spot.group)}</span>
                    </>
                  ),
                };
              }}
            />
            <div class="field">
              <label for="map-note">{text.mapFor}</label>
              <input class="input" id="map-note" maxLength={200} value={map.note} onChange={(event) => changeMap({ ...map, note: event.currentTarget.value })} />
            </div>
          </div>
          <div class="stack">
            <Palette />
            <label class="switch" for="not">
              <span>
                {text.notThis}
                <small>{text.notThisMore}</small>
              </span>
              <input id="not" type="checkbox" role="switch" checked={negated.value} onChange={(event) => (negated.value = event.currentTarget.checked)} />
            </label>
            <Groups from={0} legend={text.groupsAll} />
            <Groups from={4} legend={text.groupsAny} />
          </div>
          <div class="stack">
            <p class="well small">
              <b>{text.chosen}</b> <Chosen at={at.value} />
            </p>
            <Templates />
          </div>
        </div>
      </div>
    </section>
  );
}
