/** Names and texts of races, powers, lands and marks, and refusals, in both languages. */
import { plural, say } from "../../kit/lang";
import type { Board, View } from "../../wire/made/smallworld";

type Badge = View["badges"][number];
export type Race = Badge["race"];
export type Power = Badge["power"];
type Land = Board["regions"][number]["land"][number];
export type Marker = "fortress" | "camp" | "lair" | "hole" | "hero" | "dragon";
type Part = NonNullable<View["regions"][number]["cost"]>["parts"][number][0];

interface Named {
  readonly name: string;
  readonly text: string;
}

export interface Texts {
  readonly races: Readonly<Record<Race, Named>>;
  readonly powers: Readonly<Record<Power, Named>>;
  readonly lost: string;
  readonly lands: Readonly<Record<Land | "region", string>>;
  readonly markers: Readonly<Record<Marker, Named>>;
  readonly parts: Readonly<Record<Part, string>>;
  readonly badge: (power: Power, race: Race) => string;
  readonly refusals: Readonly<Record<string, string>>;
}

const en: Texts = {
  races: {
    Amazons: { name: "Amazons", text: "Four more tokens to conquer with each turn, given back when they are set." },
    Dwarves: { name: "Dwarves", text: "A coin more for each mine, in decline too." },
    Elves: { name: "Elves", text: "They lose no token when a region is taken from them." },
    Giants: { name: "Giants", text: "One token less when they attack from a mountain of theirs." },
    Halflings: { name: "Halflings", text: "Enter anywhere; their first two regions are holes nobody can take." },
    Humans: { name: "Humans", text: "A coin more for each farmland." },
    Orcs: { name: "Orcs", text: "A coin more for each region with somebody in it that they took this turn." },
    Ratmen: { name: "Ratmen", text: "They are many." },
    Skeletons: { name: "Skeletons", text: "A new token for every two regions with somebody in them taken this turn." },
    Sorcerers: { name: "Sorcerers", text: "Once a turn they turn a lone token of somebody else into one of theirs." },
    Tritons: { name: "Tritons", text: "One token less for land beside a sea." },
    Trolls: { name: "Trolls", text: "A lair in each region they take: one more to defend it, in decline too." },
    Wizards: { name: "Wizards", text: "A coin more for each region with magic." },
  },
  powers: {
    Alchemist: { name: "Alchemist", text: "Two coins more every turn." },
    Berserk: { name: "Berserk", text: "May throw the die before each attack, which then takes so many tokens less." },
    Bivouacking: { name: "Bivouacking", text: "Five camps, set anew each turn: each adds one to a region's defence." },
    Commando: { name: "Commando", text: "Every attack takes one token less." },
    Diplomat: { name: "Diplomat", text: "Each turn befriends a player it did not attack, who then cannot attack it." },
    DragonMaster: { name: "Dragon Master", text: "Once a turn the dragon takes any region with a single token and guards it." },
    Flying: { name: "Flying", text: "Attacks any land, near or far." },
    Forest: { name: "Forest", text: "A coin more for each forest." },
    Fortified: { name: "Fortified", text: "Builds a fortress each turn: one more in defence, and a coin while active." },
    Heroic: { name: "Heroic", text: "Two heroes, set anew each turn, make two regions safe." },
    Hill: { name: "Hill", text: "A coin more for each hill." },
    Merchant: { name: "Merchant", text: "A coin more for each region." },
    Mounted: { name: "Mounted", text: "One token less for hills and farmland." },
    Pillaging: { name: "Pillaging", text: "A coin more for each region with somebody in it taken this turn." },
    Seafaring: { name: "Seafaring", text: "Takes seas and lakes too." },
    Stout: { name: "Stout", text: "May decline at the end of a turn, after its income." },
    Swamp: { name: "Swamp", text: "A coin more for each swamp." },
    Underworld: { name: "Underworld", text: "All caverns are neighbours, and take one token less." },
    Wealthy: { name: "Wealthy", text: "Seven coins once, at the end of the first turn." },
  },
  lost: "lost tribe",
  lands: { border: "border", coast: "coast", sea: "sea", mountain: "mountain", mine: "mine", farmland: "farmland", magic: "magic", forest: "forest", hill: "hill", swamp: "swamp", cavern: "cavern", region: "region" },
  markers: {
    fortress: { name: "fortress", text: "One more token to take the region; a coin for an active Fortified race." },
    camp: { name: "camp", text: "One more token to take the region, until it is moved." },
    lair: { name: "lair", text: "One more token to take the region, in decline too." },
    hole: { name: "hole", text: "Nobody can take the region until the Halflings leave or decline." },
    hero: { name: "hero", text: "Nobody can take the region until the hero moves on." },
    dragon: { name: "dragon", text: "Nobody can take the region while the dragon stays." },
  },
  parts: { region: "land", tokens: "tokens", encampments: "camps", fortress: "fortress", lair: "lair", mountain: "mountain", race: "race", power: "power", die: "die", least: "at least one" },
  badge: (power, race) => `${en.powers[power].name} ${en.races[race].name}`,
  refusals: {},
};

