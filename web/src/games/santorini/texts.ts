/** All that Santorini says, in both languages with the same keys. */
import { lang, plural } from "../../kit/lang";
import type { View } from "../../wire/made/santorini";

type Ban = View["bans"][number];

const bansEn: Readonly<Record<Ban, string>> = {
  "no-back": "not back to the cell it left",
  "same-cell": "only on the same cell",
  "other-cell": "only on another cell",
  "no-up": "no climbing",
  "no-down": "no stepping down",
  "no-near-build": "no building beside these workers",
  "no-fifth-tower": "no fifth tower",
};

const bansRu: Readonly<Record<Ban, string>> = {
  "no-back": "нельзя вернуться на прежнюю клетку",
  "same-cell": "только на той же клетке",
  "other-cell": "только на другой клетке",
  "no-up": "нельзя подниматься",
  "no-down": "нельзя спускаться",
  "no-near-build": "нельзя строить рядом с этими строителями",
  "no-fifth-tower": "нельзя завершать пятую башню",
};

const en = {
  board: "Santorini, five by five cells",
  label: {
    level: (n: number) => `level ${n}`,
    dome: "dome",
    mine: "your worker",
    worker: (name: string) => `worker of ${name}`,
    seat: (n: number) => `seat ${n}`,
  },
  select: (n: number) => `Select ${n} gods for this game`,
  chosen: (n: number, of: number) => `${n} of ${of} gods selected`,
  playWith: "Play with these",
  whoBegins: "Who begins?",
  iBegin: "I begin",
  begins: (name: string) => `${name} begins`,
  pass: "Build no more",
  gods: "Gods of this game",
  out: "out of the game",
  forbidden: "Forbidden at the moment",
  bans: bansEn,
  hint: {
    select: (n: number) => `Select ${n} gods: one for each player.`,
    choose: "Choose your god.",
    first: "Say who begins.",
    place1: "Place your first worker.",
    place2: "Place your second worker.",
    worker: "Choose one of your workers.",
    go: "Where does it go?",
    goOrBuild: "Where does it go, or build?",
    build: "Build beside your worker.",
    buildMore: "Build once more, or end the turn.",
    goMore: "Go on, or build.",
  },
  facts: { out: "out", god: (name: string) => name },
};

const ru: typeof en = {
  board: "Санторини, пять на пять клеток",
  label: {
    level: (n) => `этаж ${n}`,
    dome: "купол",
    mine: "ваш строитель",
    worker: (name) => `строитель игрока ${name}`,
    seat: (n) => `место ${n}`,
  },
  select: (n) => `Отберите для игры ${plural(n, { one: "бога", few: "богов", many: "богов", other: "бога" })}`,
  chosen: (n, of) => `Отобрано богов: ${n} из ${of}`,
  playWith: "Играть с ними",
  whoBegins: "Кто начинает?",
  iBegin: "Начинаю я",
  begins: (name) => `Начинает ${name}`,
  pass: "Больше не строить",
  gods: "Боги этой игры",
  out: "выбыл",
  forbidden: "Сейчас запрещено",
  bans: bansRu,
  hint: {
    select: (n) => `Отберите ${plural(n, { one: "бога", few: "богов", many: "богов", other: "бога" })}: по одному на игрока.`,
    choose: "Выберите своего бога.",
    first: "Скажите, кто начинает.",
    place1: "Поставьте первого строителя.",
    place2: "Поставьте второго строителя.",
    worker: "Выберите одного из своих строителей.",
    go: "Куда он пойдёт?",
    goOrBuild: "Куда он пойдёт или где построит?",
    build: "Стройте рядом со своим строителем.",
    buildMore: "Постройте ещё раз или закончите ход.",
    goMore: "Идите дальше или стройте.",
  },
  facts: { out: "выбыл", god: (name) => name },
};

export const texts = { en, ru };

/** Name and power of each god. */
const gods: Readonly<Record<string, { readonly en: readonly [string, string]; readonly ru: readonly [string, string] }>> = {
  Apollo: { en: ["Apollo", "Your worker may step onto a neighbouring opponent: the two trade places."], ru: ["Аполлон", "Строитель может шагнуть на соседнего чужого строителя: они меняются местами."] },
  Minotaur: { en: ["Minotaur", "Your worker may step onto an opponent and shove him one cell further along the same line, if it is free."], ru: ["Минотавр", "Строитель может шагнуть на чужого и столкнуть его на клетку дальше по той же прямой, если она свободна."] },
  Atlas: { en: ["Atlas", "May put a dome on a building of any height."], ru: ["Атлант", "Может поставить купол на здание любой высоты."] },
  Athena: { en: ["Athena", "If one of your workers climbed, no opponent may climb until your next turn."], ru: ["Афина", "Если ваш строитель поднялся, соперникам нельзя подниматься до вашего следующего хода."] },
  Hephaestus: { en: ["Hephaestus", "May add a second block on the cell just built, never a dome."], ru: ["Гефест", "Может добавить второй блок на ту же клетку, но не купол."] },
  Demeter: { en: ["Demeter", "May build a second time, on a different cell."], ru: ["Деметра", "Может построить второй раз, на другой клетке."] },
  Pan: { en: ["Pan", "Stepping down two or more levels also wins."], ru: ["Пан", "Побеждает и тот, кто спустился сразу на два этажа или больше."] },
  Artemis: { en: ["Artemis", "May move a second time, but not back to the cell it left."], ru: ["Артемида", "Может пойти второй раз, но не на клетку, с которой ушла."] },
  Prometheus: { en: ["Prometheus", "May also build before moving; then this move may not climb."], ru: ["Прометей", "Может построить и до хода; тогда этим ходом нельзя подниматься."] },
  Zeus: { en: ["Zeus", "May build a block beneath his own worker."], ru: ["Зевс", "Может строить блок под собственным строителем."] },
  Charon: { en: ["Charon", "Before moving, may carry a neighbouring opponent to the cell directly opposite."], ru: ["Харон", "До хода может перевезти соседнего чужого строителя на клетку напротив."] },
  Hestia: { en: ["Hestia", "May build a second time, on a cell off the border."], ru: ["Гестия", "Может построить второй раз, но не на краю."] },
  Urania: { en: ["Urania", "Moves and builds across the edges: opposite sides and corners touch."], ru: ["Урания", "Ходит и строит через край: противоположные стороны и углы соседние."] },
  Chronus: { en: ["Chronus", "Also wins when five complete towers stand on the board."], ru: ["Хронос", "Побеждает и тогда, когда на доске пять завершённых башен."] },
  Limus: { en: ["Limus", "Opponents may not build beside your workers, except a dome that completes a tower."], ru: ["Лимос", "Соперникам нельзя строить рядом с вашими строителями, кроме купола, завершающего башню."] },
  Hades: { en: ["Hades", "Opponents may not step down."], ru: ["Аид", "Соперникам нельзя спускаться."] },
  Mortal: { en: ["Mortal", "No power."], ru: ["Смертный", "Без особых сил."] },
};

export const godNames = Object.keys(gods).filter((god) => god !== "Mortal");

export function godName(god: string): string {
  return gods[god]?.[lang][0] ?? god;
}

export function godText(god: string): string {
  return gods[god]?.[lang][1] ?? "";
}
