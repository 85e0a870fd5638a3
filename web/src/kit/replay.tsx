/** The past of a table: pages of /replay, kept by number; and the bar that
 *  walks through it. A position n shows the game after n events. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Frame, TableEvent, View } from "../wire/hall";
import { call } from "./api";
import { Icon, type IconName } from "./more-icons";
import { t } from "./lang";

const PAGE = 50;

export interface Past {
  readonly event: TableEvent;
  readonly view: View | null;
  readonly toAct: readonly number[];
}

interface Answer {
  readonly seq: number;
  readonly board?: unknown;
  readonly frames: readonly Frame[];
  readonly next: number | null;
}

/** One table seen from one seat. Frames are asked for a page at a time. */
export class Reel {
  readonly frames = new Map<number, Past>();
  readonly events: TableEvent[] = [];
  board: unknown = null;
  length = 0;
  private readonly asked = new Map<number, Promise<void>>();

  constructor(
    readonly table: number,
    readonly invite: string | null,
    readonly seat: number | null,
  ) {}

  /** All events, for the log; the length with them. */
  async open(): Promise<void> {
    let from: number | null = 0;
    while (from !== null) {
      const page: { seq: number; events: readonly TableEvent[]; next: number | null } = await call("GET", `/tables/${this.table}/journal`, { query: { from, limit: 500, invite: this.invite } });
      this.events.push(...page.events);
      this.length = page.seq;
      from = page.next;
    }
  }

  /** The frame of position n, n from 1. */
  async at(n: number): Promise<Past | null> {
    const known = this.frames.get(n);
    if (known) return known;
    await this.page(Math.floor((n - 1) / PAGE) * PAGE);
    return this.frames.get(n) ?? null;
  }

  private page(from: number): Promise<void> {
    let promise = this.asked.get(from);
    if (!promise) {
      promise = this.ask(from);
      this.asked.set(from, promise);
    }
    return promise;
  }

  private async ask(from: number): Promise<void> {
    let answer: Answer;
    try {
      answer = await call<Answer>("GET", `/tables/${this.table}/replay`, { query: { from, limit: PAGE, seat: this.seat, invite: this.invite } });
    } catch (error) {
      this.asked.delete(from);
      throw error;
    }
    if (answer.board !== undefined && answer.board !== null) this.board = answer.board;
    let view: View | null = this.frames.get(from)?.view ?? null;
    for (const frame of answer.frames) {
      if (frame.view !== undefined) view = frame.view;
      this.frames.set(frame.event.seq + 1, { event: frame.event, view, toAct: frame.to_act });
    }
  }
}

/* ---- the bar ----------------------------------------------------------- */

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 1000; // between two events at speed 1

interface BarProps {
  readonly at: number;
  readonly length: number;
  readonly go: (at: number) => void;
  readonly children?: preact.ComponentChildren;
}

export function ReplayBar({ at, length, go, children }: BarProps) {
  const playing = useSignal(false);
  const speed = useSignal(1);

  useEffect(() => {
    if (!playing.value) return;
    if (at >= length) {
      playing.value = false;
      return;
    }
    const timer = setTimeout(() => go(at + 1), STEP_MS / speed.value);
    return () => clearTimeout(timer);
  }, [playing.value, speed.value, at, length]);

  const button = (icon: IconName, name: string, to: number) => (
    <button type="button" class="btn btn-icon" aria-label={name} disabled={to === at} onClick={() => go(to)}>
      <Icon name={icon} />
    </button>
  );
  return (
    <section class="card player" aria-label={t.replay.label}>
      <div class="track">
        <input class="slide" type="range" id="position" min={1} max={Math.max(1, length)} value={at} aria-label={t.replay.position} aria-valuetext={t.replay.move(at, length)} onInput={(e) => go(e.currentTarget.valueAsNumber)} />
      </div>
      <div class="player-row">
        {button("first", t.replay.first, 1)}
        {button("previous", t.replay.previous, Math.max(1, at - 1))}
        <button
          type="button"
          class="btn btn-main"
          id="play"
          aria-label={playing.value ? t.replay.pause : t.replay.play}
          onClick={() => {
            if (!playing.value && at >= length) go(1);
            playing.value = !playing.value;
          }}
        >
          <Icon name={playing.value ? "pause" : "play"} />
        </button>
        {button("next", t.replay.next, Math.min(length, at + 1))}
        {button("last", t.replay.last, length)}
        <span class="small soft num">{t.replay.move(at, length)}</span>
        <select class="select select-slim" aria-label={t.replay.speed} value={speed.value} onChange={(e) => (speed.value = Number(e.currentTarget.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}x
            </option>
          ))}
        </select>
        {children}
      </div>
    </section>
  );
}
