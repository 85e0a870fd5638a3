// The fate of moves: the server is killed before the send, between commit and
// answer, and while one waits; the line is cut; the page is loaded again. Each
// move is made exactly once and its fate is told.
//
// MEEPLE_ROUNDS kills in all (12 normally, 100 by hand).
import { check, dice, Person, Server } from "./kit.mjs";

export const alone = true;

const rounds = Number(process.env.MEEPLE_ROUNDS ?? 12);
const lost = [/WebSocket connection to/, /Failed to load resource: net::/, /ERR_CONNECTION/, /503 \(/];

async function newGame(server) {
  const token = await server.guest();
  const table = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, bots: [null, "random"], options: { god1: "none", god2: "none" }, seed: 8 } });
  return { token, id: table.id };
}

function movesOf(server, id, token) {
  return server.call("GET", `/tables/${id}/journal?limit=500`, { token }).then((page) => page.events.filter((event) => event.kind === "moved" && event.seat === 0));
}

/** The page knows that its line is gone: nothing that is pressed then reaches the server. */
async function goOffline(person) {
  await person.page.waitForSelector("#board"); // all parts of the page are there, so none is missed and loaded again
  await person.context.setOffline(true);
  await person.page.waitForFunction(() => document.querySelector("#connection")?.dataset.state === "lost");
}

/** Presses a listed move without waiting for anything; its text. */
async function press(person, random) {
  for (;;) {
    const real = await person.lawfulList();
    if (real.length === 0) return null;
    const chosen = real[Math.floor(random() * real.length)];
    // Without a line the button may not be pressed any more.
    if (!(await person.pressListed(chosen, 3000))) return null;
    if (chosen.kind === "move") return chosen.move;
  }
}

export const tests = {
  [`the server is killed ${rounds} times in mid-game`]: async ({ browser, meeple }) => {
    const server = await Server.start(meeple);
    const random = dice(17);
    let game = await newGame(server);
    let person = await Person.come(browser, server, { token: game.token, expect: lost });
    await person.go("/table/" + game.id);
    const times = [];
    for (let round = 0; round < rounds; round++) {
      const now = await person.myTurn();
      if (now.phase !== "running") {
        await person.leave();
        game = await newGame(server);
        person = await Person.come(browser, server, { token: game.token, expect: lost });
        await person.go("/table/" + game.id);
        await person.myTurn();
      }
      const before = (await movesOf(server, game.id, game.token)).length;
      const moment = round % 3;
      let move;
      if (moment === 0) {
        // Before the send: the line is down when the button is pressed, or goes down just then.
        const killed = server.kill();
        move = await press(person, random).catch(() => null);
        await killed;
      } else if (moment === 1) {
        // Between commit and answer, as near as a process from outside can come.
        const pressed = press(person, random);
        await new Promise((resolve) => setTimeout(resolve, random() * 12));
        await server.kill();
        move = await pressed.catch(() => null);
      } else {
        // While one waits, with nothing under way.
        await server.kill();
        move = null;
      }
      await server.run();
      const back = Date.now();
      await person.page.waitForFunction(() => document.querySelector("#connection")?.dataset.state === "on");
      times.push(Date.now() - back);
      await person.myTurn();
      const after = await movesOf(server, game.id, game.token);
      const made = after.slice(before).map((event) => event.move);
      const { problem } = await person.state();
      check(made.length <= 1, "one press, several moves:", made);
      if (move) check((made.length === 1 && made[0] === move) || problem !== "", "a move was lost without a word:", move, made, problem);
    }
    times.sort((a, b) => a - b);
    const [median, slowest] = [times[times.length >> 1], times.at(-1)];
    console.log(`      ${rounds} rounds, back ${median} ms after the server, at most ${slowest} ms`);
    // By hand the machine is quiet; beside other tests one round may wait for the processor.
    check((process.env.MEEPLE_ROUNDS ? slowest : median) <= 3000, "it took", median, "and", slowest, "ms to come back");
    await person.leave();
    await server.stop();
  },

  "a page loaded again sends what was under way": async ({ browser, meeple }) => {
    const server = await Server.start(meeple);
    const { token, id } = await newGame(server);
    const person = await Person.come(browser, server, { token, expect: lost });
    await person.go("/table/" + id);
    await person.myTurn();
    const before = (await movesOf(server, id, token)).length;
    await goOffline(person);
    const move = await press(person, dice(4));
    check(move, "nothing was pressed");
    check((await person.page.locator("#moves-list").getAttribute("aria-busy")) === "true", "the list can be used while a move is under way");
    await person.context.setOffline(false);
    await person.page.reload();
    await person.myTurn();
    const made = (await movesOf(server, id, token)).slice(before).map((event) => event.move);
    check(made.length === 1 && made[0] === move, "made:", made, "pressed:", move);
    await person.leave();
    await server.stop();
  },

  "offline and back": async ({ browser, meeple }) => {
    const server = await Server.start(meeple);
    const { token, id } = await newGame(server);
    const person = await Person.come(browser, server, { token, expect: lost });
    await person.go("/table/" + id);
    await person.myTurn();
    await goOffline(person);
    await person.axe("offline");
    await person.context.setOffline(false);
    await person.page.waitForFunction(() => document.querySelector("#connection")?.dataset.state === "on");
    await person.myTurn();
    check(await person.moveByList(dice(8)), "no move was made");
    await person.leave();
    await server.stop();
  },

  "a move on an old state came too late": async ({ browser, meeple }) => {
    const server = await Server.start(meeple);
    const { token, id } = await newGame(server);
    const person = await Person.come(browser, server, { token, expect: [...lost, /409/] });
    await person.go("/table/" + id);
    await person.myTurn();
    await goOffline(person);
    const pressed = await press(person, dice(6));
    check(pressed, "nothing was pressed");
    // Meanwhile the same seat makes another move elsewhere.
    const legal = await server.call("GET", `/tables/${id}/legal`, { token });
    const other = legal.moves.map((one) => one.move).findLast((move) => move !== pressed);
    await server.call("POST", `/tables/${id}/moves`, { token, body: { move: other, seq: legal.seq } });
    await person.context.setOffline(false);
    await person.page.getByRole("alert").getByText("Came too late").waitFor();
    await person.leave();
    await server.stop();
  },

  "a part of the page that did not arrive is fetched when the server answers": async ({ browser, meeple }) => {
    const server = await Server.start(meeple);
    const { token, id } = await newGame(server);
    const person = await Person.come(browser, server, { token, expect: lost });
    // The first modules that the page asks for by itself are lost on the way.
    let dropped = 0;
    const pages = /\/assets\/(table|santorini|powerchess)[^/]*\.js$/;
    await person.page.route(pages, (route) => (dropped++ < 2 ? route.abort() : route.continue()));
    await person.go("/table/" + id);
    await person.myTurn();
    await person.page.locator("#board").waitFor();
    check(await person.moveByList(dice(9)), "no move was made");
    check(dropped > 2, "nothing was asked for again:", dropped);
    await person.leave();
    await server.stop();
  },
};
