// Snakes: a fight watched, a snake edited, tried, fought and saved; budgets of
// the viewer; and what holds on each of its pages.
import { atTurn, costsOf, fightThat, order, turnOf } from "./fights.mjs";
import { check, Person, projects } from "./kit.mjs";

/** The first turn from `from` on at which a map of a snake decided: a step's cause is a character, from "(" on the number of a map. */
function decidedByMap(fight, who, from) {
  // While it lives it decides once a turn, so the place in its causes is the turn.
  const causes = fight.SnakeStats[who].DebugData;
  for (let turn = from; turn <= Math.min(causes.length, fight.Turns.length); turn++) if (causes.charCodeAt(turn - 1) - 32 >= 8) return turn;
  return 0;
}

function pagesIn(look, options) {
  return async ({ browser, server }) => {
    const { FightId } = await order(server, 120);
    const person = await Person.come(browser, server, options);
    for (const [name, address, sign] of [
      ["fight", `/fight/${FightId}?turn=60`, "#why p"],
      ["lab", "/lab", "#answer[data-direction='0']"],
      ["league", "/league", "#bots-title"],
    ]) {
      await person.go(address);
      await person.page.waitForSelector(sign);
      await person.axe(`${name}, ${look}`);
      if (options.isMobile) {
        await person.noSideways(name);
        await person.targets(name);
      }
    }
    await person.leave();
  };
}