const ru: Texts = {
  races: {
    Amazons: { name: "Амазонки", text: "Четыре дополнительных жетона для завоеваний каждый ход; при расстановке они возвращаются." },
    Dwarves: { name: "Гномы", text: "Монета за каждый рудник, даже в упадке." },
    Elves: { name: "Эльфы", text: "Не теряют жетон, когда у них отнимают область." },
    Giants: { name: "Великаны", text: "На жетон меньше при нападении со своей горы." },
    Halflings: { name: "Полурослики", text: "Входят куда угодно; первые две области станут неприступными норами." },
    Humans: { name: "Люди", text: "Монета за каждое поле." },
    Orcs: { name: "Орки", text: "Монета за каждую непустую область, взятую в этот ход." },
    Ratmen: { name: "Крысолюды", text: "Их просто много." },
    Skeletons: { name: "Скелеты", text: "Новый жетон за каждые две непустые области, взятые в этот ход." },
    Sorcerers: { name: "Колдуны", text: "Раз в ход превращают одинокий чужой жетон в свой." },
    Tritons: { name: "Тритоны", text: "На жетон меньше для земель у моря." },
    Trolls: { name: "Тролли", text: "Логово в каждой взятой области: плюс один к защите, даже в упадке." },
    Wizards: { name: "Волшебники", text: "Монета за каждую область с магией." },
  },
  powers: {
    Alchemist: { name: "Алхимия", text: "Две монеты каждый ход." },
    Berserk: { name: "Неистовство", text: "Можно бросить кубик перед каждым нападением: оно станет на столько дешевле." },
    Bivouacking: { name: "Бивуаки", text: "Пять лагерей, расставляются каждый ход: каждый даёт плюс один к защите." },
    Commando: { name: "Десант", text: "Каждое нападение на жетон дешевле." },
    Diplomat: { name: "Дипломатия", text: "Каждый ход дружит с тем, на кого не нападал: тот не может напасть." },
    DragonMaster: { name: "Дракон", text: "Раз в ход дракон берёт любую область одним жетоном и сторожит её." },
    Flying: { name: "Полёт", text: "Нападает на любую землю, хоть близкую, хоть далёкую." },
    Forest: { name: "Лес", text: "Монета за каждый лес." },
    Fortified: { name: "Крепости", text: "Каждый ход строит крепость: плюс один к защите и монета, пока народ активен." },
    Heroic: { name: "Герои", text: "Два героя, расставляются каждый ход, делают две области неприступными." },
    Hill: { name: "Холмы", text: "Монета за каждый холм." },
    Merchant: { name: "Торговля", text: "Ещё монета за каждую область." },
    Mounted: { name: "Конница", text: "На жетон меньше для холмов и полей." },
    Pillaging: { name: "Грабёж", text: "Монета за каждую непустую область, взятую в этот ход." },
    Seafaring: { name: "Мореходы", text: "Берут также моря и озёра." },
    Stout: { name: "Стойкость", text: "Можно уйти в упадок в конце хода, после дохода." },
    Swamp: { name: "Болота", text: "Монета за каждое болото." },
    Underworld: { name: "Подземелье", text: "Все пещеры соседние и на жетон дешевле." },
    Wealthy: { name: "Богатство", text: "Семь монет один раз, в конце первого хода." },
  },
  lost: "забытое племя",
  lands: { border: "край", coast: "берег", sea: "море", mountain: "гора", mine: "рудник", farmland: "поле", magic: "магия", forest: "лес", hill: "холм", swamp: "болото", cavern: "пещера", region: "область" },
  markers: {
    fortress: { name: "крепость", text: "На жетон дороже взять; монета, пока народ с крепостями активен." },
    camp: { name: "лагерь", text: "На жетон дороже взять, пока лагерь не перенесут." },
    lair: { name: "логово", text: "На жетон дороже взять, даже в упадке." },
    hole: { name: "нора", text: "Область не взять, пока полурослики не уйдут или не придут в упадок." },
    hero: { name: "герой", text: "Область не взять, пока герой не уйдёт." },
    dragon: { name: "дракон", text: "Область не взять, пока в ней дракон." },
  },
  parts: { region: "земля", tokens: "жетоны", encampments: "лагеря", fortress: "крепость", lair: "логово", mountain: "гора", race: "народ", power: "свойство", die: "кубик", least: "не меньше одного" },
  badge: (power, race) => `${ru.races[race].name}, ${ru.powers[power].name.toLowerCase()}`,
  refusals: {
    game_over: "Игра окончена.", not_your_turn: "Сейчас не ваш ход.", not_in_game: "Вы уже покинули игру.", bad_stage: "Этот ход относится к другой части хода.",
    bad_position: "Такого народа на выставке нет.", bad_money_amount: "Не хватает монет: нужно {price}, есть {coins}.", bad_region_id: "Такой области нет.",
    no_tokens_in_hand: "В руке нет жетонов.", own_region: "Эта область уже ваша.", region_is_immune: "Область защищает нора, дракон или герой.", sea: "Это море: его берут только мореходы.",
    not_reached: "Область не граничит с вашими.", no_entry: "Народ без областей входит с края карты.", friendship: "С вами подружился дипломат: его области недоступны до конца вашего хода.",
    bad_tokens_num: "Нужно {need}, а есть {have}: кубик добавит не больше трёх.", not_stout: "Только стойкий народ приходит в упадок после расстановки.", not_dragon_master: "Дракона у вас нет.",
    dragon_used: "Дракон нападает раз в ход.", not_sorcerers: "Чары есть только у колдунов.", enchanted_already: "Чары действуют раз в ход.", bad_attacked_race: "Это ваша область.", nothing_to_enchant: "Здесь никого нет.",
    cannot_enchant_declined_race: "Зачаровать можно только активный народ.", more_than_one_token: "Зачаровать можно лишь одинокий жетон, а здесь {tokens}.", encamped: "Жетон защищён лагерем.",
    no_more_tokens_in_storage_tray: "Все жетоны колдунов уже в игре.", not_berserk: "Кубик перед нападением бросает только неистовый народ.", die_pending: "Кубик брошен: сначала нападайте.", not_diplomat: "Дружить умеет только дипломат.",
    bad_friend: "Нельзя дружить с собой или с тем, на кого вы напали в этот ход.", region_twice: "Область названа дважды.", not_your_region: "Это не ваша активная область.", not_among_regions: "Эта область не получает жетонов.",
    user_has_not_regions: "У вас нет активных областей.", too_many_fortifieds_in_region: "Здесь уже стоит крепость.", too_many_fortifieds: "Все крепости уже на карте.", no_retreat: "Сюда отступить нельзя.",
    not_enough_tokens: "Столько жетонов у вас нет.", there_are_tokens_in_the_hand: "Все жетоны из руки должны найти место.", not_enough_tokens_for_redeployment: "Для расстановки есть {have} жетонов, а не {placed}.",
  },
};

