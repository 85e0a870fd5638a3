/** Sentences of the page in both languages: hints, the log, the list, what stands beside a player. */
import { lang, say } from "../../kit/lang";
import type { Place, Words } from "../../kit/game";
import type { Effect, LegalMove, TableEvent } from "../../wire/hall";
import type { View } from "../../wire/made/smallworld";
import { coins, coinsGiven, localNames, type Power, type Race, regionName, texts, tokens } from "./texts";

interface Text {
  readonly board: string;
  readonly badges: string;
  readonly price: (n: number) => string;
  readonly free: string;
  readonly withCoins: (n: number) => string;
  readonly mine: string;
  readonly declined: string;
  readonly needs: (n: number) => string;
  readonly needsDie: (n: number) => string;
  readonly immune: string;
  readonly empty: string;
  readonly turn: (n: number, of: number) => string;
  readonly hand: (n: number) => string;
  readonly conquer: string;
  readonly dragon: string;
  readonly enchant: string;
  readonly throwDie: string;
  readonly die: (n: number) => string;
  readonly dieBlank: string;
  readonly setTokens: string;
  readonly conquerOn: string;
  readonly decline: string;
  readonly declineAsk: readonly [string, string, string, string];
  readonly finish: (n: number) => string;
  readonly befriend: string;
  readonly friendOf: (name: string) => string;
  readonly friends: (diplomat: string, friend: string) => string;
  readonly income: string;
  readonly incomeOf: (name: string, n: number) => string;
  readonly sources: Readonly<Record<"regions" | "race" | "power" | "declined", string>>;
  readonly none: string;
  readonly left: (n: number) => string;
  readonly all: string;
  readonly evenly: string;
  readonly borders: string;
  readonly send: string;
  readonly tools: string;
  readonly tool: Readonly<Record<"tokens" | "camp" | "fortress" | "hero", string>>;
  readonly campsOf: (n: number) => string;
  readonly givenUp: string;
  readonly campsAt: (name: string) => string;
  readonly fortressAt: (name: string) => string;
  readonly heroAt: (name: string) => string;
  readonly closer: string;
  readonly farther: string;
  readonly whole: string;
  readonly region: string;
  readonly regionHint: string;
  readonly actions: string;
  readonly more: (n: number) => string;
  readonly hint: Readonly<Record<"select" | "enter" | "conquer" | "setOnly" | "defend" | "redeploy" | "finish" | "friend" | "dragon" | "enchant" | "die", string>>;
  readonly event: {
    readonly badge: (name: string, price: number, found: number) => string;
    readonly takes: (region: string, n: number, from: string) => string;
    readonly from: (name: string) => string;
    readonly tribe: string;
    readonly die: (n: number) => string;
    readonly vain: (region: string) => string;
    readonly dragon: (region: string) => string;
    readonly enchants: (region: string, name: string) => string;
    readonly declines: (race: string) => string;
    readonly earns: (n: number, sources: string) => string;
    readonly befriends: (name: string) => string;
    readonly sets: string;
    readonly gives: (list: string) => string;
    readonly retreats: (list: string) => string;
    readonly throws: (n: number) => string;
    readonly leaves: string;
  };
  readonly facts: { readonly coins: (n: number) => string; readonly declined: (race: string) => string; readonly hand: (n: number) => string };
}

