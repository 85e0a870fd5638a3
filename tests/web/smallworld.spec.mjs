// Small World by its board, by keys, on every kind of screen; a map that is
// drawn, uploaded and played.
import { check, dice, Person, projects } from "./kit.mjs";
import { passed, pressWithPointer, tried } from "./smallworld.mjs";

async function openTable(server, body = {}) {
  const token = await server.guest();
  const table = await server.call("POST", "/tables", { token, body: { game: "smallworld", seats: 4, bots: [null, "greedy", "greedy", "greedy"], seed: 3, ...body } });
  if (table.phase === "waiting") await server.call("POST", `/tables/${table.id}/ready`, { token, body: { ready: true } });
  return { token, id: table.id };
}

/** Plays over the API until `there` likes the view on my turn; null at the end of the game. */
async function playTo(server, { token, id }, random, there) {
  for (;;) {
    const now = await server.call("GET", "/tables/" + id, { token });
    if (now.phase !== "running") return null;
    if (!now.to_act.includes(now.my_seat)) {
      await new Promise(setImmediate);
      continue;
    }
    const { view } = await server.call("GET", `/tables/${id}/view`, { token });
    const { moves, seq } = await server.call("GET", `/tables/${id}/legal`, { token });
    if (there(view, moves)) return view;
    const usual = moves.filter(({ move }) => !/^(decline|redeploy|finish|leave)/.test(move));
    const among = usual.length ? usual : moves;
    await server.call("POST", `/tables/${id}/moves`, { token, body: { move: among[Math.floor(random() * among.length)].move, seq } });
  }
}

const conquering = (view, moves) => view.turn > 0 && moves.some(({ move }) => move.startsWith("conquer"));

async function come(browser, server, table, options) {
  const person = await Person.come(browser, server, { token: table.token, expect: [tried], ...options });
  await person.go("/table/" + table.id);
  await person.myTurn();
  await person.page.waitForSelector("#board .place");
  return person;
}

/** Makes a move by what the board shows; how a thing is pressed is up to `press`. */
async function moveBySight(person, random, press) {
  const { page } = person;
  const { seq } = await person.state();
  const first = async (...selectors) => {
    for (const selector of selectors) if (await page.locator(selector).count()) return selector;
    return null;
  };
  const cards = await page.locator(".sw-badge[data-legal]").count();
  const legal = await page.locator("#board [data-legal=true]").evaluateAll((places) => places.map((place) => place.id));
  const setting = await page.locator("#deploy-send").count();
  if (cards) await press(`#card-${Math.floor(random() * Math.min(3, cards))}`);
  else if (setting) {
    if (await page.locator("#deploy-send").isDisabled()) await press(random() < 0.5 ? "text=Evenly" : "text=To the borders");
    if (await page.locator("#deploy-send").isDisabled()) return person.moveByList(random); // heroes and the like
    await press("#deploy-send");
  } else if (legal.length && random() < 0.9) await press("#" + legal[Math.floor(random() * legal.length)]);
  else {
    const button = await first("#finish", "#set-tokens");
    if (!button) return legal.length ? press("#" + legal[0]) : person.moveByList(random);
    await press(button);
    if (button === "#set-tokens") return page.waitForSelector("#deploy-send");
  }
  await person.moved(seq);
}

async function toTheEnd(person, random, press) {
  for (let i = 0; i < 400; i++) {
    const now = await person.myTurn();
    if (now.phase !== "running") {
      check(/^Game over:/.test(now.status), "no end in the status:", now.status);
      return i;
    }
    await moveBySight(person, random, press);
  }
  throw new Error("the game does not end");
}

/** By Tab to buttons; on the board by "b", then by typing the region's number. */
async function pressWithKeys(person, selector) {
  const { page } = person;
  const id = /^#region-(\d+)$/.exec(selector)?.[1];
  if (id) {
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("b");
    await page.keyboard.type(id);
    await page.waitForFunction((want) => document.activeElement?.id === want, "region-" + id);
    return page.keyboard.press("Enter");
  }
  const wanted = await page.locator(selector).first().evaluateHandle((element) => element);
  await page.evaluate(() => document.getElementById("status")?.closest("main")?.querySelector("a, button")?.focus());
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((element) => document.activeElement === element, wanted)) return page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead to " + selector);
}

