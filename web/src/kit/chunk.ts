/** Parts of the program that are loaded when they are needed.
 *
 *  A browser remembers a module that failed to load, so asking again would fail
 *  again. A part that does not arrive (the server was restarting, or is a new
 *  release with other parts) is fetched by reloading the page as soon as the
 *  server answers. Nothing is lost by that: moves under way are kept in the tab
 *  (fate.ts). */
import { readTab, writeTab } from "./keep";

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

async function reloadWhenServed(): Promise<void> {
  const tries = Number(readTab("chunk") ?? 0);
  writeTab("chunk", String(tries + 1));
  const wait = Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);
  for (;;) {
    await new Promise((resolve) => window.setTimeout(resolve, wait));
    const served = await fetch("/healthz").then(
      (answer) => answer.ok,
      () => false,
    );
    if (served) location.reload();
  }
}

/** The module; never an error, and no answer at all if the page is about to be reloaded. */
export function chunk<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().then(
    (module) => {
      writeTab("chunk", null);
      return module;
    },
    () => reloadWhenServed() as Promise<never>,
  );
}
