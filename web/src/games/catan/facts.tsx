/** What counts, beside a player's name: points, cards, knights, road, and the
 *  two special cards. */
import type { View } from "../../wire/made/catan";
import { needSymbols, Picture } from "./pieces";
import { text } from "./texts";

function Fact({ name, n, words }: { readonly name: string; readonly n: number; readonly words: string }) {
  return (
    <span class="ca-number" title={words}>
      <Picture name={name} />
      <span aria-hidden="true">{n}</span>
      <span class="vh">{words}</span>
    </span>
  );
}

export function Facts({ view, seat }: { readonly view: View; readonly seat: number }) {
  const player = view.players[seat];
  needSymbols();
  if (!player) return null;
  const points = player.allPoints ?? player.points;
  return (
    <>
      <span class="ca-facts">
        <Fact name="i-cards" n={player.cards} words={text.cards(player.cards)} />
        <Fact name="i-dev" n={player.developments} words={text.devs(player.developments)} />
        <Fact name="i-knight" n={player.knights} words={text.knights(player.knights)} />
        <Fact name="i-road" n={player.longest} words={text.road(player.longest)} />
        {player.longestRoad && (
          <span class="ca-special" title={text.longest}>
            <Picture name="longroad" />
            <span class="vh">{text.longest}</span>
          </span>
        )}
        {player.largestArmy && (
          <span class="ca-special" title={text.army}>
            <Picture name="army" />
            <span class="vh">{text.army}</span>
          </span>
        )}
      </span>
      <span class="ca-score" title={text.target(view.target)}>
        <span aria-hidden="true">{points}</span>
        <span class="vh">{text.points(points)}</span>
      </span>
    </>
  );
}
