/** Setting tokens, by the map and by the form: one draft for both, which lives as
 *  long as its view. Pure but for the signals at the end. */
import { signal } from "@preact/signals";
import { plural, say } from "../../kit/lang";
import type { Form } from "../../wire/hall";
import type { Board, View } from "../../wire/made/smallworld";

export type TokenForm = Extract<Form, { kind: "redeploy" | "defend" }>;
export type Tool = "tokens" | "camp" | "fortress" | "hero";

export interface Draft {
  readonly view: View;
  readonly tool: Tool;
  /** By region. In a defence: how many come on top. */
  readonly tokens: ReadonlyMap<number, number>;
  readonly camps: ReadonlyMap<number, number>;
  readonly fortress: number | null;
  readonly heroes: readonly number[];
}

export const formOf = (forms: readonly Form[]): TokenForm | undefined => forms.find((form): form is TokenForm => form.kind === "redeploy" || form.kind === "defend");

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0);

export const left = (form: TokenForm, draft: Draft): number => form.tokens - sum(draft.tokens.values());
export const campsLeft = (form: TokenForm, draft: Draft): number => (form.kind === "redeploy" ? form.encampments : 0) - sum(draft.camps.values());

/** What stands there now, as far as there are tokens for it: Amazons give four back. */
export function begin(form: TokenForm, view: View): Draft {
  const regions = form.regions.map(({ region }) => region);
  const at = (n: number) => view.regions[n - 1];
  const defend = form.kind === "defend";
  const tokens = new Map(regions.map((n) => [n, defend ? 0 : (at(n)?.tokens ?? 1)]));
  for (let over = sum(tokens.values()) - form.tokens; over > 0; over--) {
    const most = Math.max(...tokens.values());
    const from = [...tokens].find(([, n]) => n === most);
    if (from) tokens.set(from[0], from[1] - 1);
  }
  const camps = new Map(regions.map((n) => [n, defend ? 0 : (at(n)?.encampments ?? 0)]).filter(([, n]) => n) as [number, number][]);
  return { view, tool: "tokens", tokens, camps, fortress: null, heroes: defend ? [] : regions.filter((n) => at(n)?.hero) };
}

function spread(form: TokenForm, draft: Draft, among: readonly number[]): Draft {
  const defend = form.kind === "defend";
  const here = among.length ? among : form.regions.map(({ region }) => region);
  const tokens = new Map(form.regions.map(({ region }): [number, number] => [region, defend || form.tokens < form.regions.length ? 0 : 1]));
  const held = (n: number) => (tokens.get(n) ?? 0) + (defend ? (draft.view.regions[n - 1]?.tokens ?? 0) : 0);
  for (let rest = form.tokens - sum(tokens.values()); rest > 0; rest--) {
    const least = Math.min(...here.map(held));
    const to = here.find((n) => held(n) === least);
    if (to !== undefined) tokens.set(to, (tokens.get(to) ?? 0) + 1);
  }
  return { ...draft, tokens };
}

export const evenly = (form: TokenForm, draft: Draft): Draft => spread(form, draft, []);

/** One token where nobody can come, the others where somebody is near or can enter. */
export function toBorders(form: TokenForm, draft: Draft, board: Pick<Board, "regions">): Draft {
  const own = new Set(form.regions.map(({ region }) => region));
  const open = form.regions
    .map(({ region }) => region)
    .filter((n) => {
      const place = board.regions[n - 1];
      return place?.land.includes("border") || place?.near.some((other) => !own.has(other) && !board.regions[other - 1]?.land.includes("sea"));
    });
  return spread(form, draft, open);
}

/** One more or one less of the draft's tool in a region; the draft itself where that cannot be. */
export function put(form: TokenForm, draft: Draft, region: number, by: 1 | -1): Draft {
  if (!form.regions.some((one) => one.region === region)) return draft;
  const step = (map: ReadonlyMap<number, number>, rest: number) => {
    const next = (map.get(region) ?? 0) + by;
    return next < 0 || rest < by ? null : new Map(map).set(region, next);
  };
  switch (draft.tool) {
    case "tokens": {
      const tokens = step(draft.tokens, left(form, draft));
      return tokens ? { ...draft, tokens } : draft;
    }
    case "camp": {
      const camps = step(draft.camps, campsLeft(form, draft));
      return camps ? { ...draft, camps } : draft;
    }
    case "fortress":
      if (draft.view.regions[region - 1]?.fortress) return draft;
      return { ...draft, fortress: draft.fortress === region || by < 0 ? null : region };
    case "hero": {
      const without = draft.heroes.filter((n) => n !== region);
      const most = form.kind === "redeploy" ? form.heroes : 0;
      if (without.length < draft.heroes.length || by < 0) return { ...draft, heroes: without };
      return { ...draft, heroes: [...without, region].slice(-most) };
    }
  }
}

