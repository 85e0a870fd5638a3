/** A table: the waiting room before the game, the board and all around it
 *  while it runs and after its end. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { PageProps } from "../app";
import { useGame } from "../games/use";
import { call, me, Refused } from "../kit/api";
import { useShown } from "../kit/anim";
import { title } from "../kit/away";
import { Clock } from "../kit/clock";
import { commands } from "../kit/commands";
import { confirm, Dialog } from "../kit/dialog";
import { connection } from "../kit/feed";
import type { BoardProps, GameModule, Place } from "../kit/game";
import { rematch, titleOf } from "../kit/hall";
import { Icon } from "../kit/more-icons";
import { readTab, writeTab } from "../kit/keep";
import { t } from "../kit/lang";
import { Chat, chatOf, Log } from "../kit/log";
import { Choose, focusMoves, Moves } from "../kit/moves";
import { asidesOf, Order, Players } from "../kit/players";
import { go } from "../kit/route";
import { sound } from "../kit/settings";
import { status } from "../kit/status";
import { openTable, type TableStore } from "../kit/store";
import type { Aside, Table } from "../wire/hall";
import sheet from "../style/pages.css";
import { Lost } from "./lost";
import { Waiting } from "./waiting";

export { sheet };

const NO_TARGETS: ReadonlyMap<Place, readonly string[]> = new Map();

/** The code of a private table: behind the # of the link, kept for this tab. */
function inviteOf(id: number): string | null {
  const given = location.hash.slice(1);
  if (given) writeTab("invite." + id, given);
  return given || readTab("invite." + id);
}

/* ---- the board --------------------------------------------------------- */