const en: Text = {
  board: "Map", badges: "Races to take", price: (n) => `for ${coins(n)}`, free: "free", withCoins: (n) => `with ${coins(n)} on it`,
  mine: "yours", declined: "in decline", needs: (n) => `needs ${n}`, needsDie: (n) => `needs ${n}, with the die`, immune: "cannot be taken", empty: "empty",
  turn: (n, of) => `Round ${n} of ${of}`, hand: (n) => `${n} in hand`,
  conquer: "Conquer", dragon: "Send the dragon", enchant: "Enchant", throwDie: "Throw the die", die: (n) => `The die shows ${n}`, dieBlank: "The die is blank",
  setTokens: "Set tokens", conquerOn: "Go on conquering", decline: "Decline",
  declineAsk: ["Go into decline?", "Your race keeps its regions with one token each and conquers no more. Next turn you choose a new one. An older race in decline leaves the map.", "Decline", "Not yet"],
  finish: (n) => `Finish the turn: ${coins(n)}`, befriend: "Befriend", friendOf: (name) => `Befriend ${name}`, friends: (a, b) => `${b} may not attack ${a} this turn.`,
  income: "If the turn ended now", incomeOf: (name, n) => `${name}: ${coins(n)}`,
  sources: { regions: "regions", race: "race", power: "power", declined: "decline" }, none: "nothing",
  left: (n) => `${n} left`, all: "all placed", evenly: "Evenly", borders: "To the borders", send: "Done",
  tools: "What to set", tool: { tokens: "Tokens", camp: "Camps", fortress: "Fortress", hero: "Heroes" }, campsOf: (n) => `camps ${n}`, givenUp: "given up",
  campsAt: (name) => `Camps on ${name}`, fortressAt: (name) => `Fortress on ${name}`, heroAt: (name) => `Hero on ${name}`,
  closer: "Closer", farther: "Farther", whole: "Whole map", region: "Region", regionHint: "Point at a region to see what is there and what it takes.",
  actions: "What you can do", more: (n) => `and ${n} more`,
  hint: {
    select: "Choose a race; the first is free.", enter: "Enter the map.", conquer: "Conquer, or set your tokens.",
    setOnly: "Set your tokens.", defend: "You lost a region: place its tokens.", redeploy: "Set your tokens.", finish: "Finish your turn and take your coins.",
    friend: "Befriend somebody or finish your turn.", dragon: "The dragon: pick a marked region.", enchant: "Enchant: pick a marked region.", die: "The die is thrown: pick the region to attack.",
  },
  event: {
    badge: (name, price, found) => `takes the ${name}${price ? ` for ${coins(price)}` : ""}${found ? ` and finds ${coins(found)}` : ""}`,
    takes: (region, n, from) => `takes ${region} with ${n}${from}`, from: (name) => ` from ${name}`, tribe: " from a lost tribe", die: (n) => `, the die shows ${n}`,
    vain: (region) => `attacks ${region} in vain`, dragon: (region) => `sends the dragon to ${region}`, enchants: (region, name) => `enchants ${region}${name && ` of ${name}`}`, declines: (race) => `declines with the ${race}`,
    earns: (n, sources) => `earns ${coins(n)}${sources}`, befriends: (name) => `befriends ${name}`, sets: "sets the tokens", gives: (list) => `, gives up ${list}`, retreats: (list) => `retreats to ${list}`, throws: (n) => `throws the die: ${n}`, leaves: "leaves",
  },
  facts: { coins, declined: (race) => `declined ${race}`, hand: (n) => `${n} in hand` },
};

const ru: Text = {
  board: "Карта", badges: "Народы на выбор", price: (n) => `за ${coinsGiven(n)}`, free: "даром", withCoins: (n) => `на нём ${coins(n)}`,
  mine: "ваши", declined: "в упадке", needs: (n) => `нужно ${n}`, needsDie: (n) => `нужно ${n}, с кубиком`, immune: "взять нельзя", empty: "пусто",
  turn: (n, of) => `Раунд ${n} из ${of}`, hand: (n) => `в руке ${n}`,
  conquer: "Завоевать", dragon: "Послать дракона", enchant: "Зачаровать", throwDie: "Бросить кубик", die: (n) => `На кубике ${n}`, dieBlank: "Кубик пуст",
  setTokens: "Расставить", conquerOn: "Завоёвывать дальше", decline: "В упадок",
  declineAsk: ["Уйти в упадок?", "Народ сохранит области по одному жетону и больше не завоёвывает. В следующий ход вы выберете новый. Прежний народ в упадке исчезнет с карты.", "В упадок", "Рано"],
  finish: (n) => `Закончить ход: ${coins(n)}`, befriend: "Подружиться", friendOf: (name) => `Подружиться: ${name}`, friends: (a, b) => `${b} в этот ход не нападает на ${a}.`,
  income: "Если закончить ход сейчас", incomeOf: (name, n) => `${name}: ${coins(n)}`,
  sources: { regions: "области", race: "народ", power: "свойство", declined: "упадок" }, none: "ничего",
  left: (n) => `осталось ${n}`, all: "все расставлены", evenly: "Поровну", borders: "К границам", send: "Готово",
  tools: "Что ставить", tool: { tokens: "Жетоны", camp: "Лагеря", fortress: "Крепость", hero: "Герои" }, campsOf: (n) => `лагерей ${n}`, givenUp: "оставлена",
  campsAt: (name) => `Лагеря: ${name}`, fortressAt: (name) => `Крепость: ${name}`, heroAt: (name) => `Герой: ${name}`,
  closer: "Ближе", farther: "Дальше", whole: "Вся карта", region: "Область", regionHint: "Наведите на область: видно, кто там и сколько нужно.",
  actions: "Что можно сделать", more: (n) => `и ещё ${n}`,
  hint: {
    select: "Выберите народ; первый бесплатен.", enter: "Войдите на карту.", conquer: "Завоёвывайте или расставьте жетоны.",
    setOnly: "Расставьте жетоны.", defend: "Область потеряна: переставьте её жетоны.", redeploy: "Расставьте жетоны.", finish: "Закончите ход и получите монеты.",
    friend: "Подружитесь с кем-нибудь или закончите ход.", dragon: "Дракон: выберите отмеченную область.", enchant: "Чары: выберите отмеченную область.", die: "Кубик брошен: выберите область для нападения.",
  },
  event: {
    badge: (name, price, found) => `берёт народ: ${name}${price ? `, за ${coinsGiven(price)}` : ""}${found ? `, находит ${coinsGiven(found)}` : ""}`,
    takes: (region, n, from) => `берёт: ${region}, жетонов ${n}${from}`, from: (name) => `, теряет ${name}`, tribe: ", уходит забытое племя", die: (n) => `, на кубике ${n}`,
    vain: (region) => `нападает напрасно: ${region}`, dragon: (region) => `посылает дракона: ${region}`, enchants: (region, name) => `зачаровывает: ${region}${name && `, ${name}`}`, declines: (race) => `уходит в упадок: ${race}`,
    earns: (n, sources) => `получает ${coinsGiven(n)}${sources}`, befriends: (name) => `дружит: ${name}`, sets: "расставляет жетоны", gives: (list) => `, оставляет: ${list}`, retreats: (list) => `отступает: ${list}`, throws: (n) => `бросает кубик: ${n}`, leaves: "уходит",
  },
  facts: { coins, declined: (race) => `в упадке: ${race}`, hand: (n) => `в руке ${n}` },
};

