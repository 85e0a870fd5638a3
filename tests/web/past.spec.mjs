// Replay: the same pictures as live; keys, slider, links; long journals.
import { check, dice, eventually, Person } from "./kit.mjs";

async function playedByApi(server, game, options, moves) {
  const token = await server.guest();
  const table = await server.call("POST", "/tables", { token, body: { game, seats: 2, bots: [null, "random"], options, seed: 4 } });
  const views = [];
  const random = dice(9);
  while (views.length < moves) {
    const now = await server.call("GET", `/tables/${table.id}`, { token });
    if (now.phase !== "running") break;
    const legal = await server.call("GET", `/tables/${table.id}/legal`, { token });
    if (legal.moves.length === 0) continue; // the other is still thinking
    const made = await server.call("POST", `/tables/${table.id}/moves`, { token, body: { move: legal.moves[Math.floor(random() * legal.moves.length)].move, seq: legal.seq } });
    views.push([made.next, made.view]);
  }
  return { token, id: table.id, views };
}

export const tests = {
  "a replay shows the views of the game": async ({ browser, server }) => {
    const { token, id, views } = await playedByApi(server, "santorini", { god1: "none", god2: "none" }, 30);
    const person = await Person.come(browser, server, { token });
    const heard = new Map();
    // A body may be gone when the page moves on: what could not be read is not compared.
    person.page.on("response", (answer) => {
      const url = new URL(answer.url());
      const at = url.pathname.endsWith("/view") ? Number(url.searchParams.get("at")) : 0;
      if (!answer.ok() || !(at || url.pathname.endsWith("/replay"))) return;
      answer.json().then(
        (said) => (at ? heard.set(at, said.view) : said.frames.forEach((frame) => heard.set(frame.event.seq + 1, frame.view))),
        () => undefined,
      );
    });
    await person.go("/replay/" + id);
    const slider = person.page.getByRole("slider", { name: "Position" });
    await slider.waitFor();
    const length = Number(await slider.getAttribute("max"));
    await slider.focus();
    await person.page.keyboard.press("Home");
    await person.page.waitForSelector("main#table[data-seq='1']");
    await person.page.keyboard.press("End");
    await person.page.waitForSelector(`main#table[data-seq='${length}']`);
    for (const [at] of views.slice(0, 5)) {
      await slider.fill(String(at));
      await person.page.waitForSelector(`main#table[data-seq='${at}']`);
    }
    await eventually(() => views.filter(([at]) => heard.has(at)).length >= 5, "fewer than five positions can be compared");
    for (const [at, view] of views) if (heard.has(at)) check(JSON.stringify(heard.get(at)) === JSON.stringify(view), `position ${at} differs from what was seen live`);

    const middle = views[Math.min(8, views.length - 2)][0];
    await slider.fill(String(middle));
    await eventually(async () => /^Waiting for .+\. \S+ .+\.$/.test((await person.state()).status), "the status does not tell whose move it is and what happened");
    const inSight = () => {
      const log = document.querySelector("#log");
      const [line, box] = [log.querySelector("[aria-current]")?.getBoundingClientRect(), log.getBoundingClientRect()];
      return line && line.top >= box.top && line.bottom <= box.bottom;
    };
    for (const at of [middle, 6, length]) {
      await slider.fill(String(at));
      await person.page.waitForSelector(`main#table[data-seq='${at}']`);
      await eventually(() => person.page.evaluate(inSight), "the log does not show position", String(at));
    }

    await slider.fill("3");
    await eventually(() => new URL(person.page.url()).searchParams.get("at") === "3", "no link to the position");
    await person.page.reload();
    await person.page.waitForSelector("main#table[data-seq='3']");
    await person.leave();
  },

  "a replay ends with the move that decides the game": async ({ browser, server }) => {
    const { token, id } = await playedByApi(server, "powerchess", { powers: "off" }, 2);
    await eventually(async () => (await server.call("GET", `/tables/${id}`, { token })).to_act[0] === 0, "the computer does not answer");
    await server.call("POST", `/tables/${id}/moves`, { token, body: { move: "resign" } });
    const person = await Person.come(browser, server, { token });
    await person.go("/replay/" + id);
    const slider = person.page.getByRole("slider", { name: "Position" });
    await person.page.waitForFunction(() => Number(document.querySelector("#position")?.max) > 5);
    const length = Number(await slider.getAttribute("max"));
    const says = async (at, pattern) => {
      await slider.fill(String(at));
      await eventually(async () => pattern.test((await person.state()).status), `position ${at} of ${length} does not say`, String(pattern));
    };
    await says(1, /^The game has not begun/);
    await says(length - 2, /^Waiting for /);
    await says(length - 1, /^Game over:/);
    await says(length, /^Game over:/);
    // A link may be older, or younger, than the game.
    await person.go("/replay/" + id + "?at=9999");
    await eventually(async () => (await slider.inputValue()) === String(length), "the position lies behind the end");
    await person.page.getByText(`${length} of ${length}`).waitFor();
    await person.leave();
  },

  "a journal of 2000 events": async ({ browser, server }) => {
    const tokens = [await server.guest(), await server.guest()];
    const { id } = await server.call("POST", "/tables", { token: tokens[0], body: { game: "catan", seats: 2, options: { points: 15 }, seed: 12 } });
    await server.call("POST", `/tables/${id}/join`, { token: tokens[1], body: {} });
    for (const token of tokens) await server.call("POST", `/tables/${id}/ready`, { token, body: { ready: true } });
    // Much haggling and little building make a long game.
    const random = dice(31);
    let seq = 0;
    let to_act = (await server.call("GET", "/tables/" + id, { token: tokens[0] })).to_act;
    while (seq < 2000 && to_act.length > 0) {
      const token = tokens[to_act[Math.floor(random() * to_act.length)]];
      const legal = await server.call("GET", `/tables/${id}/legal`, { token });
      const talk = legal.moves.filter((one) => /^(offer|decline|end)/.test(one.move));
      const list = talk.length && random() < 0.8 ? talk : legal.moves;
      const made = await server.call("POST", `/tables/${id}/moves`, { token, body: { move: list[Math.floor(random() * list.length)].move, view: false } });
      seq = made.next;
      to_act = made.to_act;
    }
    check(seq >= 2000, "the game ended after", seq);
    const person = await Person.come(browser, server, { token: tokens[0] });
    const begun = Date.now();
    await person.go("/table/" + id);
    await person.page.waitForFunction((end) => Number(document.querySelector("main#table")?.dataset.seq) >= end, seq);
    console.log(`      ${seq} events, drawn after ${Date.now() - begun} ms`);
    check((await person.page.locator("#log li").count()) <= 205, "the whole journal is drawn at once");
    await person.leave();
  },
};
