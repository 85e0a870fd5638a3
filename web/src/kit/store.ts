/** The state of one table, and the only place that writes it. Messages of the
 *  feed and actions of the player come in; read-only signals go out; each
 *  message is one batch. Nothing is assumed: the view changes when the server
 *  says so. */
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Deadline, Effect, Legal, LiveEvent, Message, Phase, Seat, Table, TableEvent, View } from "../wire/hall";
import { call, Refused } from "./api";
import * as fate from "./fate";
import { watch, watchAgain } from "./feed";
import type { GameModule, Place } from "./game";
import { localSeats, t } from "./lang";
import { movesOf, targetsOf, type Pickable } from "./picks";

export interface TableStore {
  readonly id: number;
  readonly info: ReadonlySignal<Table | null>;
  readonly phase: ReadonlySignal<Phase>;
  readonly seats: ReadonlySignal<readonly Seat[]>;
  readonly seat: ReadonlySignal<number | null>;
  readonly view: ReadonlySignal<View | null>;
  readonly board: ReadonlySignal<unknown>;
  readonly effects: ReadonlySignal<readonly Effect[]>;
  readonly toAct: ReadonlySignal<readonly number[]>;
  readonly seq: ReadonlySignal<number>;
  readonly events: ReadonlySignal<readonly TableEvent[]>;
  readonly deadline: ReadonlySignal<Deadline | null>;
  readonly watchers: ReadonlySignal<number>;
  readonly legal: ReadonlySignal<Legal | null>;
  readonly pending: ReadonlySignal<fate.Sent | null>;
  readonly picks: ReadonlySignal<readonly Place[]>;
  readonly targets: ReadonlySignal<ReadonlyMap<Place, readonly string[]>>;
  readonly candidates: ReadonlySignal<readonly Pickable[]>;
  readonly problem: ReadonlySignal<string>;
  readonly missing: ReadonlySignal<boolean>;
  readonly mine: ReadonlySignal<boolean>;
  readonly busy: ReadonlySignal<boolean>;
  readonly loaded: ReadonlySignal<boolean>;
  /** Grows with every refused pick, so that the board can shake. */
  readonly refusals: ReadonlySignal<number>;
  use(game: GameModule): void;
  pick(place: Place): void;
  back(): void;
  send(move: string, words?: string): void;
  complain(text: string): void;
  refresh(table: Table): void;
  dispose(): void;
}

const NOTHING: readonly never[] = [];

const over = (phase: Phase | undefined) => phase === "finished" || phase === "abandoned";

