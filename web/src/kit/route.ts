/** Addresses inside the page. A link is an ordinary link; those to our own
 *  pages change what is shown instead of loading everything again. */
import { signal } from "@preact/signals";

export const path = signal(location.pathname);

/** The first words of paths that the server hands to this page (S1). */
const OWN = /^\/($|(table|replay|player|game|leaders|me|help|open|watch|maps|developers|fight|lab|league|admin)(\/|$))/;

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  path.value = location.pathname;
  if (!replace) scrollTo(0, 0);
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.hreflang) return;
  if (link.pathname === location.pathname && link.hash) return;
  if (!OWN.test(link.pathname)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

export function start(): void {
  document.addEventListener("click", onClick);
  addEventListener("popstate", () => (path.value = location.pathname));
}
