/** Remarks for a first game. */
import type { Remark } from "../../kit/guide";
import type { View } from "../../wire/made/catan";

const inTurn = (view: View, seat: number, ...states: readonly View["state"][]) => view.turn === seat && states.includes(view.state);

export const guide: readonly Remark<View>[] = [
  {
    when: (view, seat) => inTurn(view, seat, "settlement"),
    en: "Pick a corner with a dot for your first settlement. It lives on the tiles around it: red numbers come most often, and different lands bring different cards.",
    ru: "Выберите для первого поселения перекрёсток с точкой. Кормят его соседние поля: красные числа выпадают чаще всего, разные земли приносят разные карты.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "road", "second road"),
    en: "Now a road from it. Lead it to where your next settlement could stand: at least two edges away from every other.",
    ru: "Теперь дорога от него. Ведите её туда, где встанет следующее поселение: не ближе двух рёбер от любого другого.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "second settlement"),
    en: "The second settlement brings one card of each land around it at once. Take what the first one lacks.",
    ru: "Второе поселение сразу приносит по карте с каждого соседнего поля. Возьмите то, чего нет у первого.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "roll"),
    at: "#roll",
    en: "A turn begins with the dice. Every tile with their number pays whoever has built at it, whosever turn it is.",
    ru: "Ход начинается с костей. Каждое поле с выпавшим числом платит всем, кто у него построился, чей бы ни был ход.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "playing"),
    at: ".ca-acts",
    en: "Here are your cards and what they buy. A button tells what is missing. Press one that you can afford, then a marked place on the board.",
    ru: "Здесь ваши карты и что на них можно купить. На кнопке сказано, чего не хватает. Нажмите ту, на которую карт довольно, потом отмеченное место на доске.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "playing") && (view.players[seat]?.cards ?? 0) > 0,
    at: "#trade",
    en: "Too much of one kind? Offer a trade to the others, or give the bank four equal cards for one; at a harbour three or two.",
    ru: "Слишком много одного? Предложите обмен другим или отдайте банку четыре одинаковые карты за одну, у гавани три или две.",
  },
  {
    when: (view, seat) => inTurn(view, seat, "playing"),
    at: "#end-turn",
    en: "Nothing more to do? End your turn. Settlements are worth one point, cities two; ten points win.",
    ru: "Больше делать нечего? Закончите ход. Поселение - одно очко, город - два; для победы нужно десять.",
  },
  {
    when: (view, seat) => (view.players[seat]?.owes ?? 0) > 0 || inTurn(view, seat, "robber"),
    en: "A seven: whoever holds more than seven cards loses half, and the robber moves. Send him to a tile that feeds the leader, and steal a card there.",
    ru: "Семёрка: у кого больше семи карт, тот теряет половину, а разбойник уходит на другое поле. Пошлите его туда, где кормится сильнейший, и украдите карту.",
  },
];