export const text = say({ en, ru });

/* ---- effects -------------------------------------------------------------------- */

export const number = (effect: Effect | undefined, name: string): number => (typeof effect?.[name] === "number" ? (effect[name] as number) : 0);

/** "regions 5, race 2", without what pays nothing. */
export function sourcesOf(of: Readonly<Record<"regions" | "race" | "power" | "declined", number>>): readonly (readonly [string, number])[] {
  return (["regions", "race", "power", "declined"] as const).filter((source) => of[source]).map((source) => [text.sources[source], of[source]]);
}

/** The name of a region in the event's own words. */
function regionIn(event: TableEvent, n: number): string {
  const found = new RegExp(`[A-Z][a-z]+ ${n}\\b`).exec(event.words ?? "");
  return found ? regionName(found[0]) : `${text.region} ${n}`;
}

function eventText(event: TableEvent, name: (seat: number) => string): string | null {
  const effects = event.effects ?? [];
  const find = (what: string) => effects.find((effect) => effect.what === what);
  const { event: say } = text;
  const die = find("die");
  const thrown = die ? say.die(number(die, "shows")) : "";
  const at = (effect: Effect) => regionIn(event, number(effect, "region"));
  const [verb] = (event.move ?? "").split(" ");
  const badge = find("badge");
  if (badge) return say.badge(texts.badge(badge.badge_power as Power, badge.race as Race), number(badge, "price"), number(badge, "coins"));
  const enchanted = find("enchanted");
  if (enchanted) return say.enchants(at(enchanted), name(number(enchanted, "from")));
  const dragon = find("dragon");
  if (dragon && verb === "dragon") return say.dragon(at(dragon));
  const conquered = find("conquered");
  if (conquered) {
    const lost = effects.find((effect) => effect.what === "lost" || effect.what === "returned");
    const from = !lost ? "" : lost.seat === null ? say.tribe : say.from(name(lost.seat));
    return say.takes(at(conquered), number(conquered, "tokens"), from) + thrown;
  }
  const repelled = find("repelled");
  if (repelled) return say.vain(at(repelled)) + thrown;
  if (die) return say.throws(number(die, "shows"));
  const declined = find("declined");
  const income = find("income");
  const earned = income
    ? say.earns(number(income, "total"), sourcesOf({ regions: number(income, "regions"), race: number(income, "race"), power: number(income, "power"), declined: number(income, "declined") }).map(([source, n], i) => `${i ? ", " : ": "}${source} ${n}`).join(""))
    : "";
  if (declined) return say.declines(texts.races[declined.race as Race].name) + (earned && `, ${earned}`);
  if (income) return earned;
  const friend = find("friend");
  if (friend) return say.befriends(name(number(friend, "with")));
  if (verb === "leave") return say.leaves;
  return lang === "en" ? null : translated(event.words ?? "");
}

