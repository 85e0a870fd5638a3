/** Remarks for a first game. */
import type { Remark } from "../../kit/guide";
import type { View } from "../../wire/made/smallworld";

const at = (view: View, seat: number, ...stages: readonly View["stage"][]) => view.active === seat && stages.includes(view.stage);
const onMap = (view: View, seat: number) => view.regions.some((region) => region.owner === seat && !region.declined);
const hand = (view: View, seat: number) => view.players[seat]?.hand ?? 0;

export const guide: readonly Remark<View>[] = [
  {
    when: (view, seat) => at(view, seat, "selectRace"),
    at: ".sw-badges",
    en: "Choose a race with its power. The first costs nothing; to take another you put a coin on each before it. Many tokens conquer much, a good power pays long.",
    ru: "Выберите народ с его свойством. Первый бесплатен; ради другого на каждый пропущенный кладут монету. Много жетонов завоюют многое, хорошее свойство долго платит.",
  },
  {
    when: (view, seat) => at(view, seat, "conquest", "beforeConquest") && !onMap(view, seat),
    at: ".sw-map",
    en: "Races come in at the edge of the map. The number on a region is what it takes: two tokens, and one for everything that stands in it.",
    ru: "Народы входят с края карты. Число на области показывает её цену: два жетона и ещё один за всё, что в ней стоит.",
  },
  {
    when: (view, seat) => at(view, seat, "conquest", "beforeConquest") && onMap(view, seat) && hand(view, seat) > 0,
    en: "Go on to neighbours as long as your tokens last. A number with a die is a last try: the die may add up to three, and then your conquests are over.",
    ru: "Идите к соседям, пока хватает жетонов. Число с кубиком - последняя попытка: кубик добавит до трёх, и завоевания закончатся.",
  },
  {
    when: (view, seat) => at(view, seat, "redeploy") || (at(view, seat, "conquest") && hand(view, seat) === 0),
    at: ".sw-bar",
    en: "Set your tokens: more where somebody could attack, at least one in each region that you want to keep. \"To the borders\" is often good enough.",
    ru: "Расставьте жетоны: побольше там, где могут напасть, хотя бы по одному в областях, которые хотите сохранить. Часто хватает кнопки «К границам».",
  },
  {
    when: (view, seat) => at(view, seat, "beforeFinishTurn", "finishTurn"),
    at: "#finish",
    en: "The turn ends with coins: one for each region, and what race and power add. Most coins after the last round win.",
    ru: "Ход кончается монетами: по одной за область и сверх того за народ и свойство. После последнего раунда побеждает тот, у кого их больше.",
  },
  {
    when: (view, seat) => at(view, seat, "beforeConquest") && view.turn > 0,
    at: "#decline",
    en: "Few tokens left to conquer with? Decline costs this turn, but the regions go on paying, and next turn you begin with a fresh race.",
    ru: "Завоёвывать почти нечем? Упадок стоит хода, но области продолжают платить, а в следующий ход вы начнёте со свежим народом.",
  },
  {
    when: (view) => view.stage === "defend",
    en: "Somebody took a region from you. One token is lost; place the others in regions that you still hold.",
    ru: "У вас отняли область. Один жетон потерян; остальные поставьте в области, которые ещё ваши.",
  },
];
