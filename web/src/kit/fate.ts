/** The fate of moves. A move that was sent is kept in this tab with its key
 *  until the server has said what became of it; sent again after a lost answer,
 *  a lost line or a reload, always with the same key, so it is made once. */
import { signal } from "@preact/signals";
import type { Message, Refusal } from "../wire/hall";
import { connection, listen, onOpening, say } from "./feed";
import { readTab, writeTab } from "./keep";

export interface Sent {
  readonly table: number;
  readonly move: string;
  readonly words: string;
  readonly seq: number;
  readonly key: string;
}

export type Fate =
  | { readonly kind: "made"; readonly sent: Sent }
  | { readonly kind: "late"; readonly sent: Sent }
  | { readonly kind: "refused"; readonly sent: Sent; readonly refusal: Refusal };

const AGAIN_MS = 6000; // without an answer it is sent again
const SOON_MS = 400;

function kept(): readonly Sent[] {
  try {
    const list: unknown = JSON.parse(readTab("sent") ?? "[]");
    return Array.isArray(list) ? (list as Sent[]) : [];
  } catch {
    return [];
  }
}

export const pending = signal<readonly Sent[]>(kept());
const tellers = new Map<number, (fate: Fate) => void>();
/** What became of a table's last move while its page was not there yet, as after a reload. */
const untold = new Map<number, Fate>();
const timers = new Map<string, number>();

function keep(list: readonly Sent[]): void {
  pending.value = list;
  writeTab("sent", list.length ? JSON.stringify(list) : null);
}

function settle(sent: Sent, fate: Fate): void {
  if (!pending.value.some((one) => one.key === sent.key)) return;
  clearTimeout(timers.get(sent.key));
  timers.delete(sent.key);
  keep(pending.value.filter((one) => one.key !== sent.key));
  const teller = tellers.get(sent.table);
  if (teller) teller(fate);
  else untold.set(sent.table, fate);
}

function refusedFate(sent: Sent, refusal: Refusal): Fate {
  const late = refusal.code === "stale" || refusal.code === "finished" || refusal.code === "not_running";
  return late ? { kind: "late", sent } : { kind: "refused", sent, refusal };
}

function later(sent: Sent, ms: number): void {
  clearTimeout(timers.get(sent.key));
  timers.set(sent.key, window.setTimeout(() => deliver(sent), ms));
}

function deliver(sent: Sent): void {
  if (!pending.value.some((one) => one.key === sent.key) || connection.value !== "on") return; // the next opening delivers it
  say({ move: sent.move, table: sent.table, seq: sent.seq, key: sent.key });
  later(sent, AGAIN_MS);
}

/** Asks why a move would be refused, without making it; null: it would not be.
 *  Over the line, since the browser writes refusals by HTTP to its console. */
export function whyNot(table: number, move: string, seq: number): Promise<Refusal | null> {
  const key = newKey();
  return new Promise((resolve) => {
    const deafen = listen((message) => {
      if ((message.type !== "tried" && message.type !== "error") || message.key !== key) return;
      deafen();
      resolve(message.type === "error" ? message.error : null);
    });
    if (say({ move, table, seq, key, try: true })) return;
    deafen();
    resolve(null);
  });
}

function newKey(): string {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}

/** Sends a move that was made on `seq`. */
export function send(table: number, move: string, words: string, seq: number): void {
  const sent: Sent = { table, move, words, seq, key: newKey() };
  keep([...pending.value, sent]);
  deliver(sent);
}

/** Who wants to know what became of a table's moves. */
export function tell(table: number, teller: (fate: Fate) => void): () => void {
  tellers.set(table, teller);
  const missed = untold.get(table);
  untold.delete(table);
  if (missed) teller(missed);
  return () => {
    if (tellers.get(table) === teller) tellers.delete(table);
  };
}

function heard(message: Message): void {
  if (message.type !== "made" && message.type !== "error") return;
  const sent = message.key ? pending.value.find((one) => one.key === message.key) : undefined;
  if (!sent) return;
  if (message.type === "made") settle(sent, { kind: "made", sent });
  else if (message.type !== "error") return;
  else if (message.error.code === "busy" || message.error.code === "too_many") later(sent, SOON_MS);
  else settle(sent, refusedFate(sent, message.error));
}

export function start(): void {
  listen(heard);
  onOpening(() => pending.value.forEach(deliver));
}
