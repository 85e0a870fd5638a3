// Small World's rarer moves, by the board: what single races and powers can do.
import { check, dice, Person } from "./kit.mjs";
import { passed, pressWithPointer, tried } from "./smallworld.mjs";

const SEEDS = 60; // a badge is among the first six of every third deck

async function open(server, tokens, seed) {
  const { id } = await server.call("POST", "/tables", { token: tokens[0], body: { game: "smallworld", seats: 2, seed } });
  await server.call("POST", `/tables/${id}/join`, { token: tokens[1], body: {} });
  for (const token of tokens) await server.call("POST", `/tables/${id}/ready`, { token, body: { ready: true } });
  return id;
}

const move = (server, token, id, text) => server.call("POST", `/tables/${id}/moves`, { token, body: { move: text, view: false } });
const viewOf = async (server, token, id) => (await server.call("GET", `/tables/${id}/view`, { token })).view;
const can = (verb) => (_, moves) => moves.some((one) => one.move.startsWith(verb));

/** Two people without a browser, the first with the wanted badge, until `there` holds on his turn. Seeds and choices are fixed. */
async function reach(server, badge, there) {
  const tokens = [await server.guest(), await server.guest()];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const id = await open(server, tokens, seed);
    const at = (await viewOf(server, tokens[0], id)).badges.findIndex((one) => one.race === badge || one.power === badge);
    if (at < 0) continue;
    await move(server, tokens[0], id, "select " + at);
    const random = dice(seed);
    for (let i = 0; i < 80; i++) {
      const { to_act } = await server.call("GET", "/tables/" + id, { token: tokens[0] });
      if (to_act.length === 0) break;
      const token = tokens[to_act[0]];
      const { moves } = await server.call("GET", `/tables/${id}/legal`, { token });
      if (token === tokens[0] && there(await viewOf(server, token, id), moves)) return { id, token };
      const attacks = moves.filter((one) => /^(select|conquer)/.test(one.move));
      const calm = moves.filter((one) => !/^(decline|leave|throw)/.test(one.move));
      const among = attacks.length ? attacks : calm.length ? calm : moves;
      await move(server, token, id, among[Math.floor(random() * among.length)].move);
    }
  }
  throw new Error(`no table of ${SEEDS} came to that with ${badge}`);
}

async function come(browser, server, { id, token }) {
  const person = await Person.come(browser, server, { token, expect: [tried] });
  await person.go("/table/" + id);
  await person.myTurn();
  await person.page.waitForSelector("#board .place");
  return person;
}

/** Does something that makes a move; the view after it. */
async function making(person, server, { id, token }, what) {
  const { seq } = await person.state();
  await what();
  await passed(person.page, seq);
  const { problem } = await person.state();
  check(!problem, "refused:", problem);
  return viewOf(server, token, id);
}

const numberOf = (id) => Number(/\d+$/.exec(id)[0]);

/** A mode button, then the first region that it allows. */
async function byMode(person, button) {
  const { page } = person;
  await page.click(button);
  check((await page.getAttribute(button, "aria-pressed")) === "true", button, "is not pressed");
  await page.waitForSelector("#board [data-legal=true]");
  const region = await page.locator("#board [data-legal=true]").first().getAttribute("id");
  return { region: numberOf(region), press: () => pressWithPointer(person, "#" + region) };
}

/** Sets pieces of one kind on the first own regions, then the tokens, and sends. */
async function setPieces(person, server, table, tool, count) {
  const { page } = person;
  if (await page.locator("#set-tokens").count()) await page.click("#set-tokens");
  await page.waitForSelector("#deploy-send");
  await page.locator(".sw-seg button", { hasText: tool }).click();
  const own = await page.locator("#board [data-legal=true]").evaluateAll((places) => places.map((place) => place.id));
  for (const id of own.slice(0, count)) await pressWithPointer(person, "#" + id);
  await page.click("text=Evenly");
  check(await page.locator("#deploy-send").isEnabled(), "cannot be sent:", await page.locator("#deploy-why").textContent());
  const view = await making(person, server, table, () => page.click("#deploy-send"));
  return own.slice(0, count).map((id) => view.regions[numberOf(id) - 1]);
}

const severalRegions = (view, moves) => can("redeploy")(view, moves) && view.regions.filter((one) => one.owner === 0 && !one.declined).length > 2;

export const tests = {
  "a dragon takes a region": async ({ browser, server }) => {
    const table = await reach(server, "DragonMaster", can("dragon"));
    const person = await come(browser, server, table);
    const { region, press } = await byMode(person, "#card-10");
    const view = await making(person, server, table, press);
    check(view.regions[region - 1].dragon && view.regions[region - 1].owner === 0, "no dragon there:", view.regions[region - 1]);
    await person.axe("dragon");
    await person.leave();
  },

  "a token of the enemy is enchanted": async ({ browser, server }) => {
    const table = await reach(server, "Sorcerers", can("enchant"));
    const person = await come(browser, server, table);
    const { region, press } = await byMode(person, "#card-11");
    const view = await making(person, server, table, press);
    check(view.regions[region - 1].owner === 0, "it is not ours:", view.regions[region - 1]);
    await person.leave();
  },

  "a friend is chosen by the face": async ({ browser, server }) => {
    const table = await reach(server, "Diplomat", can("friend"));
    const person = await come(browser, server, table);
    await making(person, server, table, () => person.page.locator(".sw-bar button", { hasText: /friend/i }).first().click());
    await person.leave();
  },

  "heroes, camps and a fortress are set with the tokens": async ({ browser, server }) => {
    for (const [badge, tool, count, is] of [
      ["Heroic", "Hero", 2, (one) => one.hero],
      ["Bivouacking", "Camp", 2, (one) => one.encampments > 0],
      ["Fortified", "Fortress", 1, (one) => one.fortress],
    ]) {
      const table = await reach(server, badge, severalRegions);
      const person = await come(browser, server, table);
      const set = await setPieces(person, server, table, tool, count);
      check(set.length === count && set.every(is), badge, "nothing stands there:", set);
      await person.leave();
    }
  },

  "leaving is asked again": async ({ browser, server }) => {
    const table = await reach(server, "Heroic", can("conquer"));
    const person = await come(browser, server, table);
    const { page } = person;
    await page.click("#leave");
    await page.click("#confirm-no");
    check((await person.state()).phase === "running", "it was left at No");
    await page.click("#leave");
    await page.click("#confirm-yes");
    await page.waitForSelector("main#table:not([data-phase=running])");
    await person.leave();
  },
};
