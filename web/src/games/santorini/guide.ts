/** Remarks for a first game. */
import type { Remark } from "../../kit/guide";
import type { View } from "../../wire/made/santorini";

const builds = (view: View) => view.phase === "play" && !view.actions.includes("Move");
const high = (view: View, seat: number) => view.players[seat]?.pawns.some((cell) => (view.cells[cell]?.[0] ?? 0) >= 2) ?? false;

export const guide: readonly Remark<View>[] = [
  {
    when: (view) => view.phase === "select" || view.phase === "choose",
    en: "Every player has a god who bends one rule. Take one whose card you like; Pan, Atlas and Demeter are easy to begin with.",
    ru: "У каждого игрока есть бог, который меняет одно правило. Возьмите того, чья карта вам нравится; для начала просты Пан, Атлант и Деметра.",
  },
  {
    when: (view) => view.phase === "place",
    en: "Place your two workers on free cells: the middle leaves you more ways than the border. Your god's card says which rule it bends for you.",
    ru: "Поставьте двух строителей на свободные клетки: в середине путей больше, чем на краю. На карте вашего бога написано, какое правило он меняет.",
  },
  {
    when: (view) => view.phase === "play" && view.pawn === null,
    en: "Choose a worker, then a marked cell beside it. A worker climbs one floor at most, and may jump down from any height.",
    ru: "Выберите строителя, потом отмеченную клетку рядом. Подняться можно только на один этаж, спрыгнуть с любой высоты.",
  },
  {
    when: builds,
    en: "Now the same worker builds on a cell beside it. Build stairs for yourself; a dome on a third floor closes it for everybody.",
    ru: "Теперь тот же строитель строит рядом. Стройте лестницу для себя; купол на третьем этаже закрывает его для всех.",
  },
  {
    when: (view, seat) => high(view, seat) || view.players.some((_, other) => high(view, other)),
    en: "Somebody stands on a second floor: whoever steps up to a third one wins. Put a dome where the others could go next.",
    ru: "Кто-то уже на втором этаже: кто шагнёт на третий, тот победил. Закрывайте куполом то, куда могут пойти другие.",
  },
];
