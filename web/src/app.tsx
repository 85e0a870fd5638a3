/** The page: header, footer, and whichever page the address names. */
import "./kit/core";
import { useSignal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect } from "preact/hooks";
import { me, whoAmI } from "./kit/api";
import * as away from "./kit/away";
import { chunk } from "./kit/chunk";
import { Confirmation, Toast } from "./kit/dialog";
import * as fate from "./kit/fate";
import * as feed from "./kit/feed";
import * as hall from "./kit/hall";
import { type firstPaths, Icon, meeple } from "./kit/icons";
import { lang, loadMessages, loadMore, t } from "./kit/lang";
import * as route from "./kit/route";
import { applyTheme } from "./kit/settings";
import { loadSheet } from "./kit/sheets";

export interface PageProps {
  /** What follows the first word of the path. */
  readonly rest: readonly string[];
}

type Load = () => Promise<{ readonly Page: ComponentType<PageProps>; readonly sheet?: string }>;

const pages: Readonly<Record<string, Load>> = {
  "": () => import("./pages/lobby"),
  watch: () => import("./pages/lobby"),
  open: () => import("./pages/lobby"),
  game: () => import("./pages/lobby"),
  table: () => import("./pages/table"),
  replay: () => import("./pages/replay"),
  player: () => import("./pages/profile"),
  leaders: () => import("./pages/leaders"),
  me: () => import("./pages/me"),
  help: () => import("./pages/help"),
  maps: () => import("./pages/maps"),
  developers: () => import("./pages/developers"),
  fight: () => import("./pages/fight"),
  lab: () => import("./pages/lab"),
  league: () => import("./pages/league"),
  admin: () => import("./pages/admin"),
};

/** Pages that do with the first texts. */
const firstPage = { "": true, watch: true };

const links: readonly { readonly to: string; readonly icon: keyof typeof firstPaths; readonly name: () => string }[] = [
  { to: "/", icon: "play", name: () => t.nav.play },
  { to: "/watch", icon: "watch", name: () => t.nav.watch },
  { to: "/leaders", icon: "leaders", name: () => t.nav.leaders },
  { to: "/lab", icon: "lab", name: () => t.nav.lab },
  { to: "/help", icon: "help", name: () => t.nav.help },
];

function Header() {
  const path = route.path.value;
  const who = me.value;
  const current = path === "/" || path.startsWith("/open") || path.startsWith("/game") || path.startsWith("/table") ? "/" : path.startsWith("/replay") || path.startsWith("/fight") ? "/watch" : "/" + (path.split("/")[1] ?? "");
  return (
    <header class="top">
      <div class="wrap top-in">
        <a class="brand" href="/">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect class="tile" width="32" height="32" rx="8" />
            <path class="man" d={meeple} />
          </svg>
          Meeple
        </a>
        <nav class="nav" aria-label={t.nav.main}>
          {links.map((link) => (
            <a key={link.to} href={link.to} aria-current={link.to === current ? "page" : undefined}>
              <Icon name={link.icon} />
              {link.name()}
            </a>
          ))}
        </nav>
        <p id="connection" class="link-state" role="status" data-state={feed.connection.value}>
          <b>{t.connection[feed.connection.value]}</b>
        </p>
        <nav class="lang" aria-label={t.nav.language}>
          <a href="?lang=en" lang="en" hreflang="en" aria-current={lang === "en" ? "true" : undefined}>
            EN
          </a>
          <a href="?lang=ru" lang="ru" hreflang="ru" aria-current={lang === "ru" ? "true" : undefined}>
            RU
          </a>
        </nav>
        <a class="me-link" href="/me">
          <i class="face seat-1" aria-hidden="true">
            {(who?.name ?? "?").charAt(0).toUpperCase()}
          </i>
          <span class="me-name">{who?.name ?? t.nav.guest}</span>
          <span class="vh">{t.nav.settings}</span>
        </a>
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer class="foot">
      <div class="wrap bar between">
        <span>{t.nav.foot}</span>
        <nav aria-label={t.nav.more}>
          <a href="/help">{t.nav.rules}</a>
          <a href="/maps">{t.nav.maps}</a>
          <a href="/league">{t.nav.snakes}</a>
          <a href="/developers">{t.nav.developers}</a>
          {me.value?.admin && <a href="/admin">{t.nav.admin}</a>}
        </nav>
      </div>
    </footer>
  );
}

interface Shown {
  readonly word: string;
  readonly rest: readonly string[];
  readonly Page: ComponentType<PageProps>;
}

/** A link may be cut off in the middle of a letter. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

function App() {
  const shown = useSignal<Shown | null>(null);
  const path = route.path.value;

  useEffect(() => {
    const [word = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
    const load: Load = pages[word] ?? (() => import("./pages/lost"));
    let wanted = true;
    void Promise.all([chunk(load), word in firstPage || loadMore()]).then(async ([{ Page, sheet }]) => {
      if (sheet) await loadSheet(sheet);
      if (wanted) shown.value = { word, rest, Page };
    });
    return () => {
      wanted = false;
    };
  }, [path]);

  const now = shown.value;
  const known = now !== null && now.word in pages;
  return (
    <>
      <a class="skip" href="#main">
        {t.nav.skip}
      </a>
      <Header />
      <span id="main" tabindex={-1} />
      {now ? <now.Page key={known ? now.word + (now.rest[0] ?? "") : path} rest={known ? now.rest : [path]} /> : <main aria-busy="true" />}
      <Footer />
      <Confirmation />
      <Toast />
    </>
  );
}

applyTheme();
await loadMessages();
route.start();
fate.start();
hall.start();
away.start();
feed.start(() => fate.pending.value.length === 0);
void whoAmI();
void hall.loadGames().catch(() => undefined);
render(<App />, document.body);
