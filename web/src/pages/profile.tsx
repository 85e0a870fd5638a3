/** A player: ratings, their course, past games. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { covers } from "../games/index";
import { call, me, Refused } from "../kit/api";
import { title } from "../kit/away";
import { Empty } from "../kit/empty";
import { titleOf } from "../kit/hall";
import { dated, listed, localSeats, t } from "../kit/lang";
import { Plot } from "../kit/plot";
import type { PastTable, Player, Rating, RatingPoint } from "../wire/hall";
import sheet from "../style/pages.css";
import { Lost } from "./lost";

export { sheet };

function Course({ name, ratings }: { readonly name: string; readonly ratings: readonly Rating[] }) {
  const chosen = useSignal(0);
  const points = useSignal<readonly RatingPoint[] | null>(null);
  const rating = ratings[chosen.value] ?? ratings[0];

  useEffect(() => {
    if (!rating) return;
    points.value = null;
    call<{ points: readonly RatingPoint[] }>("GET", `/players/${encodeURIComponent(name)}/history`, { query: { game: rating.game, system: rating.system } }).then(
      (answer) => (points.value = answer.points),
      () => (points.value = []),
    );
  }, [name, rating]);

  if (!rating) return null;
  const list = points.value?.length ? points.value : [{ at: rating.played_at, rating: rating.rating, deviation: rating.deviation, table: 0 }];
  return (
    <section class="card" aria-labelledby="rating-title">
      <div class="card-head">
        <h2 id="rating-title">{t.profile.rating}</h2>
        <select class="select select-slim" aria-label={t.profile.game} value={chosen.value} onChange={(e) => (chosen.value = Number(e.currentTarget.value))}>
          {ratings.map((one, i) => (
            <option key={one.game + one.system} value={i}>
              {titleOf(one.game)}, {t.profile.systems[one.system]}
            </option>
          ))}
        </select>
      </div>
      <div class="pad">
        <div class="scroll" tabindex={0} role="group" aria-label={t.profile.plotLabel}>
          <Plot
            points={list.map((one) => ({ at: one.at, value: one.rating, spread: 2 * one.deviation }))}
            label={t.profile.plot(titleOf(rating.game), Math.round(rating.rating), Math.round(rating.deviation))}
          />
        </div>
        <p class="small soft">{t.profile.band}</p>
      </div>
    </section>
  );
}

function resultOf(table: PastTable): readonly [string, string] {
  if (table.place === null) return ["", t.profile.drawn];
  if (table.place === 1) return ["badge-good", t.profile.won];
  return table.seats.length === 2 ? ["badge-bad", t.profile.lost] : ["", t.profile.placed(table.place)];
}

function Games({ name }: { readonly name: string }) {
  const list = useSignal<readonly PastTable[]>([]);
  const next = useSignal<number | null>(null);
  const loaded = useSignal(false);

  function load(after: number | null): void {
    call<{ tables: readonly PastTable[]; next: number | null }>("GET", `/players/${encodeURIComponent(name)}/tables`, { query: { after, limit: 20 } }).then(
      (answer) => {
        list.value = [...list.value, ...answer.tables];
        next.value = answer.next;
        loaded.value = true;
      },
      () => (loaded.value = true),
    );
  }
  useEffect(() => load(null), [name]);

  return (
    <section class="card" aria-labelledby="past-title">
      <div class="card-head">
        <h2 id="past-title">{t.profile.past}</h2>
      </div>
      {loaded.value && list.value.length === 0 && <Empty head={t.profile.noPast} text={t.profile.noPastMore} />}
      <ul class="rows">
        {list.value.map((table) => {
          const [look, words] = resultOf(table);
          return (
            <li key={table.id}>
              <img class="thumb" src={covers[table.game]} alt="" width="56" height="44" loading="lazy" />
              <div class="row-text">
                <a class="row-title row-link" href={`/replay/${table.id}`}>
                  {titleOf(table.game)} {table.id}
                </a>
                <span class="small soft">{listed(localSeats(table.seats).filter((_, i) => i !== table.seat).map((seat) => seat.name))}</span>
              </div>
              <span class="games-cols">
                <span class={"badge " + look}>{words}</span>
                {table.change !== null && (
                  <b class="small num">
                    {table.change > 0 ? "+" : ""}
                    {Math.round(table.change)}
                  </b>
                )}
                <span class="small soft only-wide">{dated(table.ended_at)}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {next.value !== null && (
        <div class="pad">
          <button type="button" class="btn" onClick={() => load(next.value)}>
            {t.profile.more}
          </button>
        </div>
      )}
    </section>
  );
}

function Numbers({ ratings }: { readonly ratings: readonly Rating[] }) {
  const played = ratings.reduce((sum, one) => sum + one.games, 0);
  const wins = ratings.reduce((sum, one) => sum + one.wins, 0);
  const most = [...ratings].sort((a, b) => b.games - a.games)[0];
  return (
    <section class="card" aria-labelledby="numbers-title">
      <div class="card-head">
        <h2 id="numbers-title">{t.profile.numbers}</h2>
      </div>
      <dl class="pad facts-list">
        <dt>{t.profile.played}</dt>
        <dd>{played}</dd>
        <dt>{t.profile.wins}</dt>
        <dd>
          {wins}
          {played > 0 && `, ${Math.round((100 * wins) / played)} %`}
        </dd>
        {most && (
          <>
            <dt>{t.profile.favourite}</dt>
            <dd>{titleOf(most.game)}</dd>
            <dt>{t.profile.lastSeen}</dt>
            <dd>{dated(Math.max(...ratings.map((one) => one.played_at)))}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

export function Page({ rest }: PageProps) {
  const name = rest[0] ?? "";
  const player = useSignal<Player | null>(null);
  const missing = useSignal(false);
  title.value = `${name} - Meeple`;

  useEffect(() => {
    call<Player>("GET", `/players/${encodeURIComponent(name)}`).then(
      (answer) => (player.value = answer),
      (error: unknown) => (missing.value = error instanceof Refused && error.status === 404),
    );
  }, [name]);

  if (missing.value) return <Lost path={location.pathname} />;
  const who = player.value;
  if (!who) return <main id="profile" class="wrap" aria-busy="true" />;
  return (
    <main id="profile" class="wrap stack stack-5">
      <div class="bar bar-3">
        <span class="face face-big seat-1" aria-hidden="true">
          {who.name.charAt(0).toUpperCase()}
        </span>
        <div class="intro grow">
          <h1>{who.name}</h1>
          <p class="soft">{who.robot ? t.profile.robot : who.guest ? t.profile.guest : t.profile.since(dated(who.created_at))}</p>
        </div>
        {me.value?.name === who.name && (
          <a class="btn" href="/me">
            {t.profile.yours}
          </a>
        )}
      </div>
      {who.ratings.length > 0 ? (
        <>
          <ul class="tiles" aria-label={t.profile.ratings}>
            {who.ratings.map((one) => (
              <li key={one.game + one.system} class="card tile-card">
                <span class="small soft">{titleOf(one.game)}</span>
                <b>{Math.round(one.rating)}</b>
                <span class="small soft">
                  {t.profile.deviation(Math.round(one.deviation))}, {t.profile.games(one.games)}
                </span>
              </li>
            ))}
          </ul>
          <div class="cols cols-21">
            <Course name={who.name} ratings={who.ratings} />
            <Numbers ratings={who.ratings} />
          </div>
        </>
      ) : (
        <div class="card">
          <Empty head={t.profile.noRatings} text={t.profile.noRatingsMore} />
        </div>
      )}
      <Games name={who.name} />
    </main>
  );
}
