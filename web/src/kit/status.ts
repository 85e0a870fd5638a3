/** The one sentence about a table: whose turn it is, or how it ended. Begins as
 *  the accessibility contract says. */
import type { Outcome, Seat, Table, View } from "../wire/hall";
import type { GameModule, Place } from "./game";
import { listed, t } from "./lang";
import { nameOf } from "./store";

/** Who wins, and what everybody has where the game counts. */
function scores(winner: Outcome, result: readonly Outcome[], seats: readonly Seat[], mine: number | null): string {
  const counted = result.some((one) => one.points > 1); // 1 and 0 only say again who won
  const name = nameOf(seats, winner.seat);
  const own = winner.seat === mine;
  if (!counted) return own ? t.table.youWin : t.table.wins(name);
  const others = result.filter((one) => one !== winner).sort((a, b) => a.place - b.place);
  const list = others.map((one) => t.table.points(one.seat === mine ? t.you : nameOf(seats, one.seat), one.points)).join(", ");
  return `${own ? t.table.youWinWith(winner.points) : t.table.winsWith(name, winner.points)}${list && ` ${list.charAt(0).toUpperCase()}${list.slice(1)}.`}`;
}

export function ending(info: Table, seats: readonly Seat[], view: View | null, game: GameModule | null): string {
  const own = view && game?.words.over?.(view, (seat) => nameOf(seats, seat));
  if (info.phase === "abandoned") return t.table.over(t.table.abandoned(t.table.hows[info.ended_how] ?? info.ended_how));
  if (own) return t.table.over(own);
  const result = info.result ?? [];
  const first = result.filter((one) => one.place === 1);
  const winner = first[0];
  if (!winner) return t.table.over(info.ended_how);
  if (first.length > 1) return t.table.over(t.table.draw);
  return t.table.over(scores(winner, result, seats, info.my_seat));
}

interface Now {
  readonly info: Table | null;
  readonly seats: readonly Seat[];
  readonly toAct: readonly number[];
  readonly view: View | null;
  readonly mine: boolean;
  readonly seat: number | null;
  readonly picks: readonly Place[];
}

/** The beginning, which is stressed, and what follows. */
export function status(now: Now, game: GameModule | null): readonly [string, string] {
  const { info, seats, toAct, view } = now;
  if (!info) return ["", t.loading];
  if (info.phase === "finished" || info.phase === "abandoned") return ["", ending(info, seats, view, game)];
  if (now.mine && now.seat !== null) return [t.table.yourTurn, (view && game?.words.hint?.(view, now.seat, now.picks)) || t.table.pickMove];
  return ["", t.table.waiting(listed(toAct.map((seat) => nameOf(seats, seat))))];
}
