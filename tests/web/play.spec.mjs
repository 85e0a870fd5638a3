// Whole games by somebody who knows nothing but the contract.
import { check, dice, eventually, Person, projects } from "./kit.mjs";

/** Short games where the options allow it. */
const quick = { catan: { points: 3 }, smallworld: {}, santorini: {}, powerchess: { powers: "off" } };

async function openAgainstComputer(server, game, body = {}) {
  const token = await server.guest();
  const { bots, min_seats } = await server.call("GET", "/games/" + game);
  const seats = Math.max(2, min_seats);
  const bot = bots.at(-1).name; // the weakest is last: games end sooner
  const table = await server.call("POST", "/tables", { token, body: { game, seats, bots: Array.from({ length: seats }, (_, i) => (i ? bot : null)), options: quick[game], seed: 6, ...body } });
  if (table.phase === "waiting") await server.call("POST", `/tables/${table.id}/ready`, { token, body: { ready: true } });
  return { token, id: table.id };
}

/** Moves are named by the server's words, letter by letter. */
async function namedByServer(person, server, token, id) {
  const now = await person.myTurn();
  const legal = await server.call("GET", `/tables/${id}/legal`, { token });
  check(legal.seq === now.seq, "the game went on although it is my turn alone");
  const words = new Map(legal.moves.map((one) => [one.move, one.words]));
  const other = now.buttons.filter((button) => button.kind === "move" && words.get(button.move) !== button.name);
  check(other.length === 0, "not the server's words:", other.slice(0, 3));
}

function byList(game, options, most) {
  return async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, game);
    const person = await Person.come(browser, server, { token, ...options });
    await person.go("/table/" + id);
    await person.page.waitForSelector("main#table[data-phase=running]");
    check((await person.page.getAttribute("main#table", "data-game")) === game, "wrong data-game");
    await namedByServer(person, server, token, id);
    const moves = await person.playByList(dice(11), most).catch((error) => {
      // A random walk of chess may go on for ever: then it is resigned.
      if (!/does not end/.test(String(error))) throw error;
      return null;
    });
    if (moves === null) await resign(person);
    await person.page.waitForSelector("#replay");
    if (options.isMobile) {
      await person.page.waitForSelector("#offer"); // a guest may keep the name, and still sees the board
      const [board, side] = await person.page.evaluate(() => ["#board", ".side"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()));
      check(side.top - board.top > 0.75 * board.height, "the end is out of sight:", board, side);
      await person.axe("the end on a phone");
      await person.noSideways("the end");
      await person.targets("the end");
    }
    await person.leave();
  };
}

/** Nobody but this person is to move then, so the game stands still; unless it has just ended by itself. */
async function resign(person) {
  if ((await person.myTurn()).phase !== "running") return;
  if (await person.page.locator("#resign").count()) await person.page.click("#resign");
  else await person.page.click("#leave");
  const dialog = person.page.getByRole("alertdialog");
  await dialog.waitFor();
  await person.page.click("#confirm-yes");
  await person.page.waitForSelector("main#table:not([data-phase=running])");
  await eventually(async () => /^Game over:/.test((await person.state()).status), "no end in the status");
}

/** Atlas before a cell where a block and a dome are both possible; and that cell. */
async function blockOrDome(server) {
  const { token, id } = await openAgainstComputer(server, "santorini", { options: { god1: "Atlas", god2: "Pan" } });
  let found = null;
  await eventually(async () => {
    const { moves, seq } = await server.call("GET", `/tables/${id}/legal`, { token });
    const dome = moves.find((one) => one.move.startsWith("dome "));
    if (dome && moves.some((one) => one.move === dome.move.replace("dome", "block"))) found = { moves, dome: dome.move };
    else if (moves.length > 0) await server.call("POST", `/tables/${id}/moves`, { token, body: { move: moves[0].move, seq, view: false } });
    return found;
  }, "Atlas never builds");
  return { token, id, ...found, cell: Number(found.dome.split(" ").at(-1)) };
}

/** A game of Power Chess with a power to choose: somebody who runs for the crates. */
async function powerToChoose(server) {
  for (let seed = 1; seed <= 20; seed++) {
    const { token, id } = await openAgainstComputer(server, "powerchess", { options: {}, seed });
    const random = dice(seed);
    let chosen = false;
    await eventually(async () => {
      const table = await server.call("GET", `/tables/${id}`, { token });
      if (table.phase !== "running") return true;
      const { moves, seq } = await server.call("GET", `/tables/${id}/legal`, { token });
      chosen = moves.some((one) => one.move.startsWith("power "));
      if (!chosen && moves.length > 0) await server.call("POST", `/tables/${id}/moves`, { token, body: { move: moves[Math.floor(random() * moves.length)].move, seq, view: false } });
      return chosen;
    }, "the game stands still");
    if (chosen) return { token, id };
  }
  throw new Error("no crate was taken in 20 games");
}