/** The server's picture in letters, for games without a board. */
export function Letters({ table, at, seq }: { readonly table: number; readonly at?: number; readonly seq: number }) {
  const picture = useSignal("");
  useEffect(() => {
    let wanted = true;
    call<{ picture: string | null }>("GET", `/tables/${table}/view`, { query: { at, invite: readTab("invite." + table) } }).then(
      (answer) => wanted && (picture.value = answer.picture ?? ""),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [table, at, seq]);
  return (
    <pre id="board" class="letters" role="img" aria-label={t.table.picture} tabindex={0}>
      {picture.value}
    </pre>
  );
}

function BoardArea({ store, game, ready }: { readonly store: TableStore; readonly game: GameModule | null; readonly ready: boolean }) {
  const { shown, box } = useShown(store, game);
  const refused = useRef(store.refusals.value);

  useEffect(() => {
    if (store.refusals.value === refused.current) return;
    refused.current = store.refusals.value;
    box.current?.animate([{ transform: "none" }, { transform: "translateX(-4px)" }, { transform: "translateX(4px)" }, { transform: "none" }], { duration: 80, iterations: 2 });
  }, [store.refusals.value]);

  if (!ready || !shown.view) return <div class="tbl-board" aria-busy="true" ref={box} />;
  const level = shown.view === store.view.value;
  const props: BoardProps = {
    view: shown.view,
    board: store.board.value,
    seat: store.seat.value,
    seats: store.seats.value,
    toAct: shown.toAct,
    picks: level ? store.picks.value : [],
    targets: level ? store.targets.value : NO_TARGETS,
    moves: level && store.mine.value && !store.busy.value ? (store.legal.value?.moves ?? []) : [],
    forms: level && store.mine.value ? (store.legal.value?.forms ?? []) : [],
    pending: store.pending.value?.move ?? null,
    effects: shown.effects,
    seq: shown.seq,
    pick: store.pick,
    back: store.back,
    send: store.send,
    live: store.phase.value === "running",
  };
  return (
    <>
      <div class="tbl-board" ref={box}>
        {game ? <game.Board {...props} /> : <Letters table={store.id} seq={store.seq.value} />}
      </div>
      <Choose store={store} game={game} />
      {game?.Below && <game.Below {...props} />}
      {game?.Beside && (
        <div class="beside">
          <game.Beside {...props} />
        </div>
      )}
    </>
  );
}

/* ---- asides ------------------------------------------------------------ */

interface AsideProps {
  readonly store: TableStore;
  readonly game: GameModule | null;
}

/** What an aside means now: its name, or what the game says. */
function meaningOf(aside: Aside, { store, game }: AsideProps): string {
  const view = store.view.value;
  return (view && game?.words.aside?.(aside.name, view, store.seat.value ?? 0)) || aside.name;
}

function questionOf(aside: Aside, meaning: string): readonly [string, string, string, string] {
  const named = aside.name === "leave" && aside.means ? "leave" + aside.means.charAt(0).toUpperCase() + aside.means.slice(1) : meaning;
  return t.table.confirm[named] ?? t.table.confirm[aside.name] ?? ["", "", "", ""];
}

function AsideButton({ aside, ...props }: AsideProps & { readonly aside: Aside }) {
  const { store, game } = props;
  const meaning = meaningOf(aside, props);
  const names: Readonly<Record<string, string>> = { draw: t.table.draw1, takeDraw: t.table.takeDraw, resign: t.table.resign, leave: t.table.leave, claim: t.table.claim };

  function ownName(): string {
    const view = store.view.value;
    const own = view && aside.move && game?.words.move?.({ move: aside.move, words: aside.words }, view, store.seat.value ?? 0);
    return own || aside.words;
  }

  async function act(): Promise<void> {
    if (names[meaning] && !(await confirm(questionOf(aside, meaning)))) return; // a game's own can be taken back
    try {
      if (aside.move) store.send(aside.move, aside.words);
      else store.refresh(await call<Table>("POST", `/tables/${store.id}/${aside.name}`, { body: {} }));
    } catch (error) {
      store.complain(error instanceof Refused ? error.words : String(error));
    }
  }

  return (
    <button type="button" class={meaning === "takeDraw" ? "btn" : "btn btn-quiet"} id={aside.name} title={(names[meaning] ? questionOf(aside, meaning)[1] : aside.words) || undefined} onClick={act}>
      {aside.name === "resign" && <Icon name="flag" />}
      {names[meaning] ?? ownName()}
    </button>
  );
}

/** An offer of the other side waits for an answer: it stands above the board, in every tab of a phone's sheet. */
function DrawOffered(props: AsideProps) {
  const offer = asidesOf(props.store).find((aside) => meaningOf(aside, props) === "takeDraw");
  return (
    <div role="status">
      {offer && (
        <div class="note note-warn">
          <Icon name="hand" />
          <div class="grow">{t.table.drawOffered}</div>
          <AsideButton aside={offer} {...props} />
        </div>
      )}
    </div>
  );
}

function Asides(props: AsideProps) {
  return (
    <div class="asides">
      {asidesOf(props.store)
        .filter((aside) => meaningOf(aside, props) !== "takeDraw")
        .map((aside) => (
          <AsideButton key={aside.name} aside={aside} {...props} />
        ))}
      <a class="btn btn-quiet" id="to-lobby" href="/">
        {t.table.toLobby}
      </a>
    </div>
  );
}

/** What there is to do after the end. */
function After({ store }: { readonly store: TableStore }) {
  const info = store.info.value;
  if (!info || (store.phase.value !== "finished" && store.phase.value !== "abandoned")) return null;

  async function again(): Promise<void> {
    try {
      const next = await rematch(store.id);
      go(`/table/${next.id}${next.invite ? "#" + next.invite : ""}`);
    } catch (error) {
      store.complain(error instanceof Refused ? error.words : String(error));
    }
  }

  return (
    <span class="bar">
      {store.seat.value !== null && (
        <button type="button" class="btn btn-main" id="rematch" onClick={again}>
          {info.rematch ? t.table.watchRematch : t.table.rematch}
        </button>
      )}
      <a class="btn" id="replay" href={`/replay/${store.id}`}>
        {t.table.replay}
      </a>
    </span>
  );
}

function AccountOffer({ store }: { readonly store: TableStore }) {
  const hidden = useSignal(readTab("no-offer") !== null);
  if (hidden.value || !me.value?.guest || store.phase.value !== "finished" || store.seat.value === null) return null;
  return (
    <div class="note note-warn offer" id="offer">
      <Icon name="star" />
      <div class="grow">
        {t.table.account}
        <p>{t.table.accountMore}</p>
      </div>
      <a class="btn" href="/me">
        {t.table.accountGo}
      </a>
      <button
        type="button"
        class="btn btn-quiet"
        onClick={() => {
          writeTab("no-offer", "1");
          hidden.value = true;
        }}
      >
        {t.table.accountNo}
      </button>
    </div>
  );
}

/* ---- beside the board -------------------------------------------------- */

type Sheet = "moves" | "players" | "log" | "chat";

function Side({ store, game, ready }: { readonly store: TableStore; readonly game: GameModule | null; readonly ready: boolean }) {
  const running = store.phase.value === "running";
  const over = store.info.value?.result != null;
  const open = useSignal<Sheet>(running && store.seat.value !== null ? "moves" : "players");
  const tall = useSignal<"low" | "mid" | "tall">("mid");
  const talk = open.value === "chat" ? "chat" : "log";
  const said = chatOf(store.events.value).length;
  const read = useRef(0);
  if (open.value === "chat") read.current = said;
  const unread = said - read.current;
  const tab = (name: Sheet, words: string, controls: string, selected: boolean) => (
    <button key={name} type="button" role="tab" id={`tab-${controls}-${name}`} aria-selected={selected ? "true" : "false"} aria-controls={controls} tabindex={selected ? 0 : -1} onClick={() => (open.value = name)}>
      {words}
      {name === "chat" && unread > 0 && <span class="badge badge-turn">{unread}</span>}
    </button>
  );

  // At the end there is nothing left to move, but a result to see.
  useEffect(() => {
    if (!running && open.value === "moves") open.value = "players";
  }, [running]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const list = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=tab]")];
    const next = list[list.indexOf(document.activeElement as HTMLElement) + (event.key === "ArrowLeft" ? -1 : 1)];
    next?.click();
    next?.focus();
  }

  return (
    <aside class="side" data-sheet={open.value === "log" || open.value === "chat" ? "talk" : open.value} data-tall={tall.value} aria-label={t.table.beside}>
      <button type="button" class="sheet-handle" aria-label={t.table.sheet} onClick={() => (tall.value = tall.value === "mid" ? "tall" : tall.value === "tall" ? "low" : "mid")} />
      <div class="tabs sheet-tabs" role="tablist" aria-label={t.table.besideTabs} onKeyDown={onKeyDown}>
        {running && tab("moves", t.table.moves, "moves", open.value === "moves")}
        {tab("players", over ? t.table.result : t.table.players, "players", open.value === "players")}
        {tab("log", t.table.log, "talk", open.value === "log")}
        {tab("chat", t.table.chat, "talk", open.value === "chat")}
      </div>
      <Moves store={store} game={game} ready={ready} />
      <section class="panel players" id="players" aria-labelledby="players-title">
        <div class="panel-title">
          <h2 id="players-title">{over ? t.table.result : t.table.players}</h2>
          {store.watchers.value > 0 && <span class="small soft">{t.table.watchers(store.watchers.value)}</span>}
        </div>
        <Players seats={store.seats.value} toAct={store.toAct.value} mySeat={store.seat.value} deadline={store.deadline.value} result={store.info.value?.result ?? null} view={store.view.value} game={game} />
        <AccountOffer store={store} />
        <Asides store={store} game={game} />
      </section>
      <section class="panel talk" id="talk" aria-label={t.table.talk}>
        <div class="tabs" role="tablist" aria-label={t.table.logOrChat} onKeyDown={onKeyDown}>
          {tab("log", t.table.log, "panel-log", talk === "log")}
          {tab("chat", t.table.chat, "panel-chat", talk === "chat")}
        </div>
        <div role="tabpanel" id="panel-log" aria-label={t.table.log} hidden={talk !== "log"}>
          <Log events={store.events.value} seats={store.seats.value} words={game?.words ?? null} />
        </div>
        <div role="tabpanel" id="panel-chat" aria-label={t.table.chat} hidden={talk !== "chat"}>
          <Chat table={store.id} invite={readTab("invite." + store.id)} events={store.events.value} />
        </div>
      </section>
    </aside>
  );
}

/* ---- the table --------------------------------------------------------- */

function HelpDialog({ game, close }: { readonly game: GameModule | null; readonly close: () => void }) {
  return (
    <Dialog id="help" title={t.help.title} onClose={close}>
      <div class="prose">
        {game ? <game.Help /> : <p>{t.help.noHelp}</p>}
        <h2>{t.help.keys}</h2>
        <dl class="keys">
          {commands(game).map((command) => (
            <>
              <dt>
                {command.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{command.help}</dd>
            </>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

function Playing({ store, info }: { readonly store: TableStore; readonly info: Table }) {
  const { game, ready } = useGame(info.game);
  const help = useSignal(false);
  const [stress, rest] = status(
    { info: { ...info, phase: store.phase.value }, seats: store.seats.value, toAct: store.toAct.value, view: store.view.value, mine: store.mine.value, seat: store.seat.value, picks: store.picks.value },
    game,
  );
  const deadline = store.deadline.value;
  const pending = store.pending.value;

  useEffect(() => {
    if (game) store.use(game);
  }, [game]);

  useEffect(() => {
    document.body.classList.add("in-table");
    return () => document.body.classList.remove("in-table");
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") store.back();
      else if (event.key === "?") help.value = true;
      else if (event.key === "m") focusMoves();
      else if (event.key === "b") document.querySelector<HTMLElement>("#board [tabindex='0'], pre#board")?.focus();
      else game?.keys?.find((one) => one.key === event.key)?.run();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [game, store]);

  return (
    <main id="table" class="tbl" data-game={info.game} data-phase={store.phase.value} data-turn={store.mine.value ? "mine" : "other"} data-seq={store.seq.value}>
      <div class="tbl-head">
        <h1>
          {titleOf(info.game)} <span>{t.table.table(store.id)}</span>
        </h1>
        <Order store={store} />
        <span class="grow" />
        <button type="button" class="btn btn-quiet btn-icon" aria-label={sound.value === "on" ? t.table.soundOn : t.table.soundOff} aria-pressed={sound.value === "on" ? "true" : "false"} onClick={() => (sound.value = sound.value === "on" ? "off" : "on")}>
          <Icon name={sound.value === "on" ? "sound" : "mute"} />
        </button>
        <button type="button" class="btn btn-quiet btn-icon" aria-label={t.table.help} onClick={() => (help.value = true)}>
          <Icon name="help" />
        </button>
      </div>
      <div class="tbl-status">
        <p id="status" role="status">
          {stress && <b>{stress}</b>} {rest}
        </p>
        {deadline && store.phase.value === "running" && <Clock name={store.seats.value[deadline.seat]?.name ?? ""} until={deadline.at} />}
        <After store={store} />
      </div>
      <div class="tbl-notes">
        <div id="problem" role="alert">
          {store.problem.value && (
            <div class="note note-bad">
              <Icon name="warn" />
              <div class="grow">{store.problem.value}</div>
            </div>
          )}
        </div>
        <DrawOffered store={store} game={game} />
        {connection.value === "lost" && (
          <div class="note note-warn">
            <Icon name="warn" />
            <div class="grow">
              {t.table.offline}
              {pending && <p>{t.table.unsent(pending.words)}</p>}
            </div>
          </div>
        )}
      </div>
      <div class="tbl-main">
        <BoardArea store={store} game={game} ready={ready} />
      </div>
      <Side store={store} game={game} ready={ready} />
      {help.value && <HelpDialog game={game} close={() => (help.value = false)} />}
    </main>
  );
}

export function Page({ rest }: PageProps) {
  const id = Number(rest[0]);
  const store = useMemo(() => openTable(id, inviteOf(id)), [id]);
  useEffect(() => () => store.dispose(), [store]);
  const info = store.info.value;
  title.value = info ? `${titleOf(info.game)} ${id} - Meeple` : "Meeple";

  if (!Number.isInteger(id) || store.missing.value) return <Lost path={location.pathname} />;
  if (!info) return <main id="table" class="wrap" aria-busy="true" data-phase="waiting" data-turn="other" data-seq="0" />;
  return store.phase.value === "waiting" ? <Waiting store={store} info={info} /> : <Playing store={store} info={info} />;
}
