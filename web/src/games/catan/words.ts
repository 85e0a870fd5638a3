/** How moves, events and refusals are called. English lists are the server's
 *  own words; the other language, and the log of both, is made here. */
import { me } from "../../kit/api";
import type { Words } from "../../kit/game";
import { lang, listed, localBots } from "../../kit/lang";
import { commonWords } from "../../kit/picks";
import type { Effect, LegalMove, TableEvent } from "../../wire/hall";
import type { View } from "../../wire/made/catan";
import { modeOf } from "./mode";
import { cards, resources, type Card, type Resource } from "./picks";
import { reasons } from "./reasons";
import { bundle, text, tileName } from "./texts";

type Name = (seat: number) => string;

const hintsEn: Readonly<Record<string, string>> = {
  settlement: "Place your first settlement.", road: "Place a road at it.", "second settlement": "Place your second settlement: it brings its first cards.", "second road": "Place a road at it.",
  roll: "Roll the dice.", robber: "Move the robber to another tile.", steal: "Steal a card, or not.", playing: "Build, trade, play a card, or end your turn.", trading: "Choose who trades with you.",
  alone: "Your offer is open: wait for an answer, or withdraw it.", monopoly: "Name what everybody gives you.", "free roads": "Build a free road.", plenty: "Take two cards from the bank.", discard: "A seven: discard half of your cards.", answer: "Answer the offer.",
  back: "You stepped out: come back when you like.", mode_road: "Choose an edge for the road.", mode_settlement: "Choose a corner for the settlement.", mode_city: "Choose a settlement that becomes a city.",
};
const hintsRu: typeof hintsEn = {
  settlement: "Поставьте первое поселение.", road: "Проложите от него дорогу.", "second settlement": "Поставьте второе поселение: оно принесёт первые карты.", "second road": "Проложите от него дорогу.",
  roll: "Бросьте кости.", robber: "Передвиньте разбойника на другое поле.", steal: "Украдите карту или откажитесь.", playing: "Стройте, меняйтесь, сыграйте карту или закончите ход.", trading: "Выберите, с кем меняться.",
  alone: "Предложение открыто: подождите ответа или отзовите его.", monopoly: "Назовите, что вам отдадут все.", "free roads": "Постройте дорогу даром.", plenty: "Возьмите две карты из банка.", discard: "Семёрка: сбросьте половину карт.", answer: "Ответьте на предложение.",
  back: "Вы вышли из игры: вернуться можно в любой миг.", mode_road: "Выберите ребро для дороги.", mode_settlement: "Выберите перекрёсток для поселения.", mode_city: "Выберите поселение, которое станет городом.",
};

function hint(view: View, seat: number): string {
  const hints = lang === "ru" ? hintsRu : hintsEn;
  const player = view.players[seat];
  const key = !player?.active
    ? "back"
    : player.owes > 0
      ? "discard"
      : view.turn !== seat
        ? "answer"
        : view.state === "playing" && modeOf(view)
          ? "mode_" + modeOf(view)
          : view.state === "trading" && view.trade?.partners.length === 0
            ? "alone"
            : view.state;
  return hints[key] ?? "";
}

function facts(view: View, seat: number): readonly string[] {
  const player = view.players[seat];
  if (!player) return [];
  return [
    text.points(player.allPoints ?? player.points),
    text.cards(player.cards),
    player.developments ? text.devs(player.developments) : "",
    text.knights(player.knights),
    text.road(player.longest),
    player.longestRoad ? text.longest : "",
    player.largestArmy ? text.army : "",
  ].filter(Boolean);
}

/* ---- Russian moves --------------------------------------------------------- */

function counts(numbers: readonly number[], from = 0): Readonly<Partial<Record<Resource, number>>> {
  return Object.fromEntries(resources.map((resource, i) => [resource, numbers[from + i] ?? 0]));
}

const res = (i: number | undefined): Resource => resources[i ?? 0] ?? "lumber";

/** Words in brackets or behind a colon that name a place: the server's numbers, our names. */
function placeRu(words: string): string {
  const corner = /corner (\d+)$/.exec(words)?.[1];
  const lands = [...words.matchAll(/\b(lumber|wool|grain|brick|ore|desert)\b( \d+)?(?! harbour)/g)].map(([, land, n]) => text.resource[land as Resource | "desert"] + (n ?? ""));
  const harbour = /\((three for one|lumber|wool|grain|brick|ore) harbour\)/.exec(words)?.[1];
  const port = harbour ? (harbour === "three for one" ? text.harbourAny : text.harbour(harbour as Resource)) : "";
  return [lands.join(", "), port, corner ? `перекрёсток ${corner}` : ""].filter(Boolean).join(", ");
}

