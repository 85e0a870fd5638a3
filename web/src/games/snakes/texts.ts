/** All that Snakes says, in both languages with the same keys. */
import { lang, say } from "../../kit/lang";
import type { Paint } from "./program";

type Forms = readonly [one: string, few: string, many: string];

const rules = new Intl.PluralRules(lang);

/** Forms of a Russian word behind a number. */
function form(n: number, [one, few, many]: Forms): string {
  const rule = rules.select(n);
  return `${n} ${rule === "one" ? one : rule === "few" ? few : many}`;
}

const many = (n: number, one: string, other: string) => `${n} ${n === 1 ? one : other}`;

const en = {
  things: {
    S: "own body", T: "own tail", V: "empty", W: "wall", X: "head of another", Y: "body of another", Z: "tail of another",
    A: "template A", B: "template B", C: "template C", D: "template D",
  } as Readonly<Record<Paint, string>>,
  short: { S: "Own body", T: "Own tail", V: "Empty", W: "Wall", X: "Head", Y: "Body", Z: "Tail", A: "A", B: "B", C: "C", D: "D" } as Readonly<Record<Paint, string>>,
  not: (thing: string) => `not ${thing}`,
  ways: ["ahead", "to the right", "back", "to the left"],
  directions: ["up", "right", "down", "left"],
  or: (list: string) => list,
  variant: (n: number) => ["as drawn", "turned right", "turned round", "turned left", "mirrored", "mirrored and turned right", "mirrored and turned round", "mirrored and turned left"][n] ?? "",

  fight: (id: string) => `Fight ${id}`,
  fightShort: "Fight",
  cells: (n: number) => many(n, "cell", "cells"),
  turns: (n: number) => many(n, "turn", "turns"),
  over: (how: string) => `Game over: ${how}`,
  ends: { limit: (n: number) => `${many(n, "turn", "turns")} are over`, blocked: () => "nobody can move", eaten: () => "only one is left" },
  longest: (name: string, n: number) => `${name} is the longest with ${many(n, "cell", "cells")}.`,
  tie: (names: string, n: number) => `${names} share the first place with ${many(n, "cell", "cells")}.`,
  shown: (turn: number, of: number) => `Turn ${turn} of ${of}.`,
  bit: (a: string, b: string) => `${a} bites ${b}.`,
  field: (turn: number, list: string, bites: string) => `Field after turn ${turn}: ${list}. ${bites}`,
  length: "Length", inAll: (n: number) => `${many(n, "cell", "cells")} in all`, bitBitten: (a: number, b: number) => `bit ${a}, bitten ${b}`, eaten: "eaten", stuck: "stuck", sample: "sample",
  why: "Why", whose: "Snake", begins: "The fight begins. Step forward to see why each snake goes where it goes.",
  went: (name: string, way: string) => `${name} went ${way}`, stood: (name: string) => `${name} did not move`,
  byMap: (map: number, variant: string, score: number) => `map ${map} fits, ${variant}, score ${score}.`,
  reasons: { no_way: "there was no way.", one_way: "there was only one way, so no map was asked.", no_map: "no map fitted, so chance decided.", gone: "it has been eaten.", secret: "its program is its owner's secret." } as Readonly<Record<string, string>>,
  earlier: (n: number) => (n === 1 ? "Map 1 did not fit." : `Maps 1 to ${n} did not fit.`),
  firstAsked: "It is asked first.",
  legend: "A dot marks what was there. Everything lies as on the field.",
  mapLabel: (map: number, variant: string) => `Map ${map}, ${variant}`,
  position: "Position", first: "To the start", previous: "One back", play: "Play", pause: "Pause", next: "One forward", last: "To the end", speed: "Speed", nextBite: "Next bite", bites: (n: number) => many(n, "bite", "bites"),
  player: "Player", link: "Link", copied: "Link to this turn copied", toLab: "Open in the lab", again: "Fight again", turnOf: (a: number, b: number) => `turn ${a} of ${b}`,
  noFight: "There is no such fight", noFightMore: "Fights of guests are kept for an hour; others only their owners may see.", toLeague: "To the league",

  lab: "Lab", labLead: "Draw what your snake sees, head up. The first map that fits decides.", snake: "Snake", newSnake: "New snake", name: "Name", skin: "Skin", fresh: "My snake",
  import: "Import", export: "Export", save: "Save", saved: (name: string) => `${name} is saved.`, remove: "Delete", fightSamples: "Fight samples", challenge: "Challenge", train: "Training", more: "More",
  kept: "Kept in this browser.", keptGuest: "You are a guest: the draft is kept in this browser; fights are unrated and kept for an hour.", makeAccount: "Create an account to save snakes and enter the league.",
  badFile: "There is no snake program in this file.", imported: (name: string) => `${name} is opened.`,
  removeAsk: (name: string): readonly [string, string, string, string] => [`Delete ${name}?`, "Its program will be gone. Export it first to keep a copy.", "Delete", "Keep"],
  replaceAsk: ["Open another snake?", "Your changes here are not saved.", "Open it", "Stay"] as readonly [string, string, string, string],
  program: "Program", programMore: "Nine maps, asked in this order. The first that fits, turned or mirrored, decides.", maps: "Maps", map: (n: number) => `Map ${n}`, mapEmpty: (n: number) => `Map ${n}, empty`,
  mapEarlier: "Map earlier", mapLater: "Map later", mirror: "Mirror the map", clear: "Clear the map", undo: "Undo",
  gridLabel: (n: number) => `Map ${n}, seven by seven, head looks up`, cell: (x: number, y: number, what: string) => `column ${x}, row ${y}, ${what}`, whatever: "does not matter", ownHead: "own head",
  group: (n: number) => (n < 4 ? `all ${n + 1}` : `any ${n - 3}`), groupLabel: (n: number) => (n < 4 ? `All of group ${n + 1}` : `Any of group ${n - 3}`),
  mapFor: "What this map is for", paintWith: "Paint with", eraser: "Erase", head: "Move head", notThis: "Not this", notThisMore: "The cell must hold anything else",
  groupsAll: "All of these must hit, in one group at least", groupsAny: "One of these must hit, in every group",
  chosen: "Chosen cell", chosenNone: "Does not matter: whatever is there, the map may fit.", chosenHead: "The own head, looking up. Move it to see farther to one side.",
  chosenIs: (what: string, group: string, weight: number) => `${what}, ${group}, weight ${weight}.`, weightMore: "The fewer things a cell accepts, the more it weighs.",
  templates: "Templates A to D", templatesMore: "A template stands for several things at once.", templateOf: (name: string) => `Template ${name}`, template: (name: string, list: string) => `Template ${name}: ${list}`,
  answer: "Answer", live: "live", asking: "asking", goes: (ways: string) => `Goes ${ways}.`, chance: (ways: string) => `Chance decides: ${ways}.`, fitsAs: (map: number, variant: string, score: number) => `Map ${map} fits ${variant}, score ${score}.`,
  noWay: "Cannot move.", oneWay: "There is only one way, so no map is asked.", noMap: "No map fits.", noAnswer: "No answer yet.",
  try: "Position to try", example: "Example", examples: { tail: "A tail ahead", corner: "In a corner", crowd: "Crowd", empty: "Empty" }, own: "Painted", tryLabel: "Position, thirteen by thirteen, own head in the middle",
  tryMore: (n: number) => `Paint with the same palette. The inner square is what map ${n} looks at.`, at: (x: number, y: number, what: string) => `${x}, ${y}: ${what}`,
  opponents: "Opponents", place: (letter: string) => `Place ${letter}`, nobody: "nobody", me: "this snake", fightThem: "Fight", turnLimit: "Turns", whom: "Whom?", noRivals: "Nobody else is in the league yet.",
  challengeMore: "A duel of your saved fighter against another player's, unrated.", challengeOf: (name: string) => `Challenge ${name}`, needFighter: "Save a snake and enter it in the league first.", trainMore: "Choose who fights at which place: this snake, samples, your own, public ones.",
  public: "Everybody may see its program", enter: "Enter the league with it", fighter: "your fighter", isPublic: "public",

  league: "Snakes", leagueLead: "Programs fight on a field of 25 by 25. Who bites the tail of another grows by a cell, the bitten one shrinks.", watchOne: "Watch a fight", openLab: "Open the lab", rules: "Rules",
  rating: "Rating", playerCol: "Player", fighterCol: "Fighter", table: "League", nobodyRated: "Nobody is rated yet", nobodyRatedMore: "Save a snake in the lab and enter it.", mine: "Your snakes", noMine: "No snake yet", noMineMore: "Draw one in the lab; a sample is a good start.",
  edit: "Edit", editOf: (name: string) => `Edit ${name}`, recent: "Your fights", noRecent: "No fight yet", noRecentMore: "Fights from the lab are listed here for an hour.", watch: "Watch", watchOf: (what: string) => `Watch ${what}`, kinds: { train: "training", test: "test", challenge: "challenge", lab: "lab" } as Readonly<Record<string, string>>,
  samples: {} as Readonly<Record<string, string>>, publicOnes: "Samples and public snakes", bySample: "sample", by: (name: string) => `by ${name}`, open: "Open", openOf: (name: string) => `Open ${name} in the lab`, fightOf: (name: string) => `Fight with ${name}`,
};

