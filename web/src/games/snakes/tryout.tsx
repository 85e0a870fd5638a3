/** A position to paint, and at once what the snake would do there. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, Refused } from "../../kit/api";
import { listed } from "../../kit/lang";
import { brush, isThing } from "./brush";
import { chosenMap, draft, editorMap, examples, paintPosition, position, showPosition, sight } from "./draft";
import { PaintBoard } from "./paintboard";
import { Glyph } from "./pieces";
import { blankMap, fit, REACH, SIDE, SIGHT, type Thing, toProgram } from "./program";
import { text } from "./texts";
import type { Choice } from "./wire";

const WAIT_MS = 60; // strokes of a brush come in dozens

const answer = signal<Choice | null>(null);
const problem = signal("");
const busy = signal(false);

/** Asks the server whenever snake or position change; an answer that has been overtaken is dropped. */
function useAnswer(): void {
  useEffect(() => {
    let wanted = true;
    busy.value = true;
    const timer = setTimeout(() => {
      call<Choice>("POST", "/snakes/try", { body: { program: toProgram(draft.value), position: position.value } }).then(
        (choice) => {
          if (!wanted) return;
          [answer.value, problem.value, busy.value] = [choice, "", false];
        },
        (error: unknown) => {
          if (!wanted) return;
          [answer.value, problem.value, busy.value] = [null, error instanceof Refused ? error.words : String(error), false];
        },
      );
    }, WAIT_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [draft.value, position.value]);
}

export function Answer() {
  useAnswer();
  const choice = answer.value;
  const ways = (choice?.directions ?? []).map((d) => text.ways[d] ?? "");
  const one = choice?.directions.length === 1 ? choice.directions[0] : undefined;
  const number = choice?.map === null || choice?.map === undefined ? null : editorMap(choice.map);
  const map = number === null ? null : draft.value.maps[number];
  const variant = choice?.variant ?? 0;
  const reason = choice?.reason ? { no_way: "", one_way: text.oneWay, no_map: text.noMap }[choice.reason] : "";
  return (
    <section class="card" aria-labelledby="answer-title" id="answer" data-direction={choice?.direction ?? ""} data-map={number === null ? "" : number + 1} aria-busy={busy.value}>
      <div class="card-head">
        <h2 id="answer-title">{text.answer}</h2>
        <span class="badge badge-good">
          <span class="dot" />
          {busy.value ? text.asking : text.live}
        </span>
      </div>
      <div class="pad answer" role="status">
        <svg class="ico arrow" viewBox="0 0 24 24" aria-hidden="true">
          {one === undefined ? <path d={ways.length ? "M8.5 8.5a3.6 3.6 0 1 1 5.2 3.3c-1.2.6-1.7 1.3-1.7 2.6M12 18.5h.01" : "M6 6l12 12M18 6 6 18"} /> : <path transform={`rotate(${90 * one} 12 12)`} d="M12 20V4M5 11l7-7 7 7" />}
        </svg>
        <div class="stack stack-2">
          {problem.value && <p class="bad">{problem.value}</p>}
          {choice && (
            <p>
              <b>{ways.length === 0 ? text.noWay : ways.length === 1 ? text.goes(ways[0] ?? "") : text.chance(listed(ways))}</b>{" "}
              {map && number !== null ? text.fitsAs(number + 1, text.variant(variant), fit(map, draft.value.templates, variant, sight.value).score) : reason}
            </p>
          )}
          {map?.note && <p class="small soft">{map.note}</p>}
          {!choice && !problem.value && <p class="soft">{text.noAnswer}</p>}
        </div>
      </div>
    </section>
  );
}

/** The square that a map looks at, around the head in the middle. */
function seen(at: number, head: number): boolean {
  const [x, y] = [(at % SIGHT) - REACH + (head % SIDE), Math.floor(at / SIGHT) - REACH + Math.floor(head / SIDE)];
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE;
}

/** Bodies lie along their neighbours. */
function layOf(at: number, thing: Thing): number {
  const own = thing === "S" || thing === "T";
  const kin = (to: number) => {
    const other = sight.value[Math.floor(to / SIGHT)]?.[to % SIGHT];
    return own ? other === "S" || other === "T" : other === "X" || other === "Y" || other === "Z";
  };
  const x = at % SIGHT;
  const [up, right, down, left] = [kin(at - SIGHT), x < SIGHT - 1 && kin(at + 1), kin(at + SIGHT), x > 0 && kin(at - 1)];
  if (thing === "Z" || thing === "T") return up ? 0 : right ? 1 : down ? 2 : left ? 3 : 0;
  if (thing === "X") return down ? 0 : left ? 1 : up ? 2 : right ? 3 : 0;
  return (left || right) && !(up || down) ? 1 : 0;
}

const names = ["tail", "corner", "crowd", "empty"] as const;

export function TryBoard() {
  const at = useSignal(5 * SIGHT + REACH);
  const head = (draft.value.maps[chosenMap.value] ?? blankMap).head;
  const known = names.find((name) => examples[name] === position.value);
  const goes = answer.value?.directions ?? [];
  const steps = [-SIGHT, 1, SIGHT, -1];
  const centre = REACH * SIGHT + REACH;
  const thingOf = (): Thing => (isThing(brush.value) ? brush.value : "V");

  return (
    <section class="card" aria-labelledby="try-title" id="try">
      <div class="card-head">
        <h2 id="try-title">{text.try}</h2>
        <select class="select select-slim" id="example" aria-label={text.example} value={known ?? ""} onChange={(event) => showPosition(examples[event.currentTarget.value as (typeof names)[number]] ?? position.value)}>
          {!known && <option value="">{text.own}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {text.examples[name]}
            </option>
          ))}
        </select>
      </div>
      <div class="pad stack">
        <PaintBoard
          class="grid13"
          side={SIGHT}
          prefix="pos-"
          label={text.tryLabel}
          at={at.value}
          choose={(on) => (at.value = on)}
          paint={(on) => paintPosition(on, thingOf())}
          erase={(on) => paintPosition(on, "V")}
          keys={(key, on) => {
            const letter = key.toUpperCase();
            if (!/^[STVWXYZ]$/.test(letter)) return false;
            brush.value = letter as Thing;
            paintPosition(on, letter as Thing);
            return true;
          }}
          cell={(on) => {
            const thing = sight.value[Math.floor(on / SIGHT)]?.[on % SIGHT] ?? "V";
            const middle = on === centre;
            const words = middle ? text.ownHead : text.things[thing];
            const go = goes.some((d) => on === centre + (steps[d] ?? 0));
            return {
              class: [middle ? "cell-head" : "", thing === "W" ? "cell-out" : "", seen(on, head) ? "cell-seen" : "", go ? "cell-go" : ""].filter(Boolean).join(" "),
              label: text.at((on % SIGHT) + 1, Math.floor(on / SIGHT) + 1, words),
              inner: middle ? <Glyph paint="head" /> : thing === "V" || thing === "W" ? null : <Glyph paint={thing} turn={layOf(on, thing)} />,
            };
          }}
        />
        <p class="small soft">{text.tryMore(chosenMap.value + 1)}</p>
      </div>
    </section>
  );
}
