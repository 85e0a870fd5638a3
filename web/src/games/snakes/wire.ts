/** What the server is asked about snakes. */
import { call } from "../../kit/api";
import { readTab, writeTab } from "../../kit/keep";
import type { Fight } from "./fight";
import type { Program } from "./program";

export interface Bot {
  readonly id: number;
  readonly name: string;
  readonly skin: number;
  readonly player: number | null;
  readonly player_name: string;
  readonly sample: boolean;
  readonly program: Program;
}

export interface Mine {
  readonly id: number;
  readonly name: string;
  readonly skin: number;
  readonly public: boolean;
  readonly fighter: boolean;
  readonly program: Program;
}

export interface Rated {
  readonly place: number;
  readonly id: number;
  readonly name: string;
  readonly rating: number;
  readonly fighter?: string;
  readonly skin?: number;
}

export interface Listed {
  readonly FightId: string;
  readonly FightType: string;
  readonly FightTime: number;
  readonly TurnCount: number;
  readonly Snakes: readonly ({ readonly SnakeName: string } | null)[];
}

export interface Choice {
  readonly map: number | null;
  readonly variant: number | null;
  readonly direction: number | null;
  readonly directions: readonly number[];
  readonly reason: "no_way" | "one_way" | "no_map" | null;
}

export type Entrant = number | { readonly program: Program; readonly name: string; readonly skin: number } | null;

/** The samples of play now, the strongest first. */
export const SAMPLES = [-4, -2, -3, -1] as const;
export const TURNS = 500;

export const getBots = () => call<{ bots: readonly Bot[] }>("GET", "/snakes/bots").then((answer) => answer.bots);
export const getLeague = () => call<{ players: readonly Rated[] }>("GET", "/snakes/league").then((answer) => answer.players);
export const getMine = () => call<{ snakes: readonly Mine[] }>("GET", "/snakes/mine").then((answer) => answer.snakes);
export const getFights = () => call<{ ordered: readonly Listed[]; challenged: readonly Listed[] }>("GET", "/snakes/fights").then(({ ordered, challenged }) => [...ordered, ...challenged]);

/* ---- fights of this tab ------------------------------------------------ */

const KEPT = 12;

/** Fights that this browser ordered; nobody's list has them. */
export function labFights(): readonly Listed[] {
  const list = JSON.parse(readTab("fights") ?? "[]") as readonly Listed[];
  return list.filter((fight) => Date.now() / 1000 - fight.FightTime < 3600);
}

function remember(fight: Fight): Fight {
  const { FightId, FightTime, Snakes } = fight;
  const one: Listed = { FightId, FightType: "lab", FightTime, TurnCount: fight.Turns.length, Snakes: Snakes.map((snake) => snake && { SnakeName: snake.SnakeName }) };
  writeTab("fights", JSON.stringify([one, ...labFights().filter((other) => other.FightId !== FightId)].slice(0, KEPT)));
  return fight;
}

/** A fight just ordered is shown without asking for it again. */
let latest: Fight | null = null;

async function order(body: unknown): Promise<Fight> {
  latest = remember(await call<Fight>("POST", "/snakes/fights", { body }));
  return latest;
}

export const fightOf = (snakes: readonly Entrant[], turns = TURNS) => order({ snakes, turns });
export const challenge = (player: string) => order({ challenge: player });

export async function getFight(id: string): Promise<Fight> {
  return latest?.FightId === id ? latest : remember(await call<Fight>("GET", `/snakes/fights/${encodeURIComponent(id)}`));
}
