/** "Your turn" for somebody who looks elsewhere: in the title, in the favicon,
 *  as a notification where that was allowed, as a sound. */
import { effect, signal } from "@preact/signals";
import { isMyTurn, myTables, myTurns, titleOf } from "./hall";
import { t } from "./lang";
import { notify } from "./settings";
import { play } from "./sound";

/** The page's own title, without the count. */
export const title = signal("Meeple");

let known = new Set<number>();

function tellAway(id: number, game: string): void {
  play("turn");
  if (notify.value !== "on" || document.visibilityState === "visible" || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(t.lobby.yourTurn, { body: `${titleOf(game)} ${id}`, tag: "meeple-" + id, icon: "/favicon-turn.svg" });
  note.onclick = () => {
    focus();
    note.close();
  };
}

export function start(): void {
  effect(() => {
    const turns = myTurns.value.length;
    document.title = (turns ? `(${turns}) ` : "") + title.value;
    const icon = document.getElementById("icon");
    if (icon instanceof HTMLLinkElement) {
      const href = turns ? "/favicon-turn.svg" : "/favicon.svg";
      if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
    }
  });
  effect(() => {
    const now = new Set(myTables.value.filter(isMyTurn).map((table) => table.id));
    for (const table of myTables.value) if (now.has(table.id) && !known.has(table.id)) tellAway(table.id, table.game);
    known = now;
  });
}
