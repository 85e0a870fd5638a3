/** The texts of the operator's page, in both languages with the same keys. */
const en = {
  title: "Server", only: "For operators", onlyMore: "This page is for accounts with the operator's flag: meeple user admin NAME.", up: (time: string, version: string) => `Up ${time}, version ${version}.`,
  well: "All well", stale: "No answer", days: (d: number, h: number) => (d ? `${d} d ${h} h` : `${h} h`), minutes: (n: number) => `${n} min`,
  live: "Live numbers", measuring: "Measuring. A curve needs a few seconds.", plot: (curve: string, now: string) => `${curve}: ${now} now`, accounts: (n: number) => `Accounts: ${n}.`, most: (n: string) => `most here: ${n}`,
  curves: { connections: "Connections", requests: "Requests a second", moves: "Moves a second", tables: "Open tables", sync: "Sync to disk, 99 %, ms", jobs: "Jobs of the pool", sent: "KB sent a second", refused: "Turned away a second" },
  tables: "Tables", players: "Players", openTables: (n: number) => `${n} open`, noTables: "No tables yet.",
  phases: { waiting: "waiting", running: "running", finished: "finished", abandoned: "abandoned" } as Readonly<Record<string, string>>,
  close: "Close", closeOf: (what: string) => `Close ${what}`, closed: (what: string) => `${what} is closed.`,
  closeAsk: (what: string): readonly [string, string, string, string] => [`Close ${what}?`, "The game ends without a winner.", "Close it", "Leave it"],
  chat: "Chat", chatOf: (what: string) => `Chat of ${what}`, noChat: "Nobody has said anything there.", remove: "Remove", removeOf: (text: string) => `Remove "${text}"`, removed: "The line is removed.",
  find: "Find a player by the beginning of the name", guests: "Guests too", nobody: "Nobody.", since: (date: string) => `since ${date}`, operator: "operator", guest: "guest", online: "here now", next: "More",
  open: "Connections", again: "Look again", stranger: "Not logged in", from: (time: string) => `since ${time}`, tableOf: (id: number) => `table ${id}`, lock: "Lock out", address: "Address (IPv4 or IPv6)", ban: "Ban", mute: "Mute", unban: "Lift the ban", unmute: "Lift the mute", done: "Done.",
  banAsk: (name: string): readonly [string, string, string, string] => [`Ban ${name}?`, "All sessions end at once, and nobody can log in with this account.", "Ban", "Leave it"],
  lockAsk: (address: string): readonly [string, string, string, string] => [`Lock out ${address}?`, "All connections of this address end at once, and it gets no answers.", "Lock out", "Leave it"],
  sanctions: "Banned and muted", none: "Nobody.", banned: "banned", muted: "muted", of: (act: string, name: string) => `${act}: ${name}`,
  audit: "Audit", auditNone: "Nothing has been done yet.", more: "Earlier",
};

export type AdminText = typeof en;

const ru: AdminText = {
  title: "Сервер", only: "Для операторов", onlyMore: "Эта страница для учётных записей с правом оператора: meeple user admin ИМЯ.", up: (time, version) => `Работает ${time}, версия ${version}.`,
  well: "Всё в порядке", stale: "Нет ответа", days: (d, h) => (d ? `${d} д ${h} ч` : `${h} ч`), minutes: (n) => `${n} мин`,
  live: "Показатели", measuring: "Идёт измерение, несколько секунд.", plot: (curve, now) => `${curve}: сейчас ${now}`, accounts: (n) => `Учётных записей: ${n}.`, most: (n) => `больше всего: ${n}`,
  curves: { connections: "Соединения", requests: "Запросов в секунду", moves: "Ходов в секунду", tables: "Открытые столы", sync: "Запись на диск, 99 %, мс", jobs: "Задачи в работе", sent: "Отправлено КБ в секунду", refused: "Отказов в секунду" },
  tables: "Столы", players: "Игроки", openTables: (n) => `открыто: ${n}`, noTables: "Столов ещё нет.",
  phases: { waiting: "ждёт", running: "идёт", finished: "окончен", abandoned: "брошен" },
  close: "Закрыть", closeOf: (what) => `Закрыть ${what}`, closed: (what) => `${what}: закрыт.`,
  closeAsk: (what) => [`Закрыть ${what}?`, "Игра кончится без победителя.", "Закрыть", "Оставить"],
  chat: "Чат", chatOf: (what) => `Чат: ${what}`, noChat: "Там ещё никто ничего не сказал.", remove: "Убрать", removeOf: (text) => `Убрать «${text}»`, removed: "Строка убрана.",
  find: "Найти игрока по началу имени", guests: "И гости", nobody: "Никого.", since: (date) => `с ${date}`, operator: "оператор", guest: "гость", online: "здесь", next: "Ещё",
  open: "Соединения", again: "Обновить", stranger: "Без входа", from: (time) => `с ${time}`, tableOf: (id) => `стол ${id}`, lock: "Не впускать", address: "Адрес (IPv4 или IPv6)", ban: "Запретить", mute: "Лишить слова", unban: "Снять запрет", unmute: "Вернуть слово", done: "Готово.",
  banAsk: (name) => [`Запретить: ${name}?`, "Все входы кончатся сразу, войти с этим именем будет нельзя.", "Запретить", "Оставить"],
  lockAsk: (address) => [`Не впускать ${address}?`, "Все соединения с этого адреса кончатся сразу, ответов он не получит.", "Не впускать", "Оставить"],
  sanctions: "Запреты", none: "Никого.", banned: "запрещён", muted: "без слова", of: (act, name) => `${act}: ${name}`,
  audit: "Журнал действий", auditNone: "Ещё ничего не сделано.", more: "Раньше",
};

export const admin = { en, ru };
