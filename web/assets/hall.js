// The welcome page: tables live from the feed, and one of them open as text,
// to watch or to play. Nothing here knows a game, but whether it has a page of
// its own: names, options, pictures and legal moves all come from the API.
"use strict";

const games = new Map(); // name -> description
const tables = new Map(); // id -> summary, as the lobby tells them
let open = null; // the table that is shown: { id, invite, next, table, legal }

// ---- me ---------------------------------------------------------------------

async function beSomebody() {
  if (remembered(kept.token)) return;
  const answer = await call("POST", "/guest", {});
  remember(kept.token, answer.token);
  remember(kept.name, answer.account.name);
  showMe();
  feed.send({ auth: answer.token });
}

// ---- the feed ---------------------------------------------------------------

const feed = {
  socket: null,
  wait: 500,

  connect() {
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + api + "/feed");
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.status("live", true);
      const token = remembered(kept.token);
      if (token) this.send({ auth: token });
      this.send({ lobby: true });
      if (open) this.watch();
    };
    socket.onmessage = (message) => this.heard(JSON.parse(message.data));
    socket.onclose = () => {
      this.status("not connected", false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 15000);
    };
  },

  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  },

  watch() {
    this.send({ watch: open.id, from: open.next, ...(open.invite ? { invite: open.invite } : {}) });
  },

  status(text, on) {
    $("live").textContent = text;
    $("live-dot").classList.toggle("on", on);
  },

  heard(message) {
    if (message.type === "lobby") lobbyChanged(message);
    else if (message.type === "watching" && open && message.table.id === open.id) tableShown(message.table);
    else if (message.type === "event" && open && message.table === open.id) happened(message);
    else if (message.type === "view" && open && message.table === open.id) refresh();
    else if (message.type === "error" && message.error.code === "session_over") forgetMe();
    else if (message.type === "error") complain(message.error.message);
  },
};

// ---- the list ---------------------------------------------------------------

function lobbyChanged(message) {
  if (message.change === "all") {
    tables.clear();
    for (const table of message.tables) tables.set(table.id, table);
  } else if (message.change === "closed") {
    tables.delete(message.table.id);
  } else if (message.table) {
    tables.set(message.table.id, message.table);
  }
  showTables();
}

const title = (name) => (games.has(name) ? games.get(name).title : name);
const who = (seat) => (seat.kind === "empty" ? "empty seat" : seat.name || "somebody");

function tableRow(table) {
  const waiting = table.phase === "waiting";
  const free = table.seats.some((seat) => seat.kind === "empty");
  const name = title(table.game) + ", table " + table.id;
  const row = make("li", {});
  const what = make("div", { className: "what" }, make("strong", { textContent: name }));
  what.append(make("span", { className: "who", textContent: table.seats.map(who).join(" \u00b7 ") || "nobody yet" }));
  const badge = make("span", { className: "badge " + table.phase, textContent: waiting ? "waiting for players" : "being played" });
  const buttons = make("div", { className: "buttons" });
  const joinable = waiting && free && !games.get(table.game)?.traits.includes("computed");
  if (joinable) buttons.append(button("Join", "main", () => join(table.id), "Join " + name));
  buttons.append(button("Watch", "plain", () => show(table.id), "Watch " + name));
  row.append(what, badge, buttons);
  row.dataset.id = table.id;
  return row;
}

// Rows are replaced one by one, so that focus and animation stay where they are.
function showTables() {
  const list = $("list");
  const waits = (table) => table.phase === "waiting";
  const sorted = [...tables.values()].sort((a, b) => waits(b) - waits(a) || b.id - a.id); // those to join first, then the latest
  const shown = sorted.slice(0, 50);
  const rows = new Map([...list.children].map((row) => [row.dataset.id, row]));
  shown.forEach((table, i) => {
    const text = JSON.stringify(table);
    let row = rows.get(String(table.id));
    if (!row || row.dataset.text !== text) {
      const fresh = tableRow(table);
      fresh.dataset.text = text;
      if (row) row.replaceWith(fresh);
      row = fresh;
    }
    if (list.children[i] !== row) list.insertBefore(row, list.children[i] || null);
    rows.delete(String(table.id));
  });
  for (const row of rows.values()) if (row.isConnected) row.remove();
  const playing = sorted.filter((table) => table.phase === "running").length;
  $("count").textContent = sorted.length ? `${sorted.length - playing} waiting, ${playing} being played` : "";
  $("none").hidden = sorted.length > 0;
}

