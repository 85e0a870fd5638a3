/** Who plays: colour, name, clock, what the game counts; and the asides. */
import type { ComponentChildren } from "preact";
import type { Aside, Outcome, Seat, View } from "../wire/hall";
import { me } from "./api";
import { Clock } from "./clock";
import type { GameModule } from "./game";
import { Icon } from "./more-icons";
import { t } from "./lang";
import { nameOf, type TableStore } from "./store";

interface PlayerProps {
  readonly seat: Seat;
  readonly i: number;
  readonly mine: boolean;
  readonly turn: boolean;
  readonly until: number | null;
  /** How it ended for this seat, and whether it won as the only one. */
  readonly outcome: Outcome | undefined;
  readonly won: boolean;
  readonly facts: ComponentChildren;
}

function Player({ seat, i, mine, turn, until, outcome, won, facts }: PlayerProps) {
  const about = seat.kind === "bot" ? [t.computer, seat.level].filter(Boolean).join(", ") : seat.left ? t.table.gone : mine ? t.you : seat.here === false ? t.table.away : "";
  return (
    <li class="seat-card" data-turn={turn ? "true" : "false"} data-seat={i}>
      <i class={"pip seat-" + (i + 1)} aria-hidden="true" />
      <span class="who">
        {seat.kind === "account" ? <a href={`/player/${encodeURIComponent(seat.name)}`}>{seat.name}</a> : <span>{seat.name || t.table.seatN(i + 1)}</span>} <small>{about}</small>
      </span>
      <span class="bar how">
        {outcome?.rating != null && outcome.change != null && <Rated rating={outcome.rating} change={outcome.change} />}
        {won && (
          <span class="badge badge-good">
            <Icon name="leaders" />
            {t.profile.won}
          </span>
        )}
        {until !== null && <Clock name={seat.name} until={until} />}
      </span>
      {facts}
    </li>
  );
}

function Rated({ rating, change }: { readonly rating: number; readonly change: number }) {
  const by = Math.round(change);
  const words = by > 0 ? `+${by}` : String(by).replace("-", "\u2212");
  return (
    <span class={"small " + (by > 0 ? "good" : by < 0 ? "bad" : "soft")} title={t.table.rating(Math.round(rating), words)}>
      {words}
    </span>
  );
}

function factsOf(game: GameModule | null, view: View | null, seat: number): ComponentChildren {
  if (!view || !game) return null;
  if (game.Facts) return <game.Facts view={view} seat={seat} />;
  const facts = game.words.facts?.(view, seat) ?? [];
  return (
    facts.length > 0 && (
      <span class="facts">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    )
  );
}

interface PlayersProps {
  readonly seats: readonly Seat[];
  readonly toAct: readonly number[];
  readonly mySeat: number | null;
  readonly deadline: { readonly seat: number; readonly at: number } | null;
  readonly result?: readonly Outcome[] | null;
  readonly view: View | null;
  readonly game: GameModule | null;
}

export function Players({ seats, toAct, mySeat, deadline, result, view, game }: PlayersProps) {
  const first = result?.filter((one) => one.place === 1) ?? [];
  const outcome = (seat: number) => result?.find((one) => one.seat === seat);
  const place = (seat: number) => outcome(seat)?.place ?? 0;
  const order = [...seats.keys()].sort((a, b) => place(a) - place(b) || a - b);
  return (
    <ul class="seats">
      {order.map((i) => (
        <Player
          key={i}
          seat={seats[i] as Seat}
          i={i}
          outcome={outcome(i)}
          mine={i === mySeat}
          turn={toAct.includes(i)}
          until={deadline?.seat === i ? deadline.at : null}
          won={first.length === 1 && first[0]?.seat === i}
          facts={factsOf(game, view, i)}
        />
      ))}
    </ul>
  );
}

/** Names by the order of turns, the one whose turn it is marked. */
export function Order({ store }: { readonly store: TableStore }) {
  const seats = store.seats.value;
  const toAct = store.toAct.value;
  return (
    <ol class="order" aria-label={t.table.order}>
      {seats.map((seat, i) => (
        <li key={i} aria-current={toAct.includes(i) ? "true" : undefined}>
          <i class={"pip seat-" + (i + 1)} aria-hidden="true" />
          {i === store.seat.value && seat.name === me.value?.name ? t.you : nameOf(seats, i)}
        </li>
      ))}
    </ol>
  );
}

/** What one may do beside moves; servers before S13 only know leaving. */
export function asidesOf(store: TableStore): readonly Aside[] {
  if (store.phase.value !== "running" || store.seat.value === null || store.seats.value[store.seat.value]?.left) return [];
  return store.legal.value?.asides ?? [{ name: "leave", move: null, words: "" }];
}
