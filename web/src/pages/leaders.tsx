/** The best players of each game. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { call, me } from "../kit/api";
import { title } from "../kit/away";
import { Empty } from "../kit/empty";
import { games, loadGames, titleOf } from "../kit/hall";
import { t } from "../kit/lang";
import type { Game, Leader } from "../wire/hall";
import sheet from "../style/pages.css";

export { sheet };

const systems = ["glicko2", "wenglin"] as const;

async function firstRated(list: readonly Game[], ask: (name: string) => Promise<readonly Leader[]>): Promise<string | undefined> {
  const found = await Promise.all(list.map(async ({ name }) => (await ask(name)).length > 0));
  return list.find((_, i) => found[i])?.name;
}

export function Page() {
  const list = (games.value ?? []).filter((one) => !one.traits.includes("computed"));
  const game = useSignal("");
  const system = useSignal<(typeof systems)[number] | "">("");
  const leaders = useSignal<readonly Leader[] | null>(null);
  const chosen = game.value || list[0]?.name || "";
  const counted = system.value || "glicko2";
  title.value = `${t.leaders.title} - Meeple`;

  useEffect(() => void loadGames().catch(() => undefined), []);
  useEffect(() => {
    if (!chosen) return;
    let wanted = true;
    const ask = (name: string) => call<{ players: readonly Leader[] }>("GET", `/games/${name}/leaderboard`, { query: { system: counted } }).then(({ players }) => players, () => []);
    async function load(): Promise<void> {
      const players = await ask(chosen);
      if (!wanted) return;
      // At first the first game that anybody has played for a rating.
      const other = players.length || game.value || system.value ? undefined : await firstRated(list.slice(1), ask);
      if (!wanted) return;
      if (other) game.value = other;
      else leaders.value = players;
    }
    void load();
    return () => {
      wanted = false;
    };
  }, [chosen, system.value]);

  return (
    <main id="leaders" class="wrap stack stack-5">
      <div class="intro">
        <h1>{t.leaders.title}</h1>
        <p class="lead">{t.leaders.lead}</p>
      </div>
      <div class="bar bar-3 between">
        <fieldset>
          <legend class="vh">{t.leaders.game}</legend>
          <div class="seg">
            {list.map((one) => (
              <label key={one.name}>
                <input type="radio" name="game" checked={one.name === chosen} onInput={() => (game.value = one.name)} />
                {one.title}
              </label>
            ))}
            {(games.value?.length ?? 0) > list.length && <a href="/league">{t.nav.snakes}</a>}
          </div>
        </fieldset>
        <select class="select select-slim" aria-label={t.leaders.system} value={counted} onChange={(e) => (system.value = systems.find((one) => one === e.currentTarget.value) ?? "glicko2")}>
          {systems.map((one) => (
            <option key={one} value={one}>
              {t.profile.systems[one]}
            </option>
          ))}
        </select>
      </div>
      {leaders.value?.length === 0 && (
        <div class="card">
          <Empty head={t.leaders.nobody} text={t.leaders.nobodyMore} link={{ to: "/", name: t.nav.play }} />
        </div>
      )}
      {leaders.value && leaders.value.length > 0 && (
        <div class="card scroll" tabindex={0} role="region" aria-label={t.leaders.label(titleOf(chosen))}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t.leaders.place}</th>
                <th scope="col">{t.leaders.player}</th>
                <th scope="col" class="num">{t.leaders.rating}</th>
                <th scope="col" class="num only-wide">{t.leaders.deviation}</th>
                <th scope="col" class="num only-wide">{t.leaders.games}</th>
                <th scope="col" class="num">{t.leaders.wins}</th>
              </tr>
            </thead>
            <tbody>
              {leaders.value.map((one) => (
                <tr key={one.name} aria-current={one.name === me.value?.name ? "true" : undefined}>
                  <td>{one.place <= 3 ? <span class={"badge " + (one.place === 1 ? "badge-warn" : "")}>{one.place}</span> : <span class="soft">{one.place}</span>}</td>
                  <th scope="row">
                    <a href={`/player/${encodeURIComponent(one.name)}`}>{one.name}</a>
                  </th>
                  <td class="num">
                    <b>{Math.round(one.rating)}</b>
                  </td>
                  <td class="num soft only-wide">{Math.round(one.deviation)}</td>
                  <td class="num soft only-wide">{one.games}</td>
                  <td class="num">{one.wins}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </main>
  );
}
