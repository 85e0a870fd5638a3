/** The language of the page: the address (?lang=ru), then what was chosen
 *  before, then the browser's. Another language is another load of the page, so
 *  nothing here ever changes after the start. */
import { en, type Messages } from "../messages/en";
import type { More } from "../messages/more/en";
import type { Seat } from "../wire/hall";
import { chunk } from "./chunk";
import { read, write } from "./keep";

export type Lang = "en" | "ru";

function isLang(word: string | null | undefined): word is Lang {
  return word === "en" || word === "ru";
}

function wanted(): Lang {
  const asked = new URLSearchParams(location.search).get("lang");
  if (isLang(asked)) {
    write("lang", asked);
    return asked;
  }
  const kept = read("lang");
  if (isLang(kept)) return kept;
  return navigator.language.startsWith("ru") ? "ru" : "en";
}

export const lang: Lang = wanted();

/** All texts. Those of the first page are there before anything is drawn, the
 *  others before any other page is (loadMore): hence the cast. */
export let t = en as Messages & More;

export async function loadMessages(): Promise<void> {
  if (lang === "ru") t = { ...t, ...(await chunk(() => import("../messages/ru"))).ru };
  document.documentElement.lang = lang;
}

export async function loadMore(): Promise<void> {
  if (t.table) return; // typed as if it were always there
  const more = await chunk(async () => (lang === "ru" ? (await import("../messages/more/ru")).ru : (await import("../messages/more/en")).en));
  t = { ...t, ...more };
}

/** The language's one of two tables of words with the same keys. */
export function say<Table>(words: { readonly en: Table; readonly ru: Table }): Table {
  return words[lang];
}

/** Which form of a word a number takes. */
export function plural(n: number, forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>): string {
  return `${n} ${forms[new Intl.PluralRules(lang).select(n)] ?? forms.other ?? ""}`;
}

export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(names);
}

const BOT = /\b([A-Z][\w ]*) \((\w+)\)/g;

/** The server names computer players with their levels in English, "Climber (Skilled) 2"; the level is told apart (Seat.level). */
export function localBots(text: string): string {
  return text.replace(BOT, (_, title: string) => t.botTitles[title] ?? title);
}

function localSeat<S extends Seat>(seat: S): S {
  const level = seat.kind === "bot" && /\((\w+)\)/.exec(seat.name)?.[1];
  if (!level) return seat;
  return { ...seat, name: localBots(seat.name), level: t.botLevels[level] ?? level.toLowerCase() };
}

/** Two that differ by their levels alone keep them in their names. */
export function localSeats<S extends Seat>(seats: readonly S[]): readonly S[] {
  const local = seats.map(localSeat);
  return local.map((seat, i) => (seat.level && local.some((other, j) => i !== j && other.name === seat.name) ? { ...seat, name: `${seat.name} (${seat.level})` } : seat));
}

export function dated(at: number, style: "medium" | "short" = "medium"): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: style }).format(at);
}
