// The client's budgets in headless Chromium: node browser.mjs MEEPLE [ROUNDS]
//
//   lobby      bytes of the first load, everything with its headers
//   chunks     bytes of each game's own files, as served
//   paint      first contentful paint of the lobby, processor slowed 4 times
//   play       from the click on "play now" to the first legal move
//   event      from a feed's message to the frame that shows it on the board
//   map        script for each redraw of a map of Small World with 240 regions
//   fight      script to decode a fight of 1000 turns, and for each step of it
//   build      the whole client, from its sources
//
// Medians of ROUNDS (9). Times hold for this machine only.
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { costsOf, fightThat } from "../tests/web/fights.mjs";
import { dice, launch, Person, root, scriptTime, Server } from "../tests/web/kit.mjs";

const [meeple = path.join(root, "build/meeple"), rounds = "9"] = process.argv.slice(2);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function repeated(one) {
  const figures = [];
  for (let i = 0; i < Number(rounds); i++) figures.push(await one(i));
  return median(figures);
}

async function lobbyBytes(browser, server) {
  const person = await Person.come(browser, server);
  const session = await person.context.newCDPSession(person.page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await person.go("/");
  await person.page.waitForSelector("#play-santorini");
  await person.page.waitForLoadState("networkidle");
  await person.leave();
  return bytes;
}

async function firstPaint(browser, server) {
  const person = await Person.come(browser, server);
  const session = await person.context.newCDPSession(person.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await person.go("/");
  const at = await person.page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = (list) => list.getEntriesByName("first-contentful-paint").forEach((paint) => resolve(paint.startTime));
        new PerformanceObserver(look).observe({ type: "paint", buffered: true });
      }),
  );
  await person.leave();
  return at;
}

async function playNow(browser, server) {
  const person = await Person.come(browser, server);
  await person.go("/");
  const button = person.page.getByRole("button", { name: "Play Santorini now" });
  await button.waitFor();
  const begun = performance.now();
  await button.click();
  await person.myTurn();
  const ms = performance.now() - begun;
  await person.leave();
  return ms;
}

/** Notes when a message has arrived that tells of an event, and the frame after the board has its number. */
function watchEvents() {
  window.meepleEvents = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        const seq = message.event?.seq ?? message.seq;
        if (message.type !== "event" || seq === undefined) return;
        const begun = performance.now();
        const look = () => {
          if (Number(document.querySelector("main#table")?.dataset.seq) > seq) window.meepleEvents.push(performance.now() - begun);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    }
  };
}

async function eventToPaint(browser, server, game) {
  const tokens = [await server.guest(), await server.guest()];
  const { id } = await server.call("POST", "/tables", { token: tokens[0], body: { game, seats: 2 } });
  await server.call("POST", `/tables/${id}/join`, { token: tokens[1], body: {} });
  const person = await Person.come(browser, server);
  await person.context.addInitScript(watchEvents);
  await person.go("/table/" + id);
  await person.page.locator("#board").waitFor();
  const random = dice(3);
  for (let i = 0; i < 4 * Number(rounds); i++) {
    const table = await server.call("GET", "/tables/" + id, { token: tokens[0] });
    if (table.phase !== "running") break;
    const token = tokens[table.to_act[0]];
    const { moves } = await server.call("GET", `/tables/${id}/legal`, { token });
    await server.call("POST", `/tables/${id}/moves`, { token, body: { move: moves[Math.floor(random() * moves.length)].move, view: false } });
    await person.page.waitForFunction((n) => window.meepleEvents.length > n, i);
  }
  const all = await person.page.evaluate(() => window.meepleEvents);
  await person.leave();
  return median(all);
}

/** A grid of 20 by 12 regions, as large as a protocol's map. */
function largeMap() {
  const [across, down, width, height] = [20, 12, 32, 40];
  const lands = ["farmland", "forest", "hill", "mountain", "swamp"];
  const regions = Array.from({ length: across * down }, (_, i) => {
    const [x, y] = [i % across, Math.floor(i / across)];
    const near = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]].filter(([a, b]) => a >= 0 && a < across && b >= 0 && b < down).map(([a, b]) => b * across + a + 1);
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => [(x + a) * width, (y + b) * height]);
    return { land: [lands[(x + 2 * y) % lands.length], ...(near.length < 4 ? ["border"] : [])], near, population: 0, outline: corners };
  });
  return { name: "bench" + (Date.now() % 1e9), seats: 2, turns: 5, regions };
}

