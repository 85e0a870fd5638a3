// What the browser tests share: a server of their own, a browser, a player who
// knows only the accessibility contract, and checks that hold on every page.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
export const root = path.resolve(here, "../..");
// The packages stand beside the client's sources.
const require = createRequire(path.join(root, "web/package.json"));
const { chromium } = require("playwright-core");
export const axeSource = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

export class Failure extends Error {}

export function check(ok, ...what) {
  if (!ok) throw new Failure(what.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "));
}

/** Every wait gives up after this long: the machine may be busy with other things. */
export const PATIENCE_MS = 60_000;

/** Waits until something holds that no selector can wait for. */
export async function eventually(holds, ...what) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    check(Date.now() < end, ...what);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/* ---- the server -------------------------------------------------------- */

/** Servers outlive nobody: a test run that breaks off takes them along. */
const running = new Set();
process.on("exit", () => running.forEach((server) => server.kill("SIGKILL")));

export class Server {
  constructor(meeple, data) {
    this.meeple = meeple;
    this.data = data;
    this.port = 0;
  }

  static async start(meeple) {
    const folder = await mkdtemp(path.join(os.tmpdir(), "meeple-web-"));
    const server = new Server(meeple, folder);
    await server.run();
    return server;
  }

  /** Starts it, again on the same port and data after a kill. */
  run() {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--santorini", "127.0.0.1:0", "--store", `sqlite:${this.data}/meeple.db`, "--test-mode"];
    this.process = spawn(this.meeple, args, { stdio: ["ignore", "pipe", "pipe"] });
    const child = this.process;
    running.add(child);
    this.gone = new Promise((resolve) => child.once("exit", resolve)).then(() => running.delete(child));
    return new Promise((resolve, reject) => {
      let text = "";
      this.process.stderr.on("data", (bytes) => (text += bytes));
      this.process.stdout.on("data", (bytes) => {
        text += bytes;
        const ready = /ready http=127\.0\.0\.1:(\d+)/.exec(text);
        if (!ready) return;
        this.port = Number(ready[1]);
        this.base = `http://127.0.0.1:${this.port}`;
        resolve();
      });
      this.gone.then(() => reject(new Failure("the server ended: " + text)));
    });
  }

  async kill() {
    this.process.kill("SIGKILL");
    await this.gone;
  }

  async stop() {
    if (this.process.exitCode === null) this.process.kill("SIGTERM");
    await this.gone;
    await rm(this.data, { recursive: true, force: true });
  }

  async call(method, address, { token, body } = {}) {
    const headers = { ...(token && { Authorization: "Bearer " + token }), ...(body && { "Content-Type": "application/json" }) };
    const answer = await fetch(this.base + "/api/v1" + address, { method, headers, body: body ? JSON.stringify(body) : undefined });
    const text = await answer.text();
    const said = text ? JSON.parse(text) : null;
    if (!answer.ok) throw new Failure(`${method} ${address}: ${answer.status} ${text}`);
    return said;
  }

  async guest(name) {
    return (await this.call("POST", "/guest", { body: name ? { name } : {} })).token;
  }
}

/** The machine's own network came or went while the page loaded something: it loads again by itself. */
const changed = /net::ERR_NETWORK_CHANGED/;
/** Questions that a server may not know yet; the page then does without. */
const unknown = /404 \(Not Found\).*(\/me\/sessions|\/players\/[^/]+\/(tables|history)|\/replay\b|\/board$)/;

/* ---- the browser ------------------------------------------------------- */

export const projects = {
  desktop: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: "light", hasTouch: true, isMobile: true },
};

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** A person at a browser. What goes wrong in the page is written down and
 *  fails the test at its end, unless the test expects it. */
