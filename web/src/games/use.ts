/** A game's folder, when a page needs it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { chunk } from "../kit/chunk";
import type { GameModule } from "../kit/game";
import { loadSheet } from "../kit/sheets";
import { boards } from "./index";

/** A game's chunk, loaded in parallel with its table. */
export function useGame(name: string | undefined): { readonly game: GameModule | null; readonly ready: boolean } {
  const loaded = useSignal<{ readonly name: string; readonly game: GameModule | null } | null>(null);
  useEffect(() => {
    if (!name) return;
    const load = boards[name];
    if (!load) {
      loaded.value = { name, game: null };
      return;
    }
    void chunk(load).then(async ({ game }) => {
      if (game.sheet) await loadSheet(game.sheet);
      loaded.value = { name, game };
    });
  }, [name]);
  return loaded.value?.name === name ? { game: loaded.value?.game ?? null, ready: name !== undefined } : { game: null, ready: false };
}