/* ---- the list in Russian ---------------------------------------------------------- */

const phrases: readonly (readonly [RegExp, string])[] = [
  [/^attacks (.+) with the die \(needs (\d+), has (-?\d+)\)$/, "$1: напасть с кубиком (нужно $2, есть $3)"],
  [/^attacks (.+) in vain \(needs (\d+), has (-?\d+)\)$/, "$1: напасть напрасно (нужно $2, есть $3)"],
  [/^attacks (.+) \(needs (\d+)\)$/, "$1: напасть (нужно $2)"],
  [/^sends the dragon to (.+)$/, "$1: послать дракона"],
  [/^enchants (.+)$/, "$1: зачаровать"],
  [/^goes into decline$/, "уйти в упадок"],
  [/^throws the die$/, "бросить кубик"],
  [/^finishes the turn$/, "закончить ход"],
  [/^befriends (.+)$/, "подружиться: $1"],
  [/^leaves$/, "уйти"],
  [/^retreats with nobody$/, "не отступать"],
  [/^retreats with/, "отступить:"],
  [/^redeploys nobody and gives up all regions$/, "оставить все области"],
  [/^redeploys/, "расставить:"],
];

export function translated(words: string): string {
  const found = phrases.find(([pattern]) => pattern.test(words));
  const local = found ? words.replace(found[0], found[1]) : words;
  return localNames(local)
    .replace(/ on each of (\d+) regions/g, " в каждой из $1")
    .replace(/ on (\d+) others/g, " ещё в $1")
    .replace(/(\d) (on|to) /g, "$1 → ")
    .replace(/; (\d+) camps on /g, "; лагерей $1 → ")
    .replace("; fortress on ", "; крепость → ")
    .replace(/; hero(es)? on /, "; герои → ");
}

function moveText({ move, words }: LegalMove, view: View): string | null {
  if (lang === "en") return null;
  const [verb, first] = move.split(" ");
  const badge = verb === "select" ? view.badges[Number(first)] : undefined;
  if (badge) return [texts.badge(badge.power, badge.race), tokens(badge.tokens), badge.price ? text.price(badge.price) : text.free, badge.coins ? text.withCoins(badge.coins) : ""].filter(Boolean).join(", ");
  return translated(words);
}

/* ---- for the kit -------------------------------------------------------------------- */

function hintOf(view: View, seat: number, picks: readonly Place[]): string {
  const { hint } = text;
  const own = view.players[seat];
  const hand = own && own.hand > 0 ? ` (${text.hand(own.hand)})` : "";
  if (picks[0] === "card-10") return hint.dragon;
  if (picks[0] === "card-11") return hint.enchant;
  if (view.die !== undefined && view.stage === "conquest") return hint.die;
  switch (view.stage) {
    case "selectRace":
      return hint.select;
    case "beforeConquest":
    case "conquest": {
      const may = view.regions.some((region) => region.cost);
      const on = view.regions.some((region) => region.owner === seat && !region.declined);
      return may ? (on ? hint.conquer : hint.enter).replace(/\.$/, `${hand}.`) : hint.setOnly;
    }
    case "redeploy":
      return hint.redeploy;
    case "defend":
      return hint.defend;
    case "beforeFinishTurn":
      return own?.current?.power === "Diplomat" ? hint.friend : hint.finish;
    case "finishTurn":
    case "gameOver":
      return hint.finish;
  }
}

export const words: Words<View> = {
  hint: hintOf,
  move: moveText,
  event: eventText,
  step: (moves) => {
    const verb = moves[0]?.move.split(" ")[0];
    const named: Readonly<Record<string, string>> = { conquer: text.conquer, dragon: text.dragon, enchant: text.enchant, redeploy: text.setTokens };
    return verb && moves.every((one) => one.move.startsWith(verb + " ")) ? (named[verb] ?? null) : null;
  },
  facts: (view, seat) => {
    const player = view.players[seat];
    if (!player) return [];
    return [
      text.facts.coins(player.coins),
      ...(player.current ? [texts.badge(player.current.power, player.current.race)] : []),
      ...(player.declined ? [text.facts.declined(texts.races[player.declined.race].name)] : []),
      ...(player.hand > 0 ? [text.facts.hand(player.hand)] : []),
    ];
  },
  reason: (reason, args) => {
    const known = texts.refusals[reason];
    return known ? known.replace(/\{(\w+)\}/g, (_, name: string) => String(args[name] ?? "")) : null;
  },
};
