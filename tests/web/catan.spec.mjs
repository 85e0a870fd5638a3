// Catan: by the board and its buttons, by keys, trades among three people, and
// what holds in each of its states.
import { check, dice, Person, projects } from "./kit.mjs";

const resources = ["lumber", "wool", "grain", "brick", "ore"];

async function open(server, people, bots, { seed = 7, options = {} } = {}) {
  const tokens = [];
  for (const name of people) tokens.push(await server.guest(name));
  const [first, ...rest] = tokens;
  const { id } = await server.call("POST", "/tables", { token: first, body: { game: "catan", seats: people.length + bots.length, bots: [...people.map(() => null), ...bots], seed, options } });
  for (const token of rest) await server.call("POST", `/tables/${id}/join`, { token, body: {} });
  for (const token of tokens) await server.call("POST", `/tables/${id}/ready`, { token, body: { ready: true } });
  return { id, tokens };
}

/** Another table of the same people. */
async function table(server, [first, ...rest], seed) {
  const { id } = await server.call("POST", "/tables", { token: first, body: { game: "catan", seats: 1 + rest.length, seed, options: { points: 5 } } });
  for (const token of rest) await server.call("POST", `/tables/${id}/join`, { token, body: {} });
  for (const token of [first, ...rest]) await server.call("POST", `/tables/${id}/ready`, { token, body: { ready: true } });
  return { id };
}

/** What somebody does who wants cards and nothing else, and plays each: their dialogs come up. */
function collect(hand, moves) {
  const price = ["ore", "wool", "grain"];
  const card = [/^use [123]/, /^buycard/, /^use 0/].map((wanted) => moves.find((one) => wanted.test(one.move))).find(Boolean);
  const bank = moves.find((one) => {
    const [, give, get] = /^trades \d (\w+) for 1 (\w+)/.exec(one.words) ?? [];
    return one.move.startsWith("bank") && price.includes(get) && !hand[get] && (!price.includes(give) || hand[give] > 4);
  });
  return card ?? bank ?? null;
}

const legal = (server, token, id) => server.call("GET", `/tables/${id}/legal`, { token });
const move = (server, token, id, text, seq) => server.call("POST", `/tables/${id}/moves`, { token, body: { move: text, view: false, ...(seq && { seq }) } });
const viewOf = async (server, token, id) => (await server.call("GET", `/tables/${id}/view`, { token })).view;

/** Plays for all of them until `there` holds for one, who is told. */
async function until(server, id, tokens, there, choose = (moves, random) => moves[Math.floor(random() * moves.length)]) {
  const random = dice(3);
  for (let i = 0; i < 900; i++) {
    for (const token of tokens) {
      const { moves, seq } = await legal(server, token, id);
      if (moves.length === 0) continue;
      if (there(await viewOf(server, token, id), moves, token)) return token;
      const calm = moves.filter((one) => !/^(offer|bank|decline)/.test(one.move));
      // Somebody else may have moved meanwhile: then there is another list.
      await move(server, token, id, choose(calm.length ? calm : moves, random).move, seq).catch((error) => check(/: 409 /.test(error.message), error.message));
    }
  }
  throw new Error("it never came to that");
}

/** One move by what a mouse can press beside the board; false: nothing there. */
async function press(person, random) {
  const { page } = person;
  if (await page.locator("#ca-discard").count()) {
    for (;;) {
      const send = page.locator("#ca-discard-send");
      if (await send.isEnabled()) return send.click();
      await page.locator("#ca-discard .ca-step button:first-child:not(:disabled)").first().click();
    }
  }
  const asked = page.locator("#ca-steal button:enabled, #ca-monopoly button:enabled, #ca-plenty button:enabled, #ca-offer button:enabled");
  if (await asked.count()) return asked.nth(Math.floor(random() * (await asked.count()))).click();
  const buttons = page.locator("#roll:not([aria-disabled]), #buy-card:not([aria-disabled]), .ca-hand .ca-dev:not([aria-disabled])");
  if (await buttons.count()) return buttons.first().click();
  return page.click("#end-turn");
}