export const tests = {
  "play now: a click, a guest, a game": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    await person.go("/");
    await person.page.getByRole("button", { name: "Play Santorini now" }).hover();
    const begun = Date.now();
    await person.page.getByRole("button", { name: "Play Santorini now" }).click();
    await person.myTurn();
    console.log(`      from the click to the first legal move: ${Date.now() - begun} ms`);
    await person.lawfulList();
    await eventually(async () => (await person.page.title()).startsWith("(1) "), "the title does not say that it is my turn");
    await eventually(async () => (await person.page.getAttribute("#icon", "href")) === "/favicon-turn.svg", "the favicon does not either");
    await person.leave();
  },
  "Santorini by the list, to the end": byList("santorini", {}),
  "Santorini by the list on a phone": byList("santorini", projects.phone),
  "Santorini by the list in Russian": async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, "santorini");
    const person = await Person.come(browser, server, { token, lang: "ru" });
    await person.go("/table/" + id);
    const now = await person.myTurn();
    check(/^Ваш ход/.test(now.status), "the status is not Russian:", now.status);
    const titles = await person.page.locator("main [title]").evaluateAll((all) => all.map((one) => one.title));
    check(titles.length > 0 && titles.every((title) => /[а-яё]/i.test(title)), "what is shown on hovering is not Russian:", titles);
    await person.moveByList(dice(3));
    check((await person.page.getAttribute("html", "lang")) === "ru", "the page does not say its language");
    await person.leave();
  },
  "in Russian computer players are named in Russian": async ({ browser, server }) => {
    const token = await server.guest();
    const { id } = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, bots: [null, "level:3"] } });
    const person = await Person.come(browser, server, { token, lang: "ru" });
    for (const [address, word] of [["/table/" + id, "умелый"], ["/", "Верхолаз"]]) {
      await person.go(address);
      await person.page.getByText(word).first().waitFor();
      check(!/Skilled|Climber/.test(await person.page.innerText("main")), "an English name on", address);
    }
    await person.leave();
  },
  "the list is busy until the game's own words are there": async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, "powerchess");
    const person = await Person.come(browser, server, { token });
    let arrive;
    const held = new Promise((resolve) => (arrive = resolve));
    await person.page.route(/\/powerchess-[^/]*\.js$/, (route) => held.then(() => route.continue()));
    await person.go("/table/" + id);
    await person.page.waitForSelector("main#table[data-turn=mine] #moves-list button");
    check((await person.state()).busy, "the list may be used, but its names will change");
    arrive();
    await person.myTurn();
    check((await person.page.locator("svg#board").count()) === 1, "the list may be used, but there is no board");
    await person.lawfulList();
    await person.leave();
  },
  "Power Chess by the list": byList("powerchess", {}, 40),
  "Power Chess: a power is chosen by the list on a phone, beside its cards": async ({ browser, server }) => {
    const { token, id } = await powerToChoose(server);
    const person = await Person.come(browser, server, { token, ...projects.phone });
    await person.go("/table/" + id);
    await person.myTurn();
    const [board, cards, list] = await person.page.evaluate(() => ["#board", "#powers", "#moves"].map((one) => document.querySelector(one).getBoundingClientRect().toJSON()));
    // How tall the cards are depends on the two powers: three quarters of the board stay in sight.
    check(cards.bottom <= list.top && cards.top >= board.top + 0.75 * board.height, "the cards cover the board or the list:", board, cards, list);
    await person.axe("choosing a power on a phone");
    await person.moveByList(dice(2));
    await person.leave();
  },
  "Catan by the list": byList("catan", {}, 150),
  "Small World by the list": byList("smallworld", {}, 150),

  "Santorini by the board and the keyboard": async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, "santorini", { options: { god1: "none", god2: "none" } });
    const person = await Person.come(browser, server, { token });
    await person.go("/table/" + id);
    const random = dice(5);
    await person.myTurn();
    await person.page.waitForSelector("svg#board");
    let byBoard = 0;
    for (let i = 0; i < 400; i++) {
      const now = await person.myTurn();
      if (now.phase !== "running") break;
      check((await person.page.locator("#board [tabindex='0']").count()) === 1, "not exactly one place can be reached by Tab");
      if (await person.moveByBoard(random)) byBoard++;
      else await person.moveByList(random);
    }
    check(byBoard > 4, "hardly anything was moved by the board:", byBoard);
    check((await person.myTurn()).phase === "finished", "the game did not end");
    await person.leave();
  },

  "several moves on one cell: a choice, by its names; Back takes the pick back": async ({ browser, server }) => {
    for (const look of [projects.desktop, projects.phone]) {
      const { token, id, moves, dome, cell } = await blockOrDome(server);
      const person = await Person.come(browser, server, { token, ...look });
      const { page } = person;
      await person.go("/table/" + id);
      const { seq } = await person.myTurn();
      const choice = page.getByRole("group", { name: "Choose" }).and(page.locator("#choose"));
      const open = async () => {
        await page.waitForSelector(`#cell-${cell}[data-legal]`);
        await page.locator("#cell-" + cell).focus();
        await page.keyboard.press("Enter");
        await choice.waitFor();
      };
      await open();
      const there = moves.filter((one) => one.move.split(" ").slice(1).join(" ") === dome.split(" ").slice(1).join(" "));
      const names = await choice.getByRole("button").allTextContents();
      const wanted = [...there.map((one) => one.words.charAt(0).toUpperCase() + one.words.slice(1)), "Back"];
      check(there.length === 2 && JSON.stringify(names.map((one) => one.trim())) === JSON.stringify(wanted), "wrong choices:", names, wanted);
      await person.axe("choice");
      check((await person.state()).seq === seq, "it was sent before the choice");
      await choice.getByRole("button", { name: "Back" }).click();
      await choice.waitFor({ state: "detached" });
      await open();
      await choice.getByRole("button", { name: wanted[there.findIndex((one) => one.move === dome)], exact: true }).click();
      await person.moved(seq);
      const { events } = await server.call("GET", `/tables/${id}/journal`, { token });
      check(events.find((one) => one.seq === seq)?.move === dome, "another move was made:", events.find((one) => one.seq === seq));
      await person.leave();
    }
  },

  "keyboard only: from the lobby to a move": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    await person.go("/");
    await person.page.waitForSelector("#play-santorini");
    for (let i = 0; i < 60; i++) {
      await person.page.keyboard.press("Tab");
      if (await person.page.evaluate(() => document.activeElement?.id === "play-santorini")) break;
    }
    await person.page.keyboard.press("Enter");
    const { seq } = await person.myTurn();
    await person.page.keyboard.press("m");
    for (let steps = 0; steps < 9 && (await person.state()).seq === seq; steps++) {
      await eventually(() => person.page.evaluate(() => document.activeElement?.id === "moves-title"), "the focus is not on the list's title");
      await person.page.keyboard.press("Tab");
      const kind = await person.page.evaluate(() => document.activeElement?.dataset?.kind);
      await person.page.keyboard.press("Enter");
      if (kind === "move") await person.page.waitForFunction((old) => Number(document.querySelector("main#table").dataset.seq) > old, seq);
    }
    check((await person.state()).seq > seq, "no move was made");
    await eventually(() => person.page.evaluate(() => document.activeElement !== document.body), "the focus was lost");
    await person.leave();
  },

  "gods by hand: spinbuttons, and why it cannot be sent": async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, "santorini");
    const person = await Person.come(browser, server, { token });
    const { page } = person;
    await person.go("/table/" + id);
    const { seq } = await person.myTurn();
    await page.getByRole("button", { name: "By hand..." }).click();
    const form = page.locator("form#form");
    const send = form.locator("#form-send");
    const why = () => send.evaluate((button) => document.getElementById(button.getAttribute("aria-describedby")).textContent.trim());
    check((await send.isDisabled()) && (await why()) !== "", "nothing is chosen, and it can be sent");
    await person.axe("gods by hand");
    await form.getByRole("spinbutton", { name: "Pan", exact: true }).fill("1");
    await form.getByRole("spinbutton", { name: "Atlas", exact: true }).fill("1");
    check((await why()) === "", "two are chosen, but:", await why());
    await send.click();
    await person.moved(seq);
    const { events } = await server.call("GET", `/tables/${id}/journal`, { token });
    check(/^gods /.test(events.find((one) => one.seq === seq)?.move), "no gods were selected:", events.at(-1));
    await person.leave();
  },

  "resigning asks first": async ({ browser, server }) => {
    const { token, id } = await openAgainstComputer(server, "powerchess");
    const person = await Person.come(browser, server, { token });
    await person.go("/table/" + id);
    await person.myTurn();
    const button = person.page.locator("#resign, #leave").first();
    await button.click();
    await person.page.getByRole("alertdialog").waitFor();
    await person.axe("confirmation");
    await person.page.click("#confirm-no");
    check((await person.state()).phase === "running", "no meant yes");
    await resign(person);
    await person.leave();
  },

  "a rematch against computers begins at once": async ({ browser, server }) => {
    for (const game of ["powerchess", "smallworld"]) {
      const { token, id } = await openAgainstComputer(server, game);
      const person = await Person.come(browser, server, { token });
      await person.go("/table/" + id);
      await person.myTurn();
      await resign(person);
      await person.page.click("#rematch");
      await person.page.waitForURL((url) => url.pathname !== "/table/" + id);
      await person.page.waitForSelector("main#table:not([data-phase=finished])"); // the address changes before the page does
      check((await person.myTurn()).phase === "running", "the rematch does not begin:", game);
      await person.leave();
    }
  },
};
