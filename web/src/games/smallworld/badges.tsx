/** The races on display, each with its power, price, tokens and the coins on it. */
import type { BoardProps } from "../../kit/game";
import { focusMoves } from "../../kit/moves";
import type { Board, View } from "../../wire/made/smallworld";
import { Coin, PowerPicture, RacePicture } from "./pieces";
import { coins, texts, tokens } from "./texts";
import { text } from "./words";

type Props = BoardProps<View, Board>;
type Badge = View["badges"][number];

function Face({ badge }: { readonly badge: Badge }) {
  return (
    <>
      <span class="sw-cost">
        <Coin n={badge.price} size={30} />
        <span class="vh">{badge.price ? text.price(badge.price) : text.free}</span>
      </span>
      <span class="sw-pair">
        <PowerPicture power={badge.power} />
        <RacePicture race={badge.race} />
      </span>
      <span class="sw-badge-name">
        <b>{texts.badge(badge.power, badge.race)}</b> <small>{tokens(badge.tokens)}</small>
      </span>
      {badge.coins > 0 && (
        <span class="sw-lay">
          <Coin size={20} worth={1} />
          {badge.coins}
          <span class="vh">{text.withCoins(badge.coins)}</span>
        </span>
      )}
    </>
  );
}

export function Badges({ view, targets, pick, pending, seat }: Props) {
  const choosing = view.badges.some((_, i) => targets.has(`card-${i}`));
  const own = seat === null ? null : view.players[seat];
  return (
    <section class="sw-badges" aria-label={text.badges}>
      <ul>
        {view.badges.map((badge, i) => {
          const id = `card-${i}` as const;
          const legal = targets.has(id);
          const about = `${texts.powers[badge.power].text} ${texts.races[badge.race].text}`;
          return (
            <li key={badge.id}>
              {choosing ? (
                <button type="button" id={id} class="sw-badge" data-legal={legal ? "true" : undefined} aria-disabled={legal && pending === null ? undefined : "true"} onClick={() => {
                    if (!legal) return;
                    pick(id);
                    focusMoves();
                  }}
                >
                  <Face badge={badge} />
                  <span class="sw-about">{about}</span>
                  {!legal && own && <span class="vh">{coins(own.coins)}</span>}
                </button>
              ) : (
                <div class="sw-badge" title={about}>
                  <Face badge={badge} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
