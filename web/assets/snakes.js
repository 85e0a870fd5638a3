// The page of Snakes: the league and the bots for everybody; fights to order
// and to watch for whoever is logged in. A fight arrives as a number for each
// turn: with the four fixed starting places that is all there is to draw.
"use strict";

const FIELD = 25;
const START_CELLS = 10;
const steps = [[0, -1], [1, 0], [0, 1], [-1, 0]]; // up, right, down, left; the snake at place i begins looking there
const heads = [[12, 15], [9, 12], [12, 9], [15, 12]];
const letters = ["A", "B", "C", "D"];

const ends = {
  limit: "The fight ended at its limit of turns.",
  blocked: "The fight ended because nobody could move.",
  eaten: "The fight ended because only one was left.",
};

let sid = null; // session of the protocol, made when a fight is ordered
let shown = null; // the fight that is shown: { fight, frames, turn, timer }

// ---- from turns to cells ----------------------------------------------------

const same = (a, b) => a[0] === b[0] && a[1] === b[1];

function startOf(i) {
  const [dx, dy] = steps[i];
  return Array.from({ length: START_CELLS }, (_, k) => [heads[i][0] - k * dx, heads[i][1] - k * dy]);
}

// Who steps first, second, third and last.
function orderOf(code) {
  const first = [code & 3, (code >> 2) & 3, (code >> 4) & 3];
  return [...first, 6 - first[0] - first[1] - first[2]];
}

// One step: into an empty cell or the own tail's the tail follows; another's
// tail is bitten off, and the own one stays. Returns who was bitten, or -1.
function step(snakes, faces, i, movement) {
  faces[i] = (faces[i] + movement + 2) & 3; // 1 left, 2 ahead, 3 right
  const [dx, dy] = steps[faces[i]];
  const to = [snakes[i][0][0] + dx, snakes[i][0][1] + dy];
  const bitten = snakes.findIndex((cells, other) => other !== i && cells.length > 0 && same(cells.at(-1), to));
  snakes[bitten < 0 ? i : bitten].pop();
  snakes[i].unshift(to);
  return bitten;
}

// The field before the first turn and after each: cells from head to tail,
// and who bit whom.
function framesOf(fight) {
  const snakes = fight.Snakes.map((snake, i) => (snake ? startOf(i) : []));
  const faces = [0, 1, 2, 3];
  const frames = [{ snakes: snakes.map((cells) => [...cells]), bites: [] }];
  for (const code of fight.Turns) {
    const bites = [];
    for (const i of orderOf(code)) {
      const movement = (code >> (6 + 2 * i)) & 3;
      const bitten = movement ? step(snakes, faces, i, movement) : -1;
      if (bitten >= 0) bites.push([i, bitten]);
    }
    frames.push({ snakes: snakes.map((cells) => [...cells]), bites });
  }
  return frames;
}

// ---- drawing ----------------------------------------------------------------

function colourOf(i) {
  return getComputedStyle($("fighters").querySelector(".snake-" + letters[i].toLowerCase())).backgroundColor;
}

function drawGrid(paint) {
  paint.strokeStyle = getComputedStyle(document.body).getPropertyValue("--line");
  paint.lineWidth = 0.02;
  paint.beginPath();
  for (let i = 1; i < FIELD; i++) {
    paint.moveTo(i, 0);
    paint.lineTo(i, FIELD);
    paint.moveTo(0, i);
    paint.lineTo(FIELD, i);
  }
  paint.stroke();
}

function disc(paint, [x, y], radius) {
  paint.beginPath();
  paint.arc(x + 0.5, y + 0.5, radius, 0, 2 * Math.PI);
  paint.fill();
}