function moveRu({ move, words }: LegalMove, view: View): string | null {
  const [word, ...rest] = move.split(" ");
  const numbers = rest.map(Number);
  const [a = 0, b = 0, c = 0] = numbers;
  const who = words.replace(/^(steals from|trades with) /, "");
  switch (word) {
    case "settle":
      return rest.length ? `поселение: ${placeRu(words)}` : "негде поставить поселение";
    case "buysettlement":
      return `построить поселение: ${placeRu(words)}`;
    case "buycity":
      return `построить город: ${placeRu(words)}`;
    case "road":
    case "buyroad":
      return rest.length ? `дорога ${a}-${b}` : "негде проложить дорогу";
    case "freeroad":
      return `дорога даром ${a}-${b}`;
    case "roll":
      return "бросить кости";
    case "discard":
      return `сбросить ${bundle(counts(numbers))}`;
    case "robber":
      return `разбойник на поле ${a}: ${tileName(view.tiles[a])}${/: (.*)$/.exec(words)?.[1] ? ` (${localBots(/: (.*)$/.exec(words)?.[1] ?? "")})` : ""}`;
    case "steal":
      return `украсть карту: ${who}`;
    case "spare":
      return "ничего не красть";
    case "offer":
      return `предложить ${bundle(counts(numbers))} за ${bundle(counts(numbers, 5))}`;
    case "join":
      return view.trade ? `согласиться: ${bundle(view.trade.request)} за ${bundle(view.trade.offer)}` : "согласиться";
    case "decline":
      return "отказаться от обмена";
    case "partner":
      return a < 0 ? "отозвать предложение" : `обменяться: ${who}`;
    case "bank":
      return `обменять ${text.some(Number(/\d+/.exec(words)?.[0] ?? 4), res(b))} на ${text.some(1, res(c))} (${a < 0 ? "банк" : "гавань"})`;
    case "buycard":
      return "купить карту развития";
    case "use":
      return `сыграть: ${text.card[cards[a] ?? "knight"]}`;
    case "monopoly":
      return `забрать у всех: ${text.resource[res(a)]}`;
    case "plenty":
      return rest.length ? `взять из банка: ${bundle(a === b ? { [res(a)]: 2 } : { [res(a)]: 1, [res(b)]: 1 })}` : "взять последние карты банка";
    case "end":
      return "закончить ход";
    case "back":
      return "вернуться в игру";
    default:
      return null;
  }
}

/** Two cards from the bank are chosen one after the other; the other groups are named by the server's words. */
function stepEn(moves: readonly LegalMove[]): string | null {
  const [word, first] = common(moves);
  return word === "plenty" && first !== undefined ? `takes ${text.resource[res(Number(first))]} and...` : null;
}

/** The words of the moves' texts that a group has in common. */
function common(moves: readonly LegalMove[]): readonly string[] {
  return commonWords(moves.map((one) => one.move)).split(" ");
}

function stepRu(moves: readonly LegalMove[]): string | null {
  const numbers = common(moves);
  const named: Readonly<Record<string, string>> = { settle: "поселение", road: "дорога", buyroad: "построить дорогу", buysettlement: "построить поселение", buycity: "построить город", bank: "обмен с банком", offer: "предложить обмен", discard: "сбросить", robber: "разбойник", use: "сыграть карту", plenty: "взять", freeroad: "дорога даром" };
  const word = named[numbers[0] ?? ""];
  if (!word) return null;
  if (numbers.length === 1) return word + "...";
  const args = numbers.slice(1).map(Number);
  if (numbers[0] === "offer" || numbers[0] === "discard") return `${word} ${bundle(counts(args)) || "..."} ${numbers[0] === "offer" ? "..." : "и..."} (${args.join(" ")})`;
  if (numbers[0] === "plenty") return `${word} ${text.resource[res(args[0] ?? 0)]} и...`;
  return `${word} ${args.join("-")}...`;
}

/* ---- the log ---------------------------------------------------------------- */

interface Told {
  readonly rolls: (n: number, gains: string) => string;
  readonly gets: (who: string, mine: boolean, what: string) => string;
  readonly owes: (who: string, n: number) => string;
  readonly steals: (from: string, what: string) => string;
  readonly robber: (tile: number) => string;
  readonly buys: (card: string) => string;
  readonly monopoly: (what: string, list: string) => string;
  readonly trades: (who: string) => string;
  readonly longest: string;
  readonly army: string;
  readonly wins: string;
}

const toldEn: Told = {
  rolls: (n, gains) => `rolls ${n}${gains && ": " + gains}`,
  gets: (who, mine, what) => `${who} ${mine ? "get" : "gets"} ${what}`,
  owes: (who, n) => `${who} must discard ${n}`,
  steals: (from, what) => `steals ${what || "a card"} from ${from}`,
  robber: (tile) => `moves the robber to tile ${tile}`,
  buys: (card) => `buys a development card${card && `: ${card}`}`,
  monopoly: (what, list) => `takes all ${what}${list && ": " + list}`,
  trades: (who) => `trades with ${who}`,
  longest: "has the Longest Road", army: "has the Largest Army", wins: "wins",
};
const toldRu: Told = {
  rolls: (n, gains) => `бросает: ${n}${gains && ". " + gains}`,
  gets: (who, _mine, what) => `${who}: ${what}`,
  owes: (who, n) => `${who}: сбросить ${n}`,
  steals: (from, what) => `крадёт у игрока ${from}: ${what || "карту"}`,
  robber: (tile) => `ставит разбойника на поле ${tile}`,
  buys: (card) => `покупает карту развития${card && `: ${card}`}`,
  monopoly: (what, list) => `забирает у всех: ${what}${list && " (" + list + ")"}`,
  trades: (who) => `меняется: ${who}`,
  longest: "получает самую длинную дорогу", army: "получает самое большое войско", wins: "побеждает",
};

