/** Snakes: who is rated, what may be opened and fought, my snakes and fights. */
import "../kit/core";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { watch } from "../games/snakes/dialogs";
import { text } from "../games/snakes/texts";
import { type Bot, challenge, fightOf, getBots, getFights, getLeague, getMine, labFights, type Listed, type Mine, type Rated, SAMPLES } from "../games/snakes/wire";
import { me } from "../kit/api";
import { title } from "../kit/away";
import { Empty } from "../kit/empty";
import { lang } from "../kit/lang";
import sheet from "../style/pages.css";

export { sheet };

const time = new Intl.DateTimeFormat(lang, { dateStyle: "short", timeStyle: "short" });

function Table({ players, mayChallenge }: { readonly players: readonly Rated[]; readonly mayChallenge: boolean }) {
  if (players.length === 0) return <Empty head={text.nobodyRated} text={text.nobodyRatedMore} link={{ to: "/lab", name: text.openLab }} />;
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={text.table}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">{text.playerCol}</th>
            <th scope="col">{text.fighterCol}</th>
            <th scope="col" class="num">{text.rating}</th>
            {mayChallenge && (
              <th scope="col">
                <span class="vh">{text.challenge}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {players.map((one) => (
            <tr key={one.id} aria-current={one.name === me.value?.name ? "true" : undefined}>
              <td>{one.place}</td>
              <th scope="row">
                <a href={`/player/${encodeURIComponent(one.name)}`}>{one.name}</a>
              </th>
              <td>{one.fighter ?? ""}</td>
              <td class="num">
                <b>{one.rating}</b>
              </td>
              {mayChallenge && (
                <td class="num">
                  {one.name !== me.value?.name && one.fighter && (
                    <button type="button" class="btn btn-quiet" aria-label={text.challengeOf(one.name)} onClick={() => void watch(() => challenge(one.name))}>
                      {text.challenge}
                    </button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, about, href, link, act, run, runLabel }: { readonly name: string; readonly about: string; readonly href: string; readonly link: readonly [string, string]; readonly act?: string; readonly run?: () => void; readonly runLabel?: string }) {
  return (
    <li>
      <span class="row-text">
        <b>{name}</b>
        <span class="small soft">{about}</span>
      </span>
      <span class="row-acts">
        <a class="btn" href={href} aria-label={link[1]}>
          {link[0]}
        </a>
        {run && (
          <button type="button" class="btn btn-quiet" aria-label={runLabel} onClick={run}>
            {act}
          </button>
        )}
      </span>
    </li>
  );
}

const namesOf = (fight: Listed) => fight.Snakes.flatMap((snake) => snake?.SnakeName ?? []).join(", ");

export function Page(_: PageProps) {
  const players = useSignal<readonly Rated[] | null>(null);
  const bots = useSignal<readonly Bot[]>([]);
  const mine = useSignal<readonly Mine[]>([]);
  const fights = useSignal<readonly Listed[]>(labFights());
  const account = me.value !== null && !me.value.guest;
  title.value = `${text.league} - Meeple`;

  useEffect(() => {
    getLeague().then((list) => (players.value = list), () => (players.value = []));
    getBots().then((list) => (bots.value = list), () => undefined);
  }, []);
  useEffect(() => {
    if (!account) return;
    getMine().then((list) => (mine.value = list), () => undefined);
    getFights().then((list) => (fights.value = [...labFights(), ...list]), () => undefined);
  }, [account]);

  // What may be watched at once stands above a table without names.
  const ranked = (players.value?.length ?? 0) > 0;
  const league = (
    <section class="card" aria-labelledby="league-title">
      <div class="card-head">
        <h2 id="league-title">{text.table}</h2>
      </div>
      {players.value && <Table players={players.value} mayChallenge={mine.value.some((one) => one.fighter)} />}
    </section>
  );
  return (
    <main id="league" class="wrap stack stack-5">
      <div class="head">
        <div class="intro grow">
          <h1>{text.league}</h1>
          <p class="lead">{text.leagueLead}</p>
        </div>
        <div class="bar">
          <a class="btn btn-quiet" href="/help/snakes">
            {text.rules}
          </a>
          <a class="btn btn-soft" href="/lab">
            {text.openLab}
          </a>
          <button type="button" class="btn btn-main" id="watch-one" onClick={() => void watch(() => fightOf(SAMPLES))}>
            {text.watchOne}
          </button>
        </div>
      </div>
      <div class="cols cols-21">
        <div class="stack">
          {ranked && league}
          <section class="card" aria-labelledby="bots-title">
            <div class="card-head">
              <h2 id="bots-title">{text.publicOnes}</h2>
            </div>
            <ul class="rows">
              {bots.value.map((bot) => (
                <Row
                  key={bot.id}
                  name={`${bot.name}, ${bot.sample ? text.bySample : text.by(bot.player_name)}`}
                  about={(bot.sample && text.samples[bot.name]) || (bot.program.ProgramDescription ?? "")}
                  href={`/lab/${bot.id}`}
                  link={[text.open, text.openOf(bot.name)]}
                  act={text.fightThem}
                  runLabel={text.fightOf(bot.name)}
                  run={() => void watch(() => fightOf([bot.id, ...SAMPLES.filter((id) => id !== bot.id)].slice(0, 4)))}
                />
              ))}
            </ul>
          </section>
          {!ranked && league}
        </div>
        <div class="stack">
          <section class="card" aria-labelledby="mine-title">
            <div class="card-head">
              <h2 id="mine-title">{text.mine}</h2>
            </div>
            {mine.value.length === 0 ? (
              <Empty head={text.noMine} text={account ? text.noMineMore : text.makeAccount} link={{ to: "/lab", name: text.openLab }} />
            ) : (
              <ul class="rows">
                {mine.value.map((one) => (
                  <Row key={one.id} name={one.name} about={[one.program.ProgramDescription, one.fighter && text.fighter, one.public && text.isPublic].filter(Boolean).join(", ")} href={`/lab/${one.id}`} link={[text.edit, text.editOf(one.name)]} />
                ))}
              </ul>
            )}
          </section>
          <section class="card" aria-labelledby="fights-title">
            <div class="card-head">
              <h2 id="fights-title">{text.recent}</h2>
            </div>
            {fights.value.length === 0 ? (
              <Empty head={text.noRecent} text={text.noRecentMore} />
            ) : (
              <ul class="rows">
                {fights.value.map((fight) => (
                  <Row key={fight.FightId} name={namesOf(fight)} about={`${text.kinds[fight.FightType] ?? ""}, ${text.turns(fight.TurnCount)}, ${time.format(fight.FightTime * 1000)}`} href={`/fight/${fight.FightId}`} link={[text.watch, text.watchOf(namesOf(fight))]} />
                ))}
              </ul>
            )}
          </section>
        </div>
      </div>
    </main>
  );
}
