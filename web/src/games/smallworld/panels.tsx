/** Around the map: who leads which race, and what is known of one region. */
import type { BoardProps } from "../../kit/game";
import { t } from "../../kit/lang";
import { nameOf } from "../../kit/store";
import type { Board, View } from "../../wire/made/smallworld";
import { markersOf } from "./board";
import { Coin, MarkerPicture, SignPicture, StackPicture } from "./pieces";
import { regionName, texts, tokens } from "./texts";
import { number, sourcesOf, text } from "./words";

type Props = BoardProps<View, Board>;

export function Strip({ view, seats, seat: mine, toAct }: Props) {
  return (
    <ul class="sw-strip">
      {view.players.map((player, seat) => (
        <li key={seat} class={`sw-s${seat + 1}`} data-turn={toAct.includes(seat) ? "" : undefined} data-out={player.inGame ? undefined : ""}>
          <span class="sw-who">
            <i class={`pip seat-${seat + 1}`} aria-hidden="true" />
            <b title={seats[seat]?.name}>{seat === mine ? t.you : nameOf(seats, seat)}</b>
          </span>
          <span class="sw-races">
          {player.current && (
            <span title={texts.badge(player.current.power, player.current.race)}>
              <StackPicture seat={seat} race={player.current.race} tokens={player.current.tokens} declined={false} size={32} />
              <span class="vh">{`${texts.badge(player.current.power, player.current.race)}, ${tokens(player.current.tokens)}`}</span>
            </span>
          )}
          {player.declined && (
            <span class="sw-decl" title={`${texts.races[player.declined.race].name}, ${text.declined}`}>
              <StackPicture seat={seat} race={player.declined.race} tokens={player.declined.tokens} declined size={28} />
              <span class="vh">{`${texts.races[player.declined.race].name}, ${text.declined}`}</span>
            </span>
          )}
          </span>
          <span class="sw-purse">
            <Coin size={20} />
            {player.coins}
            <span class="vh">{text.facts.coins(player.coins)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/* ---- one region ------------------------------------------------------------------ */

function Parts({ cost }: { readonly cost: NonNullable<View["regions"][number]["cost"]> }) {
  return (
    <span class="sw-parts">
      <b>{cost.with_die ? text.needsDie(cost.need) : text.needs(cost.need)}</b> ={" "}
      {cost.parts.map(([part, n], i) => `${i && n >= 0 ? " + " : n < 0 ? " − " : ""}${texts.parts[part]} ${Math.abs(n)}`).join("")}
    </span>
  );
}

function Region({ view, board, seats, seat, n }: Props & { readonly n: number }) {
  const region = view.regions[n - 1];
  const place = board?.regions[n - 1];
  if (!region || !place) return null;
  const owner = region.owner === undefined ? "" : region.owner === seat ? t.you : seats[region.owner]?.name || t.table.seatN(region.owner + 1);
  const race = region.race === "Lost Tribe" ? texts.lost : region.race && region.power ? texts.badge(region.power, region.race) : region.race ? texts.races[region.race].name : "";
  const signs = place.land.filter((land) => land === "mine" || land === "magic" || land === "cavern");
  return (
    <>
      <b>{regionName(place.name)}</b>
      {signs.map((sign) => (
        <span key={sign} class="sw-fact">
          <SignPicture sign={sign} size={20} />
          {texts.lands[sign]}
        </span>
      ))}
      {region.race && (
        <span class="sw-fact">
          <StackPicture seat={region.owner ?? null} race={region.race} tokens={region.tokens} declined={region.declined} size={32} />
          {[owner, race, region.declined && owner ? text.declined : ""].filter(Boolean).join(", ")}
        </span>
      )}
      {markersOf(region).map((marker) => (
        <span key={marker} class="sw-fact" title={texts.markers[marker].text}>
          <MarkerPicture marker={marker} size={24} />
          {texts.markers[marker].name}
        </span>
      ))}
      {region.cost && <Parts cost={region.cost} />}
    </>
  );
}

/** The latest income by its sources, until somebody moves again. */
function Earned({ effects, seats }: Props) {
  const income = effects.find((effect) => effect.what === "income");
  if (!income || income.seat === null) return null;
  const of = { regions: number(income, "regions"), race: number(income, "race"), power: number(income, "power"), declined: number(income, "declined") };
  return (
    <span class="sw-earned" data-key="earned">
      <Coin size={24} />
      <b>{text.incomeOf(seats[income.seat]?.name || t.table.seatN(income.seat + 1), number(income, "total"))}</b>
      {sourcesOf(of).map(([source, n]) => (
        <span key={source} class="sw-fact">
          {source} {n}
        </span>
      ))}
    </span>
  );
}

export function Info({ region, ...props }: Props & { readonly region: number | null }) {
  const earned = region === null ? <Earned {...props} /> : null;
  const { friendship } = props.view;
  const name = (seat: number) => props.seats[seat]?.name || t.table.seatN(seat + 1);
  return (
    <div class="sw-info">
      {region !== null ? <Region {...props} n={region} /> : props.effects.some((effect) => effect.what === "income") ? earned : friendship ? <span>{text.friends(name(friendship.diplomat), name(friendship.friend))}</span> : <span class="soft">{text.regionHint}</span>}
    </div>
  );
}