// A snake of one cell is dead: all that is left is a tail.
function drawSnake(paint, cells, i) {
  paint.fillStyle = paint.strokeStyle = colourOf(i);
  paint.lineWidth = 0.5;
  paint.lineCap = paint.lineJoin = "round";
  paint.beginPath();
  for (const [x, y] of cells) paint.lineTo(x + 0.5, y + 0.5);
  paint.stroke();
  disc(paint, cells.at(-1), 0.36);
  if (cells.length < 2) return;
  disc(paint, cells[0], 0.48);
  paint.fillStyle = "#fff";
  paint.font = "bold 0.7px system-ui, sans-serif";
  paint.textAlign = "center";
  paint.textBaseline = "middle";
  paint.fillText(letters[i], cells[0][0] + 0.5, cells[0][1] + 0.54);
}

function draw() {
  const canvas = $("field");
  const side = Math.round(canvas.clientWidth * devicePixelRatio);
  if (!shown || !side) return;
  canvas.width = canvas.height = side;
  const paint = canvas.getContext("2d");
  paint.scale(side / FIELD, side / FIELD);
  drawGrid(paint);
  shown.frames[shown.turn].snakes.forEach((cells, i) => cells.length && drawSnake(paint, cells, i));
}

// ---- one fight --------------------------------------------------------------

const named = (i) => `${letters[i]} (${shown.fight.Snakes[i].SnakeName})`;

function fighterRow(snake, i) {
  const colour = "snake-" + letters[i].toLowerCase();
  const row = make("li", {}, make("span", { className: "letter " + colour, textContent: letters[i] }));
  row.append(make("span", { className: "name" }, make("strong", { textContent: snake.SnakeName }), " of " + snake.PlayerName));
  row.append(make("span", { className: "cells", id: "cells-" + i }));
  row.append(make("span", { className: "bar" }, make("span", { className: colour, id: "bar-" + i })));
  return row;
}

function endSentence(fight) {
  const places = [0, 1, 2, 3].filter((i) => fight.SnakeStats[i]);
  const most = Math.max(...places.map((i) => fight.SnakeStats[i].FinalLength));
  const first = places.filter((i) => fight.SnakeStats[i].FinalLength === most);
  const stuck = places.filter((i) => fight.SnakeStats[i].Status === "blocked");
  const sentences = [ends[fight.FightResult]];
  if (first.length < places.length) sentences.push(`${first.map(named).join(", ")}: longest with ${most} cells.`);
  else if (first.length > 1) sentences.push(`All have ${most} cells.`);
  if (stuck.length && fight.FightResult !== "blocked") sentences.push(`Stuck: ${stuck.map(named).join(", ")}.`);
  return sentences.join(" ");
}

function latestBite() {
  let turn = shown.turn;
  while (turn > 0 && !shown.frames[turn].bites.length) turn--;
  const bites = shown.frames[turn].bites.map(([a, b]) => `${named(a)} bit ${named(b)}`);
  return bites.length ? `Turn ${turn}: ${bites.join(", ")}.` : "Nobody has bitten yet.";
}

function goTo(turn) {
  const last = shown.frames.length - 1;
  shown.turn = Math.max(0, Math.min(last, turn));
  const { snakes } = shown.frames[shown.turn];
  const total = snakes.reduce((sum, cells) => sum + cells.length, 0);
  shown.fight.Snakes.forEach((snake, i) => {
    if (!snake) return;
    $("cells-" + i).textContent = snakes[i].length < 2 ? `${snakes[i].length}, eaten` : snakes[i].length;
    $("bar-" + i).style.width = (100 * snakes[i].length) / total + "%";
  });
  $("turn").value = shown.turn;
  $("turn-text").textContent = `${shown.turn} / ${last}`;
  $("said").textContent = latestBite();
  $("ended").textContent = shown.turn === last ? endSentence(shown.fight) : "";
  const lengths = shown.fight.Snakes.map((snake, i) => (snake ? `${named(i)} ${snakes[i].length} cells` : "")).filter(Boolean);
  $("field").setAttribute("aria-label", `Turn ${shown.turn}: ${lengths.join(", ")}`);
  draw();
}

function pause() {
  if (shown) clearTimeout(shown.timer);
  if (shown) shown.timer = null;
  $("play").textContent = "Play";
}