// ---- opening ----------------------------------------------------------------

function fill(select, entries) {
  select.replaceChildren(...entries.map(([value, text]) => make("option", { value, textContent: text })));
}

function optionField(option) {
  const id = "option-" + option.name;
  let input;
  if (option.words) {
    input = make("select", { id });
    fill(input, option.words.map((word) => [word, word]));
  } else if (option.least === 0 && option.most === 1) {
    input = make("select", { id });
    fill(input, [["0", "no"], ["1", "yes"]]);
  } else {
    input = make("input", { id, type: "number", min: option.least, max: option.most, required: true });
  }
  input.value = option.normal;
  input.dataset.option = option.name;
  input.dataset.words = option.words ? "yes" : "";
  return make("label", { title: option.help }, option.help, input);
}

function gameChosen() {
  const game = games.get($("open-game").value);
  const counts = [];
  for (let n = game.min_seats; n <= game.max_seats; n++) counts.push([n, n]);
  fill($("open-seats"), counts);
  $("open-seats").value = Math.max(2, game.min_seats);
  fill($("open-bots"), [["", "people"], ...game.bots.map((bot) => [bot.name, "computer: " + bot.title])]);
  $("open-options").replaceChildren($("open-options").firstElementChild, ...game.options.map(optionField));
  $("open-options").hidden = game.options.length === 0;
}

function toggleForm(visible) {
  $("open-form").hidden = !visible;
  $("open-button").setAttribute("aria-expanded", String(visible));
  (visible ? $("open-game") : $("open-button")).focus();
}

async function openTable(event) {
  event.preventDefault();
  const seats = Number($("open-seats").value);
  const bot = $("open-bots").value;
  const options = {};
  for (const input of $("open-options").querySelectorAll("[data-option]"))
    options[input.dataset.option] = input.dataset.words ? input.value : Number(input.value);
  const listed = !$("open-private").checked;
  const plan = { game: $("open-game").value, seats, options, listed, move_seconds: Number($("open-clock").value) };
  if (bot) plan.bots = [null, ...Array(seats - 1).fill(bot)];
  await attempt(async () => {
    await beSomebody();
    const table = await call("POST", "/tables", plan);
    toggleForm(false);
    show(table.id);
  });
}

const join = (id, invite) =>
  attempt(async () => {
    await beSomebody();
    await call("POST", `/tables/${id}/join`, invite ? { invite } : {});
    show(id, invite);
  });

// ---- one table --------------------------------------------------------------

function show(id, invite) {
  if (open) feed.send({ unwatch: open.id });
  open = { id, invite, next: 0, table: null };
  $("log").replaceChildren();
  $("picture").textContent = "";
  $("table").hidden = false;
  history.replaceState(null, "", "#table-" + id + (invite ? "-" + invite : ""));
  feed.watch();
  $("table").focus();
  $("table").scrollIntoView({ block: "start" });
}

function hide() {
  feed.send({ unwatch: open.id });
  open = null;
  $("table").hidden = true;
  history.replaceState(null, "", location.pathname);
  $("tables").focus();
}

const seatName = (seat) => (seat === null ? "the table" : open.table?.seats[seat]?.name || "seat " + (seat + 1));

