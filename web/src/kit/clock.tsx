/** Clocks. Time is the server's; the text ticks without drawing anything else. */
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { clockAhead } from "./feed";
import { Icon } from "./more-icons";
import { t } from "./lang";

const LOW_MS = 20_000;

const now = signal(Date.now());
let users = 0;
let timer = 0;

function tick(): void {
  now.value = Date.now();
}

/** "0:42", tenths below twenty seconds, "2 d 4 h" far away. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  const seconds = Math.ceil(left / 1000);
  if (left < LOW_MS) return (Math.floor(left / 100) / 10).toFixed(1);
  const two = (n: number) => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
}

/** Milliseconds left until a time of the server, ticking. */
export function useLeft(at: number | null): ReadonlySignal<number> {
  useEffect(() => {
    if (at === null) return;
    if (users++ === 0) timer = window.setInterval(tick, 100);
    return () => {
      if (--users === 0) clearInterval(timer);
    };
  }, [at]);
  return useMemo(() => computed(() => (at === null ? 0 : at - now.value - clockAhead)), [at]);
}

interface ClockProps {
  readonly name: string;
  /** When it runs out; null: it stands. */
  readonly until: number | null;
  /** What it shows while it stands. */
  readonly rest?: number;
}

export function Clock({ name, until, rest }: ClockProps) {
  const left = useLeft(until);
  const text = useMemo(() => computed(() => clockText(until === null ? (rest ?? 0) : left.value)), [until, rest, left]);
  const low = useMemo(() => computed(() => (until !== null && left.value < LOW_MS ? "true" : undefined)), [until, left]);
  return (
    <span class="clock" role="timer" data-run={until !== null ? "true" : "false"} data-low={low} aria-label={t.table.clockOf(name)}>
      <Icon name="clock" />
      <span>{text}</span>
    </span>
  );
}