function play() {
  const tick = () => {
    goTo(shown.turn + 1);
    if (shown.turn === shown.frames.length - 1) pause();
    else shown.timer = setTimeout(tick, 1000 / Number($("speed").value));
  };
  if (shown.turn === shown.frames.length - 1) goTo(0);
  $("play").textContent = "Pause";
  shown.timer = setTimeout(tick, 1000 / Number($("speed").value));
}

function walk(turn) {
  pause();
  goTo(turn);
}

async function show(id) {
  const fight = await call("GET", "/snakes/fights/" + encodeURIComponent(id));
  pause();
  shown = { fight, frames: framesOf(fight), turn: 0, timer: null };
  $("fight-title").textContent = "Fight " + fight.FightId;
  $("fighters").replaceChildren(...fight.Snakes.map((snake, i) => (snake ? fighterRow(snake, i) : "")));
  $("turn").max = shown.frames.length - 1;
  $("fight").hidden = false;
  history.replaceState(null, "", "#fight-" + fight.FightId);
  goTo(0);
  $("fight").focus({ preventScroll: true });
  $("fight").scrollIntoView({ block: "start" });
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
}

function hide() {
  pause();
  shown = null;
  $("fight").hidden = true;
  history.replaceState(null, "", location.pathname);
  $("order").focus();
}

// ---- ordering, in the words of the protocol ---------------------------------

async function ask(request, fields) {
  sid ??= (await call("POST", "/snakes/session")).sid;
  const body = new URLSearchParams({ Request: request, Sid: sid, ...fields });
  const reply = await fetch("/snakes/ajax", { method: "POST", body });
  if (reply.status === 404) throw new Error("this server serves Snakes at another address; order fights there");
  const answer = await reply.json();
  if (!reply.ok) throw new Refused(reply.status, answer.error);
  if (answer.Response !== "relogin" && answer.Error === undefined) return answer;
  if (answer.Response === "relogin") sid = null; // the next attempt gets another
  throw new Error(answer.Error || "the session is over; try again");
}

// Asking for a fight that was ordered is what makes the server compute it.
async function fightOut(id) {
  for (let wait = 50; ; wait = Math.min(2 * wait, 1000)) {
    const answer = await ask("fight info", { FightId: id });
    if (answer.Response === "fight info") break;
    await new Promise((done) => setTimeout(done, wait));
  }
  await Promise.all([show(id), showFights()]);
}

async function order(event) {
  event.preventDefault();
  const fields = {};
  [...$("places").querySelectorAll("select")].forEach((select, i) => (fields[`SnakeIds[${i}]`] = select.value));
  $("order-button").disabled = true;
  await attempt(async () => fightOut((await ask("fight train", fields)).FightId));
  $("order-button").disabled = false;
}

// ---- lists ------------------------------------------------------------------

function fightRow(fight, kind) {
  const names = fight.Snakes.filter(Boolean).map((snake) => snake.SnakeName).join(" \u00b7 ");
  const when = new Date(fight.FightTime * 1000).toLocaleString();
  const what = make("div", { className: "what" }, make("strong", { textContent: names }));
  what.append(make("span", { className: "who", textContent: `${when}, ${fight.TurnCount} turns` }));
  const watch = button("Watch", "plain", () => attempt(() => show(fight.FightId)), "Watch fight " + fight.FightId);
  return make("li", {}, what, make("span", { className: "badge", textContent: kind }), watch);
}

function pendingRow(id) {
  const what = make("div", { className: "what" }, make("strong", { textContent: `Fight ${id} is ordered and not fought yet` }));
  return make("li", {}, what, button("Watch", "main", () => attempt(() => fightOut(id)), "Watch fight " + id));
}

async function showFights() {
  const mine = await call("GET", "/snakes/fights");
  const rows = mine.pending ? [pendingRow(mine.pending)] : [];
  const kinds = { train: "training", test: "test", challenge: "rated" };
  rows.push(...mine.ordered.map((fight) => fightRow(fight, kinds[fight.FightType])));
  rows.push(...mine.challenged.map((fight) => fightRow(fight, "challenged by " + fight.PlayerName)));
  $("fights").replaceChildren(...rows);
  $("no-fights").hidden = rows.length > 0;
}

