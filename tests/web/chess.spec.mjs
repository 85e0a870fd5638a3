// Power Chess: whole games by the board (pressed, dragged, typed, walked to by
// arrows), by taps on a phone and by keys alone; a promotion.
import { check, eventually, Person, projects } from "./kit.mjs";

const square = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
const place = (name) => "#cell-" + square(name);
const text = (line) => `move ${square(line)} ${square(line.slice(2))}`;

/** A person's table against somebody who answers by the API; `moves` are made before anybody looks. */
async function open(server, moves = []) {
  const tokens = [await server.guest(), await server.guest()];
  const { id } = await server.call("POST", "/tables", { token: tokens[0], body: { game: "powerchess", seats: 2, options: { powers: "off" } } });
  await server.call("POST", `/tables/${id}/join`, { token: tokens[1], body: {} });
  const answer = (line, seat = 1) => server.call("POST", `/tables/${id}/moves`, { token: tokens[seat], body: { move: text(line), view: false } });
  for (const [i, line] of moves.entries()) await answer(line, i % 2);
  return { id, token: tokens[0], other: tokens[1], answer };
}

const MATE = [["e2e4", "e7e5"], ["f1c4", "b8c6"], ["d1h5", "g8f6"], ["h5f7"]];

/** Plays the shortest mate, each move made by one of `ways`. */
async function mate(browser, server, look, ways) {
  const { id, token, answer } = await open(server);
  const person = await Person.come(browser, server, { token, ...look });
  await person.go("/table/" + id);
  for (const [i, [line, reply]] of MATE.entries()) {
    const { seq } = await person.myTurn();
    await person.page.waitForSelector(`${place(line)}[data-legal]`);
    await ways[i % ways.length](person.page, line);
    await person.moved(seq, line);
    if (reply) await answer(reply);
  }
  await person.page.waitForSelector("main#table[data-phase=finished]");
  check(/^Game over: checkmate/.test((await person.state()).status), "no mate:", (await person.state()).status);
  await person.leave();
}

async function press(page, line) {
  await page.click(place(line) + " .hit");
  await page.waitForSelector(`${place(line.slice(2))}[data-legal]`);
  await page.click(place(line.slice(2)) + " .hit");
}

async function tap(page, line) {
  await page.tap(place(line) + " .hit");
  await page.waitForSelector(`${place(line.slice(2))}[data-legal]`);
  await page.tap(place(line.slice(2)) + " .hit");
}

async function dragTo(page, line) {
  const [from, to] = await Promise.all([line, line.slice(2)].map((name) => page.locator(place(name) + " .hit").boundingBox()));
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 6 });
  await page.mouse.up();
}

async function type(page, line) {
  await page.focus("#board [tabindex='0']"); // b would do, but is a letter where the board has the focus
  await page.keyboard.type(line);
}

/** From wherever the focus is: arrows to a square. */
async function walk(page, name) {
  for (let steps = 0; steps < 16; steps++) {
    const at = await page.evaluate(() => Number(document.activeElement?.id.replace("cell-", "")));
    const [dx, dy] = [(square(name) % 8) - (at % 8), Math.floor(square(name) / 8) - Math.floor(at / 8)];
    if (!dx && !dy) return;
    await page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowUp" : "ArrowDown");
  }
  check(false, "arrows do not lead to", name);
}

async function keys(page, line) {
  await page.focus("#moves-title");
  await page.keyboard.press("b");
  for (const name of [line.slice(0, 2), line.slice(2)]) {
    await walk(page, name);
    await page.keyboard.press("Enter");
  }
}

export const tests = {
  "a whole game by the board: pressed, dragged, typed, by arrows": ({ browser, server }) => mate(browser, server, projects.desktop, [press, dragTo, type, keys]),
  "a whole game by keys alone, in the dark": ({ browser, server }) => mate(browser, server, projects.dark, [keys]),
  "a whole game by taps on a phone": ({ browser, server }) => mate(browser, server, projects.phone, [tap]),

  "a draw is offered, shown above the board, and taken; whoever watches on a phone sees the players": async ({ browser, server }) => {
    const { id, token, other } = await open(server);
    const ann = await Person.come(browser, server, { token });
    const bea = await Person.come(browser, server, { token: other, ...projects.phone });
    const cid = await Person.come(browser, server, projects.phone);
    for (const one of [ann, bea, cid]) await one.go("/table/" + id);
    check((await cid.page.locator(".side").getAttribute("data-sheet")) === "players", "a spectator is shown an empty list of moves");
    await bea.page.waitForSelector("main#table[data-phase=running]");
    check((await bea.page.locator(".tbl-notes #draw").count()) === 0, "a draw is offered before it is offered");
    await ann.myTurn();
    await ann.page.getByRole("button", { name: "Offer a draw" }).click();
    await ann.page.click("#confirm-yes");
    const take = bea.page.getByRole("button", { name: "Take the draw" });
    await take.waitFor();
    check((await bea.page.locator("#draw").count()) === 1 && (await ann.page.locator("#draw").count()) === 0, "not one button for one offer");
    check((await take.boundingBox()).y < (await bea.page.locator("#board").boundingBox()).y, "the offer is not above the board");
    await bea.axe("a draw is offered, on a phone");
    await bea.noSideways("a draw is offered");
    await take.click();
    await bea.page.getByRole("alertdialog", { name: "Take the draw?" }).waitFor();
    await bea.page.click("#confirm-yes");
    for (const one of [ann, bea, cid]) await eventually(async () => (await one.state()).status === "Game over: a draw by agreement.", "no draw");
    for (const one of [ann, bea, cid]) await one.leave();
  },

  "a pawn becomes what is chosen": async ({ browser, server }) => {
    const { id, token } = await open(server, ["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "f7f6", "h6h7", "f6f5"]);
    for (const look of [projects.desktop, projects.phone]) {
      const person = await Person.come(browser, server, { token, ...look });
      await person.go("/table/" + id);
      const { seq } = await person.myTurn();
      await person.page.waitForSelector(place("h7") + "[data-legal]");
      await press(person.page, "h7g8");
      const choice = person.page.getByRole("group", { name: "Choose" });
      await choice.getByRole("button", { name: /knight/i }).waitFor();
      check((await choice.getByRole("button").count()) === 5, "not four pieces and Back:", await choice.getByRole("button").allTextContents());
      await person.axe("promotion");
      check((await person.state()).seq === seq, "it was sent before the choice");
      if (look === projects.phone) {
        await choice.getByRole("button", { name: /knight/i }).click();
        await person.moved(seq);
        check(/knight/.test(await person.page.getAttribute(place("g8"), "aria-label")), "no knight there:", await person.page.getAttribute(place("g8"), "aria-label"));
      }
      await person.leave();
    }
  },
};
