// Every page in every look: no violation that axe finds, no complaint in the
// console, nothing asked of another origin, no scrolling sideways on a phone.
import { check, dice, eventually, Person, projects } from "./kit.mjs";

/** A world with something on every page: an account with games, a waiting table, a running one. */
async function world(server) {
  const name = "ann" + server.port;
  const { token } = await server.call("POST", "/register", { body: { name, password: "secret1" } });
  const bot = (game) => server.call("GET", "/games/" + game).then((answer) => answer.bots.at(-1).name);
  const running = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, bots: [null, await bot("santorini")] } });
  const chess = await server.call("POST", "/tables", { token, body: { game: "powerchess", seats: 2, bots: [null, await bot("powerchess")] } });
  const waiting = await server.call("POST", "/tables", { token, body: { game: "catan", seats: 3, bots: [null, await bot("catan"), null] } });
  return { name, token, running: running.id, chess: chess.id, waiting: waiting.id, ended: await endedGame(server, token) };
}

/** A rated game between two accounts, to its end. */
async function endedGame(server, token) {
  const { token: other } = await server.call("POST", "/register", { body: { name: "bea" + server.port, password: "secret1" } });
  const { id } = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, options: { god1: "none", god2: "none" }, rated: true } });
  await server.call("POST", `/tables/${id}/join`, { token: other, body: {} });
  const random = dice(7);
  for (;;) {
    const table = await server.call("GET", `/tables/${id}`, { token });
    if (table.phase !== "running") return id;
    const who = table.to_act[0] === table.my_seat ? token : other;
    const { moves, seq } = await server.call("GET", `/tables/${id}/legal`, { token: who });
    await server.call("POST", `/tables/${id}/moves`, { token: who, body: { move: moves[Math.floor(random() * moves.length)].move, seq, view: false } });
  }
}

/** The maps that every server but a tested one has. */
async function defaultMaps(server) {
  const answer = await fetch(server.base + "/smallworld", { method: "POST", body: JSON.stringify({ action: "createDefaultMaps" }) });
  check(/ok|mapNameTaken/.test(await answer.text()), "no default maps");
}

/** Promised once for all looks, for each server. */
const worlds = new WeakMap();

function pages({ name, running, chess, waiting, ended }) {
  return [
    ["lobby", "/", "#play-santorini"],
    ["watch", "/watch", "#watch"],
    ["open", "/open/santorini", "dialog[open] #open-form"],
    ["waiting", `/table/${waiting}`, "#invite-link"],
    ["table", `/table/${running}`, "#moves-list button"],
    ["table of Power Chess", `/table/${chess}`, "#moves-list button"],
    ["ended", `/table/${ended}`, "main#table:not([data-phase=running])"],
    ["replay", `/replay/${ended}`, "#position"],
    ["profile", `/player/${name}`, "h1"],
    ["leaders", "/leaders", "main#leaders"],
    ["me", "/me", "#look-title"],
    ["help", "/help", "#h-keys"],
    ...["smallworld", "catan", "snakes", "powerchess", "santorini"].map((game) => ["help of " + game, "/help/" + game, `.prose:has(#h-${game}):not(:has(> [aria-busy]))`]),
    ["developers", "/developers", "pre"],
    ["lost", "/nowhere/at/all", "main#lost"],
  ];
}

/** On a phone whoever waits for a friend sees the link before the chat. */
async function inviteFirst(page) {
  const [invite, chat] = await Promise.all(["#invite-link", "#say"].map((id) => page.locator(id).boundingBox()));
  check(invite.y < chat.y && invite.width > 200, "the link is below the chat, or narrow:", invite, chat);
}

function everyPage(look, options) {
  return async ({ browser, server }) => {
    if (!worlds.has(server)) worlds.set(server, world(server));
    const { token, ...known } = await worlds.get(server);
    const person = await Person.come(browser, server, { token, expect: [/404 \(Not Found\).*nowhere/], ...options });
    for (const [name, address, sign] of pages(known)) {
      await person.go(address);
      await person.page.waitForSelector(sign);
      await person.page.waitForFunction(() => document.querySelector("#connection")?.dataset.state === "on");
      await person.axe(`${name}, ${look}`);
      check((await person.page.locator("main").count()) === 1 && (await person.page.locator("h1").count()) === 1, name, "has not one main and one h1");
      if (options.isMobile) {
        await person.noSideways(name);
        await person.targets(name);
        if (name === "waiting") await inviteFirst(person.page);
      }
    }
    await person.leave();
  };
}