async function showLeague() {
  const league = await call("GET", "/snakes/league");
  const row = (p) => {
    const number = (value) => make("td", { className: "number", textContent: value });
    const text = (value) => make("td", { textContent: value });
    return make("tr", {}, number(p.place), text(p.name), text(p.fighter || ""), number(p.rating));
  };
  $("league-rows").replaceChildren(...league.players.map(row));
  $("league-count").textContent = league.total || "";
  $("league").hidden = league.total === 0;
  $("no-league").hidden = league.total > 0;
}

// Each place begins with another bot, as far as there are enough.
function placeField(letter, i, bots) {
  const alone = (bot) => bots.filter((other) => other.name === bot.name).length === 1;
  const full = (bot) => (alone(bot) ? bot.name : `${bot.name} of ${bot.player_name}`);
  const entries = bots.map((bot) => make("option", { value: bot.id, textContent: full(bot) }));
  const select = make("select", {}, ...entries, make("option", { value: "", textContent: "nobody" }));
  select.value = bots[i % bots.length].id;
  return make("label", {}, "Place " + letter, select);
}

async function showBots() {
  const { bots } = await call("GET", "/snakes/bots");
  const row = (bot) => {
    const what = make("div", { className: "what" }, make("strong", { textContent: bot.name }));
    what.append(make("span", { className: "who", textContent: bot.program.ProgramDescription || "says nothing about itself" }));
    return make("li", {}, what, make("span", { className: "badge", textContent: bot.player_name }));
  };
  $("bots").replaceChildren(...bots.map(row));
  $("bots-count").textContent = bots.length || "";
  $("no-bots").hidden = bots.length > 0;
  if (bots.length) $("places").replaceChildren(...letters.map((letter, i) => placeField(letter, i, bots)));
}

// ---- me ---------------------------------------------------------------------

// Guests have no fights: they see the form, too. A fight that the address
// names is shown as soon as somebody is logged in.
async function showMine() {
  const me = remembered(kept.token) ? await call("GET", "/me").catch(() => null) : null;
  const player = me !== null && !me.guest;
  showMe();
  $("login-form").hidden = player;
  $("order-form").hidden = !player || !$("places").children.length;
  $("mine").hidden = !player;
  if (me && me.guest)
    $("login-why").textContent = `Guests have no fights: log in, or make an account. ${me.name} is then forgotten here.`;
  if (!player) return;
  await showFights();
  const wanted = location.hash.match(/^#fight-(\d+)$/);
  if (wanted && !shown) await show(wanted[1]);
}

async function logIn(event) {
  event.preventDefault();
  await attempt(async () => {
    const plan = { name: $("login-name").value, password: $("login-password").value };
    const answer = await call("POST", event.submitter?.value || "/login", plan);
    remember(kept.token, answer.token);
    remember(kept.name, answer.account.name);
    $("login-form").reset();
    sid = null;
    await showMine();
  });
}

async function logOut() {
  await attempt(() => call("POST", "/logout"));
  forgetMe();
  sid = null;
  if (shown) hide();
  await showMine();
}

async function start() {
  $("fight-close").onclick = hide;
  $("play").onclick = () => (shown.timer ? pause() : play());
  $("back").onclick = () => walk(shown.turn - 1);
  $("next").onclick = () => walk(shown.turn + 1);
  $("turn").oninput = () => walk(Number($("turn").value));
  $("login-form").onsubmit = logIn;
  $("order-form").onsubmit = order;
  $("logout").onclick = logOut;
  new ResizeObserver(draw).observe($("fight"));
  matchMedia("(prefers-color-scheme: dark)").onchange = draw;
  await attempt(async () => {
    await Promise.all([showLeague(), showBots()]);
    await showMine();
  });
}

start();
