/** The keys, as a table: what the help prints is what the page does. */
import type { GameModule } from "./game";
import { t } from "./lang";

export interface Command {
  readonly keys: readonly string[];
  readonly help: string;
}

export function commands(game: GameModule | null): readonly Command[] {
  return [
    { keys: ["Tab"], help: t.help.keyTab },
    { keys: ["←", "↑", "→", "↓"], help: t.help.keyArrows },
    { keys: ["Enter"], help: t.help.keyEnter },
    { keys: ["Esc"], help: t.help.keyEscape },
    { keys: ["Home", "End"], help: t.help.keyHome },
    { keys: ["e4", "12"], help: t.help.keyType },
    { keys: ["m"], help: t.help.keyM },
    { keys: ["b"], help: t.help.keyB },
    { keys: ["?"], help: t.help.keyQ },
    ...(game?.keys ?? []).map(({ key, help }) => ({ keys: [key], help })),
  ];
}
