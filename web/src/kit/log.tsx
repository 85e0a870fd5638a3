/** What has happened, and what was said: two lists of a table's events. */
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Seat, TableEvent } from "../wire/hall";
import { call, ensureMe, me, Refused } from "./api";
import type { Words } from "./game";
import { localBots, t } from "./lang";
import { nameOf } from "./store";

const SHOWN = 200; // lines at first: a long journal would be slow to draw and nobody reads it

interface Line {
  readonly seq: number;
  readonly who: string;
  readonly text: string;
  readonly lang?: string;
}

export function lineOf(event: TableEvent, seats: readonly Seat[], words: Words | null): Line | null {
  const who = event.seat === null ? "" : nameOf(seats, event.seat);
  const line = (text: string, by = ""): Line => ({ seq: event.seq, who: by, text });
  switch (event.kind) {
    case "moved": {
      const own = words?.event?.(event, (seat) => nameOf(seats, seat));
      return own ? line(own, who) : { ...line(event.words ?? event.move ?? "", who), lang: "en" };
    }
    case "started":
      return line(t.table.started);
    case "sat":
      return line(t.table.sat(event.name && seats[event.seat ?? -1]?.kind === "bot" ? localBots(event.name) : (event.name ?? who)));
    case "left":
    case "stood":
      return line(t.table.left(who));
    case "returned":
      return line(t.table.returned(event.name ?? who));
    case "finished":
    case "abandoned":
      return line(t.table.ended(t.table.hows[event.how ?? ""] ?? event.how ?? ""));
    case "rematch":
      return line(t.table.rematchBy);
    case "opened":
    case "ready":
    case "chat":
      return null;
  }
}

interface LogProps {
  readonly events: readonly TableEvent[];
  readonly seats: readonly Seat[];
  readonly words: Words | null;
  /** The event that a replay shows. */
  readonly current?: number;
  readonly onGo?: (seq: number) => void;
}

export function Log({ events, seats, words, current, onGo }: LogProps) {
  const all = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const lines = events.map((event) => lineOf(event, seats, words)).filter((line) => line !== null);
  const here = lines.findIndex((line) => current !== undefined && line.seq >= current);
  const hidden = all.value ? 0 : Math.max(0, Math.min(lines.length - SHOWN, here < 0 ? lines.length : here - SHOWN / 2));

  // Newest last and in sight; in a replay the event that is shown.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const at = element.querySelector<HTMLElement>("[aria-current]");
    if (at) element.scrollTop += at.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 2;
    else element.scrollTop = element.scrollHeight;
  }, [lines.length, current]);

  return (
    <div class="log" id="log" role="log" tabindex={0} aria-label={t.table.log} ref={box}>
      {hidden > 0 && (
        <button type="button" class="btn btn-quiet" onClick={() => (all.value = true)}>
          {t.table.earlier(hidden)}
        </button>
      )}
      <ol>
        {lines.slice(hidden, all.value ? lines.length : hidden + SHOWN).map((line) => (
          <li key={line.seq} aria-current={line.seq === current ? "true" : undefined} onClick={onGo && (() => onGo(line.seq))}>
            <span>{line.seq}</span>
            <span>
              {line.who && <b>{line.who}</b>} <span lang={line.lang}>{line.text}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function chatOf(events: readonly TableEvent[]): readonly TableEvent[] {
  return events.filter((event) => event.kind === "chat");
}

interface ChatProps {
  readonly table: number;
  readonly invite: string | null;
  readonly events: readonly TableEvent[];
}

export function Chat({ table, invite, events }: ChatProps) {
  const text = useSignal("");
  const problem = useSignal("");
  const busy = useSignal(false);
  const list = useRef<HTMLUListElement>(null);
  const said = chatOf(events);
  const myName = useComputed(() => me.value?.name);

  useEffect(() => {
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [said.length]);

  async function onSubmit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const words = text.value.trim();
    if (!words || busy.value) return;
    busy.value = true;
    try {
      await ensureMe();
      await call("POST", `/tables/${table}/chat`, { body: { text: words }, query: { invite } });
      text.value = "";
      problem.value = "";
    } catch (error) {
      problem.value = error instanceof Refused ? error.words : String(error);
    } finally {
      busy.value = false;
    }
  }

  return (
    <>
      {said.length === 0 && <p class="small soft pad">{t.table.noTalk}</p>}
      <ul class="chat" ref={list} tabindex={0} aria-label={t.table.chat} aria-live="polite">
        {said.map((event) => (
          <li key={event.seq} class={event.name === myName.value ? "mine" : ""}>
            <span class="small soft">{event.name === myName.value ? t.you : event.name}</span>
            <p>{event.text}</p>
          </li>
        ))}
      </ul>
      {problem.value && <p class="error pad">{problem.value}</p>}
      <form class="say" onSubmit={onSubmit}>
        <label class="vh" for="say">
          {t.table.say}
        </label>
        <input class="input" id="say" placeholder={t.table.sayHint} maxlength={300} autocomplete="off" value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} />
        <button class="btn" type="submit" aria-busy={busy.value ? "true" : undefined}>
          {t.table.send}
        </button>
      </form>
    </>
  );
}
