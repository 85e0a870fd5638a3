/** What the build bar has been told to build: it limits the places on the
 *  board. The board, the bar and the status share it; a new view ends it. */
import { signal } from "@preact/signals";
import type { View } from "../../wire/made/catan";
import type { Purchase } from "./picks";

const chosen = signal<{ readonly view: View; readonly what: Purchase } | null>(null);

export function modeOf(view: View): Purchase | null {
  return chosen.value?.view === view ? chosen.value.what : null;
}

export function choose(what: Purchase | null, view: View): void {
  chosen.value = what && { view, what };
}