export const texts = say({ en, ru });

/** "Forest 12" in the page's language, as the server or we call it. */
export function regionName(name: string): string {
  return name.replace(/^([A-Za-z]+) (\d+)$/, (whole, land: string, n: string) => {
    const known = texts.lands[land.toLowerCase() as Land];
    return known ? `${known.charAt(0).toUpperCase()}${known.slice(1)} ${n}` : whole;
  });
}

/** All names of regions in a sentence of the server. */
export function localNames(sentence: string): string {
  return sentence.replace(/\b(Sea|Mountain|Mine|Farmland|Magic|Forest|Hill|Swamp|Cavern|Coast|Border|Region) \d+/g, regionName);
}

/** What is paid or got: Russian has a case for it. */
export const coinsGiven = (n: number): string => say({ en: coins(n), ru: plural(n, { one: "монету", few: "монеты", many: "монет", other: "монеты" }) });
export const coins = (n: number): string => say({ en: plural(n, { one: "coin", other: "coins" }), ru: plural(n, { one: "монета", few: "монеты", many: "монет", other: "монеты" }) });
export const tokens = (n: number): string => say({ en: plural(n, { one: "token", other: "tokens" }), ru: plural(n, { one: "жетон", few: "жетона", many: "жетонов", other: "жетона" }) });
