/** All that Catan says around its board, in both languages with the same keys. */
import { lang, listed } from "../../kit/lang";
import { resources, type Card, type Purchase, type Resource } from "./picks";

type Counts = Readonly<Partial<Record<Resource, number>>>;
type Forms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules(lang);

/** Forms of a Russian word behind a number. */
function form(n: number, [one, few, many]: Forms): string {
  const rule = rules.select(n);
  return `${n} ${rule === "one" ? one : rule === "few" ? few : many}`;
}

const many = (n: number, one: string, other: string) => `${n} ${n === 1 ? one : other}`;

const en = {
  board: "The island of Catan: 19 tiles, 54 corners, 72 edges",
  resource: { lumber: "lumber", wool: "wool", grain: "grain", brick: "brick", ore: "ore", desert: "desert" } as Readonly<Record<Resource | "desert", string>>,
  some: (n: number, resource: Resource) => `${n} ${resource}`,
  card: { knight: "Knight", monopoly: "Monopoly", roadBuilding: "Road Building", yearOfPlenty: "Year of Plenty", victoryPoint: "Victory Point" } as Readonly<Record<Card, string>>,
  cardText: {
    knight: "Move the robber and steal a card.",
    monopoly: "Take all cards of one kind from everybody.",
    roadBuilding: "Build two roads for free.",
    yearOfPlenty: "Take two cards from the bank.",
    victoryPoint: "One point that nobody sees.",
  } as Readonly<Record<Card, string>>,
  seat: (n: number) => `seat ${n}`,
  tile: (n: number) => `Tile ${n}`, vertex: (n: number) => `Corner ${n}`, edge: (a: number, b: number) => `Edge ${a}-${b}`,
  robber: "robber", harbourAny: "three for one harbour", harbour: (resource: Resource) => `${resource} harbour`, coast: "coast",
  mySettlement: "your settlement", myCity: "your city", myRoad: "your road",
  settlementOf: (name: string) => `settlement of ${name}`, cityOf: (name: string) => `city of ${name}`, roadOf: (name: string) => `road of ${name}`,
  hand: "Your cards", developments: "Development cards", bar: "What you can do", you: "you", youHere: "You",
  buy: { road: "Road", settlement: "Settlement", city: "City", card: "Card" } as Readonly<Record<Purchase, string>>,
  short: { road: "Road", settlement: "Settle", city: "City", card: "Card" } as Readonly<Record<Purchase, string>>,
  price: (cost: string) => `costs ${cost}`,
  lack: "lacks", missing: (list: string) => `${list} short`, noPlace: "no place",
  noSupply: "none left",
  roll: "Roll the dice", rollShort: "Roll", trade: "Trade", tradeFor: "Trade for it", end: "End turn", endShort: "End", rolled: (n: number) => `rolled ${n}`,
  play: (card: string) => `Play ${card}`, fresh: "bought this turn", oneCard: "one card a turn", hidden: "counts at the end", later: "in your turn",
  discard: (n: number) => `Discard ${many(n, "card", "cards")}`, discardMore: "A seven: you hold more than seven cards.", chosen: (n: number, of: number) => `${n} of ${of} chosen`, discardSend: "Discard",
  steal: "Steal a card from", spare: "Nobody", cards: (n: number) => many(n, "card", "cards"), stealOf: (name: string, n: number) => `${name}, ${many(n, "card", "cards")}`,
  monopoly: "Monopoly: take all of", plenty: "Year of Plenty: take two", plentyTwo: "and", take: (list: string) => `Take ${list}`,
  freeRoads: (n: number) => `${many(n, "road", "roads")} free`,
  offerTitle: "Trade", give: "Give", get: "Get", giveOf: (resource: string) => `Give ${resource}`, getOf: (resource: string) => `Get ${resource}`,
  offer: "Offer to all", withBank: "With the bank, at once", bankNone: "The bank wants four equal cards; with a harbour three or two.", bankOf: (give: string, get: string) => `Bank: ${give} for ${get}`, swap: (give: string, get: string) => `${give} for ${get}`,
  offers: (name: string, give: string, get: string) => `${name} offers ${give} for ${get}`, yourOffer: (give: string, get: string) => `You offer ${give} for ${get}`,
  accept: "Accept", decline: "Decline", lacks: (list: string) => `You lack ${list}`, with: (name: string) => `Trade with ${name}`, yes: "yes", no: "no", thinks: "thinks", withdraw: "Withdraw", change: "Change", answers: "Answers", youYes: "You agreed.", youNo: "You declined.", away: "away",
  points: (n: number) => many(n, "point", "points"), knights: (n: number) => many(n, "knight", "knights"), road: (n: number) => `road of ${n}`, devs: (n: number) => many(n, "development card", "development cards"),
  hiddenPoints: (n: number) => `${n} with hidden ones`, longest: "Longest Road", army: "Largest Army", bank: "Bank", deck: (n: number) => `${many(n, "development card", "development cards")} left`, target: (n: number) => `${n} points win`,
  less: (name: string) => `${name}, one less`, more: (name: string) => `${name}, one more`,
};

const forms: Readonly<Record<Resource, Forms>> = {
  lumber: ["дерево", "дерева", "дерева"], wool: ["шерсть", "шерсти", "шерсти"], grain: ["зерно", "зерна", "зерна"], brick: ["кирпич", "кирпича", "кирпичей"], ore: ["руду", "руды", "руды"],
};
const cardsRu: Forms = ["карта", "карты", "карт"];