export const tests = {
  "every page, light": everyPage("light", projects.desktop),
  "every page, dark": everyPage("dark", projects.dark),
  "every page, phone": everyPage("phone", projects.phone),
  "every page, phone, Russian": everyPage("Russian", { ...projects.phone, lang: "ru" }),
  "every page, high contrast": everyPage("contrast", { ...projects.desktop, contrast: "more" }),

  "the lobby has a button for each game, by name": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    await person.go("/");
    const { games } = await server.call("GET", "/games");
    for (const game of games) {
      const button = person.page.getByRole("button", { name: `Play ${game.title} now`, exact: true });
      await button.waitFor();
      check((await button.getAttribute("id")) === "play-" + game.name, "wrong id:", game.name);
    }
    await person.leave();
  },

  "rules: one game a page, from the contents to a game": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go("/help");
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Santorini" }).click();
    await page.waitForSelector("#h-santorini");
    check(new URL(page.url()).pathname === "/help/santorini" && (await page.locator("#h-catan").count()) === 0, "more than one game:", page.url());
    check((await page.locator(".toc [aria-current]").textContent()) === "Santorini", "the contents do not say where one is");
    await page.getByRole("button", { name: "Play Santorini now" }).click();
    await person.myTurn();
    await person.leave();
  },

  "a guest who makes an account keeps the games; an address cut off in a letter is only not found": async ({ browser, server }) => {
    const person = await Person.come(browser, server, { expect: [/404 \(Not Found\)/, /503 .*\/me\/export/] });
    const { page } = person;
    await person.go("/");
    await page.click("#play-santorini");
    await person.myTurn();
    const table = new URL(page.url()).pathname;
    await person.go("/me");
    await page.getByText("Your games come with you.").waitFor();
    await page.fill("#a-name", "nora" + server.port);
    await page.fill("#a-pass", "secret1");
    await page.click("#enter");
    await page.waitForSelector("#logout");
    // What cannot be had now is not passed over in silence.
    await page.route("**/me/export", (route) => route.fulfill({ status: 503, json: { error: { code: "busy", message: "Busy." } } }));
    await page.getByRole("button", { name: "Download all" }).click();
    await page.locator(".toast").waitFor();
    await person.go("/");
    await page.locator(`section[aria-labelledby=mine-title] a[href="${table}"]`).waitFor();
    await person.go(table);
    check((await person.myTurn()).turn === "mine", "the seat is somebody else's");
    await page.locator(".seat-card .who a", { hasText: "nora" }).waitFor();
    await page.goto(server.base + "/player/%E0%A4%A");
    await page.waitForSelector("main#lost");
    await person.leave();
  },

  "opening a table in Russian: every option has a Russian name and remark": async ({ browser, server }) => {
    await defaultMaps(server);
    const person = await Person.come(browser, server, { lang: "ru" });
    const { page } = person;
    const { games } = await server.call("GET", "/games");
    for (const game of games.filter((one) => !one.traits.includes("computed"))) {
      await person.go("/open/" + game.name);
      await page.waitForSelector("#open-form");
      const { options, extras } = await server.call("GET", "/games/" + game.name);
      for (const { name } of options) await page.waitForSelector("#o-" + name, { state: "attached" });
      for (const { name } of extras) await page.waitForSelector("#x-" + name, { state: "attached" });
      const foreign = await page.evaluate(() =>
        [...document.querySelectorAll("#open-form :is(label, .hint, small, .field option)")].map((one) => one.textContent.trim()).filter((text) => /[a-z]{3}/i.test(text) && !/[а-яё]/i.test(text)),
      );
      const titles = games.map((one) => one.title);
      check(foreign.every((text) => titles.includes(text)), "not Russian:", game.name, foreign);
    }
    await person.leave();
  },

  "opening a table: a map brings its seats, and goes with them": async ({ browser, server }) => {
    await defaultMaps(server);
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go("/open/smallworld");
    await page.waitForSelector("#open-form");
    const seats = page.locator("#open-form .seat-row");
    check((await seats.count()) === 4, "not four seats at first:", await seats.count());
    await page.getByText("More options").click();
    await page.getByLabel("Map", { exact: true }).selectOption({ label: "Broad Land: 5 players, 30 regions, 5 rounds" });
    check((await seats.count()) === 5, "a map for five, but seats:", await seats.count());
    await page.getByRole("button", { name: "Remove seat 5" }).click();
    check((await page.getByLabel("Map", { exact: true }).inputValue()) === "", "four seats on a map for five");
    await page.getByLabel("Map", { exact: true }).selectOption({ value: "defaultMap6" });
    await page.locator("#open-form .seat-row select").selectOption({ index: 1 });
    await page.click("#open-send");
    await person.myTurn();
    await eventually(async () => (await page.locator("#board .place").count()) === 30, "the table has another map");
    await person.leave();
  },

  "maps: where there is none, what to do": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await page.route("**/api/v1/maps", (route) => route.fulfill({ json: { maps: [] } }));
    await person.go("/maps");
    await page.locator(".empty").getByRole("link", { name: "Draw a map" }).click();
    await page.waitForSelector("#board .place");
    await person.leave();
  },

  "what the lobby weighs": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const session = await person.context.newCDPSession(person.page);
    await session.send("Network.enable");
    let bytes = 0;
    const names = new Map();
    session.on("Network.responseReceived", (event) => names.set(event.requestId, event.response.url));
    session.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength;
      if (process.env.WEIGHTS) console.log(event.encodedDataLength, names.get(event.requestId));
    });
    await person.go("/");
    await person.page.waitForSelector("#play-santorini");
    await person.page.waitForLoadState("networkidle");
    console.log(`      lobby, first load, all files and answers with their heads: ${bytes} bytes`);
    check(bytes <= 40_000, "the lobby weighs", bytes);
    await person.leave();
  },
};
