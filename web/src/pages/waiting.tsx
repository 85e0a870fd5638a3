/** The waiting room: who sits where, computer players, the link for friends. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, ensureMe, Refused } from "../kit/api";
import { chunk } from "../kit/chunk";
import { confirm, tell } from "../kit/dialog";
import { beginAlone, botChoices, botName, games, loadOptions, middleBot, titleOf } from "../kit/hall";
import { Icon } from "../kit/more-icons";
import { readTab } from "../kit/keep";
import { t } from "../kit/lang";
import { Chat } from "../kit/log";
import { titleOfOption, wordOfOption } from "../kit/options";
import { go } from "../kit/route";
import type { TableStore } from "../kit/store";
import type { Game, Seat, Table } from "../wire/hall";

interface Props {
  readonly store: TableStore;
  readonly info: Table;
}

function useAct(store: TableStore) {
  return async (path: string, body: object = {}): Promise<Table | null> => {
    try {
      await ensureMe();
      const table = await call<Table>("POST", `/tables/${store.id}${path}`, { body });
      // The last seat went to a computer player.
      store.refresh("bot" in body ? await beginAlone(table) : table);
      store.complain("");
      return table;
    } catch (error) {
      store.complain(error instanceof Refused ? error.words : String(error));
      return null;
    }
  };
}

type Act = ReturnType<typeof useAct>;

function FreeSeat({ i, info, game, act }: { readonly i: number; readonly info: Table; readonly game: Game | undefined; readonly act: Act }) {
  const bot = useSignal((game && middleBot(game)) ?? "");
  const invite = readTab("invite." + info.id) ?? info.invite ?? undefined;
  return (
    <li>
      <i class="pip pip-empty" aria-hidden="true" />
      <span class="face face-empty" aria-hidden="true">
        ?
      </span>
      <div class="row-text">
        <span class="row-title">{t.wait.free}</span>
        <span class="small soft">{t.wait.freeMore}</span>
      </div>
      {info.my_seat === null && (
        <button type="button" class="btn btn-main" onClick={() => act("/join", { seat: i, ...(invite && { invite }) })}>
          <span>
            {t.wait.sit} <span class="vh">{t.wait.sitAt(i + 1)}</span>
          </span>
        </button>
      )}
      {info.mine && game && game.bots.length > 0 && (
        <span class="bar">
          {botChoices(game).length > 1 && (
            <select class="select select-slim" aria-label={t.wait.which(i + 1)} value={bot.value} onChange={(e) => (bot.value = e.currentTarget.value)}>
              {botChoices(game).map((one) => (
                <option key={one.value} value={one.value}>
                  {botName(one)}
                </option>
              ))}
            </select>
          )}
          <button type="button" class="btn" onClick={() => act(`/seats/${i}`, { bot: bot.value })}>
            <Icon name="robot" />
            <span>
              {t.wait.add} <span class="vh">{t.wait.addTo(i + 1)}</span>
            </span>
          </button>
        </span>
      )}
    </li>
  );
}

function TakenSeat({ seat, i, info, act }: { readonly seat: Seat; readonly i: number; readonly info: Table; readonly act: Act }) {
  const mine = i === info.my_seat;
  const bot = seat.kind === "bot";
  const about = bot ? t.wait.level(seat.level ?? "") : mine && info.mine ? t.wait.opened : mine ? t.you : seat.here ? t.wait.here : "";
  return (
    <li>
      <i class={"pip seat-" + (i + 1)} aria-hidden="true" />
      <span class={"face seat-" + (i + 1)} aria-hidden="true">
        {bot ? <Icon name="robot" /> : seat.name.charAt(0).toUpperCase()}
      </span>
      <div class="row-text">
        <span class="row-title">{seat.name}</span>
        <span class="small soft">{about}</span>
      </div>
      {!bot && !mine && seat.here === false && <span class="badge badge-warn">{t.wait.away}</span>}
      {seat.ready && (
        <span class="badge badge-good">
          <Icon name="check" />
          {t.wait.isReady}
        </span>
      )}
      {info.mine && !mine && (
        <button type="button" class="btn btn-quiet btn-icon" aria-label={t.wait.remove(seat.name)} onClick={() => act(`/seats/${i}`, { empty: true })}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

/** Comes as a chunk of its own. */
function Invite({ info }: { readonly info: Table }) {
  const qr = useSignal("");
  const size = useSignal(29);
  const link = `${location.origin}/table/${info.id}${info.invite ? "#" + info.invite : ""}`;
  useEffect(() => {
    void chunk(() => import("../kit/qr")).then((module) => {
      const made = module.qr(link);
      size.value = made.size;
      qr.value = made.path;
    });
  }, [link]);

  async function copy(): Promise<void> {
    const field = document.getElementById("invite-link");
    if (field instanceof HTMLInputElement) field.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // Outside https the clipboard is closed; the old way still works.
      document.execCommand("copy");
    }
    tell(t.wait.copied);
  }

  return (
    <section class="card pad invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{t.wait.invite}</h2>
      <svg class="qr" viewBox={`0 0 ${size.value} ${size.value}`} role="img" aria-label={t.wait.qr} shape-rendering="crispEdges">
        <path d={qr.value} />
      </svg>
      <div class="copy">
        <input class="input" id="invite-link" readOnly value={link} aria-label={t.wait.link} />
        <button type="button" class="btn btn-main" id="copy-link" onClick={copy}>
          <Icon name="copy" />
          {t.wait.copy}
        </button>
      </div>
      <p class="small soft">{t.wait.inviteMore}</p>
    </section>
  );
}