export class Person {
  static async come(browser, server, { token, lang = "en", expect = [], ...options } = {}) {
    const context = await browser.newContext({ ...projects.desktop, locale: lang, reducedMotion: "reduce", ...options });
    const person = new Person();
    person.context = context;
    person.server = server;
    person.problems = [];
    person.expect = [unknown, changed, ...expect];
    person.lang = lang;
    if (token) await context.addInitScript(([kept, origin]) => origin === location.origin && localStorage.getItem("meeple.token") === null && localStorage.setItem("meeple.token", kept), [token, server.base]);
    context.on("page", (page) => person.listen(page));
    context.setDefaultTimeout(PATIENCE_MS);
    person.page = await context.newPage();
    return person;
  }

  listen(page) {
    page.on("console", (message) => message.type() === "error" && this.note(`console: ${message.text()} ${message.location().url}`));
    page.on("pageerror", (error) => this.note(`error: ${error.stack || `${error.name}: ${error.message}`}`));
    page.on("request", (request) => !/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(this.server.base).host && this.note("foreign request: " + request.url()));
  }

  note(text) {
    if (!this.expect.some((pattern) => pattern.test(text))) this.problems.push(text);
  }

  async go(address) {
    await this.page.goto(this.server.base + address + (address.includes("?") ? "&" : "?") + "lang=" + this.lang);
  }

  async leave() {
    await this.context.close();
    check(this.problems.length === 0, "the page complained:", this.problems.slice(0, 5));
  }

  /* ---- the contract ---- */

  /** All at once: between two questions the game may go on. */
  state() {
    return this.page.evaluate(() => {
      const table = document.querySelector("main#table");
      const list = document.querySelector("#moves-list");
      const buttons = [...document.querySelectorAll("#moves-list button")].map((button) => ({
        kind: button.dataset.kind,
        move: button.dataset.move ?? null,
        name: (button.querySelector("span") ?? button).textContent.trim(),
        enabled: !button.disabled && button.getAttribute("aria-disabled") !== "true",
      }));
      return {
        buttons,
        phase: table?.dataset.phase ?? null,
        turn: table?.dataset.turn ?? null,
        seq: Number(table?.dataset.seq ?? -1),
        busy: list?.getAttribute("aria-busy") !== "false",
        status: document.querySelector("#status")?.textContent?.trim() ?? "",
        problem: document.querySelector("#problem")?.textContent?.trim() ?? "",
        connection: document.querySelector("#connection")?.dataset.state,
      };
    });
  }

  /** Waits until it is my turn and the list may be used, or the game is over. */
  async myTurn() {
    await this.page.waitForFunction(() => {
      const table = document.querySelector("main#table");
      if (!table || table.dataset.phase === "waiting") return false;
      return table.dataset.phase !== "running" || (table.dataset.turn === "mine" && document.querySelector("#moves-list")?.getAttribute("aria-busy") === "false");
    });
    const now = await this.state();
    // Where several may act at once, another's move may come between the two questions.
    return now.phase !== "running" || (now.turn === "mine" && !now.busy) ? now : this.myTurn();
  }

  /** Every line of the contract that holds at any moment of a table. */
  async lawful() {
    const broken = await this.page.evaluate(brokenLaws, this.lang);
    check(broken.length === 0, "the contract is broken:", broken);
  }

  /** The laws of the list. */
  async lawfulList() {
    await this.lawful();
    const { buttons, turn, busy } = await this.state();
    const real = buttons.filter((button) => button.kind === "move" || button.kind === "step");
    if (turn !== "mine" || busy) return []; // the game went on meanwhile
    check(real.length > 0 && real.every((button) => button.enabled), "my turn, but nothing to press:", buttons);
    check(buttons.length <= 60, "more than 60 buttons:", buttons.length);
    check(new Set(buttons.map((button) => button.name)).size === buttons.length, "names are not all different:", buttons.map((button) => button.name));
    return real;
  }

  /** Presses a button of the list; false: another's move has taken it away meanwhile. */
  async pressListed(chosen, timeout = PATIENCE_MS) {
    const found = await this.page.evaluateHandle(
      ({ kind, name }) => [...document.querySelectorAll(`#moves-list button[data-kind=${kind}]`)].find((one) => (one.querySelector("span") ?? one).textContent.trim() === name),
      chosen,
    );
    const button = found.asElement();
    if (!button) return false;
    return button.click({ timeout }).then(
      () => true,
      (error) => {
        if (/not attached|detached|Cannot find context|context was destroyed/.test(String(error))) return false; // or the page is being loaded again
        throw error;
      },
    );
  }

