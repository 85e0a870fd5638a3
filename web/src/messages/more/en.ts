/** The texts of all pages but the first in English: the original. */

/** "1 card", "5 cards". */
function many(n: number, one: string, other: string): string {
  return `${n} ${n === 1 ? one : other}`;
}

export const en = {
  open: {
    optionTexts: {} as Readonly<Record<string, readonly [string, string]>>, optionWords: {} as Readonly<Record<string, string>>, // English is the server's
    mapNames: { defaultMap1: "Two Plains", defaultMap2: "The Pass", defaultMap3: "Twin Lakes", defaultMap4: "Broad Land", defaultMap5: "Seaside", defaultMap6: "Long Duel", defaultMap7: "High Mountains" } as Readonly<Record<string, string>>,
    map: (seats: number, regions: number, turns: number) => `${many(seats, "player", "players")}, ${many(regions, "region", "regions")}, ${many(turns, "round", "rounds")}`,
    title: "Open a table", game: "Game", seats: "Seats", seat: (n: number) => `Seat ${n}`, person: "Anybody with the link", bot: (title: string) => `Computer: ${title}`,
    levels: ["", "beginner", "casual", "skilled", "expert", "master"], botLevel: (title: string, level: string) => `Computer: ${title} (${level})`,
    removeSeat: (n: number) => `Remove seat ${n}`, addSeat: "Add a seat", clock: "Time for a move", clocks: { 0: "None", 60: "1 min", 600: "10 min", 86400: "1 day" } as Readonly<Record<number, string>>,
    private: "Private", privateMore: "Only people with the link can come in", rated: "Rated", ratedMore: "Counts for everybody; not against the computer",
    more: "More options", range: (a: number, b: number) => `${a} to ${b}`, send: "Open the table", minutes: "minutes", normal: "as usual", free: "free text",
    about: (seats: number, minutes: number) => `${many(seats, "seat", "seats")}, about ${minutes} minutes`,
  },
  lost: { title: "Not found", h1: "This tile is missing", lead: (path: string) => `There is nothing at ${path}. The table may have been closed, or the link lost its end.`, lobby: "To the lobby", watch: "Watch a game" },
  wait: {
    title: (what: string) => `${what}, waiting`, one: "Waiting for one more player.", some: (n: number) => `Waiting for ${n} more players.`, itself: "The game starts by itself.",
    ready: "Waiting for everybody to be ready.", start: "All seats are taken. Say that you are ready, and it begins.", seats: "Seats", taken: (n: number, of: number) => `${n} of ${of} taken`,
    opened: "you opened it", here: "here", away: "Away", isReady: "Ready", notReady: "Not ready", free: "Free", freeMore: "for anybody with the link",
    add: "Add computer", addTo: (n: number) => `to seat ${n}`, which: (n: number) => `Computer player for seat ${n}`, remove: (name: string) => `Remove ${name}`, level: (level: string) => (level ? `computer, ${level}` : "computer"),
    sit: "Take a seat", sitAt: (n: number) => `(number ${n})`, beReady: "I am ready", beUnready: "Not ready yet", begin: "Start now", leave: "Leave", close: "Close the table",
    invite: "Invite a friend", qr: "QR code of the invitation link", link: "Link", copy: "Copy", copied: "Link copied", inviteMore: "Anybody who opens the link can take a free seat.",
    about: "This table", clock: "Time for a move", none: "none", yes: "yes", no: "no", rated: "Rated", private: "Private", toLobby: "Lobby",
  },
  table: {
    name: (title: string, id: number) => `${title}, table ${id}`, table: (id: number) => `table ${id}`, order: "Order of turns", beside: "Moves, players, log and chat",
    yourTurn: "Your turn.", pickMove: "Make a move.", waiting: (names: string) => `Waiting for ${names}.`, over: (how: string) => `Game over: ${how}`,
    wins: (name: string) => `${name} wins.`, youWin: "you win.", draw: "a draw.", abandoned: (how: string) => `abandoned${how ? ` (${how})` : ""}.`,
    winsWith: (name: string, n: number) => `${name} wins with ${many(n, "point", "points")}.`, youWinWith: (n: number) => `you win with ${many(n, "point", "points")}.`, points: (name: string, n: number) => `${name}: ${n}`,
    moves: "Your moves", orBoard: "or pick on the board", noMoves: "It is not your turn.", noSeat: "You are watching.", gameOver: "The game is over.",
    sending: "being sent", places: (n: number) => many(n, "way", "ways"), moreOf: (a: string, b: string) => `${a} ... ${b}`, and: " and ",
    byHand: "By hand...", byHandOf: (name: string) => `By hand: ${name}...`, choose: "Choose", players: "Players", result: "Result", rating: (n: number, change: string) => `rating ${n}, ${change}`, sheet: "Taller or shorter", besideTabs: "Beside the board",
    log: "Log", chat: "Chat", talk: "Log and chat", logOrChat: "Log or chat", earlier: (n: number) => `Show ${n} earlier`,
    say: "Message", sayHint: "Say something", send: "Send", noTalk: "Nobody has said anything yet.", guestTalk: "You are a guest: others see your name as it is.",
    resign: "Resign", draw1: "Offer a draw", takeDraw: "Take the draw", drawOffered: "A draw is offered to you.", leave: "Leave", claim: "Claim the game", rematch: "Rematch", replay: "Replay", toLobby: "Lobby", watchRematch: "To the rematch",
    confirm: {
      resign: ["Resign this game?", "You lose the game.", "Resign", "Play on"],
      draw: ["Offer a draw?", "If the other side agrees, nobody wins.", "Offer", "Play on"],
      takeDraw: ["Take the draw?", "The game ends, and nobody wins.", "Take it", "Play on"],
      leave: ["Leave the game?", "You give up your seat.", "Leave", "Stay"],
      leaveLose: ["Leave the game?", "You lose the game.", "Leave", "Stay"],
      leaveAbandon: ["Leave the game?", "The game ends for everybody, without a winner.", "Leave", "Stay"],
      leaveAway: ["Leave the game?", "The others play on without you; you may come back.", "Leave", "Stay"],
      claim: ["Claim the game?", "The others have not moved for five minutes.", "Claim", "Wait"],
      close: ["Close the table?", "The players there have to find another table.", "Close it", "Keep it"],
    } as Readonly<Record<string, readonly [string, string, string, string]>>,
    made: "Made.", late: "Came too late: the game had gone on.", refused: (why: string) => `Not made: ${why}`, notThere: "That is not possible there.",
    offline: "You are offline. The board shows the game as it was; your last move is kept and will be sent once.",
    unsent: (move: string) => `Being sent: ${move}`, watchers: (n: number) => `${n} watching`, soundOn: "Sound is on", soundOff: "Sound is off", help: "Help beside the board", keys: "Keys",
    picture: "The board in letters", possible: "possible", chosen: "chosen", clockOf: (name: string) => `Clock of ${name}`, gone: "left", away: "away",
    account: "Keep your name and rating", accountMore: "An account needs only a name and a password.", accountGo: "Create an account", accountNo: "Not now",
    sat: (name: string) => `${name} sits down`, left: (name: string) => `${name} leaves`, returned: (name: string) => `${name} is back`, started: "The game begins", hows: { won: "", done: "", draw: "a draw", left: "somebody left", time: "out of time", "too long": "too many moves", abandoned: "closed", "creator left": "its owner left", empty: "nobody was left" } as Readonly<Record<string, string>>, ended: (how: string) => `The game is over${how ? `: ${how}` : ""}`,
    rematchBy: "There is a rematch", seatN: (n: number) => `Seat ${n}`, closer: "Closer", farther: "Farther", wantsRematch: "A rematch is waiting for you.",
  },
  guide: { label: "Your first game", step: (n: number, of: number) => `${n} of ${of}`, next: "Got it", skip: "Skip the guide" },
  forms: {
    choose: (n: number) => `Choose ${n}.`, chosen: (n: number, of: number) => `${n} of ${of} chosen`, cells: (n: number) => `Name ${n} places.`, place: (n: number) => `Place ${n}`,
    total: (left: number) => (left === 0 ? "All given." : left > 0 ? `${left} left to give.` : `${-left} too many.`), less: (name: string) => `${name}, one less`, more: (name: string) => `${name}, one more`,
    send: "Send", give: "You give", get: "You get", giveOf: (name: string) => `Give ${name}`, getOf: (name: string) => `Get ${name}`, bothSides: "Name something on both sides.", sameSides: "The same cannot be on both sides.",
    twice: "The places must differ.", wrong: "This is not a legal move.",
  },
  replay: {
    word: "replay",
    title: (what: string) => `Replay of ${what}`, label: "Replay", position: "Position", first: "First", previous: "Back one", play: "Play", pause: "Pause", next: "Forward one", last: "Last",
    move: (n: number, of: number) => `${n} of ${of}`, speed: "Speed", seat: "Seen by", spectator: "everybody", link: "Link to this position", download: "Download", copied: "Link copied", live: "To the table", notYet: "The game has not begun.",
  },
  profile: {
    since: (date: string) => `Here since ${date}.`, guest: "A guest.", robot: "A computer player.", games: (n: number) => many(n, "game", "games"), ratings: "Ratings", rating: "Rating", game: "Game", noRatings: "No rated games yet",
    noRatingsMore: "Ratings come with rated games.", deviation: (n: number) => `give or take ${n}`, band: "The band is the deviation: in 19 of 20 cases the true strength lies within two of it.",
    plot: (game: string, now: number, deviation: number) => `Rating in ${game}: ${now} now, deviation ${deviation}`, plotLabel: "Rating plot", past: "Games played", noPast: "No finished games yet", noPastMore: "Games appear here when they are over.",
    won: "Won", lost: "Lost", drawn: "Draw", placed: (n: number) => `Place ${n}`, more: "More", numbers: "In numbers", played: "Games", wins: "Won", best: "Best rating", favourite: "Favourite", lastSeen: "Last game", yours: "Your settings",
    systems: { glicko2: "two players", wenglin: "three or more" } as Readonly<Record<string, string>>,
  },
  leaders: { title: "Leaders", lead: "Who plays best, by game and by number of players.", game: "Game", system: "Players", place: "#", player: "Player", rating: "Rating", deviation: "Deviation", games: "Games", wins: "Won", label: (game: string) => `Leaders of ${game}`, nobody: "Nobody yet", nobodyMore: "Play a rated game and be the first." },
  me: {
    title: "Your settings", guest: (name: string) => `Guest ${name}, on this browser only.`, account: (name: string) => `Logged in as ${name}.`, nobody: "You are not logged in. Playing makes you a guest.", profile: "Your profile",
    make: "Create an account", name: "Name", password: "Password", passwordHint: "Six characters or more. It cannot be reset by e-mail, so write it down.", keeps: "Your games come with you.", makeIt: "Create the account", haveOne: "I have one", login: "Log in", logIn: "Log in", haveNone: "I have none", logout: "Log out",
    rename: "Change your name", renameIt: "Change the name", change: "Change the password", old: "Old password", fresh: "New password", changeIt: "Change it", changed: "Your password is changed; your other sessions have ended.", renamed: "The name is changed.",
    look: "Look and sound", theme: "Theme", themes: { system: "System", light: "Light", dark: "Dark", contrast: "Contrast" }, language: "Language", sound: "Sounds", soundMore: "Five short tones: move, hit, dice, turn, end", animation: "Animation", animationMore: "Off also when the system asks for less motion",
    notify: "Tell me when it is my turn", notifyMore: "By a notification while the page is in the background", notifyNo: "The browser blocks notifications.", data: "Your data", dataMore: "Games, chat and settings are stored on this server and nowhere else.", export: "Download all", forget: "Forget me",
    forgetTitle: "Delete the account", forgetAsk: "Delete your account?", forgetMore: "Your name, ratings and sessions are deleted. Seats at old tables are called \"deleted\".", forgetYes: "Delete it", forgetNo: "Keep it", sessions: "Sessions", session: (date: string) => `ends ${date}`, thisOne: "this one", end: "End it",
  },
  help: {
    title: "Help", lead: "How the boards are read and played, and every game in our own words. The rules also open beside the board.", contents: "Contents", general: "Signs and keys", marks: "Signs on a board", dot: "Dot: you may go there", ring: "Ring: you may take this", frame: "Dashed frame: chosen", corners: "Corners: the last move",
    keys: "Keys", keyTab: "board, moves, players, log", keyArrows: "the nearest place in that direction", keyEnter: "pick it", keyEscape: "take the last pick back", keyType: "typing jumps to a place", keyHome: "to the beginning or the end of the row", keyM: "to the list of moves", keyB: "to the board", keyQ: "this list of keys", play: (title: string) => `Play ${title} now`,
    noHelp: "No rules are written for this game yet.", players: (a: number, b: number) => (a === b ? `For ${a} players.` : `For ${a} to ${b} players.`),
  },
  developers: {
    title: "For developers", lead: "Everything this page does goes through an open API. Write a bot, a client, or just look.", api: "The hall API", apiText: "Plain JSON over HTTP; a WebSocket feed tells what happens.", document: "Its full description", first: "A first game with curl", feed: "The feed", feedText: "Connect to this address and say what you want to hear:", protocols: "Protocols of the games", protocolsText: "Clients and bots written for these play at the same tables:",
    game: "Game", example: "Example", schema: "Schema",
  },
};

export type More = typeof en;