const sentences = {
  opened: () => "The table was opened.",
  sat: (e) => `${e.name} sat down.`,
  stood: (e) => `Seat ${e.seat + 1} became empty.`,
  ready: (e) => `${seatName(e.seat)} is ${e.ready ? "ready" : "not ready"}.`,
  started: () => "The game began.",
  moved: (e) => `${seatName(e.seat)}: ${e.words || e.move}`,
  left: (e) => `${seatName(e.seat)} left.`,
  returned: (e) => `${e.name} came back.`,
  chat: (e) => `${e.name}: \u201c${e.text}\u201d`,
  finished: (e) => `The game is over: ${e.how}.`,
  abandoned: (e) => `The table was abandoned: ${e.how}.`,
  rematch: (e) => `There is a rematch at table ${e.rematch}.`,
};

function happened(event) {
  open.next = event.seq + 1;
  const log = $("log");
  const below = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  log.append(make("li", { className: event.kind === "chat" ? "said" : "", textContent: sentences[event.kind](event) }));
  if (below) log.scrollTop = log.scrollHeight;
  if (event.phase) refresh();
}

// Several events in a row ask for one look at the table.
let refreshing = null;
function refresh() {
  refreshing ??= setTimeout(async () => {
    refreshing = null;
    if (!open) return;
    const query = open.invite ? "?invite=" + encodeURIComponent(open.invite) : "";
    const id = open.id;
    try {
      const [table, view] = await Promise.all([call("GET", `/tables/${id}${query}`), call("GET", `/tables/${id}/view${query}`)]);
      if (!open || open.id !== id) return;
      $("picture").textContent = view.picture || "The game has not begun.";
      tableShown(table);
    } catch (error) {
      complain(error.message);
    }
  }, 30);
}

function stateSentence(table) {
  if (table.phase === "finished" && table.result) {
    const first = table.result.filter((r) => r.place === 1).map((r) => table.seats[r.seat].name);
    return first.length === table.seats.length && first.length > 1 ? "A draw." : `${first.join(" and ")} won.`;
  }
  if (table.phase === "abandoned") return "This table was abandoned.";
  if (table.phase === "waiting") return "Waiting for players: " + table.seats.map(who).join(", ") + ".";
  if (table.to_act.includes(table.my_seat)) return "It is your turn.";
  return "To move: " + table.to_act.map((seat) => table.seats[seat].name).join(", ") + ".";
}

const inviteLink = (table) => `${location.origin}/#table-${table.id}-${table.invite}`;

function tableShown(table) {
  open.table = table;
  $("table-title").textContent = `${title(table.game)}, table ${table.id}`;
  $("table-state").textContent = stateSentence(table);
  const at = `/tables/${table.id}/`;
  const act = (text, path, kind = "plain") => button(text, kind, () => attempt(() => call("POST", at + path, {})));
  const actions = [];
  const sits = table.my_seat !== null;
  if (table.phase === "waiting" && !sits) actions.push(button("Sit down", "main", () => join(table.id, open.invite)));
  const byReady = !games.get(table.game)?.traits.includes("starts_full");
  if (table.phase === "waiting" && sits && byReady && !table.seats[table.my_seat].ready)
    actions.push(act("I am ready", "ready", "main"));
  if (table.phase === "waiting" && table.mine) actions.push(act("Start with those who are here", "start"));
  if (sits && (table.phase === "waiting" || table.phase === "running")) actions.push(act("Leave", "leave"));
  if (sits && table.phase !== "waiting" && table.phase !== "running")
    actions.push(button("Rematch", "main", () => attempt(async () => join((await call("POST", at + "rematch", {})).id))));
  if (table.invite && !table.listed)
    actions.push(button("Copy invite link", "plain", (event) => copy(inviteLink(table), event.target)));
  $("table-actions").replaceChildren(...actions);
  $("chat-form").hidden = !sits;
  showMoves(table);
}

async function showMoves(table) {
  const mine = table.phase === "running" && table.to_act.includes(table.my_seat);
  $("move-form").hidden = !mine;
  if (!mine) return;
  const legal = await call("GET", `/tables/${table.id}/legal`).catch(() => null);
  if (!legal || !open || open.id !== table.id) return;
  open.legal = legal;
  const shown = (m) => (m.words === m.move ? m.move : `${m.words}  (${m.move})`);
  $("moves").replaceChildren(...legal.moves.map((m) => make("option", { value: shown(m) })));
  $("move-help").textContent = `${legal.sample ? "At least " : ""}${legal.moves.length} moves are possible.`;
}

