/** How the page works, and the games in our own words. */
import "../kit/core";
import { useEffect } from "preact/hooks";
import type { PageProps } from "../app";
import { atOnce } from "../games/index";
import { useGame } from "../games/use";
import { Refused } from "../kit/api";
import { title } from "../kit/away";
import { tell } from "../kit/dialog";
import { commands } from "../kit/commands";
import { games, loadGames, playNow } from "../kit/hall";
import { t } from "../kit/lang";
import { go } from "../kit/route";
import type { Game } from "../wire/hall";
import sheet from "../style/pages.css";

export { sheet };

function Mark({ children, words }: { readonly children: preact.ComponentChildren; readonly words: string }) {
  return (
    <li>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        {children}
      </svg>
      <span class="small">{words}</span>
    </li>
  );
}

function Marks() {
  const man = <circle class="piece c-1" cx="32" cy="32" r="12" />;
  return (
    <ul class="marks">
      <Mark words={t.help.dot}>
        <circle class="spot" cx="32" cy="32" r="9" />
      </Mark>
      <Mark words={t.help.ring}>
        {man}
        <circle class="ring" cx="32" cy="32" r="22" />
      </Mark>
      <Mark words={t.help.frame}>
        {man}
        <rect class="watching" x="10" y="10" width="44" height="44" rx="6" />
      </Mark>
      <Mark words={t.help.corners}>
        {man}
        <path class="last" d="M10 20V10h10M54 20V10H44M10 44v10h10M54 44v10H44" />
      </Mark>
    </ul>
  );
}

function complain(error: unknown): void {
  tell(error instanceof Refused ? error.words : String(error));
}

/** A game's rules, loaded with its pictures. */
function Rules({ game }: { readonly game: Game }) {
  const { game: own, ready } = useGame(game.name);
  return (
    <>
      <h2 id={"h-" + game.name}>{game.title}</h2>
      <p class="soft">{t.help.players(game.min_seats, game.max_seats)}</p>
      {!game.traits.includes("computed") && (
        <div class="bar">
          <button type="button" class="btn btn-main" onClick={() => playNow(game, atOnce[game.name]?.()).then((table) => go(`/table/${table.id}`), complain)}>
            {t.help.play(game.title)}
          </button>
        </div>
      )}
      {!ready ? <p aria-busy="true">{t.loading}</p> : own ? <own.Help /> : <p>{t.blurbs[game.name] ?? game.blurb}</p>}
    </>
  );
}

/** How any board is read and played. */
function General() {
  return (
    <>
      <h2 id="h-marks">{t.help.marks}</h2>
      <Marks />
      <h2 id="h-keys">{t.help.keys}</h2>
      <dl class="keys">
        {commands(null).map((command) => (
          <>
            <dt>
              {command.keys.map((key) => (
                <>
                  <kbd>{key}</kbd>{" "}
                </>
              ))}
            </dt>
            <dd>{command.help}</dd>
          </>
        ))}
      </dl>
    </>
  );
}

/** /help: what holds on every board. /help/NAME: the rules of a game. */
export function Page({ rest }: PageProps) {
  useEffect(() => void loadGames().catch(() => undefined), []);
  const list = games.value ?? [];
  const chosen = list.find((game) => game.name === rest[0]);
  title.value = `${chosen ? chosen.title + " - " : ""}${t.help.title} - Meeple`;
  const entry = (to: string, words: string, current: boolean) => (
    <li key={to}>
      <a href={to} aria-current={current ? "page" : undefined}>
        {words}
      </a>
    </li>
  );
  return (
    <main id="help" class="wrap stack stack-5" aria-busy={rest[0] && !games.value ? "true" : undefined}>
      <div class="intro">
        <h1>{t.help.title}</h1>
        <p class="lead">{t.help.lead}</p>
      </div>
      <div class="cols cols-help">
        <nav class="card toc" aria-label={t.help.contents}>
          <ul>
            {entry("/help", t.help.general, !chosen)}
            {list.map((game) => entry("/help/" + game.name, game.title, game === chosen))}
          </ul>
        </nav>
        <div class="prose">{chosen ? <Rules key={chosen.name} game={chosen} /> : <General />}</div>
      </div>
    </main>
  );
}
