/** The map editor: a sketch with its past, tools that change it, what the server
 *  says of it, and what becomes of it. */
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { anyMap, cellsOf, EMPTY, planOf, readSketch, type Sketch, sketchOf, written } from "../../games/smallworld/plan";
import { me } from "../../kit/api";
import { title } from "../../kit/away";
import { tell } from "../../kit/dialog";
import { Line } from "../../kit/icons";
import { Icon } from "../../kit/more-icons";
import { read, write } from "../../kit/keep";
import { Canvas, type Tool } from "./canvas";
import { About, Checks, RegionPanel } from "./panels";
import { complain, Picture } from "./picture";
import { checkMap, getMap, playOn, type Problem, uploadMap } from "./server";
import { words } from "./words";

const TOOLS: readonly Tool[] = ["move", "point", "land", "merge", "split", "link", "remove"];
/** Their signs: a cross of arrows, a point, a leaf, two cells that become one, one that becomes two, a chain, a rubber. */
const SIGNS: Readonly<Record<Tool, string>> = {
  move: "M12 3.5v17M3.5 12h17M9.5 6 12 3.5 14.5 6M9.5 18l2.5 2.5 2.5-2.5M6 9.5 3.5 12 6 14.5M18 9.5l2.5 2.5-2.5 2.5",
  point: "M12 6v12M6 12h12M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z",
  land: "M5 19C4 10 9 4.5 20 4.5c0 10-5 15-12.5 13M5 19c2-5 5-8 9-9.5",
  merge: "M3.5 6.5h5.5v11H3.5zM15 6.5h5.5v11H15zM9 12h6M11 10l-2 2 2 2M13 10l2 2-2 2",
  split: "M3.5 5.5h17v13h-17zM12 3v3.5M12 9.5v5M12 17.5V21",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  remove: "M8.5 19.5h11M6 17l-2-2a2 2 0 0 1 0-2.8l8-8a2 2 0 0 1 2.8 0l4.5 4.5a2 2 0 0 1 0 2.8L13 17.8l-1.7 1.7H8.5z",
};
const REST_MS = 350; // after the last change, until the server is asked
const PAST_MOST = 100;
const FIRST = 20; // regions of a map by chance

function beginning(): Sketch {
  const kept = read("map-draft");
  return (kept && readSketch(kept)) || anyMap(FIRST, Math.random, EMPTY);
}

/** A sketch that remembers what it was. */
function useSketch(from: number | null) {
  const sketch = useSignal<Sketch>(from === null ? beginning() : EMPTY);
  const past = useRef<Sketch[]>([]);
  const before = useRef<Sketch | null>(null);

  useEffect(() => {
    if (from === null) return;
    getMap(from).then((map) => (sketch.value = { ...sketchOf(map.plan, map.board), name: `${map.name.slice(0, 13)} 2` }), complain);
  }, [from]);

  function change(next: Sketch): void {
    if (next === sketch.value) return;
    past.current = [...past.current, sketch.value].slice(-PAST_MOST);
    sketch.value = next;
  }
  return {
    sketch,
    change,
    /** Many small changes (a drag) are one: the first remembers, the end keeps. */
    drag(next: Sketch): void {
      before.current ??= sketch.value;
      sketch.value = next;
    },
    drop(): void {
      if (before.current && before.current !== sketch.value) past.current = [...past.current, before.current].slice(-PAST_MOST);
      before.current = null;
    },
    undo(): void {
      const last = past.current.at(-1);
      past.current = past.current.slice(0, -1);
      if (last) sketch.value = last;
    },
    canUndo: () => past.current.length > 0,
  };
}

interface Checked {
  /** What was looked at: another sketch is not checked yet. */
  readonly sketch: Sketch | null;
  readonly problems: readonly Problem[];
}

/** What the server says, some moments after the last change. */
function useChecks(sketch: Signal<Sketch>): Signal<Checked> {
  const checked = useSignal<Checked>({ sketch: null, problems: [] });
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      write("map-draft", written(sketch.value));
      checkMap(planOf(sketch.value)).then((answer) => wanted && (checked.value = { sketch: sketch.value, problems: answer.problems }), () => undefined);
    }, REST_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [sketch.value]);
  return checked;
}