  /** Makes one move by the list, at random, through at most eight steps; false: the game went on meanwhile. */
  async moveByList(random) {
    for (let steps = 0; steps <= 8; steps++) {
      const { seq } = await this.state();
      const real = await this.lawfulList();
      if (real.length === 0) return false;
      const chosen = real[Math.floor(random() * real.length)];
      if (!(await this.pressListed(chosen))) return false;
      if (chosen.kind === "move") return this.moved(seq, chosen.name);
    }
    throw new Failure("more than eight steps to a move");
  }

  /** Waits for what became of a move made on `seq`; false: another's came before it. */
  async moved(seq, name = "") {
    await this.page.waitForFunction((old) => document.querySelector("#problem")?.textContent || Number(document.querySelector("main#table")?.dataset.seq) > old, seq);
    const now = await this.state();
    const late = now.seq > seq && /^Came too late/.test(now.problem);
    check(!now.problem || late, "refused:", name, now.problem);
    return !late;
  }

  /** Plays by the list to the end of the game. */
  async playByList(random, most = 2000) {
    for (let moves = 0; moves < most; moves++) {
      const now = await this.myTurn();
      if (now.phase !== "running") {
        check(/^Game over:/.test(now.status), "no end in the status:", now.status);
        await this.lawful();
        return moves;
      }
      check(/^Your turn/.test(now.status), "my turn, but the status says:", now.status);
      await this.moveByList(random);
    }
    throw new Failure("the game does not end");
  }

  /** Picks on the board: places that are legal, at random, until the move is sent. */
  async moveByBoard(random) {
    for (let picks = 0; picks < 8; picks++) {
      const now = await this.state();
      const legal = await this.page.locator("#board [data-legal=true]").evaluateAll((places) => places.map((place) => place.id));
      const choices = await this.page.locator("#choose button:not(.btn-quiet)").count();
      if (choices > 0) {
        await this.page.locator("#choose button:not(.btn-quiet)").nth(Math.floor(random() * choices)).click();
      } else if (legal.length > 0) {
        const place = this.page.locator("#" + legal[Math.floor(random() * legal.length)]);
        await place.focus();
        await this.page.keyboard.press("Enter");
      } else return false;
      const sent = await this.page.evaluate((old) => Number(document.querySelector("main#table")?.dataset.seq) > old || document.querySelector("main#table")?.dataset.turn !== "mine" || document.querySelector("#moves-list")?.getAttribute("aria-busy") === "true", now.seq);
      if (sent) return true;
    }
    return true;
  }

  /* ---- what holds everywhere ---- */

  async axe(where) {
    await this.page.evaluate(axeSource);
    const found = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    check(found.violations.length === 0, `axe on ${where}:`, found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 4).join(", ")}`));
  }

  async noSideways(where) {
    const [wide, view] = await this.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    check(wide <= view, `${where} scrolls sideways: ${wide} of ${view}`);
    const tabs = await this.page.locator(".sheet-tabs:visible").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    check(tabs.length === 0, `${where}: tabs are cut off:`, tabs);
  }

  async targets(where) {
    const small = await this.page.evaluate(() =>
      [...document.querySelectorAll("button, a.btn, .nav a, select, input:not([type=checkbox]):not([type=radio])")]
        .filter((element) => !element.closest("#board, .grid7, .grid13") && element.getClientRects().length && getComputedStyle(element).visibility === "visible")
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
        .map(([element, box]) => `${element.id || element.className || element.tagName} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    check(small.length === 0, `targets below 44 px on ${where}:`, small.slice(0, 6));
  }
}

