/** The texts of the header and the lobby in English, which is the original;
 *  those of all other pages are in more/en.ts, so that the first page is light.
 *  ru.ts has the same keys. Texts with something in them are functions. */

/** "1 card", "5 cards". */
function many(n: number, one: string, other: string): string {
  return `${n} ${n === 1 ? one : other}`;
}

export const en = {
  lang: "en",
  connection: { on: "Connected", lost: "No connection, trying again", connecting: "Connecting" },
  nav: {
    skip: "Skip to content", main: "Main", play: "Play", watch: "Watch", leaders: "Leaders", help: "Help", language: "Language",
    settings: "Your settings", more: "More", guest: "Guest", foot: "Meeple. Free, open, nothing leaves this server.",
    developers: "For developers", rules: "Rules", lab: "Lab", snakes: "Snakes", admin: "Server", maps: "Maps",
  },
  close: "Close",
  cancel: "Cancel",
  back: "Back",
  loading: "Loading",
  loadAgain: "Load again",
  all: "All",
  you: "you",
  computer: "computer",
  computers: (n: number) => many(n, "computer", "computers"),
  botLevels: {} as Readonly<Record<string, string>>,
  botTitles: {} as Readonly<Record<string, string>>,
  failed: "The server did not answer",
  failedMore: "Nothing is lost.",
  lobby: {
    title: "Meeple: play a board game", h1: "Play a board game", lead: "Against the computer in a second, or with friends by a link. No account needed.",
    games: "Games", playShort: "Play", playWhat: (title: string) => title, now: "now", open: "Open a table", openShort: "Open", openWhat: "a table",
    openOf: (title: string) => `of ${title}`, seats: (a: number, b: number) => (a === b ? `${a}` : `${a}-${b}`),
    seatsLabel: "players", minutes: (n: number) => `${n} min`, fights: "The fights of Snakes", fightsShort: "Fights",
    openTables: "Open tables", anyGame: "All games", anySeats: "Any seats", gameFilter: "Game", seatsFilter: "Seats",
    taken: (n: number, of: number) => `${n} of ${of}`, rated: "rated", join: "Join", joinOf: (what: string) => `Join ${what}`, watchOf: (what: string) => `Watch ${what}`,
    yours: "Your games", yourTurn: "Your turn", waiting: "Waiting", go: "Continue", with: (names: string) => `with ${names}`, playing: "Being played now",
    noGames: "No games yet", noGamesMore: "Start one against the computer; it takes a second.", nobody: "Nobody is waiting", nobodyMore: "Open a table and send the link to a friend.",
    nothing: "No games are running", nothingMore: "Start one, and others can watch.",
    waits: (names: string, free: number) => (names ? `${names}, ${free} free` : many(free, "free seat", "free seats")), thinks: (names: string) => `${names} to move`, freeSeats: (n: number) => many(n, "free seat", "free seats"),
    noBots: "There is no computer player for this game.",
  },
  blurbs: {
    smallworld: "Conquer a land that is too small for everybody. Pick a folk, expand, retire it in time.",
    catan: "Settle an island: roads, villages, wool for brick, and a robber nobody asked for.",
    snakes: "Teach a snake with pictures, then watch it bite the tails of three others.",
    powerchess: "Chess with crates on the board. Take one, choose a power, surprise somebody.",
    santorini: "Move, build, climb. First on the third floor wins. Learnt in one minute.",
  } as Readonly<Record<string, string>>,
  problem: {
    name_taken: "This name is taken.", wrong_password: "Name or password is wrong.", too_many: "Too fast: wait a moment.", busy: "The server is busy: try again.", no_such_table: "There is no such table.", session_over: "Your session is over.",
    registration_closed: "Registration is closed on this server.", not_for_guests: "You need an account for this.", login_needed: "Log in first.", network: "The server did not answer.",
  } as Readonly<Record<string, string>>,
};

export type Messages = typeof en;