function download(sketch: Sketch): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([written(sketch)], { type: "application/json" }));
  link.download = `${sketch.name || "map"}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface FileProps {
  readonly sketch: Sketch;
  readonly change: (sketch: Sketch) => void;
}

function Files({ sketch, change }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  async function open(file: File | undefined): Promise<void> {
    const found = file && readSketch(await file.text());
    if (found) change(found);
    else if (file) tell(words.fileBad);
  }
  return (
    <>
      <input ref={input} type="file" accept="application/json" hidden onChange={(event) => void open(event.currentTarget.files?.[0])} />
      <button type="button" class="btn btn-quiet" onClick={() => input.current?.click()}>
        {words.open}
      </button>
      <button type="button" class="btn btn-quiet" onClick={() => download(sketch)}>
        <Icon name="download" />
        {words.download}
      </button>
    </>
  );
}

export function Editor({ from }: { readonly from: number | null }) {
  const { sketch, change, drag, drop, undo, canUndo } = useSketch(from);
  const tool = useSignal<Tool>("move");
  const selected = useSignal<number | null>(null);
  const brush = useSignal<Sketch["areas"][number]["ground"]>("forest");
  const checked = useChecks(sketch);
  const { problems } = checked.value;
  const cells = useComputed(() => cellsOf(sketch.value));
  const uploaded = useRef<{ readonly text: string; readonly id: number; readonly seats: number } | null>(null);
  const busy = useSignal(false);
  const fatal = problems.filter((one) => one.fatal || one.reason === "no_regions" || one.reason === "no_border");
  const account = me.value !== null && !me.value.guest;
  title.value = `${words.newTitle} - Meeple`;

  async function upload(): Promise<typeof uploaded.current> {
    const text = written(sketch.value);
    if (uploaded.current?.text === text) return uploaded.current;
    const map = await uploadMap(planOf(sketch.value));
    uploaded.current = { text, id: map.id, seats: map.seats };
    tell(words.uploaded);
    return uploaded.current;
  }

  async function act(then?: (map: { readonly id: number; readonly seats: number }) => Promise<void>): Promise<void> {
    busy.value = true;
    try {
      const map = await upload();
      if (map && then) await then(map);
    } catch (error) {
      complain(error);
    }
    busy.value = false;
  }

  const blocked = !account || fatal.length > 0 || checked.value.sketch !== sketch.value || busy.value;
  const show = cells.value.length;
  return (
    <main
      id="maps"
      class="wrap stack"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === "z" && !(event.target instanceof HTMLInputElement)) {
          event.preventDefault();
          undo();
        }
      }}
    >
      <div class="head">
        <div class="intro">
          <h1>{words.newTitle}</h1>
          <p class="soft">{words.newLead(show)}</p>
        </div>
        <div class="bar">
          <Files sketch={sketch.value} change={change} />
          <button type="button" class="btn" id="map-upload" disabled={blocked} aria-describedby="why-not" onClick={() => void act()}>
            {words.upload}
          </button>
          <button type="button" class="btn btn-main" id="map-play" disabled={blocked} aria-describedby="why-not" onClick={() => void act(playOn)}>
            {words.playIt}
          </button>
        </div>
      </div>
      {!account && (
        <div class="note note-warn">
          <Icon name="warn" />
          <div class="grow">
            {words.account}
            <p>{words.accountMore}</p>
          </div>
          <a class="btn" href="/me">
            {words.accountGo}
          </a>
        </div>
      )}
      <div class="cols cols-map">
        <div class="stack">
          <div class="bar map-tools" role="toolbar" aria-label={words.tools}>
            {TOOLS.map((one) => (
              <button key={one} type="button" class="btn" id={`tool-${one}`} aria-pressed={tool.value === one ? "true" : "false"} onClick={() => (tool.value = one)}>
                <Line d={SIGNS[one]} />
                {words.tool[one]}
              </button>
            ))}
          </div>
          <Canvas sketch={sketch.value} cells={cells.value} tool={tool.value} brush={brush.value} selected={selected} change={change} drag={drag} drop={drop} />
          <p class="small soft" role="status">
            {words.toolHint[tool.value]}
          </p>
          <div class="bar">
            <button type="button" class="btn btn-quiet" id="map-undo" disabled={!canUndo()} onClick={undo}>
              <Icon name="back" />
              {words.undo}
            </button>
            <button type="button" class="btn btn-quiet" id="map-random" onClick={() => change(anyMap(FIRST + 4 * (sketch.value.seats - 3), Math.random, sketch.value))}>
              {words.random}
            </button>
            <button type="button" class="btn btn-quiet" id="map-clear" onClick={() => change({ ...sketch.value, sites: [], areas: [], corrected: new Set() })}>
              {words.clear}
            </button>
          </div>
        </div>
        <div class="stack">
          <RegionPanel sketch={sketch.value} cells={cells.value} selected={selected.value} tool={tool.value} brush={brush} change={change} />
          <Checks problems={problems} regions={show} />
          <About sketch={sketch.value} change={change} />
        </div>
        <section class="card" aria-labelledby="look-h">
          <div class="card-head">
            <h2 id="look-h">{words.preview}</h2>
          </div>
          <Preview sketch={sketch.value} />
        </section>
      </div>
    </main>
  );
}

/** Follows when the hand rests: bends and patterns take longer than a drag allows. */
function Preview({ sketch }: { readonly sketch: Sketch }) {
  const shown = useSignal(sketch);
  useEffect(() => {
    const timer = setTimeout(() => (shown.value = sketch), REST_MS);
    return () => clearTimeout(timer);
  }, [sketch]);
  const board = useComputed(() => ({ width: 640, height: 480, regions: planOf(shown.value).regions.map((region) => ({ ...region, outline: region.outline ?? [], label: region.label ?? [0, 0] })) }));
  return <Picture board={board.value} name={sketch.name} />;
}