/** Script for each event at a table with the large map, whole turns of it. */
async function mapRedraw(browser, server) {
  const { token } = await server.call("POST", "/register", { body: { name: "mapper" + server.port, password: "a long secret" } });
  const map = await server.call("POST", "/maps", { token, body: largeMap() });
  const tokens = [token, await server.guest()];
  const { id } = await server.call("POST", "/tables", { token, body: { game: "smallworld", seats: 2, options: { map: map.id }, seed: 5 } });
  await server.call("POST", `/tables/${id}/join`, { token: tokens[1], body: {} });
  for (const one of tokens) await server.call("POST", `/tables/${id}/ready`, { token: one, body: { ready: true } });
  const person = await Person.come(browser, server);
  await person.go("/table/" + id);
  await person.page.waitForFunction(() => document.querySelectorAll("#board .place").length === 240);
  const script = await scriptTime(person);
  const random = dice(4);
  const costs = [];
  let read = await script();
  for (let i = 0; i < 8 * Number(rounds); i++) {
    const { to_act, phase } = await server.call("GET", "/tables/" + id, { token });
    if (phase !== "running") break;
    const { moves } = await server.call("GET", `/tables/${id}/legal`, { token: tokens[to_act[0]] });
    const attacks = moves.filter((one) => /^(select|conquer)/.test(one.move));
    const among = attacks.length ? attacks : moves;
    const { next } = await server.call("POST", `/tables/${id}/moves`, { token: tokens[to_act[0]], body: { move: among[Math.floor(random() * among.length)].move, view: false } });
    await person.page.evaluate(
      (seq) =>
        new Promise((resolve) => {
          const table = document.querySelector("main#table");
          const look = () => Number(table.dataset.seq) >= seq && requestAnimationFrame(() => setTimeout(resolve));
          new MutationObserver(look).observe(table, { attributeFilter: ["data-seq"] });
          look();
        }),
      next,
    );
    // From one reading to the next, so that nothing is missed that comes a frame later.
    const now = await script();
    costs.push(now - read);
    read = now;
  }
  await person.leave();
  return median(costs);
}

async function fightCosts(browser, server) {
  const fight = await fightThat(server, (one) => one.Turns.length === 1000);
  const person = await Person.come(browser, server);
  const costs = [];
  for (let i = 0; i < Number(rounds); i++) costs.push(await costsOf(person, fight, 50));
  await person.leave();
  return ["decode", "step"].map((what) => median(costs.map((one) => one[what])));
}

/** Bytes of what only this game's pages load; the map editor is a page of its own. */
async function chunkBytes(game) {
  const meta = JSON.parse(await readFile(path.join(root, "build/web/meta.json"), "utf8"));
  const outputs = Object.entries(meta.outputs);
  const own = outputs.filter(([, output]) => output.entryPoint !== "src/pages/maps.tsx" && Object.keys(output.inputs).some((name) => name.includes(`src/games/${game}/`)));
  let bytes = 0;
  for (const [name] of own) bytes += brotliCompressSync(await readFile(path.join(root, "build/web/assets", path.basename(name)))).length;
  return bytes;
}

async function buildSeconds() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "meeple-web-build-"));
  const begun = performance.now();
  const { status } = spawnSync("node", [path.join(root, "web/build.mjs"), folder], { stdio: "inherit" });
  await rm(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error("the client cannot be built");
  return (performance.now() - begun) / 1000;
}

const browser = await launch();
const server = await Server.start(path.resolve(meeple));
console.log(`lobby: ${await lobbyBytes(browser, server)} bytes`);
for (const game of ["santorini", "powerchess", "catan", "smallworld", "snakes"]) console.log(`chunk of ${game}: ${await chunkBytes(game)} bytes`);
console.log(`first paint: ${(await repeated(() => firstPaint(browser, server))).toFixed(0)} ms`);
console.log(`click to first legal move: ${(await repeated(() => playNow(browser, server))).toFixed(0)} ms`);
for (const game of ["santorini", "powerchess"]) console.log(`event to paint, ${game}: ${(await eventToPaint(browser, server, game)).toFixed(1)} ms`);
console.log(`redraw of 240 regions: ${(await mapRedraw(browser, server)).toFixed(1)} ms of script`);
const [decode, step] = await fightCosts(browser, server);
console.log(`1000 turns decoded: ${decode.toFixed(1)} ms\na step of a fight: ${step.toFixed(2)} ms of script`);
console.log(`build: ${(await repeated(buildSeconds)).toFixed(2)} s`);
await browser.close();
await server.stop();
