/** What the server says of maps. */
import { call, ensureMe } from "../../kit/api";
import { beginAlone, loadGames, middleBot } from "../../kit/hall";
import { go } from "../../kit/route";
import type { Outlined } from "../../games/smallworld/geometry";
import type { Plan } from "../../games/smallworld/plan";
import type { Table } from "../../wire/hall";

export interface MapInfo {
  readonly id: number;
  readonly name: string;
  readonly seats: number;
  readonly turns: number;
  readonly regions: number;
  readonly built_in: boolean;
  readonly playable: boolean;
  readonly owner: string | null;
  readonly mine: boolean;
}

export interface WholeMap extends MapInfo {
  readonly board: (Outlined & { readonly regions: readonly { readonly label: readonly number[] }[] }) | null;
  readonly plan: Plan;
}

export interface Problem {
  readonly field: string;
  readonly region?: number;
  readonly reason: string;
  readonly message: string;
  readonly fatal: boolean;
}

export const listMaps = async (): Promise<readonly MapInfo[]> => (await call<{ maps: readonly MapInfo[] }>("GET", "/maps")).maps;
export const getMap = (id: number): Promise<WholeMap> => call<WholeMap>("GET", `/maps/${id}`);
export const checkMap = (plan: Plan): Promise<{ readonly ok: boolean; readonly problems: readonly Problem[] }> => call("POST", "/maps/check", { body: plan });
export const uploadMap = (plan: Plan): Promise<WholeMap> => call<WholeMap>("POST", "/maps", { body: plan });
export const deleteMap = (id: number): Promise<null> => call<null>("DELETE", `/maps/${id}`);

/** A table on the map against computer players, at once. */
export async function playOn(map: Pick<MapInfo, "id" | "seats">): Promise<void> {
  await ensureMe();
  const game = (await loadGames()).find((one) => one.name === "smallworld");
  const bot = game ? (middleBot(game) ?? null) : null;
  const table = await call<Table>("POST", "/tables", {
    body: { game: "smallworld", seats: map.seats, options: { map: map.id }, bots: Array.from({ length: map.seats }, (_, i) => (i === 0 ? null : bot)), rated: false },
  });
  go(`/table/${(await beginAlone(table)).id}`);
}
