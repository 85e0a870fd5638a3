/** The texts of the header and the lobby in Russian; the keys are those of en.ts. */
import type { Messages } from "./en";

const rules = new Intl.PluralRules("ru");

/** "1 карта", "2 карты", "5 карт". */
function many(n: number, one: string, few: string, other: string): string {
  const form = rules.select(n);
  return `${n} ${form === "one" ? one : form === "few" ? few : other}`;
}

export const ru: Messages = {
  lang: "ru",
  connection: { on: "Есть связь", lost: "Нет связи, пробуем снова", connecting: "Соединяемся" },
  nav: {
    skip: "К содержанию", main: "Главное меню", play: "Играть", watch: "Смотреть", leaders: "Лидеры", help: "Помощь", language: "Язык",
    settings: "Ваши настройки", more: "Ещё", guest: "Гость", foot: "Meeple. Свободная, открытая, ничего не уходит с этого сервера.",
    developers: "Разработчикам", rules: "Правила", lab: "Мастерская", snakes: "Змеи", admin: "Сервер", maps: "Карты",
  },
  close: "Закрыть",
  cancel: "Отмена",
  back: "Назад",
  loading: "Загрузка",
  loadAgain: "Загрузить снова",
  all: "Все",
  you: "вы",
  computer: "компьютер",
  computers: (n) => many(n, "компьютер", "компьютера", "компьютеров"),
  botLevels: { Beginner: "новичок", Casual: "любитель", Skilled: "умелый", Expert: "знаток", Master: "мастер" },
  botTitles: { Climber: "Верхолаз", "Chess player": "Шахматист", Pioneer: "Колонист", Settler: "Поселенец", Planner: "Стратег", Greedy: "Жадина", Random: "Случайный" },
  failed: "Сервер не ответил",
  failedMore: "Ничего не потеряно.",
  lobby: {
    title: "Meeple: настольные игры", h1: "Сыграйте в настольную игру", lead: "С компьютером сразу же или с друзьями по ссылке. Учётная запись не нужна.",
    games: "Игры", playShort: "Играть", playWhat: (title) => `в ${title}`, now: "сейчас", open: "Открыть стол", openShort: "Открыть", openWhat: "стол",
    openOf: (title) => `для ${title}`, seats: (a, b) => (a === b ? `${a}` : `${a}-${b}`),
    seatsLabel: "игроков", minutes: (n) => `${n} мин`, fights: "Бои змей", fightsShort: "Бои",
    openTables: "Открытые столы", anyGame: "Все игры", anySeats: "Любое число мест", gameFilter: "Игра", seatsFilter: "Места",
    taken: (n, of) => `${n} из ${of}`, rated: "рейтинг", join: "Сесть", joinOf: (what) => `Сесть за стол: ${what}`, watchOf: (what) => `Смотреть: ${what}`,
    yours: "Ваши игры", yourTurn: "Ваш ход", waiting: "Ожидание", go: "Продолжить", with: (names) => `с: ${names}`, playing: "Сейчас играют",
    noGames: "Игр пока нет", noGamesMore: "Начните игру с компьютером, это одна секунда.", nobody: "Никто не ждёт", nobodyMore: "Откройте стол и отправьте ссылку другу.",
    nothing: "Сейчас никто не играет", nothingMore: "Начните, и другие смогут смотреть.",
    waits: (names, free) => (names ? `${names}, свободно ${free}` : many(free, "свободное место", "свободных места", "свободных мест")), thinks: (names) => `ходит ${names}`, freeSeats: (n) => many(n, "свободное место", "свободных места", "свободных мест"),
    noBots: "Для этой игры нет компьютерного игрока.",
  },
  blurbs: {
    smallworld: "Завоюйте землю, на которой тесно всем. Выберите народ, расширяйтесь, вовремя отправьте его на покой.",
    catan: "Заселите остров: дороги, деревни, шерсть за кирпич и разбойник, которого никто не звал.",
    snakes: "Научите змею картинками и смотрите, как она кусает за хвосты трёх других.",
    powerchess: "Шахматы с ящиками на доске. Возьмите один, выберите силу, удивите соперника.",
    santorini: "Ходите, стройте, поднимайтесь. Кто первым на третьем этаже, тот победил. Учится за минуту.",
  },
  problem: {
    name_taken: "Это имя занято.", wrong_password: "Имя или пароль неверны.", too_many: "Слишком быстро: подождите немного.", busy: "Сервер занят: попробуйте ещё раз.", no_such_table: "Такого стола нет.", session_over: "Ваш сеанс окончен.",
    registration_closed: "Этот сервер не создаёт новых учётных записей.", not_for_guests: "Только с учётной записью.", login_needed: "Сначала войдите.", network: "Сервер не ответил.",
  },
};
