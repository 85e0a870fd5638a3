/** Refusals in the page's language; English ones are the server's sentences. */
import { lang } from "../../kit/lang";
import type { Resource } from "./picks";
import { text } from "./texts";

const ru: Readonly<Record<string, string>> = {
  game_over: "Игра окончена.", away: "Вы вышли из игры: сначала вернитесь.", not_your_turn: "Сейчас не ваш ход.", somebody_discards: "После семёрки сначала сбрасывают карты все, у кого их больше семи.",
  settle_first: "Сначала поставьте поселение.", road_first: "Сначала проложите дорогу от нового поселения.", roll_first: "Ход начинается с броска костей.", robber_first: "Сначала передвиньте разбойника.",
  steal_first: "Сначала украдите карту или откажитесь.", not_now: "Сейчас это ни к чему: стройте, меняйтесь, сыграйте карту или закончите ход.", trade_first: "Ваше предложение открыто: сначала выберите, с кем меняться.",
  monopoly_first: "Сначала назовите ресурс для монополии.", roads_first: "Сначала постройте дороги даром.", plenty_first: "Сначала возьмите карты урожайного года.", incomplete: "В ходе сказано не всё.",
  no_such_resource: "Такого ресурса нет.", no_such_card: "Такую карту сыграть нельзя.", no_such_tile: "Такого поля нет.", negative: "Число карт не бывает отрицательным.",
  no_seven: "Карты сбрасывают только после семёрки.", not_owed: "Вам сбрасывать не нужно.", no_roads_left: "Все 15 дорог построены.", no_road_place: "Рядом с вашими дорогами и домами нет свободного ребра.",
  road_invalid: "Дорога ведёт от перекрёстка к соседнему.", road_not_last: "Эта дорога начинается у только что поставленного поселения.", road_unconnected: "Дорога должна продолжать вашу дорогу или начинаться у вашего дома и не проходить мимо чужого.",
  road_exists: "Там уже есть дорога.", no_settlements_left: "Все 5 поселений на острове: сначала сделайте одно городом.", no_settlement_place: "Ни одна ваша дорога не ведёт туда, где можно поставить поселение.",
  no_such_corner: "Такого перекрёстка нет.", settlement_unconnected: "Поселение стоит у конца вашей дороги.", occupied: "Там уже есть дом.", too_close: "Между домами должно быть не меньше двух рёбер.",
  no_cities_left: "Все 4 города построены.", no_city_place: "Город заменяет поселение, а у вас их нет.", no_settlement_there: "Город заменяет ваше поселение, а там его нет.", no_deck: "Все карты развития куплены.",
  fresh_card: "Карту нельзя играть в тот же ход, когда она куплена.", one_card: "За ход можно сыграть только одну карту развития.", robber_same: "Разбойник должен уйти на другое поле.",
  robber_friendly: "Добрый разбойник щадит игроков, у которых меньше трёх очков.", steal_self: "Себя не обокрасть.", steal_elsewhere: "Обокрасть можно только того, чей дом стоит у поля разбойника.", steal_nothing: "У этого игрока нет карт.",
  one_sided: "Каждая сторона отдаёт хотя бы одну карту.", both_sides: "Один ресурс не может быть с обеих сторон.", own_offer: "На своё предложение не отвечают.", no_trade: "Открытого предложения нет.", in_trade: "Вы уже согласились.",
  declined: "Вы уже отказались.", not_in_trade: "Этот игрок не соглашался.", no_harbour: "На этом перекрёстке нет гавани.", not_your_harbour: "У этой гавани нет вашего дома.",
};

type Args = Readonly<Record<string, number | string>>;

const withArgs: Readonly<Record<string, (args: Args) => string>> = {
  not_enough: ({ resource, n, have }) => `Нужно ${text.some(Number(n), resource as Resource)}, а у вас ${have}.`,
  has_none: ({ resource }) => `У вас нет: ${text.resource[resource as Resource]}.`,
  bank_has_none: ({ resource }) => `В банке больше нет: ${text.resource[resource as Resource]}.`,
  bank_not_enough: ({ resource }) => `В банке осталась только одна карта: ${text.resource[resource as Resource]}.`,
  not_half: ({ n, given }) => `Сбросить нужно половину карт: ${n}, а не ${given}.`,
  no_card: () => "У вас нет такой карты.",
  wrong_port: ({ resource }) => `Эта гавань берёт только: ${text.resource[resource as Resource]}.`,
};

export function reasons(reason: string, args: Args): string | null {
  return lang === "ru" ? (withArgs[reason]?.(args) ?? ru[reason] ?? null) : null;
}
