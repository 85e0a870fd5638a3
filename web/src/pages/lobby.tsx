/** The first page: play at once, go on with a game, join or watch others. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { atOnce, covers, minutes } from "../games/index";
import { ensureMe, call, me, Refused } from "../kit/api";
import { title } from "../kit/away";
import { chunk } from "../kit/chunk";
import { tell } from "../kit/dialog";
import { Empty } from "../kit/empty";
import { games, isMyTurn, loadGames, loadOptions, lobbyLoaded, myTables, playNow, showLobby, tables, titleOf } from "../kit/hall";
import { Icon } from "../kit/icons";
import { listed, loadMore, t } from "../kit/lang";
import { go } from "../kit/route";
import { loadSheet } from "../kit/sheets";
import type { Game, Mine, Seat, Summary, Table } from "../wire/hall";

function Cover({ game }: { readonly game: string }) {
  const src = covers[game];
  return src ? <img src={src} alt="" width="320" height="200" /> : <span class="bone-pic" />;
}

function Thumb({ game }: { readonly game: string }) {
  const src = covers[game];
  return src ? <img class="thumb" src={src} alt="" width="56" height="44" loading="lazy" /> : <span class="thumb" />;
}

async function attempt(what: () => Promise<unknown>): Promise<void> {
  try {
    await what();
  } catch (error) {
    tell(error instanceof Refused ? error.words : String(error));
  }
}

/** The next page comes while the finger is still on the button. */
function prepare(): void {
  void loadMore();
  void chunk(() => import("./table")).then((module) => loadSheet(module.sheet));
}

/** A fight of the samples, the strongest first. */
async function fightNow(): Promise<string> {
  return (await call<{ FightId: string }>("POST", "/snakes/fights", { body: { snakes: [-4, -2, -3, -1], turns: 500 } })).FightId;
}

function GameCard({ game }: { readonly game: Game }) {
  const busy = useSignal(false);
  const computed = game.traits.includes("computed");

  async function onPlay(): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    await attempt(async () => go(computed ? `/fight/${await fightNow()}` : `/table/${(await playNow(game, atOnce[game.name]?.())).id}`));
    busy.value = false;
  }

  return (
    <li class="card game">
      <Cover game={game.name} />
      <div class="game-body">
        <h3>{game.title}</h3>
        <p class="facts">
          <span>
            <Icon name="people" />
            {t.lobby.seats(game.min_seats, game.max_seats)}
            <span class="vh">{t.lobby.seatsLabel}</span>
          </span>
          {minutes[game.name] && (
            <span>
              <Icon name="clock" />
              {t.lobby.minutes(minutes[game.name] ?? 0)}
            </span>
          )}
        </p>
        <p class="blurb">{t.blurbs[game.name] ?? game.blurb}</p>
        <div class="game-acts">
          <button
            type="button"
            class="btn btn-main"
            id={"play-" + game.name}
            aria-busy={busy.value ? "true" : undefined}
            onClick={onPlay}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            <span>
              {t.lobby.playShort} <span class="vh">{t.lobby.playWhat(game.title)} </span>
              <span class="wide-words">{t.lobby.now}</span>
            </span>
          </button>
          {computed ? (
            <a class="btn btn-quiet" href="/league" aria-label={t.lobby.fights}>
              {t.lobby.fightsShort}
            </a>
          ) : (
            <a class="btn btn-quiet" href={"/open/" + game.name}>
              <span>
                {t.lobby.openShort} <span class="wide-words">{t.lobby.openWhat}</span> <span class="vh">{t.lobby.openOf(game.title)}</span>
              </span>
            </a>
          )}
        </div>
      </div>
    </li>
  );
}

function Bones() {
  return (
    <>
      <ul class="games" aria-busy="true">
        {[0, 1, 2, 3, 4].map((i) => (
          <li key={i} class="card game" aria-hidden="true">
            <span class="bone bone-pic" />
            <div class="game-body">
              <span class="bone bone-60" />
              <span class="bone bone-40" />
              <span class="bone bone-80" />
              <span class="bone bone-btn" />
            </div>
          </li>
        ))}
      </ul>
      <p class="vh" role="status">
        {t.loading}
      </p>
    </>
  );
}

