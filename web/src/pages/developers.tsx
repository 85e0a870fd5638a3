/** For those who write clients and bots: what used to stand on the first page. */
import "../kit/core";
import { useEffect } from "preact/hooks";
import { title } from "../kit/away";
import { games, loadGames } from "../kit/hall";
import { t } from "../kit/lang";
import sheet from "../style/pages.css";

export { sheet };

function firstGame(origin: string): string {
  return [
    `api=${origin}/api/v1`,
    `token=$(curl -s $api/guest --json '{}' |`,
    `    sed 's/.*"token":"\\([0-9a-f]*\\)".*/\\1/')`,
    `table=$(curl -s --oauth2-bearer $token $api/tables \\`,
    `    --json '{"game": "santorini", "bots": [null, "random"]}' |`,
    `    sed 's/{"id":\\([0-9]*\\),.*/\\1/')`,
    `curl -s --oauth2-bearer $token $api/tables/$table/legal`,
  ].join("\n");
}

/** Where the server serves each protocol, unless its operator moved it. */
const doors: Readonly<Record<string, string>> = {
  smallworld: "POST /smallworld",
  catan: "POST /Catan/managerRequest/, /Catan/userRequest/",
  snakes: "POST /snakes/ajax",
  powerchess: "WebSocket /play",
  santorini: "WebSocket /santorini, TCP 5656",
};

export function Page() {
  title.value = `${t.developers.title} - Meeple`;
  useEffect(() => void loadGames().catch(() => undefined), []);
  return (
    <main id="developers" class="wrap stack stack-5">
      <div class="intro">
        <h1>{t.developers.title}</h1>
        <p class="lead">{t.developers.lead}</p>
      </div>
      <div class="prose">
        <h2>{t.developers.api}</h2>
        <p>
          {t.developers.apiText} <a href="/api/v1/openapi.yaml">{t.developers.document}</a>.
        </p>
        <h2>{t.developers.first}</h2>
        <pre class="well code" tabindex={0}>
          {firstGame(location.origin)}
        </pre>
        <h2>{t.developers.feed}</h2>
        <p>{t.developers.feedText}</p>
        <pre class="well code" tabindex={0}>
          {`${location.origin.replace(/^http/, "ws")}/api/v1/feed\n{"lobby": true}\n{"watch": 1, "legal": true}`}
        </pre>
        <h2>{t.developers.protocols}</h2>
        <p>{t.developers.protocolsText}</p>
        <ul class="dots">
          {(games.value ?? []).map((game) => (
            <li key={game.name}>
              <b>{game.title}</b> {doors[game.name] && <code>{doors[game.name]}</code>}{" "}
              <a href={`/api/v1/games/${game.name}`} type="application/json">
                {t.developers.schema}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
