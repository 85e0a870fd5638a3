/** A table's past: step, play, jump; from any seat one may see. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { PageProps } from "../app";
import { useGame } from "../games/use";
import { run } from "../kit/anim";
import { call, Refused } from "../kit/api";
import { title } from "../kit/away";
import { tell } from "../kit/dialog";
import type { BoardProps } from "../kit/game";
import { titleOf } from "../kit/hall";
import { Icon } from "../kit/more-icons";
import { readTab } from "../kit/keep";
import { listed, localSeats, t } from "../kit/lang";
import { lineOf, Log } from "../kit/log";
import { Players } from "../kit/players";
import { type Past, Reel, ReplayBar } from "../kit/replay";
import { ending } from "../kit/status";
import { nameOf } from "../kit/store";
import type { Table } from "../wire/hall";
import sheet from "../style/pages.css";
import { Letters } from "./table";
import { Lost } from "./lost";

export { sheet };

const none = () => undefined;

function positionOf(): number | null {
  const at = Number(new URLSearchParams(location.search).get("at"));
  return Number.isInteger(at) && at > 0 ? at : null;
}

export function Page({ rest }: PageProps) {
  const id = Number(rest[0]);
  const invite = location.hash.slice(1) || readTab("invite." + id);
  const info = useSignal<Table | null>(null);
  const seat = useSignal<number | null>(null);
  const at = useSignal(positionOf() ?? 1);
  const shown = useSignal<Past | null>(null);
  const length = useSignal(0);
  const problem = useSignal("");
  const missing = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Past | null>(null);
  const reel = useMemo(() => new Reel(id, invite, seat.value), [id, seat.value]);
  const { game, ready } = useGame(info.value?.game);
  const table = info.value;
  title.value = table ? t.replay.title(`${titleOf(table.game)} ${id}`) + " - Meeple" : "Meeple";

  useEffect(() => {
    document.body.classList.add("in-table");
    call<Table>("GET", `/tables/${id}`, { query: { invite } }).then(
      (answer) => (info.value = { ...answer, seats: localSeats(answer.seats) }),
      () => (missing.value = true),
    );
    return () => document.body.classList.remove("in-table");
  }, [id]);

  useEffect(() => {
    reel.open().then(
      () => {
        length.value = reel.length;
        at.value = Math.min(at.value, reel.length);
        if (positionOf() === null && at.value === 1) at.value = Math.min(reel.length, firstView(reel));
      },
      (error: unknown) => (problem.value = error instanceof Refused ? error.words : ""),
    );
  }, [reel]);

  useEffect(() => {
    if (length.value === 0) return;
    let wanted = true;
    reel.at(Math.min(at.value, length.value)).then(
      (past) => {
        if (!wanted || !past) return;
        problem.value = "";
        before.current = shown.value;
        shown.value = past;
      },
      (error: unknown) => wanted && (problem.value = error instanceof Refused ? error.words : ""),
    );
    return () => {
      wanted = false;
    };
  }, [reel, at.value, length.value]);

  useLayoutEffect(() => {
    const past = shown.value;
    const old = before.current;
    if (!past?.view || !old || !box.current || past.event.seq !== old.event.seq + 1) return;
    void run(box.current, game?.plan?.(old.view, past.view, past.event.effects ?? [], reel.board) ?? []);
  }, [shown.value]);

  function go(to: number): void {
    at.value = Math.max(1, Math.min(length.value, to));
    history.replaceState(null, "", `?at=${at.value}${location.hash}`);
  }

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || (event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))) return;
      if (event.target instanceof Element && event.target.closest("[data-place]")) return;
      const to = { ArrowLeft: at.value - 1, ArrowRight: at.value + 1, Home: 1, End: length.value }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        go(to);
      } else if (event.key === " " && event.target === document.body) document.getElementById("play")?.click();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);

  async function copyLink(): Promise<void> {
    await navigator.clipboard?.writeText(location.href).catch(none);
    tell(t.replay.copied);
  }

  function download(): void {
    const blob = new Blob([JSON.stringify({ table, events: reel.events }, null, 1)], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `meeple-${id}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  if (missing.value || !Number.isInteger(id)) return <Lost path={location.pathname} />;
  if (!table) return <main id="table" class="wrap" aria-busy="true" />;
  const past = shown.value;
  const ended = table.phase === "finished" || table.phase === "abandoned";
  // The move that decides the game leaves nobody to move; the event that says so comes after it.
  const decided = past !== null && past.view !== null && past.toAct.length === 0;
  const over = ended && length.value > 0 && (at.value >= length.value || decided);
  const line = past && lineOf(past.event, table.seats, game?.words ?? null);
  const happened = line ? " " + `${line.who} ${line.text}`.trim().replace(/\.?$/, ".") : "";
  const words = over ? ending(table, table.seats, past?.view ?? null, game) : past?.toAct.length ? t.table.waiting(listed(past.toAct.map((one) => nameOf(table.seats, one)))) + happened : t.replay.notYet;
  const props: BoardProps | null = past?.view
    ? {
        view: past.view, board: reel.board, seat: seat.value ?? table.my_seat, seats: table.seats, toAct: past.toAct, picks: [], targets: new Map(), moves: [], forms: [],
        pending: null, effects: past.event.effects ?? [], seq: past.event.seq + 1, pick: none, back: none, send: none, live: false,
      }
    : null;

  return (
    <main id="table" class="tbl tbl-replay" data-game={table.game} data-phase={table.phase} data-turn="other" data-seq={at.value}>
      <div class="tbl-head">
        <h1>
          {titleOf(table.game)} <span>
            {t.table.table(id)}
            <span class="only-wide">, {t.replay.word}</span>
          </span>
        </h1>
        <span class="grow" />
        <a class="btn btn-quiet" href={`/table/${id}`}>
          {t.replay.live}
        </a>
        <a class="btn btn-quiet" id="to-lobby" href="/">
          {t.table.toLobby}
        </a>
      </div>
      <div class="tbl-status">
        <p id="status" role="status">
          {words}
        </p>
      </div>
      <div class="tbl-notes">
        <div id="problem" role="alert">
          {problem.value && <div class="note note-bad">{problem.value}</div>}
        </div>
      </div>
      <div class="tbl-main">
        <div class="tbl-board" ref={box}>
          {ready && (game && props ? <game.Board {...props} /> : <Letters table={id} at={at.value} seq={at.value} />)}
        </div>
        <ReplayBar at={at.value} length={length.value} go={go}>
          <select class="select select-slim" aria-label={t.replay.seat} value={seat.value ?? ""} onChange={(e) => (seat.value = e.currentTarget.value === "" ? null : Number(e.currentTarget.value))}>
            <option value="">{table.my_seat === null ? t.replay.spectator : t.you}</option>
            {table.phase === "finished" &&
              table.seats.map((one, i) => (
                <option key={i} value={i}>
                  {one.name || t.table.seatN(i + 1)}
                </option>
              ))}
          </select>
          <button type="button" class="btn btn-icon" aria-label={t.replay.link} onClick={copyLink}>
            <Icon name="link" />
          </button>
          <button type="button" class="btn btn-icon" aria-label={t.replay.download} onClick={download}>
            <Icon name="download" />
          </button>
        </ReplayBar>
        {game?.Beside && props && (
          <div class="beside">
            <game.Beside {...props} />
          </div>
        )}
      </div>
      <aside class="side" aria-label={t.table.beside}>
        <section class="panel players" aria-labelledby="players-title">
          <div class="panel-title">
            <h2 id="players-title">{t.table.players}</h2>
          </div>
          <Players seats={table.seats.map((one) => ({ ...one, here: true }))} toAct={past?.toAct ?? []} mySeat={table.my_seat} deadline={null} view={past?.view ?? null} game={game} />
        </section>
        <section class="panel talk" aria-label={t.table.log}>
          <Log events={length.value ? reel.events : []} seats={table.seats} words={game?.words ?? null} current={past?.event.seq} onGo={(seq) => go(seq + 1)} />
        </section>
      </aside>
    </main>
  );
}

/** The first position that shows a board. */
function firstView(reel: Reel): number {
  const started = reel.events.find((event) => event.kind === "started");
  return started ? started.seq + 1 : 1;
}
