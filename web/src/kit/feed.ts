/** The line to the server. It is opened once, lost and opened again by itself,
 *  and each time says again who we are and what we want to hear; those who
 *  listen never see more than a gap in time.
 *
 *      hello -> auth, lobby, mine, watch from=next legal=true -> events */
import { effect, signal } from "@preact/signals";
import type { Message } from "../wire/hall";
import { token } from "./api";

export type Connection = "connecting" | "on" | "lost";
export const connection = signal<Connection>("connecting");

/** The server's clock minus ours, in milliseconds. */
export let clockAhead = 0;

const FIRST_MS = 250;
const LONGEST_MS = 8000;
const SILENCE_MS = 4000; // after a question when the tab comes back

interface Watch {
  readonly table: number;
  readonly invite: string | null;
  /** Number of the first event that is wanted. */
  next(): number;
  heard(message: Message): void;
}

const watches = new Map<number, Watch>();
const listeners = new Set<(message: Message) => void>();
const openings = new Set<() => void>();
const wants = { lobby: false, mine: false };
let socket: WebSocket | null = null;
let timer = 0;
let silence = 0;
let tries = 0;
let assets: string | null = null;
/** Asked before a page of an older server is thrown away. */
let mayReload: () => boolean = () => true;

export function say(message: object): boolean {
  if (socket?.readyState !== WebSocket.OPEN || connection.value !== "on") return false;
  socket.send(JSON.stringify(message));
  return true;
}

function sayWatch(w: Watch): void {
  say({ watch: w.table, from: w.next(), legal: true, ...(w.invite && { invite: w.invite }) });
}

function sayAll(): void {
  if (token.value) say({ auth: token.value });
  if (wants.lobby) say({ lobby: true });
  if (wants.mine && token.value) say({ mine: true });
  for (const w of watches.values()) sayWatch(w);
  for (const opening of openings) opening();
}

function onHello(message: Message & { type: "hello" }): void {
  clockAhead = message.now - Date.now();
  connection.value = "on";
  tries = 0;
  if (assets && assets !== message.assets && mayReload()) {
    location.reload();
    return;
  }
  assets = message.assets;
  sayAll();
}

function tableOf(message: Message): number | null {
  if (message.type === "watching") return message.table.id;
  return "table" in message && typeof message.table === "number" ? message.table : null;
}

function heard(message: Message): void {
  clearTimeout(silence);
  if (message.type === "hello") onHello(message);
  const table = tableOf(message);
  if (table !== null) watches.get(table)?.heard(message);
  // A refusal that names no table belongs to whoever still waits for an answer.
  else if (message.type === "error") for (const w of watches.values()) w.heard(message);
  for (const listener of listeners) listener(message);
}

function lost(from: WebSocket): void {
  if (from !== socket) return;
  socket = null;
  connection.value = "lost";
  clearTimeout(timer);
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries++);
  timer = window.setTimeout(connect, wait * (0.75 + Math.random() / 2));
}

export function connect(): void {
  clearTimeout(timer);
  if (socket) return;
  if (tries > 0 || connection.value !== "lost") connection.value = tries > 0 ? "lost" : "connecting";
  const made = new WebSocket(location.origin.replace(/^http/, "ws") + "/api/v1/feed");
  socket = made;
  made.onmessage = (event) => {
    if (made === socket) heard(JSON.parse(String(event.data)) as Message);
  };
  made.onclose = () => lost(made);
}

/** Hangs up and comes back at once: after another login, or a line gone dead. */
export function reconnect(): void {
  const old = socket;
  socket = null;
  if (old) {
    old.onclose = null;
    old.close();
  }
  tries = 0;
  connect();
}

/** A line may have died in its sleep: it is asked something, and given up if it stays silent. */
function probe(): void {
  if (connection.value !== "on") reconnect();
  else if (say({ lobby: wants.lobby })) {
    clearTimeout(silence);
    silence = window.setTimeout(reconnect, SILENCE_MS);
  }
}

/** Follows a table until the returned function is called. */
export function watch(w: Watch): () => void {
  watches.set(w.table, w);
  sayWatch(w);
  return () => {
    if (watches.get(w.table) !== w) return;
    watches.delete(w.table);
    say({ unwatch: w.table });
  };
}

/** Asks for a table's events again, from where its follower stands. */
export function watchAgain(table: number): void {
  const w = watches.get(table);
  if (w) sayWatch(w);
}

export function want(what: "lobby" | "mine", wanted: boolean): void {
  if (wants[what] === wanted) return;
  wants[what] = wanted;
  if (what === "lobby" || token.value) say({ [what]: wanted });
}

export function listen(listener: (message: Message) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs each time when the line is open and everything has been asked for. */
export function onOpening(opening: () => void): void {
  openings.add(opening);
}

export function start(may: () => boolean): void {
  mayReload = may;
  connect();
  addEventListener("online", reconnect);
  addEventListener("offline", () => socket?.close());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") probe();
  });
  // Who we are has changed: the server ties a line to one account.
  let known = token.value;
  effect(() => {
    if (token.value === known) return;
    known = token.value;
    if (connection.value !== "on") return;
    reconnect();
  });
}