const ru: typeof en = {
  things: {
    S: "своё тело", T: "свой хвост", V: "пусто", W: "стена", X: "чужая голова", Y: "чужое тело", Z: "чужой хвост",
    A: "набор A", B: "набор B", C: "набор C", D: "набор D",
  },
  short: { S: "Своё тело", T: "Свой хвост", V: "Пусто", W: "Стена", X: "Голова", Y: "Тело", Z: "Хвост", A: "A", B: "B", C: "C", D: "D" },
  not: (thing) => `не ${thing}`,
  ways: ["прямо", "направо", "назад", "налево"],
  directions: ["вверх", "вправо", "вниз", "влево"],
  or: (list) => list,
  variant: (n) => ["как нарисована", "повёрнутая вправо", "перевёрнутая", "повёрнутая влево", "отражённая", "отражённая и повёрнутая вправо", "отражённая и перевёрнутая", "отражённая и повёрнутая влево"][n] ?? "",

  fight: (id) => `Бой ${id}`,
  fightShort: "Бой",
  cells: (n) => form(n, ["клетка", "клетки", "клеток"]),
  turns: (n) => form(n, ["ход", "хода", "ходов"]),
  over: (how) => `Игра окончена: ${how}`,
  ends: { limit: (n) => `сделано ${form(n, ["ход", "хода", "ходов"])}`, blocked: () => "никто не может ходить", eaten: () => "осталась одна" },
  longest: (name, n) => `Длиннее всех ${name}: ${form(n, ["клетка", "клетки", "клеток"])}.`,
  tie: (names, n) => `Первое место делят ${names}: ${form(n, ["клетка", "клетки", "клеток"])}.`,
  shown: (turn, of) => `Ход ${turn} из ${of}.`,
  bit: (a, b) => `${a} кусает ${b}.`,
  field: (turn, list, bites) => `Поле после хода ${turn}: ${list}. ${bites}`,
  length: "Длина", inAll: (n) => `всего ${form(n, ["клетка", "клетки", "клеток"])}`, bitBitten: (a, b) => `укусов ${a}, укушена ${b}`, eaten: "съедена", stuck: "заперта", sample: "образец",
  why: "Почему", whose: "Змея", begins: "Бой начинается. Сделайте шаг вперёд, и станет видно, почему каждая змея ползёт именно туда.",
  went: (name, way) => `${name} ползёт ${way}`, stood: (name) => `${name} не двигается`,
  byMap: (map, variant, score) => `подошла карта ${map}, ${variant}, счёт ${score}.`,
  reasons: { no_way: "пути нет.", one_way: "путь был только один, карты не спрашивались.", no_map: "ни одна карта не подошла, решил случай.", gone: "её съели.", secret: "её программа - тайна хозяина." },
  earlier: (n) => (n === 1 ? "Карта 1 не подошла." : `Карты с 1 по ${n} не подошли.`),
  firstAsked: "Она спрашивается первой.",
  legend: "Точкой отмечено то, что там и было. Всё лежит как на поле.",
  mapLabel: (map, variant) => `Карта ${map}, ${variant}`,
  position: "Позиция", first: "В начало", previous: "На ход назад", play: "Смотреть", pause: "Пауза", next: "На ход вперёд", last: "В конец", speed: "Скорость", nextBite: "К укусу", bites: (n) => form(n, ["укус", "укуса", "укусов"]),
  player: "Просмотр", link: "Ссылка", copied: "Ссылка на этот ход скопирована", toLab: "Открыть в мастерской", again: "Ещё бой", turnOf: (a, b) => `ход ${a} из ${b}`,
  noFight: "Такого боя нет", noFightMore: "Бои гостей хранятся час, прочие видят только их хозяева.", toLeague: "К лиге",

  lab: "Мастерская", labLead: "Нарисуйте, что видит змея, головой вверх. Решает первая карта, которая подошла.", snake: "Змея", newSnake: "Новая змея", name: "Имя", skin: "Окраска", fresh: "Моя змея",
  import: "Загрузить", export: "Выгрузить", save: "Сохранить", saved: (name) => `Сохранено: ${name}.`, remove: "Удалить", fightSamples: "Бой с образцами", challenge: "Вызов", train: "Тренировка", more: "Ещё",
  kept: "Хранится в этом браузере.", keptGuest: "Вы гость: черновик хранится в этом браузере, бои без рейтинга и живут час.", makeAccount: "Заведите имя, чтобы сохранять змей и войти в лигу.",
  badFile: "В этом файле нет программы змеи.", imported: (name) => `Открыта: ${name}.`,
  removeAsk: (name) => [`Удалить: ${name}?`, "Программа пропадёт. Чтобы осталась копия, сначала выгрузите её.", "Удалить", "Оставить"],
  replaceAsk: ["Открыть другую змею?", "Изменения здесь не сохранены.", "Открыть", "Остаться"],
  program: "Программа", programMore: "Девять карт спрашиваются по порядку. Решает первая, которая подошла, хотя бы повёрнутая или отражённая.", maps: "Карты", map: (n) => `Карта ${n}`, mapEmpty: (n) => `Карта ${n}, пустая`,
  mapEarlier: "Карту раньше", mapLater: "Карту позже", mirror: "Отразить карту", clear: "Очистить карту", undo: "Отменить",
  gridLabel: (n) => `Карта ${n}, семь на семь, голова смотрит вверх`, cell: (x, y, what) => `столбец ${x}, строка ${y}, ${what}`, whatever: "не важно", ownHead: "своя голова",
  group: (n) => (n < 4 ? `все ${n + 1}` : `любая ${n - 3}`), groupLabel: (n) => (n < 4 ? `Все группы ${n + 1}` : `Любая группы ${n - 3}`),
  mapFor: "Для чего эта карта", paintWith: "Чем рисовать", eraser: "Стереть", head: "Голова", notThis: "Не это", notThisMore: "В клетке должно быть что угодно другое",
  groupsAll: "Должны подойти все, хотя бы в одной группе", groupsAny: "Должна подойти одна, в каждой группе",
  chosen: "Выбранная клетка", chosenNone: "Не важно: что бы там ни было, карта может подойти.", chosenHead: "Своя голова, смотрит вверх. Сдвиньте её, чтобы видеть дальше в одну сторону.",
  chosenIs: (what, group, weight) => `${what}, ${group}, вес ${weight}.`, weightMore: "Чем меньше клетка допускает, тем больше она весит.",
  templates: "Наборы от A до D", templatesMore: "Набор означает сразу несколько вещей.", templateOf: (name) => `Набор ${name}`, template: (name, list) => `Набор ${name}: ${list}`,
  answer: "Ответ", live: "сразу", asking: "спрашиваем", goes: (ways) => `Ползёт ${ways}.`, chance: (ways) => `Решает случай: ${ways}.`, fitsAs: (map, variant, score) => `Подходит карта ${map}, ${variant}, счёт ${score}.`,
  noWay: "Хода нет.", oneWay: "Путь только один, карты не спрашиваются.", noMap: "Ни одна карта не подходит.", noAnswer: "Ответа ещё нет.",
  try: "Проба", example: "Пример", examples: { tail: "Хвост впереди", corner: "В углу", crowd: "Толпа", empty: "Пусто" }, own: "Свой рисунок", tryLabel: "Позиция, тринадцать на тринадцать, своя голова посередине",
  tryMore: (n) => `Рисуйте той же кистью. Внутренний квадрат - то, на что смотрит карта ${n}.`, at: (x, y, what) => `${x}, ${y}: ${what}`,
  opponents: "Соперники", place: (letter) => `Место ${letter}`, nobody: "никто", me: "эта змея", fightThem: "В бой", turnLimit: "Ходов", whom: "Кого?", noRivals: "В лиге больше никого нет.",
  challengeMore: "Поединок вашего сохранённого бойца с чужим, без рейтинга.", challengeOf: (name) => `Вызвать: ${name}`, needFighter: "Сначала сохраните змею и выставьте её в лигу.", trainMore: "Выберите, кто где стоит: эта змея, образцы, ваши другие, открытые чужие.",
  public: "Программу видят все", enter: "Выставить в лигу", fighter: "ваш боец", isPublic: "открыта",

  league: "Змеи", leagueLead: "На поле 25 на 25 сражаются программы. Кто кусает чужой хвост, растёт на клетку, укушенная становится короче.", watchOne: "Смотреть бой", openLab: "В мастерскую", rules: "Правила",
  rating: "Рейтинг", playerCol: "Игрок", fighterCol: "Боец", table: "Лига", nobodyRated: "Рейтинга ещё ни у кого нет", nobodyRatedMore: "Сохраните змею в мастерской и выставьте её.", mine: "Ваши змеи", noMine: "Змей ещё нет", noMineMore: "Нарисуйте в мастерской; начать удобно с образца.",
  edit: "Изменить", editOf: (name) => `Изменить: ${name}`, recent: "Ваши бои", noRecent: "Боёв ещё нет", noRecentMore: "Бои из мастерской видны здесь в течение часа.", watch: "Смотреть", watchOf: (what) => `Смотреть: ${what}`, kinds: { train: "тренировка", test: "проба", challenge: "вызов", lab: "мастерская" },
  samples: {
    Straight: "Ползёт прямо, пока её тело позади.", Biter: "Кусает хвост прямо перед собой, иначе ползёт туда, где его видит, иначе прямо.",
    Shy: "Ползёт туда, где никого нет на три ряда вокруг, иначе куда угодно, только не в себя и не в стену.", Adder: "Кусает; иначе гонится за ближайшим хвостом по путям, где нет тупика; иначе прямо, пока есть место.",
  },
  publicOnes: "Образцы и открытые змеи", bySample: "образец", by: (name) => `хозяин ${name}`, open: "Открыть", openOf: (name) => `Открыть в мастерской: ${name}`, fightOf: (name) => `В бой: ${name}`,
};

export const text = say({ en, ru });
