/** The texts of the map pages, in both languages. */
import { plural, say } from "../../kit/lang";

export const words = say({
  en: {
    title: "Maps", lead: "Maps for Small World: those that came with it, and those that people drew.", draw: "Draw a map", play: "Play", playOf: (name: string) => `on ${name}`, copy: "Copy", copyOf: (name: string) => `${name} into the editor`,
    remove: "Delete", removeOf: (name: string) => name, removeAsk: (name: string): readonly [string, string, string, string] => [`Delete ${name}?`, "Games on it continue.", "Delete", "Keep"],
    by: (name: string) => `by ${name}`, yours: "yours", builtIn: "built in", picture: (name: string) => `Map ${name}`, none: "No maps yet", noneMore: "This server brings none of its own. Draw the first one, then play on it at once.",
    newTitle: "New map", newLead: (n: number) => `Place points; regions grow around them. ${plural(n, { one: "region", other: "regions" })} so far.`,
    tools: "Tools", tool: { move: "Move", point: "Point", land: "Land", merge: "Merge", split: "Split", link: "Link", remove: "Remove" },
    toolHint: {
      move: "Drag a region's number; press to select it. Shift and the arrow keys move it.", point: "Press where you want a new region.", land: "Press regions to give them the land chosen at the right.", merge: "Press two neighbours to merge them.",
      split: "Press a region to split it in two.", link: "Press two regions to make them neighbours, or to separate them.", remove: "Press a region to take it away.",
    },
    board: (n: number) => `The map, ${plural(n, { one: "region", other: "regions" })}`, region: (n: number) => `Region ${n}`, noRegion: "No region selected", noRegionMore: "Press one on the map.", neighbours: (n: number) => plural(n, { one: "neighbour", other: "neighbours" }),
    land: "Land", grounds: { sea: "Sea", swamp: "Swamp", mountain: "Mountain", forest: "Forest", hill: "Hill", farmland: "Farmland", plain: "Plain" }, signs: { mine: "Mine", magic: "Magic", cavern: "Cavern" }, tribe: "Lost tribe", border: "at the edge", first: "first of two",
    undo: "Undo", random: "Random", clear: "Clear", open: "Open a file", download: "Download", upload: "Upload", playIt: "Play on it", uploaded: "The map is uploaded.", fileBad: "There is no map in this file.",
    checks: "Checks", ok: "all well", fails: (n: number) => plural(n, { one: "thing to fix", other: "things to fix" }), good: { regions: (n: number) => plural(n, { one: "region", other: "regions" }), border: "Races can come in at the edge", reach: "Every region can be reached", near: "Links go both ways", name: "It has a name" },
    aboutMap: "About", name: "Name", nameHint: "1 to 15 characters", seats: "Players", turns: "Rounds", preview: "As it will look", account: "Only accounts can keep maps.", accountGo: "Create an account", accountMore: "Your drawing stays here until then.", noMerge: "These two have no common border, or would enclose another region.",
    reasons: {
      missing: "Something is missing.", too_long: "Give it a name of 1 to 15 characters.", name_taken: "This name is taken.", no_regions: "There are no regions yet: place a point.", no_border: "No region lies at the edge: no race could come in.", unreachable: (n: number) => `Region ${n} cannot be reached.`,
      too_many_tribes: "There are at most 18 lost tribes.", too_many_regions: "There are at most 255 regions.", too_many_points: "The borders have too many corners.", too_large: "The map is too large.",
    } as Readonly<Record<string, string | ((n: number) => string)>>,
  },
  ru: {
    title: "Карты", lead: "Карты для Small World: готовые и нарисованные игроками.", draw: "Нарисовать карту", play: "Играть", playOf: (name: string) => `на карте ${name}`, copy: "Копия", copyOf: (name: string) => `карты ${name} в редакторе`,
    remove: "Удалить", removeOf: (name: string) => name, removeAsk: (name: string): readonly [string, string, string, string] => [`Удалить карту ${name}?`, "Идущие на ней игры продолжатся.", "Удалить", "Оставить"],
    by: (name: string) => `автор ${name}`, yours: "ваша", builtIn: "готовая", picture: (name: string) => `Карта ${name}`, none: "Карт ещё нет", noneMore: "Готовых на этом сервере нет. Нарисуйте первую и сразу играйте на ней.",
    newTitle: "Новая карта", newLead: (n: number) => `Ставьте точки: вокруг них вырастут области. Сейчас ${plural(n, { one: "область", few: "области", many: "областей", other: "области" })}.`,
    tools: "Инструменты", tool: { move: "Двигать", point: "Точка", land: "Земля", merge: "Слить", split: "Разделить", link: "Связь", remove: "Убрать" },
    toolHint: {
      move: "Тащите номер области; нажатие выбирает её. Shift и стрелки двигают с клавиатуры.", point: "Нажмите, где будет новая область.", land: "Нажимайте области, чтобы дать им землю, выбранную справа.", merge: "Нажмите двух соседей: они станут одной областью.",
      split: "Нажмите область: она распадётся.", link: "Нажмите две области: они станут соседями или перестанут ими быть.", remove: "Нажмите область, чтобы убрать её.",
    },
    board: (n: number) => `Карта, ${plural(n, { one: "область", few: "области", many: "областей", other: "области" })}`, region: (n: number) => `Область ${n}`, noRegion: "Область не выбрана", noRegionMore: "Нажмите её на карте.", neighbours: (n: number) => plural(n, { one: "сосед", few: "соседа", many: "соседей", other: "соседа" }),
    land: "Земля", grounds: { sea: "Море", swamp: "Болото", mountain: "Гора", forest: "Лес", hill: "Холм", farmland: "Поле", plain: "Равнина" }, signs: { mine: "Рудник", magic: "Магия", cavern: "Пещера" }, tribe: "Забытое племя", border: "у края", first: "первая из двух",
    undo: "Отменить", random: "Случайная", clear: "Очистить", open: "Открыть файл", download: "Скачать", upload: "Загрузить", playIt: "Играть на ней", uploaded: "Карта загружена.", fileBad: "В этом файле нет карты.",
    checks: "Проверки", ok: "всё в порядке", fails: (n: number) => `исправить: ${n}`, good: { regions: (n: number) => plural(n, { one: "область", few: "области", many: "областей", other: "области" }), border: "Народы могут войти с края", reach: "Все области достижимы", near: "Связи взаимны", name: "Есть название" },
    aboutMap: "О карте", name: "Название", nameHint: "От 1 до 15 знаков", seats: "Игроки", turns: "Раунды", preview: "Как она будет выглядеть", account: "Карты хранятся только у учётных записей.", accountGo: "Создать запись", accountMore: "Рисунок подождёт здесь.", noMerge: "У них нет общей границы, или они окружат другую область.",
    reasons: {
      missing: "Чего-то не хватает.", too_long: "Дайте название от 1 до 15 знаков.", name_taken: "Такое название занято.", no_regions: "Областей ещё нет: поставьте точку.", no_border: "Ни одна область не лежит у края: народам не войти.", unreachable: (n: number) => `До области ${n} не добраться.`,
      too_many_tribes: "Забытых племён не больше 18.", too_many_regions: "Областей не больше 255.", too_many_points: "У границ слишком много углов.", too_large: "Карта слишком велика.",
    } as Readonly<Record<string, string | ((n: number) => string)>>,
  },
});