/** Who sits there: people by their names, several computer players by their number. */
function namesOf(seats: readonly Seat[]): string {
  const bots = seats.filter((seat) => seat.kind === "bot");
  const people = seats.filter((seat) => seat.kind !== "bot" && seat.kind !== "empty");
  return listed([...people, ...(bots.length === 1 ? bots : [])].map((seat) => seat.name).concat(bots.length > 1 ? t.computers(bots.length) : []));
}

function OpenTables() {
  const game = useSignal("");
  const seats = useSignal("");
  const waiting = tables.value.filter(
    (table) => table.phase === "waiting" && table.seats.some((seat) => seat.kind === "empty") && (!game.value || table.game === game.value) && (!seats.value || table.seats.length === Number(seats.value)),
  );

  async function join(table: Summary): Promise<void> {
    await attempt(async () => {
      await ensureMe();
      await call<Table>("POST", `/tables/${table.id}/join`, { body: {} });
      go(`/table/${table.id}`);
    });
  }

  return (
    <section class="card" aria-labelledby="open-title">
      <div class="card-head">
        <h2 id="open-title">{t.lobby.openTables}</h2>
        <div class="bar">
          <select class="select select-slim" aria-label={t.lobby.gameFilter} value={game.value} onChange={(e) => (game.value = e.currentTarget.value)}>
            <option value="">{t.lobby.anyGame}</option>
            {games.value?.filter((one) => !one.traits.includes("computed")).map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
          <select class="select select-slim" aria-label={t.lobby.seatsFilter} value={seats.value} onChange={(e) => (seats.value = e.currentTarget.value)}>
            <option value="">{t.lobby.anySeats}</option>
            {[2, 3, 4, 5].map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </div>
      </div>
      {waiting.length === 0 && lobbyLoaded.value && <Empty head={t.lobby.nobody} text={t.lobby.nobodyMore} link={{ to: "/open", name: t.lobby.open }} />}
      <ul class="rows">
        {waiting.slice(0, 50).map((table) => {
          const what = `${titleOf(table.game)} ${table.id}`;
          const taken = table.seats.filter((seat) => seat.kind !== "empty").length;
          const sitsThere = myTables.value.some((mine) => mine.id === table.id);
          return (
            <li key={table.id}>
              <Thumb game={table.game} />
              <div class="row-text">
                <span>
                  <span class="row-title">{titleOf(table.game)}</span> <span class="soft">{table.id}</span>
                </span>
                <span class="small soft">{t.lobby.waits(namesOf(table.seats), table.seats.length - taken)}</span>
              </div>
              <span class="bar">
                {table.rated && <span class="badge badge-warn">{t.lobby.rated}</span>}
                <span class="badge">{t.lobby.taken(taken, table.seats.length)}</span>
              </span>
              <span class="row-acts">
                {sitsThere ? (
                  <a class="btn btn-soft" href={`/table/${table.id}`} aria-label={`${t.lobby.go}: ${what}`}>
                    {t.lobby.go}
                  </a>
                ) : (
                  <button type="button" class="btn btn-soft" aria-label={t.lobby.joinOf(what)} onClick={() => join(table)}>
                    {t.lobby.join}
                  </button>
                )}
                <a class="btn" href={`/table/${table.id}`} aria-label={t.lobby.watchOf(what)}>
                  <Icon name="watch" />
                </a>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function others(table: Mine): string {
  return namesOf(table.seats.filter((_, i) => i !== table.my_seat));
}

function stateOf(table: Mine): string {
  if (table.phase === "waiting") return t.lobby.freeSeats(table.seats.filter((seat) => seat.kind === "empty").length);
  return isMyTurn(table) ? t.lobby.with(others(table)) : t.lobby.thinks(listed(table.to_act.map((seat) => table.seats[seat]?.name ?? "")));
}

function YourGames() {
  const list = myTables.value;
  return (
    <section class="card" aria-labelledby="mine-title">
      <div class="card-head">
        <h2 id="mine-title">{t.lobby.yours}</h2>
        {me.value && (
          <a href={`/player/${encodeURIComponent(me.value.name)}`} class="btn btn-quiet">
            {t.all}
          </a>
        )}
      </div>
      {list.length === 0 && <Empty head={t.lobby.noGames} text={t.lobby.noGamesMore} />}
      <ul class="rows">
        {list.slice(0, 20).map((table) => (
          <li key={table.id}>
            <Thumb game={table.game} />
            <div class="row-text">
              <a class="row-title row-link" href={`/table/${table.id}`}>
                {titleOf(table.game)} {table.id}
              </a>
              <span class="small soft">{stateOf(table)}</span>
            </div>
            {isMyTurn(table) ? (
              <span class="badge badge-turn">
                <span class="dot" />
                {t.lobby.yourTurn}
              </span>
            ) : (
              <span class="badge">{t.lobby.waiting}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Running() {
  const mine = new Set(myTables.value.map((table) => table.id)); // they stand above already
  const list = tables.value.filter((table) => table.phase === "running" && !mine.has(table.id));
  return (
    <section class="card" id="watch" aria-labelledby="watch-title">
      <div class="card-head">
        <h2 id="watch-title">{t.lobby.playing}</h2>
        {list.length > 0 && <span class="badge">{list.length}</span>}
      </div>
      {list.length === 0 && lobbyLoaded.value && <Empty head={t.lobby.nothing} text={t.lobby.nothingMore} />}
      <ul class="rows">
        {list.slice(-8).reverse().map((table) => (
          <li key={table.id}>
            <Thumb game={table.game} />
            <div class="row-text">
              <a class="row-title row-link" href={`/table/${table.id}`}>
                {titleOf(table.game)} {table.id}
              </a>
              <span class="small soft">{namesOf(table.seats)}</span>
            </div>
            {table.rated && <span class="badge badge-warn">{t.lobby.rated}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Comes as a chunk of its own, and only when a table is opened. */
function Opening({ game }: { readonly game: string | undefined }) {
  const dialog = useSignal<{ readonly OpenTable: (props: { game: string | undefined; close: () => void }) => preact.JSX.Element } | null>(null);
  useEffect(() => {
    void Promise.all([chunk(() => import("./open")), loadMore(), loadOptions().catch(() => undefined)]).then(([module]) => (dialog.value = module));
  }, []);
  const now = dialog.value;
  return now ? <now.OpenTable game={game} close={() => go("/", true)} /> : null;
}

export function Page({ rest }: PageProps) {
  const turn = myTables.value.find(isMyTurn);
  const failed = useSignal(false);
  const word = location.pathname.split("/")[1];
  title.value = t.lobby.title;

  useEffect(() => {
    showLobby(true);
    loadGames().catch(() => (failed.value = true));
    if (word === "watch") document.getElementById("watch")?.scrollIntoView();
    return () => showLobby(false);
  }, [word]);

  return (
    <main id="lobby" class="wrap stack stack-5">
      <div class="intro">
        <h1>{t.lobby.h1}</h1>
        <p class="lead">{t.lobby.lead}</p>
      </div>
      {turn && (
        <section class="card turnbar" aria-label={t.lobby.yourTurn}>
          <span class="bar grow">
            <span class="badge badge-turn">
              <span class="dot" />
              {t.lobby.yourTurn}
            </span>
            <span>
              <b>
                {titleOf(turn.game)} {turn.id}
              </b>{" "}
              <span class="soft">{t.lobby.with(others(turn))}</span>
            </span>
          </span>
          <a class="btn btn-main" href={`/table/${turn.id}`}>
            {t.lobby.go}
          </a>
        </section>
      )}
      <section aria-labelledby="games-title" class="stack">
        <h2 id="games-title" class="vh">
          {t.lobby.games}
        </h2>
        {games.value ? (
          <ul class="games">
            {games.value.map((game) => (
              <GameCard key={game.name} game={game} />
            ))}
          </ul>
        ) : failed.value ? (
          <div class="note note-bad">
            <Icon name="warn" />
            <div class="grow">
              {t.failed}
              <p>
                {t.failedMore} <a href="/">{t.loadAgain}</a>
              </p>
            </div>
          </div>
        ) : (
          <Bones />
        )}
      </section>
      <div class="cols cols-21 halls">
        {myTables.value.length > 0 && <YourGames />}
        <div class="stack">
          <OpenTables />
          <Running />
        </div>
        {myTables.value.length === 0 && <YourGames />}
      </div>
      {(word === "open" || word === "game") && <Opening game={rest[0]} />}
    </main>
  );
}