const ru: typeof en = {
  board: "Остров Катан: 19 полей, 54 перекрёстка, 72 ребра",
  resource: { lumber: "дерево", wool: "шерсть", grain: "зерно", brick: "кирпич", ore: "руда", desert: "пустыня" },
  some: (n, resource) => form(n, forms[resource]),
  card: { knight: "Рыцарь", monopoly: "Монополия", roadBuilding: "Две дороги", yearOfPlenty: "Урожайный год", victoryPoint: "Победное очко" },
  cardText: {
    knight: "Передвиньте разбойника и украдите карту.",
    monopoly: "Заберите у всех карты одного вида.",
    roadBuilding: "Постройте две дороги даром.",
    yearOfPlenty: "Возьмите две карты из банка.",
    victoryPoint: "Очко, которого никто не видит.",
  },
  seat: (n) => `место ${n}`,
  tile: (n) => `Поле ${n}`, vertex: (n) => `Перекрёсток ${n}`, edge: (a, b) => `Ребро ${a}-${b}`,
  robber: "разбойник", harbourAny: "гавань три к одному", harbour: (resource) => `гавань: ${ru.resource[resource]}`, coast: "берег",
  mySettlement: "ваше поселение", myCity: "ваш город", myRoad: "ваша дорога",
  settlementOf: (name) => `поселение, ${name}`, cityOf: (name) => `город, ${name}`, roadOf: (name) => `дорога, ${name}`,
  hand: "Ваши карты", developments: "Карты развития", bar: "Что можно сделать", you: "вы", youHere: "Вы",
  buy: { road: "Дорога", settlement: "Поселение", city: "Город", card: "Карта" },
  short: { road: "Дорога", settlement: "Посел.", city: "Город", card: "Карта" },
  price: (cost) => `цена: ${cost}`,
  lack: "нет", missing: (list) => `не хватает: ${list}`, noPlace: "нет места",
  noSupply: "больше нет",
  roll: "Бросить кости", rollShort: "Бросить", trade: "Обмен", tradeFor: "Выменять", end: "Конец хода", endShort: "Конец", rolled: (n) => `выпало ${n}`,
  play: (card) => `Сыграть: ${card}`, fresh: "куплена в этом ходу", oneCard: "одна карта за ход", hidden: "считается в конце", later: "в ваш ход",
  discard: (n) => `Сбросьте ${form(n, ["карту", "карты", "карт"])}`, discardMore: "Семёрка: у вас больше семи карт.", chosen: (n, of) => `выбрано ${n} из ${of}`, discardSend: "Сбросить",
  steal: "Украсть карту у игрока", spare: "Ни у кого", cards: (n) => form(n, cardsRu), stealOf: (name, n) => `${name}, ${form(n, cardsRu)}`,
  monopoly: "Монополия: забрать всё", plenty: "Урожайный год: возьмите две", plentyTwo: "и", take: (list) => `Взять: ${list}`,
  freeRoads: (n) => `даром: ${form(n, ["дорога", "дороги", "дорог"])}`,
  offerTitle: "Обмен", give: "Отдаю", get: "Беру", giveOf: (resource) => `Отдать: ${resource}`, getOf: (resource) => `Получить: ${resource}`,
  offer: "Предложить всем", withBank: "С банком, сразу", bankNone: "Банк берёт четыре одинаковые карты, через гавань - три или две.", bankOf: (give, get) => `Банк: ${give} на ${get}`, swap: (give, get) => `${give} на ${get}`,
  offers: (name, give, get) => `${name} предлагает ${give} за ${get}`, yourOffer: (give, get) => `Вы предлагаете ${give} за ${get}`,
  accept: "Согласиться", decline: "Отказаться", lacks: (list) => `У вас нет: ${list}`, with: (name) => `Обмен: ${name}`, yes: "да", no: "нет", thinks: "думает", withdraw: "Отозвать", change: "Изменить", answers: "Ответы", youYes: "Вы согласились.", youNo: "Вы отказались.", away: "нет за столом",
  points: (n) => form(n, ["очко", "очка", "очков"]), knights: (n) => form(n, ["рыцарь", "рыцаря", "рыцарей"]), road: (n) => `дорога ${n}`, devs: (n) => form(n, ["карта развития", "карты развития", "карт развития"]),
  hiddenPoints: (n) => `${n} со скрытыми`, longest: "Самая длинная дорога", army: "Самое большое войско", bank: "Банк", deck: (n) => `осталось ${form(n, ["карта развития", "карты развития", "карт развития"])}`, target: (n) => `для победы ${form(n, ["очко", "очка", "очков"])}`,
  less: (name) => `${name}, на одну меньше`, more: (name) => `${name}, на одну больше`,
};

export const texts = { en, ru };
export const text = texts[lang];

/** "2 wool and 1 ore" */
export function bundle(counts: Counts): string {
  return listed(some(counts).map(([resource, n]) => text.some(n, resource)));
}

export function some(counts: Counts): readonly (readonly [Resource, number])[] {
  return resources.flatMap((resource) => {
    const n = counts[resource] ?? 0;
    return n > 0 ? [[resource, n] as const] : [];
  });
}

/** "ore 10", "desert" */
export function tileName(tile: { readonly resource: Resource | "desert"; readonly number: number } | undefined): string {
  return tile ? text.resource[tile.resource] + (tile.number ? ` ${tile.number}` : "") : "";
}