const moved = (person, seq) => person.moved(seq);

export const tests = {
  "a game by the board and its buttons, to the end": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["settler"], { options: { points: 4 } }); // a settler ends games soon
    const person = await Person.come(browser, server, { token: tokens[0] });
    await person.go("/table/" + id);
    const random = dice(9);
    const { page } = person;
    let built = 0;
    for (let i = 0; i < 400; i++) {
      const { phase, seq, status } = await person.myTurn();
      if (phase !== "running") {
        check(/^Game over:/.test(status), "no end in the status:", status);
        break;
      }
      // The picture catches up with the game; then its targets are those of the moves.
      await page.waitForFunction(() => document.querySelector("#board [data-legal], #roll:not([aria-disabled]), #end-turn:not([aria-disabled]), .ca-ask button:enabled"));
      // Houses win, roads only make room for them.
      const houses = page.locator("#board [id^=vertex-][data-legal]");
      const legal = (await houses.count()) ? houses : page.locator("#board [data-legal=true]");
      const n = await legal.count();
      const mayEnd = await page.locator("#end-turn:not([aria-disabled])").count();
      if (n > 0 && (!mayEnd || legal === houses || random() < 0.4)) {
        await legal.nth(Math.floor(random() * n)).locator(".hit").click({ force: true });
        built++;
      } else await press(person, random);
      if (await page.locator("#ca-plenty [aria-pressed=true]").count()) await press(person, random);
      await moved(person, seq);
    }
    check((await person.state()).phase === "finished", "the game does not end");
    check(built > 4, "hardly anything was built by the board:", built);
    await person.leave();
  },

  "a game by keys alone": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["settler"], { seed: 5, options: { points: 3 } });
    const person = await Person.come(browser, server, { token: tokens[0] });
    await person.go("/table/" + id);
    const { page } = person;
    const focused = () => page.evaluate(() => ({ id: document.activeElement?.id, kind: document.activeElement?.dataset?.kind, place: document.activeElement?.hasAttribute("data-place") }));
    const random = dice(4);
    for (let i = 0; i < 300; i++) {
      const { phase, seq } = await person.myTurn();
      if (phase !== "running") break;
      await page.waitForFunction(() => document.querySelector("#board [data-legal], #roll:not([aria-disabled]), #end-turn:not([aria-disabled]), .ca-ask button:enabled"));
      if (await page.locator("#board [data-legal=true]").count()) {
        await page.keyboard.press("b");
        check((await focused()).place, "b does not lead to the board");
        for (let steps = 0; steps < 40 && !(await page.evaluate(() => document.activeElement?.dataset.legal)); steps++) await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][Math.floor(random() * 4)]);
        if (await page.evaluate(() => document.activeElement?.dataset.legal)) {
          await page.keyboard.press("Enter");
          await moved(person, seq);
          continue;
        }
      }
      const key = (await page.locator("#roll").count()) ? "r" : (await page.locator("#end-turn:not([aria-disabled])").count()) && random() < 0.7 ? "e" : null;
      if (key) {
        await page.evaluate(() => document.activeElement?.blur());
        await page.keyboard.press(key);
        await moved(person, seq);
        continue;
      }
      await page.keyboard.press("m");
      for (let steps = 0; steps < 9 && (await person.state()).seq === seq; steps++) {
        await page.keyboard.press("Tab");
        const { kind } = await focused();
        check(kind, "Tab behind the title of the list leads elsewhere:", await focused());
        await page.keyboard.press("Enter");
        if (kind === "move") await moved(person, seq);
      }
    }
    check((await person.state()).phase === "finished", "the game does not end");
    await person.leave();
  },

  "a trade among three people, live for all, and a spectator": async ({ browser, server }) => {
    const { id, tokens } = await open(server, ["Ann", "Boris", "Cyril"], [], { seed: 11 });
    const hands = async () => Promise.all(tokens.map(async (token, seat) => (await viewOf(server, token, id)).players[seat].hand));
    let give = -1;
    let get = -1;
    for (let tries = 0; give < 0 && tries < 60; tries++) {
      const turn = await until(server, id, tokens, (view, _, token) => token === tokens[0] && view.turn === 0 && view.state === "playing" && view.players[0].cards > 0);
      const [ann, boris] = await hands();
      const pairs = resources.flatMap((a, i) => resources.map((b, k) => [i, k, a, b])).filter(([i, k, a, b]) => i !== k && ann[a] > 0 && boris[b] > 0);
      if (pairs.length) [give, get] = pairs[0];
      else await move(server, turn, id, "end");
    }
    const people = [];
    for (const token of [...tokens, undefined]) people.push(await Person.come(browser, server, { token }));
    const [ann, boris, cyril, watcher] = people;
    for (const one of people) await one.go("/table/" + id);
    await ann.myTurn();
    await ann.page.click("#trade");
    const send = ann.page.locator("#ca-offer-send");
    check(await send.isDisabled(), "an offer of nothing can be sent");
    check((await ann.page.locator("#ca-offer-why").textContent()).length > 0, "it is not said why not");
    await ann.page.getByRole("spinbutton", { name: `Give ${resources[give]}` }).fill("1");
    await ann.page.getByRole("button", { name: `Get ${resources[get]}, one more` }).click();
    await ann.axe("trade dialog");
    await send.click();
    for (const one of people) await one.page.locator("#ca-offer").waitFor();
    check((await watcher.page.locator("#ca-offer h2").textContent()) === `Ann offers 1 ${resources[give]} for 1 ${resources[get]}`, "the watcher reads something else:", await watcher.page.locator("#ca-offer h2").textContent());
    check((await watcher.page.locator("#ca-accept").count()) === 0, "a watcher can accept");
    // On a phone the offer, its answers and nearly all of the board are seen together.
    await boris.page.setViewportSize(projects.phone.viewport);
    const [board, sheet] = [await boris.page.locator("#board").boundingBox(), await boris.page.locator(".side").boundingBox()];
    check(sheet.y - board.y > 0.8 * board.height, `of a board from ${board.y} to ${board.y + board.height} the sheet covers all below ${sheet.y}`);
    await boris.axe("an offer on a phone");
    await boris.noSideways("an offer");
    await cyril.page.click("#ca-decline");
    await ann.page.locator("#ca-offer li", { hasText: "Cyril: no" }).waitFor();
    const before = await hands();
    await boris.page.click("#ca-accept");
    await watcher.page.locator("#ca-offer li", { hasText: "Boris: yes" }).waitFor();
    await ann.page.getByRole("button", { name: "Trade with Boris", exact: true }).first().click();
    for (const one of people) await one.page.locator("#ca-offer").waitFor({ state: "detached" });
    const after = await hands();
    check(after[0][resources[get]] === before[0][resources[get]] + 1 && after[1][resources[give]] === before[1][resources[give]] + 1, "the cards did not change hands:", before, after);

    // A change of the offer is a new offer: withdrawn, and composed again from the old numbers.
    const left = resources.findIndex((resource, i) => i !== give && after[0][resource] > 0);
    if (left >= 0) {
      await ann.page.click("#trade");
      await ann.page.getByRole("spinbutton", { name: `Give ${resources[left]}` }).fill("1");
      await ann.page.getByRole("spinbutton", { name: `Get ${resources[give]}` }).fill("1");
      await ann.page.locator("#ca-offer-send").click();
      await ann.page.getByRole("button", { name: "Change" }).click();
      check((await ann.page.getByRole("spinbutton", { name: `Give ${resources[left]}` }).inputValue()) === "1", "the old offer is forgotten");
    }
    for (const one of people) await one.leave();
  },

  "what is missing is told, and what is pressed limits the places": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["random"], { seed: 7 });
    await until(server, id, tokens, (view, moves) => view.state === "playing" && moves.some((one) => one.move.startsWith("buyroad")) && Object.values(view.can).some((one) => one.why === "cards"), (moves, random) => {
      const calm = moves.filter((one) => !one.move.startsWith("buy"));
      return (calm.length ? calm : moves)[Math.floor(random() * (calm.length || moves.length))];
    });
    const person = await Person.come(browser, server, { token: tokens[0] });
    await person.go("/table/" + id);
    await person.myTurn();
    const { page } = person;
    const view = await viewOf(server, tokens[0], id);
    const what = Object.entries(view.can).find(([, one]) => one.why === "cards")[0];
    await page.click("#buy-" + what, { force: true });
    check(/short$/.test(await page.locator(".ca-told span").textContent()), "no reason:", await page.locator(".ca-told").textContent());
    // One press leads to a trade for just that.
    const lack = Object.keys(view.can[what].missing)[0];
    await page.getByRole("button", { name: "Trade for it" }).click();
    check(Number(await page.getByRole("spinbutton", { name: "Get " + lack }).inputValue()) > 0 || Number(await page.getByRole("spinbutton", { name: "Get " + lack }).getAttribute("max")) === 0, "the trade does not ask for what is missing");
    await page.keyboard.press("Escape");
    await page.click("#buy-road");
    check((await page.locator("#buy-road").getAttribute("aria-pressed")) === "true", "the button is not pressed");
    check(/edge/.test((await person.state()).status), "the status does not ask for an edge");
    const ids = await page.locator("#board [data-legal]").evaluateAll((places) => places.map((place) => place.id));
    check(ids.length > 0 && ids.every((one) => one.startsWith("edge-")), "other places than edges:", ids);
    const wrong = await page.locator("#board [id^=vertex-]:not([data-legal])").first().getAttribute("id");
    await page.locator("#" + wrong).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#problem").textContent.length > 10);
    await page.click("#buy-road");
    check((await page.locator("#buy-road").getAttribute("aria-pressed")) === "false", "the button stays pressed");
    await person.leave();
  },

  "every state passes in light, dark and on a phone": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["random"], { seed: 3 });
    const [token] = tokens;
    const states = [
      ["setup", ["light"], (view) => view.state === "settlement" || view.state === "second settlement"],
      ["playing", ["dark", "phone"], (view) => view.state === "playing"],
      ["discard", ["light", "phone"], (view) => view.players[0].owes > 0],
    ];
    // Never builds after the opening: cards pile up until a seven.
    const hoard = (moves, random) => moves.find((one) => /^(end|roll)$/.test(one.move)) ?? moves[Math.floor(random() * moves.length)];
    const looks = { light: {}, dark: projects.dark, phone: projects.phone };
    const people = Object.fromEntries(await Promise.all(Object.entries(looks).map(async ([look, options]) => [look, await Person.come(browser, server, { token, ...options })])));
    for (const person of Object.values(people)) await person.go("/table/" + id);
    for (const [state, seen, there] of states) {
      await until(server, id, tokens, there, hoard);
      for (const look of seen) {
        const person = people[look];
        await person.myTurn();
        await person.axe(`${state}, ${look}`);
        if (look !== "phone") continue;
        await person.noSideways(state);
        await person.targets(state);
      }
    }
    for (const person of Object.values(people)) await person.leave();
  },

  "robber, victims, cards and the end pass too, also in high contrast": async ({ browser, server }) => {
    const missing = new Set(["roll", "robber", "steal", "monopoly", "plenty", "free roads", "trade", "finished"]);
    const { tokens } = await open(server, [undefined, undefined], [], { seed: 1 });
    const person = await Person.come(browser, server, { token: tokens[0] });
    const { page } = person;
    const look = async (state) => {
      missing.delete(state);
      for (const theme of ["light", "contrast"]) {
        await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
        await person.axe(`${state}, ${theme}`);
      }
      await person.noSideways(state);
    };
    const visit = async (id, state) => {
      await person.go("/table/" + id);
      await person.myTurn();
      await page.waitForSelector("#board .place");
      if (["steal", "monopoly", "plenty"].includes(state)) await page.waitForSelector("#ca-" + state);
      if (state === "plenty") {
        const steps = (await person.lawfulList()).filter((one) => one.kind === "step").map((one) => one.name);
        check(steps.length > 1 && steps.every((one) => /^Takes [a-z]+ and\.\.\.$/.test(one)), "steps that do not say what they take:", steps);
      }
      await look(state);
      if (state !== "playing" || !missing.has("trade")) return;
      await page.click("#trade");
      await page.waitForSelector("#ca-offer-send");
      await look("trade");
    };
    const step = async (id, token, seat, random) => {
      const { moves } = await legal(server, token, id);
      const { hand } = (await viewOf(server, token, id)).players[seat];
      const quiet = moves.find((one) => /^(end|roll)$/.test(one.move));
      await move(server, token, id, ((seat === 0 ? collect(hand, moves) : null) ?? quiet ?? moves[Math.floor(random() * moves.length)]).move);
    };
    // The first seeds show everything within some 300 moves; the others are for other dice.
    for (const seed of [15, 17, 16, ...Array(30).keys()]) {
      if (missing.size === 0) break;
      const { id } = await table(server, tokens, seed);
      const random = dice(seed);
      for (let i = 0; i < 150 && missing.size > 0; i++) {
        const { phase, to_act } = await server.call("GET", "/tables/" + id, { token: tokens[0] });
        if (phase !== "running") {
          if (missing.has("finished")) await visit(id, "finished");
          break;
        }
        const [seat] = to_act;
        if (seat === 0) {
          const { state, turn } = await viewOf(server, tokens[0], id);
          if (turn === 0 && (missing.has(state) || (state === "playing" && missing.has("trade") && (await legal(server, tokens[0], id)).forms.length > 0))) await visit(id, state);
        }
        await step(id, tokens[seat], seat, random);
      }
    }
    check(missing.size === 0, "never seen:", [...missing]);
    await person.leave();
  },

  "on a phone the first tap magnifies, the second settles": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["random"], { seed: 2 });
    const person = await Person.come(browser, server, { token: tokens[0], ...projects.phone });
    await person.go("/table/" + id);
    const { seq } = await person.myTurn();
    const { page } = person;
    const place = page.locator("#board [id^=vertex-][data-legal]").first();
    await place.locator(".hit").tap({ force: true });
    await page.waitForSelector("#board[data-magnified]");
    check((await person.state()).seq === seq, "the first tap settled");
    await place.locator(".hit").tap({ force: true });
    await moved(person, seq);
    await page.waitForSelector("#board:not([data-magnified])");
    await person.leave();
  },

  "the guide comes along, and can be skipped for good": async ({ browser, server }) => {
    const { id, tokens } = await open(server, [undefined], ["random"], { seed: 2 });
    const person = await Person.come(browser, server, { token: tokens[0] });
    await person.go("/table/" + id);
    await person.myTurn();
    const guide = person.page.getByRole("region", { name: "Your first game" });
    check(/first settlement/.test(await guide.textContent()), "it begins with something else:", await guide.textContent());
    const { seq } = await person.state();
    await person.page.locator("#board [data-legal]").first().focus();
    await person.page.keyboard.press("Enter");
    await moved(person, seq);
    await guide.getByText("a road from it").waitFor();
    await person.page.click("#guide-skip");
    await guide.waitFor({ state: "detached" });
    await person.page.reload();
    await person.myTurn();
    check((await guide.count()) === 0, "it is back after a reload");
    await person.leave();
  },
};