function optionText(game: Game | undefined, name: string): string {
  const option = game?.options.find((one) => one.name === name);
  return option ? titleOfOption(option) : name;
}

function About({ info, game }: { readonly info: Table; readonly game: Game | undefined }) {
  useEffect(() => void loadOptions().catch(() => undefined), []);
  const special = Object.entries(info.options).filter(([name, value]) => game?.options.find((one) => one.name === name)?.normal !== value);
  return (
    <section class="card pad stack stack-2" aria-labelledby="about-title">
      <h2 id="about-title">{t.wait.about}</h2>
      <dl class="facts-list small">
        {special.map(([name, value]) => (
          <>
            <dt>{optionText(game, name)}</dt>
            <dd>{wordOfOption(value)}</dd>
          </>
        ))}
        <dt>{t.wait.clock}</dt>
        <dd>{info.move_seconds ? (t.open.clocks[info.move_seconds] ?? `${info.move_seconds} s`) : t.wait.none}</dd>
        <dt>{t.wait.rated}</dt>
        <dd>{info.rated ? t.wait.yes : t.wait.no}</dd>
        <dt>{t.wait.private}</dt>
        <dd>{info.listed ? t.wait.no : t.wait.yes}</dd>
      </dl>
    </section>
  );
}

export function Waiting({ store, info }: Props) {
  const act = useAct(store);
  const game = games.value?.find((one) => one.name === info.game);
  const seats = store.seats.value;
  const free = seats.filter((seat) => seat.kind === "empty").length;
  const startsFull = game?.traits.includes("starts_full") ?? true;
  const mySeat = info.my_seat === null ? null : seats[info.my_seat];
  const words = free === 1 ? t.wait.one : free > 1 ? t.wait.some(free) : mySeat?.ready === false ? t.wait.start : t.wait.ready;

  async function leave(): Promise<void> {
    if (info.mine && !(await confirm(t.table.confirm.close ?? ["", "", "", ""]))) return;
    const gone = await act(info.mine ? "/abandon" : "/leave");
    if (gone) go("/");
  }

  return (
    <main id="table" class="wrap stack stack-5" data-game={info.game} data-phase="waiting" data-turn="other" data-seq={store.seq.value}>
      <div class="head">
        <div class="intro">
          <h1>
            {titleOf(info.game)} <span class="soft">{t.table.table(info.id)}</span>
          </h1>
          <p id="status" role="status" class="soft">
            {words} {free > 0 && startsFull && t.wait.itself}
          </p>
        </div>
        <div class="bar">
          <a class="btn btn-quiet" id="to-lobby" href="/">
            <Icon name="back" />
            {t.wait.toLobby}
          </a>
          {!startsFull && mySeat && (
            <button type="button" class={"btn " + (mySeat.ready ? "" : "btn-main")} id="ready" aria-pressed={mySeat.ready ? "true" : "false"} onClick={() => act("/ready", { ready: !mySeat.ready })}>
              {mySeat.ready ? t.wait.beUnready : t.wait.beReady}
            </button>
          )}
          {info.mine && !startsFull && game && seats.length - free >= game.min_seats && (
            <button type="button" class="btn btn-soft" id="begin" onClick={() => act("/start")}>
              {t.wait.begin}
            </button>
          )}
          {(mySeat || info.mine) && (
            <button type="button" class="btn btn-bad" id="leave" onClick={leave}>
              {info.mine ? t.wait.close : t.wait.leave}
            </button>
          )}
        </div>
      </div>
      <div id="problem" role="alert">
        {store.problem.value && (
          <div class="note note-bad">
            <Icon name="warn" />
            <div class="grow">{store.problem.value}</div>
          </div>
        )}
      </div>
      <div class="cols cols-wait">
        <section class="card" aria-labelledby="seats-title">
          <div class="card-head">
            <h2 id="seats-title">{t.wait.seats}</h2>
            <span class="badge">{t.wait.taken(seats.length - free, seats.length)}</span>
          </div>
          <ul class="rows seat-rows">
            {seats.map((seat, i) => (seat.kind === "empty" ? <FreeSeat key={i} i={i} info={info} game={game} act={act} /> : <TakenSeat key={i} seat={seat} i={i} info={info} act={act} />))}
          </ul>
        </section>
        <div class="stack">
          {(info.invite || info.listed) && <Invite info={info} />}
          <About info={info} game={game} />
        </div>
        <section class="card" aria-labelledby="chat-title">
          <div class="card-head">
            <h2 id="chat-title">{t.table.chat}</h2>
          </div>
          <Chat table={info.id} invite={readTab("invite." + info.id)} events={store.events.value} />
        </section>
      </div>
    </main>
  );
}