export const tests = {
  "a whole game by pressing the map": async ({ browser, server }) => {
    const person = await come(browser, server, await openTable(server));
    const moves = await toTheEnd(person, dice(21), (selector) => pressWithPointer(person, selector));
    check(moves > 12, "hardly anything was moved:", moves);
    await person.leave();
  },

  "a whole game by keys alone": async ({ browser, server }) => {
    const person = await come(browser, server, await openTable(server, { seats: 2, bots: [null, "greedy"], seed: 4 }));
    const moves = await toTheEnd(person, dice(4), (selector) => pressWithKeys(person, selector));
    check(moves > 8, "hardly anything was moved:", moves);
    await person.leave();
  },

  "a price with its parts, a refusal with its reason, closer and farther": async ({ browser, server }) => {
    const table = await openTable(server);
    const view = await playTo(server, table, dice(2), conquering);
    const person = await come(browser, server, table);
    const { page } = person;
    const n = view.regions.findIndex((region) => region.cost) + 1;
    await page.locator("#region-" + n).focus();
    check((await page.locator("#region-" + n).getAttribute("aria-label")).includes("needs " + view.regions[n - 1].cost.need), "the name does not tell the price");
    check(/needs \d+.*= land 2/.test(await page.locator(".sw-info").textContent()), "no parts:", await page.locator(".sw-info").textContent());
    const own = view.regions.findIndex((region) => region.owner === 0 && !region.declined) + 1;
    await page.locator("#region-" + (own || 1)).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#problem")?.textContent);
    const box = await page.getAttribute("#board", "viewBox");
    await page.getByRole("button", { name: "Closer" }).click();
    check((await page.getAttribute("#board", "viewBox")) !== box, "the map did not come closer");
    await page.getByRole("button", { name: "Farther" }).click();
    check((await page.getAttribute("#board", "viewBox")) === box, "the map did not go back");
    await person.leave();
  },

  "setting tokens: steppers on the map, the form, impossible numbers": async ({ browser, server }) => {
    const table = await openTable(server);
    const view = await playTo(server, table, dice(3), (now, moves) => now.stage === "conquest" && moves.some(({ move }) => move.startsWith("redeploy")) && now.regions.filter((r) => r.owner === 0 && !r.declined).length > 1);
    const person = await come(browser, server, table);
    const { page } = person;
    await page.click("#set-tokens");
    const n = view.regions.findIndex((region) => region.owner === 0 && !region.declined) + 1;
    const value = async () => Number(/(\d+) tokens?, possible/.exec(await page.getAttribute("#region-" + n, "aria-label"))?.[1]);
    await page.locator("#region-" + n).focus();
    const before = await value();
    await page.keyboard.press("-");
    check((await value()) === before - 1, "the minus key took nothing away");
    await page.keyboard.press("+");
    check((await value()) === before, "the plus key put nothing back");
    await page.click("text=Evenly");
    check(!(await page.locator("#deploy-send").isDisabled()), "evenly, yet it cannot be sent");
    await page.locator("#moves-list button", { hasText: "By hand" }).click();
    const send = page.locator("#form-send");
    await send.waitFor();
    check((await page.getAttribute("#moves-list", "aria-busy")) === "true", "the list is gone, or may be used, while a form is open");
    check(!(await send.isDisabled()), "the form does not know what the map shows");
    const field = page.locator("#form input[type=number]").first();
    const good = await field.inputValue();
    for (const wrong of ["-1", "99", "1.5", ""]) {
      await field.fill(wrong);
      check(await send.isDisabled(), "can be sent with", wrong);
      check(await page.locator("#form-why").textContent(), "no reason for", wrong);
    }
    await field.fill(good);
    const { seq } = await person.state();
    await send.click();
    await person.moved(seq);
    await person.leave();
  },

  "nothing for axe, nothing sideways: light, dark, phone": async ({ browser, server }) => {
    const random = dice(8);
    for (const [name, options] of Object.entries(projects)) {
      const table = await openTable(server, { seats: 3, bots: [null, "greedy", "greedy"] });
      const person = await come(browser, server, table, options);
      const look = async (state, all = true) => {
        if (all) await person.axe(`${name}, ${state}`);
        await person.noSideways(`${name}, ${state}`);
        await person.targets(`${name}, ${state}`);
      };
      await look("choosing", name === "desktop");
      await playTo(server, table, random, (_, moves) => moves.some(({ move }) => move.startsWith("redeploy")));
      await person.go("/table/" + table.id); // the page may still be showing the turns before
      await person.myTurn();
      await person.page.waitForSelector("#set-tokens, #deploy-send");
      if (await person.page.locator("#set-tokens").count()) await person.page.click("#set-tokens");
      await person.page.waitForSelector("#deploy-send");
      await look("setting tokens");
      for (const [page, sign] of [["/maps", "#draw-map"], ["/maps/new", "#board .place"]]) {
        await person.go(page);
        await person.page.waitForSelector(sign);
        await look(page, name !== "dark" || page === "/maps/new");
      }
      await person.leave();
    }
  },

  "the whole of it in Russian": async ({ browser, server }) => {
    const table = await openTable(server);
    await playTo(server, table, dice(5), conquering);
    const person = await come(browser, server, table, { lang: "ru" });
    const names = await person.page.locator("#moves-list button, .sw-badge-name, #board .place, .sw-bar button").evaluateAll((all) => all.map((one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/Greedy( \d)?|Guest \d+/g, "")));
    check(names.length > 30 && names.every((name) => !/[a-z]{3}/i.test(name)), "not Russian:", names.filter((name) => /[a-z]{3}/i.test(name)).slice(0, 5));
    await person.page.setViewportSize(projects.phone.viewport);
    const buttons = await person.page.locator(".sw-bar button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    check(buttons.length > 1 && buttons.every((right) => right <= 360), "buttons are cut off on a phone:", buttons);
    await person.leave();
  },

  "a map is drawn, uploaded, played": async ({ browser, server }) => {
    const name = "ann" + (Date.now() % 1e6);
    const { token } = await server.call("POST", "/register", { body: { name, password: "a long secret" } });
    const person = await Person.come(browser, server, { token });
    const { page } = person;
    await person.go("/maps");
    await page.click("#draw-map");
    await page.waitForSelector("#board .place");
    const count = () => page.locator("#board .place").count();
    await page.click("#map-clear");
    check((await count()) === 0, "it is not clear");
    await page.click("#tool-point");
    const box = await page.locator("#board").boundingBox();
    const at = (x, y) => page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    await page.click("#land-hill");
    for (const [x, y] of [[0.2, 0.2], [0.5, 0.25], [0.8, 0.2], [0.2, 0.75], [0.5, 0.7], [0.8, 0.8]]) await at(x, y);
    check((await count()) === 6, "six presses made", await count(), "regions");
    await page.click("#tool-land");
    await page.click("#land-sea");
    await at(0.5, 0.25);
    check(/Sea/.test(await page.getAttribute("#region-2", "aria-label")), "it is no sea");
    await page.click("#tool-merge");
    await at(0.2, 0.2);
    await at(0.2, 0.75);
    check((await count()) === 5, "two did not become one");
    await page.click("#tool-split");
    await at(0.2, 0.2);
    check((await count()) === 6, "it did not fall apart");
    await page.click("#map-undo");
    check((await count()) === 5, "undoing did nothing");
    const neighbours = () => page.locator("section .badge").first().textContent();
    await page.click("#tool-link");
    await at(0.2, 0.2);
    const before = await neighbours();
    await at(0.8, 0.2);
    await at(0.8, 0.2);
    await page.click("#tool-move");
    await at(0.2, 0.2);
    check((await neighbours()) !== before, "the link changed nothing:", before);
    await page.click("#sign-mine");
    await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.7, { steps: 4 });
    await page.mouse.up();
    check(await page.locator("#map-play").isDisabled(), "a map without a name can be played");
    await page.fill("#map-name", "M" + (Date.now() % 1e6));
    await page.locator("#map-play:enabled").click();
    await page.waitForSelector("main#table[data-game=smallworld] #board .place");
    check((await page.locator("#board .place").count()) === 5, "the table has another map");
    await person.myTurn();
    const random = dice(6);
    for (let i = 0; i < 6 && (await person.myTurn()).phase === "running"; i++) await moveBySight(person, random, (selector) => pressWithPointer(person, selector));
    await person.go("/maps");
    await page.waitForSelector(".map-card .map-picture path");
    check((await page.locator(".map-card", { hasText: "yours" }).count()) === 1, "my map is not listed");
    await person.leave();
  },
};