/** Exactly this number in a region, as typed into the form; wrong ones are kept and told. */
export function set(draft: Draft, what: "tokens" | "camps", region: number, n: number): Draft {
  return { ...draft, [what]: new Map(draft[what]).set(region, n) };
}

export function heroesWanted(form: TokenForm): number {
  return form.kind === "redeploy" ? Math.min(form.heroes, form.regions.length) : 0;
}

const why = say({
  en: {
    number: "Every region needs a whole number, 0 or more.",
    left: (n: number) => `${plural(n, { one: "token is", other: "tokens are" })} left to place.`,
    over: (n: number) => `${plural(n, { one: "token", other: "tokens" })} too many.`,
    nobody: "At least one region must keep a token.",
    camps: (n: number) => `${plural(n, { one: "camp", other: "camps" })} too many.`,
    heroes: (n: number) => `Place ${plural(n, { one: "hero", other: "heroes" })} more.`,
  },
  ru: {
    number: "В каждой области должно быть целое число, не меньше 0.",
    left: (n: number) => `Осталось расставить: ${plural(n, { one: "жетон", few: "жетона", many: "жетонов", other: "жетона" })}.`,
    over: (n: number) => `Лишних: ${plural(n, { one: "жетон", few: "жетона", many: "жетонов", other: "жетона" })}.`,
    nobody: "Хотя бы одна область должна сохранить жетон.",
    camps: (n: number) => `Лишних лагерей: ${n}.`,
    heroes: (n: number) => `Поставьте ещё героев: ${n}.`,
  },
});

/** The move that the draft makes, or what is still wrong with it. */
export function moveOf(form: TokenForm, draft: Draft): { readonly move: string } | { readonly why: string } {
  if ([...draft.tokens.values(), ...draft.camps.values()].some((n) => !Number.isInteger(n) || n < 0)) return { why: why.number };
  const rest = left(form, draft);
  if (rest) return { why: rest > 0 ? why.left(rest) : why.over(-rest) };
  const pairs = [...draft.tokens].filter(([, n]) => n > 0);
  if (form.kind === "defend") return { move: ["defend", ...pairs.flat()].join(" ") };
  if (!pairs.length) return { why: why.nobody };
  const kept = new Set(pairs.map(([region]) => region));
  const camps = [...draft.camps].filter(([region, n]) => n > 0 && kept.has(region));
  if (campsLeft(form, draft) < 0) return { why: why.camps(-campsLeft(form, draft)) };
  const heroes = draft.heroes.filter((region) => kept.has(region));
  const wanted = Math.min(form.heroes, kept.size);
  if (heroes.length < wanted) return { why: why.heroes(wanted - heroes.length) };
  const words: (string | number)[] = ["redeploy", pairs.length, ...pairs.flat()];
  if (form.encampments || form.fortress || form.heroes)
    words.push(
      form.encampments ? camps.length : -1,
      ...camps.flat(),
      form.fortress && draft.fortress !== null && kept.has(draft.fortress) ? draft.fortress : -1,
      form.heroes ? heroes.length : -1,
      ...heroes,
    );
  return { move: words.join(" ") };
}

/* ---- the one draft of the page ----------------------------------------------- */

const kept = signal<Draft | null>(null);
/** The view in which "Set tokens" was pressed before the conquests were over. */
const opened = signal<View | null>(null);

export function draftOf(form: TokenForm, view: View): Draft {
  const now = kept.value;
  return now?.view === view ? now : begin(form, view);
}

export function change(draft: Draft): void {
  kept.value = draft;
}

/** Are tokens being set on the map? While there are conquests to make: only if asked for. */
export function deploying(form: TokenForm | undefined, view: View): boolean {
  return form !== undefined && (view.stage === "redeploy" || view.stage === "defend" || opened.value === view);
}

export function openDeploy(view: View | null): void {
  opened.value = view;
}