/** What each seat got, in the order of seats. */
function gains(effects: readonly Effect[], what: string): ReadonlyMap<number, Readonly<Partial<Record<Resource, number>>>> {
  const found = new Map<number, Partial<Record<Resource, number>>>();
  for (const effect of effects) {
    if (effect.what !== what || effect.seat === null) continue;
    const hand = found.get(effect.seat) ?? {};
    const resource = effect.resource as Resource;
    hand[resource] = (hand[resource] ?? 0) + Number(effect.n ?? 0);
    found.set(effect.seat, hand);
  }
  return found;
}

function event(told: TableEvent, name: Name): string | null {
  const words = lang === "ru" ? toldRu : toldEn;
  const effects = told.effects ?? [];
  const who = (seat: number) => (name(seat) === me.value?.name ? text.you : name(seat));
  const find = (what: string) => effects.find((effect) => effect.what === what);
  const got = (what: string) => [...gains(effects, what)].map(([seat, hand]) => words.gets(who(seat), who(seat) === text.you, bundle(hand)));
  const after = [find("longest")?.seat != null ? words.longest : "", find("army") ? words.army : "", find("win") ? words.wins : ""].filter(Boolean);
  const main = ((): string | null => {
    const dice = find("dice");
    if (dice) return words.rolls(Number(dice.a) + Number(dice.b), [...got("gain"), ...effects.filter((one) => one.what === "owes").map((one) => words.owes(who(one.seat ?? 0), Number(one.n)))].join(", "));
    const stolen = find("stolen");
    if (stolen) return words.steals(who(Number(stolen.from)), stolen.resource ? text.some(1, stolen.resource as Resource) : "");
    const monopoly = find("monopoly");
    if (monopoly) return words.monopoly(text.resource[monopoly.resource as Resource], [...gains(effects, "taken")].map(([seat, hand]) => `${who(seat)} ${Object.values(hand)[0] ?? 0}`).join(", "));
    const robber = find("robber");
    if (robber) return words.robber(Number(robber.to));
    const bought = find("bought_card");
    if (bought) return words.buys(bought.card ? text.card[bought.card as Card] : "");
    const traded = find("traded");
    if (traded) return words.trades(who(Number(traded.with)));
    return lang === "ru" ? eventRu(told, effects) : after.length || find("gain") ? (told.words ?? null) : null;
  })();
  if (main === null) return null;
  const extra = find("settlement") ? got("gain") : [];
  return listed([[main, ...extra].join(": "), ...after]);
}

/** The rest of the log in Russian, from the move's own text. */
function eventRu({ move = "" }: TableEvent, effects: readonly Effect[]): string | null {
  const [word = "", ...rest] = move.split(" ");
  const numbers = rest.map(Number);
  const [a = 0, b = 0] = numbers;
  const bank = effects.find((effect) => effect.what === "bank");
  switch (word) {
    case "settle":
    case "buysettlement":
      return `ставит поселение на перекрёстке ${a}`;
    case "buycity":
      return `строит город на перекрёстке ${a}`;
    case "road":
    case "buyroad":
    case "freeroad":
      return `прокладывает дорогу ${a}-${b}`;
    case "discard":
      return `сбрасывает ${bundle(counts(numbers))}`;
    case "spare":
      return "ничего не крадёт";
    case "offer":
      return `предлагает ${bundle(counts(numbers))} за ${bundle(counts(numbers, 5))}`;
    case "join":
      return "согласен на обмен";
    case "decline":
      return "отказывается от обмена";
    case "partner":
      return "отзывает предложение";
    case "bank":
      return bank ? `меняет в банке ${text.some(Number(bank.n), bank.give as Resource)} на ${text.some(1, bank.get as Resource)}` : "меняется с банком";
    case "use":
      return `играет карту: ${text.card[cards[a] ?? "knight"]}`;
    case "plenty":
      return "берёт две карты из банка";
    case "end":
      return "заканчивает ход";
    case "back":
      return "снова в игре";
    default:
      return null;
  }
}

export const words: Words<View> = {
  hint,
  facts,
  event,
  reason: (reason, args) => reasons(reason, args),
  ...(lang === "ru" ? { move: moveRu, step: stepRu } : { step: stepEn }),
};