/** Runs in the page: the lines of the accessibility contract that do not hold now. */
function brokenLaws(lang) {
  const broken = [];
  const law = (holds, ...what) => holds || broken.push(what.join(" "));
  const one = (selector, role) => {
    const found = document.querySelectorAll(selector);
    law(found.length === 1, found.length, "of", selector);
    if (role) law(found[0]?.getAttribute("role") === role, selector, "is no", role);
    return found[0] ?? document.createElement("i");
  };
  const textOf = (element) => element.textContent.trim().replace(/\s+/g, " ");

  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  law(new Set(ids).size === ids.length, "ids twice:", ids.filter((id, i) => ids.indexOf(id) !== i));

  const { game, phase, turn, seq } = one("main#table").dataset;
  law(game && /^(waiting|running|finished|abandoned)$/.test(phase) && /^(mine|other)$/.test(turn) && /^\d+$/.test(seq), "main#table says", game, phase, turn, seq);
  law(/^(on|lost|connecting)$/.test(one("#connection", "status").dataset.state), "#connection has no state");
  one("#problem", "alert");
  const status = textOf(one("#status", "status"));
  const begins = phase === "running" ? (turn === "mine" ? "Your turn" : "Waiting for ") : "Game over:";
  if (lang === "en") law(status.startsWith(begins), "the status should begin with", begins, "but says", status);
  law(one("#log", "log").querySelector("ol, ul"), "no list in the log");
  for (const id of ["resign", "draw", "leave", "rematch", "replay", "to-lobby"]) law(!document.querySelector(`#moves-list #${id}`), "an aside in the list:", id);
  law(document.querySelector("#to-lobby"), "no way to the lobby");
  if (phase !== "running") law(document.querySelector("#replay"), "no replay after the end");

  law(one("section#moves").contains(one("h2#moves-title")), "the list's title is elsewhere");
  if (lang === "en") law(textOf(one("#moves-title")) === "Your moves", "the list is called", textOf(one("#moves-title")));
  const list = one("ul#moves-list", "list");
  law(/^(true|false)$/.test(list.getAttribute("aria-busy")), "the list does not say whether it is busy");
  for (const button of list.querySelectorAll("button")) {
    law(/^(move|step|aside)$/.test(button.dataset.kind), "no kind:", textOf(button));
    law((button.dataset.kind === "move") === Boolean(button.dataset.move), "only moves have data-move:", textOf(button));
  }

  const { scrollWidth, clientWidth } = document.documentElement;
  law(scrollWidth <= clientWidth, "the page scrolls sideways:", scrollWidth, "of", clientWidth);

  const board = document.querySelector("svg#board");
  if (board) {
    const places = [...board.querySelectorAll("[id][aria-label]")].filter((place) => place.hasAttribute("tabindex"));
    law(board.getAttribute("aria-label") && places.length > 0, "the board has no name or no places");
    law(places.filter((place) => place.getAttribute("tabindex") === "0").length === 1, "not exactly one place with tabindex 0");
    law(board.querySelectorAll("[tabindex='0']").length === 1, "something else on the board can be reached by Tab");
    for (const place of places) {
      law(/^(cell|tile|vertex|region)-\d+$|^edge-\d+-\d+$/.test(place.id), "what is", place.id);
      const role = place.getAttribute("role");
      if (role === "gridcell") law(place.closest("[role=row]") && place.closest("[role=grid]"), place.id, "lies in no row of a grid");
      else law(role === "button" && place.closest("[role=group]"), place.id, "is no button in a group");
      if (place.dataset.legal && lang === "en") law(/possible|chosen/.test(place.getAttribute("aria-label")), place.id, "is legal, but its name is", place.getAttribute("aria-label"));
    }
  }
  const choose = document.querySelector("#choose");
  if (choose) law(choose.getAttribute("role") === "group" && choose.querySelector("button"), "#choose is no group with buttons");
  return broken;
}

/** A clock of the time that a person's page has spent in scripts, in milliseconds. */
export async function scriptTime(person) {
  const session = await person.context.newCDPSession(person.page);
  await session.send("Performance.enable");
  return async () => (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === "ScriptDuration").value * 1000;
}

/** Numbers that look random and are the same each time. */
export function dice(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