export function openTable(id: number, invite: string | null): TableStore {
  const info = signal<Table | null>(null);
  const phase = signal<Phase>("waiting");
  const seats = signal<readonly Seat[]>(NOTHING);
  const view = signal<View | null>(null);
  const board = signal<unknown>(null);
  const effects = signal<readonly Effect[]>(NOTHING);
  const toAct = signal<readonly number[]>(NOTHING);
  const seq = signal(0);
  const events = signal<readonly TableEvent[]>(NOTHING);
  const deadline = signal<Deadline | null>(null);
  const watchers = signal(0);
  const told = signal<Legal | null>(null);
  const picks = signal<readonly Place[]>(NOTHING);
  const problem = signal("");
  const missing = signal(false);
  const loaded = signal(false);
  const refusals = signal(0);
  const game = signal<GameModule | null>(null);

  /** Missed events, until the view that ends them: one draw for all. */
  let missed: TableEvent[] = [];
  let alive = true;

  const seat = computed(() => info.value?.my_seat ?? null);
  const mine = computed(() => phase.value === "running" && seat.value !== null && toAct.value.includes(seat.value));
  const legal = computed(() => (told.value && told.value.seq === seq.value ? told.value : null));
  const pending = computed(() => fate.pending.value.find((sent) => sent.table === id) ?? null);
  const busy = computed(() => pending.value !== null || (mine.value && legal.value === null));
  const pickable = computed<readonly Pickable[]>(() => {
    const now = legal.value;
    const rules = game.value;
    if (!now || !rules || !view.value || !mine.value || pending.value) return NOTHING;
    return movesOf(now, rules, view.value, now.seat);
  });
  const candidates = computed(() => pickable.value.filter((one) => picks.value.every((place, i) => one.places[i] === place)));
  const targets = computed(() => targetsOf(candidates.value, picks.value.length));

  /* ---- what the server says ---- */

  function askLegal(): void {
    const on = seq.value;
    const now = told.value;
    if (phase.value !== "running" || seat.value === null || (now && now.seq === on)) return;
    call<Legal>("GET", `/tables/${id}/legal`).then(
      (answer) => {
        if (alive && answer.seq === seq.value) told.value = answer;
      },
      (error: unknown) => {
        if (alive && error instanceof Refused && error.passes) window.setTimeout(askLegal, 500);
      },
    );
  }

  /** Mostly they come with the event. */
  function settleLegal(given: Legal | undefined): void {
    if (given) told.value = given;
    else if (mine.value) askLegal();
  }

  function flushMissed(): void {
    if (!missed.length) return;
    events.value = events.value.concat(missed);
    missed = [];
  }

  function onWatching(message: Message & { type: "watching" }): void {
    info.value = message.table;
    phase.value = message.table.phase;
    seats.value = localSeats(message.table.seats);
    toAct.value = message.table.to_act;
    deadline.value = message.table.deadline ?? null;
    watchers.value = message.table.watchers ?? 0;
    missing.value = false;
    if (message.board !== undefined) board.value = message.board;
  }

  function onView(message: Message & { type: "view" }): void {
    flushMissed();
    effects.value = NOTHING;
    if (message.view !== undefined) view.value = message.view;
    seq.value = message.seq;
    toAct.value = message.to_act;
    if (message.phase) phase.value = message.phase;
    if (message.deadline !== undefined) deadline.value = message.deadline;
    picks.value = NOTHING;
    loaded.value = true;
    settleLegal(message.legal);
    if (board.value === null && view.value) askBoard();
  }

  /** The board comes once, mostly with "watching". */
  let askedBoard = false;
  function askBoard(): void {
    if (askedBoard) return;
    askedBoard = true;
    call<{ board: unknown }>("GET", `/tables/${id}/board`, { query: { invite } }).then(
      (answer) => alive && (board.value = answer.board),
      () => undefined,
    );
  }

  function nextOf(): number {
    const last = missed[missed.length - 1];
    return last ? last.seq + 1 : seq.value;
  }

  function refreshInfo(failed: () => void = () => undefined): void {
    call<Table>("GET", `/tables/${id}`, { query: { invite } }).then(
      (table) => alive && refresh(table),
      () => alive && failed(),
    );
  }

  /** The end is told with its result, which the event does not have. */
  function finish(event: LiveEvent): void {
    refreshInfo(() => {
      phase.value = event.phase ?? "finished";
      toAct.value = NOTHING;
    });
  }

  function onLive(event: LiveEvent): void {
    flushMissed();
    events.value = [...events.value, event];
    seq.value = event.seq + 1;
    const ends = over(event.phase) && !over(phase.value);
    if (event.phase && !ends) phase.value = event.phase;
    if (event.seats) seats.value = localSeats(event.seats);
    if (event.to_act && !ends) toAct.value = event.to_act;
    if (event.view !== undefined) {
      view.value = event.view;
      picks.value = NOTHING;
      effects.value = event.effects ?? NOTHING;
    }
    if (event.board !== undefined) board.value = event.board;
    if (event.deadline !== undefined) deadline.value = event.deadline;
    if (ends) finish(event);
    else if (event.kind === "sat" || event.kind === "stood" || event.kind === "started" || event.kind === "rematch" || event.kind === "left" || event.kind === "returned") refreshInfo();
    // Talk and the like change no move: the list goes on being true.
    if (ends) told.value = null;
    else if (event.to_act) settleLegal(event.legal);
    else if (told.value?.seq === event.seq) told.value = { ...told.value, seq: event.seq + 1 };
    if (event.kind === "started" && board.value === null) askBoard();
  }

  function onEvent(event: LiveEvent): void {
    const next = nextOf();
    if (event.seq < next) return;
    if (event.seq > next) {
      missed = [];
      watchAgain(id);
    } else if (event.phase) onLive(event);
    else missed.push(event);
  }

  function heard(message: Message): void {
    batch(() => {
      if (message.type === "watching") onWatching(message);
      else if (message.type === "event" || message.type === "made") onEvent(message);
      else if (message.type === "view") onView(message);
      else if (message.type === "presence") {
        watchers.value = message.watchers;
        seats.value = seats.value.map((one, i) => ({ ...one, here: message.here[i] ?? false }));
      } else if (message.type === "error" && !message.key && message.error.code === "no_such_table" && !info.value) missing.value = true;
    });
  }

  const unwatch = watch({ table: id, invite, next: nextOf, heard });
  const untell = fate.tell(id, (end) => {
    if (end.kind === "late") problem.value = t.table.late;
    else if (end.kind === "refused") {
      const { reason, args, message } = end.refusal;
      problem.value = t.table.refused((reason && game.value?.words.reason?.(reason, args ?? {})) || message);
    }
    // What was refused may rest on a list that is no longer true.
    if (end.kind !== "made") askLegal();
  });

  /* ---- what the player does ---- */

  function send(move: string, words?: string): void {
    const now = legal.value;
    if (pending.value || phase.value !== "running") return;
    const named = words ?? now?.moves.find((one) => one.move === move)?.words ?? move;
    batch(() => {
      problem.value = "";
      picks.value = NOTHING;
      fate.send(id, move, named, seq.value);
    });
  }

  async function whyNot(place: Place): Promise<void> {
    const now = view.value;
    const mySeat = seat.value;
    refusals.value++;
    const meant = now && mySeat !== null ? game.value?.attempt?.(picks.value, place, now, mySeat) : null;
    const refusal = meant ? await fate.whyNot(id, meant, seq.value) : null;
    if (!alive) return;
    const { reason, args, message, code } = refusal ?? { code: "" };
    problem.value = code === "refused" ? (reason && game.value?.words.reason?.(reason, args ?? {})) || message || "" : t.table.notThere;
  }

  function pick(place: Place): void {
    if (!mine.value || busy.value) return;
    batch(() => {
      problem.value = "";
      if (picks.value.at(-1) === place && !targets.value.has(place)) return back();
      let before: readonly Place[] = picks.value;
      if (!targets.value.has(place)) {
        // Another beginning is no mistake: it begins anew.
        if (!pickable.value.some((one) => one.places[0] === place)) {
          void whyNot(place);
          return;
        }
        before = NOTHING;
      }
      const now = [...before, place];
      const left = pickable.value.filter((one) => now.every((p, i) => one.places[i] === p));
      const only = left.length === 1 ? left[0] : undefined;
      if (only && only.places.length === now.length) send(only.move, only.words);
      else picks.value = now;
    });
  }

  function back(): void {
    batch(() => {
      problem.value = "";
      picks.value = picks.value.slice(0, -1);
    });
  }

  function refresh(table: Table): void {
    batch(() => {
      info.value = table;
      seats.value = localSeats(table.seats);
      phase.value = table.phase;
      if (over(table.phase)) toAct.value = NOTHING;
      if (table.deadline !== undefined) deadline.value = table.deadline;
    });
    if (mine.value) settleLegal(undefined);
  }

  return {
    id, info, phase, seats, seat, view, board, effects, toAct, seq, events, deadline, watchers, legal, pending, picks, targets, candidates,
    problem, missing, mine, busy, loaded, refusals,
    use: (module) => (game.value = module),
    pick, back, send, refresh,
    complain: (text) => (problem.value = text),
    dispose() {
      alive = false;
      unwatch();
      untell();
    },
  };
}

/** A seat's name for people: numbers only where nobody sits. */
export function nameOf(seats: readonly Seat[], seat: number): string {
  return seats[seat]?.name || t.table.seatN(seat + 1);
}

