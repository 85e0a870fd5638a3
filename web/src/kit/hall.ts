/** The hall's own state: the games, the listed tables, my unfinished games. */
import { batch, computed, signal } from "@preact/signals";
import type { Game, Message, Mine, Summary, Table } from "../wire/hall";
import { call, ensureMe, me } from "./api";
import { listen, want } from "./feed";
import { localSeats, t } from "./lang";

const allGames = signal<readonly Game[] | null>(null);
const byId = signal<ReadonlyMap<number, Summary>>(new Map());
const mineById = signal<ReadonlyMap<number, Mine>>(new Map());

export const games = computed(() => allGames.value);
export const lobbyLoaded = signal(false);
const local = <T extends Summary>(table: T): T => ({ ...table, seats: localSeats(table.seats) });
export const tables = computed(() => [...byId.value.values()].map(local));
export const myTables = computed(() => [...mineById.value.values()].map(local).sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.id - a.id));
export const myTurns = computed(() => myTables.value.filter(isMyTurn));

export function isMyTurn(table: Mine): boolean {
  return table.phase === "running" && table.my_seat !== null && table.to_act.includes(table.my_seat);
}

export function titleOf(game: string): string {
  return allGames.value?.find((one) => one.name === game)?.title ?? game.charAt(0).toUpperCase() + game.slice(1);
}

const asked = new Map<boolean, Promise<readonly Game[]>>();

function askGames(brief: boolean): Promise<readonly Game[]> {
  const promise =
    asked.get(brief) ??
    call<{ games: readonly Game[] }>("GET", "/games", { query: { brief } }).then(
      ({ games: list }) => {
        if (!brief) allGames.value = list;
        else allGames.value ??= list.map((one) => ({ ...one, options: [], extras: [] }));
        return allGames.value;
      },
      (error: unknown) => {
        asked.delete(brief);
        throw error;
      },
    );
  asked.set(brief, promise);
  return promise;
}

/** The games without their options, which only those need who open a table. */
export const loadGames = (): Promise<readonly Game[]> => askGames(true);
export const loadOptions = (): Promise<readonly Game[]> => askGames(false);

function changed<T extends { id: number }>(map: ReadonlyMap<number, T>, table: T | undefined, gone: boolean): ReadonlyMap<number, T> {
  const next = new Map(map);
  if (table && gone) next.delete(table.id);
  else if (table) next.set(table.id, table);
  return next;
}

function heard(message: Message): void {
  batch(() => {
    if (message.type === "lobby") {
      if (message.change === "all") {
        byId.value = new Map(message.tables?.map((table) => [table.id, table]));
        lobbyLoaded.value = true;
      } else byId.value = changed(byId.value, message.table, message.change === "closed");
    } else if (message.type === "mine") {
      if (message.change === "all") mineById.value = new Map(message.tables?.map((table) => [table.id, table]));
      else mineById.value = changed(mineById.value, message.table, message.change === "closed");
    } else if (message.type === "auth" && me.value && me.value.name !== message.name) me.value = { ...me.value, name: message.name };
  });
}

export function start(): void {
  listen(heard);
  want("mine", true);
}

/** The lobby's page is shown, or no more. */
export function showLobby(shown: boolean): void {
  want("lobby", shown);
}

export interface BotChoice {
  /** As the server wants it: NAME or NAME:LEVEL. */
  readonly value: string;
  readonly title: string;
  readonly level: number;
}

const MIDDLE = 3;

/** The computer players of a game at each of their levels, the weakest first. */
export function botChoices(game: Game): readonly BotChoice[] {
  return game.bots
    .flatMap((bot) =>
      bot.levels?.length
        ? bot.levels.map(({ level }) => ({ value: `${bot.name}:${level}`, title: bot.title, level }))
        : [{ value: bot.name, title: bot.title, level: bot.level ?? MIDDLE }],
    )
    .sort((a, b) => a.level - b.level);
}

export function botName(bot: BotChoice): string {
  const level = t.open.levels[bot.level];
  const name = t.botTitles[bot.title] ?? bot.title;
  return level ? t.open.botLevel(name, level) : t.open.bot(name);
}

/** The computer player of middle strength; the game's own, which has levels, before others. */
export function middleBot(game: Game): string | undefined {
  const levels = (one: BotChoice) => Number(one.value.includes(":"));
  return [...botChoices(game)].sort((a, b) => Math.abs(a.level - MIDDLE) - Math.abs(b.level - MIDDLE) || levels(b) - levels(a))[0]?.value;
}

/** A table against computer players, at once: the usual seats, no clock. */
export async function playNow(game: Game, options?: Readonly<Record<string, string>>): Promise<Table> {
  await ensureMe();
  const seats = game.usual_seats ?? Math.min(game.max_seats, Math.max(game.min_seats, game.min_seats < 2 ? 2 : game.min_seats));
  const bot = middleBot(game) ?? null;
  const table = await call<Table>("POST", "/tables", {
    body: { game: game.name, seats, bots: Array.from({ length: seats }, (_, i) => (i === 0 ? null : bot)), rated: false, options },
  });
  return beginAlone(table);
}

/** The same once more: whoever asks for it also sits down, as far as there is a seat. */
export async function rematch(table: number): Promise<Table> {
  const next = await call<Table>("POST", `/tables/${table}/rematch`, { body: {} });
  const free = next.phase === "waiting" && next.my_seat === null && next.seats.some((seat) => seat.kind === "empty");
  return beginAlone(free ? await call<Table>("POST", `/tables/${next.id}/join`, { body: { invite: next.invite ?? undefined } }) : next);
}

/** Some games begin when all are ready. Whoever sits there with computer players alone has nobody to wait for. */
export async function beginAlone(table: Table): Promise<Table> {
  const alone = table.phase === "waiting" && table.my_seat !== null && table.seats.every((seat, i) => i === table.my_seat || seat.kind === "bot");
  return alone ? call<Table>("POST", `/tables/${table.id}/ready`, { body: { ready: true } }) : table;
}
