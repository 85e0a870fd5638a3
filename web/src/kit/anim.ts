/** Shows how a picture came about. The picture is final at once; steps move the
 *  elements with those keys from where they were. Only transform and opacity,
 *  at most 900 ms a move; whatever comes next ends it. */
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Effect, View } from "../wire/hall";
import type { GameModule, Step } from "./game";
import { moves } from "./settings";
import { play } from "./sound";
import type { TableStore } from "./store";

const LONGEST_MS = 900;
const EASE = "cubic-bezier(.2,.7,.2,1)";

let running: Animation[] = [];

export function stop(): void {
  for (const animation of running) animation.finish();
  running = [];
}

function frames(step: Step): Keyframe[] {
  const from = `translate(${step.dx ?? 0}px, ${step.dy ?? 0}px)`;
  switch (step.kind) {
    case "move":
      if (!step.arc) return [{ transform: from }, { transform: "none" }];
      return [{ transform: from }, { transform: `translate(${(step.dx ?? 0) / 2}px, ${(step.dy ?? 0) / 2 - step.arc}px)` }, { transform: "none" }];
    case "roll":
      return [{ transform: `${from} rotate(-540deg) scale(1.6)` }, { transform: `${from} scale(1.6)`, offset: 0.75 }, { transform: "none" }];
    case "appear":
      return [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }];
    case "drop":
      return [{ opacity: 0, transform: `translateY(${step.dy ?? -8}px)` }, { opacity: 1, transform: "none" }];
    case "grow":
      return [{ transform: "scaleY(.2)" }, { transform: "none" }];
    case "flash":
      return [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none", offset: 0.4 }, { opacity: 0, transform: "scale(.9)" }];
    case "ghost":
      return [{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.8)" }];
  }
}

/** Resolves when all of it has been shown. */
export async function run(root: Element, steps: readonly Step[]): Promise<void> {
  stop();
  if (!moves() || document.visibilityState !== "visible") return;
  const length = Math.max(1, ...steps.map((step) => step.at + step.ms));
  const scale = Math.min(1, LONGEST_MS / length);
  for (const step of steps) {
    const element = root.querySelector(`[data-key="${CSS.escape(step.key)}"]`);
    if (!element) continue;
    running.push(
      element.animate(frames(step), { duration: step.ms * scale, delay: step.at * scale, easing: step.ease ?? EASE, fill: "backwards" }),
    );
  }
  await Promise.allSettled(running.map((animation) => animation.finished));
}

/* ---- one picture after the other ----------------------------------------- */

export interface Shown {
  readonly view: View | null;
  readonly effects: readonly Effect[];
  readonly seq: number;
  readonly toAct: readonly number[];
}

const QUEUE_MOST = 3;

/** What the board shows: the table's views one by one, each with its
 *  animation, so that an answer that comes at once does not swallow the own
 *  move. Behind by more than a few it skips to the newest. */
export function useShown(store: TableStore, game: GameModule | null): { readonly shown: Shown; readonly box: { current: HTMLDivElement | null } } {
  const box = useRef<HTMLDivElement>(null);
  const queue = useRef<Shown[]>([]);
  const busy = useRef(false);
  const now = (): Shown => ({ view: store.view.value, effects: store.effects.peek(), seq: store.seq.peek(), toAct: store.toAct.peek() });
  const shown = useSignal<Shown>(now());
  const steps = useRef<readonly Step[]>([]);

  function next(): void {
    const turn = queue.current.shift();
    busy.current = turn !== undefined;
    if (!turn) return;
    const before = shown.peek().view;
    steps.current = turn.view && turn.effects.length ? (game?.plan?.(before, turn.view, turn.effects, store.board.peek()) ?? []) : [];
    const tone = game?.sound?.(turn.effects);
    if (tone) play(tone);
    shown.value = turn;
  }

  useSignalEffect(() => {
    const turn = now();
    if (turn.view === shown.peek().view && queue.current.length === 0) return;
    queue.current.push(turn);
    if (queue.current.length > QUEUE_MOST) {
      stop();
      queue.current = [{ ...turn, effects: [] }];
    }
    if (!busy.current) next();
  });

  // After the drawing: the elements exist now.
  useEffect(() => {
    let alive = true;
    if (box.current && steps.current.length) {
      void run(box.current, steps.current).then(() => {
        if (alive) next();
      });
    } else if (busy.current) next();
    return () => {
      alive = false;
    };
  }, [shown.value]);

  return { shown: shown.value, box };
}