export const tests = {
  "a key stops a fight that is playing": async ({ browser, server }) => {
    const { FightId } = await fightThat(server, (fight) => fight.Turns.length > 300);
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go(`/fight/${FightId}?turn=1`);
    await page.waitForSelector("main#fight #board");
    await page.selectOption("#speed", "64");
    for (let round = 0; round < 5; round++) {
      await page.click("#play");
      await page.waitForFunction(() => Number(document.querySelector("main#fight").dataset.turnNumber) > 1);
      await page.focus("#position");
      await page.keyboard.press("Home");
      // Long enough for what was still to be drawn.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
      check((await turnOf(page)) === 0, "Home while playing went to turn", String(await turnOf(page)));
    }
    await person.leave();
  },
  "play now shows a fight; it is walked by keys, slider and buttons": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go("/");
    await page.click("#play-snakes");
    await page.waitForSelector("main#fight #board");
    await atTurn(page, 0);
    // That fight may be short; the walk needs some turns and a bite. Each snake begins with ten cells.
    const long = await fightThat(server, (fight) => fight.Turns.length > 60 && fight.SnakeStats.some((one) => one.FinalLength !== 10));
    await person.go("/fight/" + long.FightId);
    await atTurn(page, 0);
    const last = Number(await page.getAttribute("#position", "max"));
    await page.keyboard.press("ArrowRight");
    await atTurn(page, 1);
    await page.keyboard.press("Shift+ArrowRight");
    await atTurn(page, 11);
    await page.click("#fight-back");
    await atTurn(page, 10);
    await page.click("#fight-first");
    await atTurn(page, 0);
    await page.click("#next-bite");
    await page.waitForSelector("#board .flash");
    check(/bites|^Game over/.test((await page.textContent("#status")).trim()), "the bite is not told");
    await page.focus("#position");
    await page.keyboard.press("End");
    await atTurn(page, last);
    check(/^Game over:/.test((await page.textContent("#status")).trim()), "no end in the status");
    await page.keyboard.press("Home");
    await atTurn(page, 0);
    await page.selectOption("#speed", "64");
    await page.click("#play");
    await page.waitForFunction(() => Number(document.querySelector("main#fight").dataset.turnNumber) > 30);
    await page.click("#play");
    await person.leave();
  },

  "on a phone the field and all its buttons are seen at once": async ({ browser, server }) => {
    const { FightId } = await order(server, 60);
    for (const lang of ["en", "ru"]) {
      const person = await Person.come(browser, server, { ...projects.phone, lang });
      const { page } = person;
      await person.go(`/fight/${FightId}?turn=1`);
      await page.waitForSelector("main#fight #board");
      const [bar, nav] = [await page.locator(".player").boundingBox(), await page.locator("nav.nav").boundingBox()];
      check(bar.y + bar.height <= nav.y, `${lang}: the buttons end at ${bar.y + bar.height}, the bar below begins at ${nav.y}`);
      await person.leave();
    }
  },

  "a link names a turn; the why panel knows the map that decided": async ({ browser, server }) => {
    const fight = await fightThat(server, (one) => decidedByMap(one, 0, 20) > 0, 200);
    const turn = decidedByMap(fight, 0, 20);
    const person = await Person.come(browser, server);
    await person.go(`/fight/${fight.FightId}?turn=${turn}`);
    await person.page.waitForSelector("#why .grid7");
    await atTurn(person.page, turn);
    const final = fight.SnakeStats.map((one) => one.FinalLength);
    await person.page.click("#fight-last");
    await atTurn(person.page, fight.Turns.length);
    const shown = await person.page.locator(".lengths b.num").evaluateAll((all) => all.map((one) => Number.parseInt(one.textContent, 10)));
    check(JSON.stringify(shown) === JSON.stringify(final), "the lengths at the end differ from the server's:", shown, final);
    await person.leave();
  },

  "a snake edited, tried, fought and watched, as a guest and by keyboard": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go("/lab");
    await page.waitForSelector("#answer[aria-busy=false]");
    await page.selectOption("#example", "empty");
    await page.waitForSelector("#answer[data-map='2'][data-direction='0']");
    // Map 3 comes first and wants a tail to the left of the head.
    await page.click("#map-tab-3");
    await page.focus("#cell-17");
    await page.keyboard.press("z");
    check(/tail of another, all 1/.test(await page.getAttribute("#cell-17", "aria-label")), "not painted");
    await page.keyboard.press("Delete");
    check(/does not matter/.test(await page.getAttribute("#cell-17", "aria-label")), "not erased");
    await page.click("#paint-Z");
    await page.click("#cell-23");
    await page.click("#map-earlier");
    await page.click("#map-earlier");
    check((await page.getAttribute("#map-tab-1", "aria-selected")) === "true", "the map did not move");
    // A tail to the right of the head: the map fits turned.
    await page.click("#pos-85");
    await page.waitForSelector("#answer[data-map='1'][aria-busy=false]");
    await page.click("#fight-samples");
    await page.waitForSelector("main#fight #board");
    check(/My snake/.test(await page.textContent(".lengths")), "my snake does not fight");
    await page.click("#fight-next");
    await page.waitForSelector("#why p b");
    // What was drawn is still there.
    await page.goto(server.base + "/lab?lang=en");
    await page.waitForSelector("#cell-23[data-group]");
    await person.leave();
  },

  "a guest trains against anybody, takes a snake along and brings it back": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.go("/lab");
    await page.waitForSelector("#answer[aria-busy=false]");
    check((await page.locator("#lab-save, #challenge").count()) === 0, "a guest is offered what needs an account");
    await page.fill("#lab-name", "Nagini");
    await page.press("#lab-name", "Tab");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#lab-export")]);
    await page.click("#train");
    await page.getByLabel("Place D").selectOption({ label: "nobody" });
    await page.fill("#training-turns", "40");
    await person.axe("training");
    await page.click("#training-fight");
    await page.waitForSelector("main#fight #board");
    check(Number(await page.getAttribute("#position", "max")) <= 40, "more turns than were asked for");
    check(/Nagini/.test(await page.textContent(".lengths")), "my snake does not fight");
    await person.go("/league");
    await page.getByText(/^Nagini, /).first().waitFor();
    const other = await Person.come(browser, server);
    await other.go("/lab");
    await other.page.waitForSelector("#answer[aria-busy=false]");
    await other.page.setInputFiles("#lab-file", await file.path());
    await other.page.waitForFunction(() => document.querySelector("#lab-name")?.value === "Nagini");
    await other.leave();
    await person.leave();
  },

  "an account saves a snake, exports and imports it, and enters the league": async ({ browser, server }) => {
    const { token } = await server.call("POST", "/register", { body: { name: "eve" + server.port, password: "secret1" } });
    const person = await Person.come(browser, server, { token });
    const { page } = person;
    await person.go("/lab/-2");
    await page.waitForFunction(() => document.querySelector("#lab-name")?.value === "Biter");
    await page.fill("#lab-name", "Kaa");
    await page.press("#lab-name", "Tab");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#lab-export")]);
    await page.click("#lab-save");
    await page.waitForSelector("#lab-enter");
    await page.click("#lab-enter");
    await page.waitForSelector("#challenge:not([disabled])");
    const { snakes } = await server.call("GET", "/snakes/mine", { token });
    check(snakes.length === 1 && snakes[0].name === "Kaa" && snakes[0].fighter, "not saved:", snakes);
    await page.setInputFiles("#lab-file", await file.path());
    await page.waitForFunction(() => document.querySelector("#lab-open")?.value === "");
    await page.setInputFiles("#lab-file", { name: "no.json", mimeType: "application/json", buffer: Buffer.from('{"Maps":[{}],"Templates":[1]}') });
    await page.waitForSelector(".toast");
    await person.go("/league");
    await page.getByRole("cell", { name: "Kaa" }).waitFor();
    await person.leave();
  },

  "a fight of 1000 turns: every step is shown": async ({ browser, server }) => {
    const fight = await fightThat(server, (one) => one.Turns.length === 1000);
    const person = await Person.come(browser, server);
    const steps = 20;
    const { decode, step } = await costsOf(person, fight, steps);
    // Goals of the bench, which takes medians: 20 ms and 2 ms.
    console.log(`      1000 turns decoded in ${decode.toFixed(1)} ms; a step takes ${step.toFixed(2)} ms of script`);
    check((await turnOf(person.page)) === steps, "not every step was shown:", await turnOf(person.page));
    await person.leave();
  },

  "pages of Snakes, light": pagesIn("light", projects.desktop),
  "pages of Snakes, dark": pagesIn("dark", projects.dark),
  "pages of Snakes, phone": pagesIn("phone", projects.phone),
  "pages of Snakes, phone, Russian": pagesIn("Russian", { ...projects.phone, lang: "ru" }),
};
