/** The games that have a board of their own. One line a game; without one the
 *  server's picture in letters and the list make it playable. */
import type { GameModule } from "../kit/game";
import catan from "../covers/catan.svg";
import powerchess from "../covers/powerchess.svg";
import santorini from "../covers/santorini.svg";
import smallworld from "../covers/smallworld.svg";
import snakes from "../covers/snakes.svg";

export const boards: Readonly<Record<string, () => Promise<{ readonly game: GameModule }>>> = {
  santorini: () => import("./santorini/index"),
  powerchess: () => import("./powerchess/index"),
  catan: () => import("./catan/index"),
  smallworld: () => import("./smallworld/index"),
  snakes: () => import("./snakes/index"),
};

export const covers: Readonly<Record<string, string>> = { catan, powerchess, santorini, smallworld, snakes };

/** Minutes that a game usually takes, for the lobby. */
export const minutes: Readonly<Record<string, number>> = { smallworld: 45, catan: 40, snakes: 3, powerchess: 15, santorini: 10 };

/** Options for whoever plays now, where the usual ones begin with a page of choices: two gods that are learnt in a minute. */
export const atOnce: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  santorini() {
    const gods = ["Apollo", "Artemis", "Atlas", "Demeter", "Minotaur", "Pan"];
    const [god1 = ""] = gods.splice(Math.random() * gods.length, 1);
    return { god1, god2: gods[Math.floor(Math.random() * gods.length)] ?? "" };
  },
};