async function makeMove(event) {
  event.preventDefault();
  const typed = $("move").value.trim();
  const inside = typed.match(/\(([^()]*)\)$/);
  const known = open.legal.moves.find((m) => m.words === typed);
  const move = inside ? inside[1] : known ? known.move : typed;
  await attempt(async () => {
    const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    await call("POST", `/tables/${open.id}/moves`, { move, seq: open.legal.seq }, { "Idempotency-Key": key });
    $("move").value = "";
    $("move").focus();
  });
}

// ---- games and examples -----------------------------------------------------

async function copy(text, node) {
  const before = node.textContent;
  try {
    await navigator.clipboard.writeText(text);
    node.textContent = "Copied";
  } catch {
    prompt("Copy this:", text);
  }
  setTimeout(() => (node.textContent = before), 1500);
}

const ownPages = { snakes: { href: "/snakes.html", textContent: "Let bots fight, and watch" } };

function gameCard(game) {
  const seats = (game.min_seats === game.max_seats ? "" : game.min_seats + " to ") + game.max_seats + " players";
  const card = make("article", { className: "card" });
  card.append(make("h3", { textContent: game.title }), make("p", { textContent: game.blurb }));
  card.append(make("p", { className: "quiet", textContent: seats + (game.traits.includes("chance") ? ", with chance" : "") }));
  if (ownPages[game.name]) card.append(make("p", {}, make("a", ownPages[game.name])));
  if (game.example) {
    const text = game.example.replaceAll("HOST", location.host);
    const code = make("div", { className: "code" }, make("pre", { textContent: text, tabIndex: 0 }));
    code.append(button("Copy", "plain copy", (event) => copy(text, event.target), "Copy the example for " + game.title));
    card.append(code);
  }
  return card;
}

const curlExample = (origin) => `api=${origin}${api}
token=$(curl -s $api/guest -d '{}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
me="Authorization: Bearer $token"
plan='{"game": "santorini", "options": {"god1": "none", "god2": "none"}, "bots": [null, "random"]}'
table=$(curl -s -H "$me" $api/tables -d "$plan" | sed 's/{"id":\\([0-9]*\\).*/\\1/')
curl -s -H "$me" $api/tables/$table/view
curl -s -H "$me" $api/tables/$table/legal
curl -s -H "$me" $api/tables/$table/moves -d '{"move": "place 6 18"}'`;

async function start() {
  $("curl").textContent = curlExample(location.origin);
  for (const node of document.querySelectorAll("[data-copy]")) node.onclick = () => copy($(node.dataset.copy).textContent, node);
  $("open-button").onclick = () => toggleForm($("open-form").hidden);
  $("open-cancel").onclick = () => toggleForm(false);
  $("open-game").onchange = gameChosen;
  $("open-form").onsubmit = openTable;
  $("table-close").onclick = hide;
  $("move-form").onsubmit = makeMove;
  $("chat-form").onsubmit = (event) => {
    event.preventDefault();
    const text = $("chat").value.trim();
    if (text) attempt(() => call("POST", `/tables/${open.id}/chat`, { text })).then(() => ($("chat").value = ""));
  };
  showMe();
  await attempt(async () => {
    for (const game of (await call("GET", "/games")).games) games.set(game.name, game);
    $("games").replaceChildren(...[...games.values()].map(gameCard));
    const played = [...games.values()].filter((game) => !game.traits.includes("computed"));
    fill($("open-game"), played.map((game) => [game.name, game.title]));
    gameChosen();
  });
  const wanted = location.hash.match(/^#table-(\d+)(?:-(\w+))?$/);
  feed.connect();
  if (wanted) show(Number(wanted[1]), wanted[2]);
}

start();
