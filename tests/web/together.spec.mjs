// Several people at one table: invitation, chat, spectators, rematch, two tabs.
import { check, dice, eventually, Person } from "./kit.mjs";

async function openTable(server, body) {
  const token = await server.guest();
  const table = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, options: { god1: "none", god2: "none" }, ...body } });
  return { token, ...table };
}

export const tests = {
  "a friend comes by the link; both play; somebody watches; once more": async ({ browser, server }) => {
    const ann = await Person.come(browser, server);
    await ann.go("/open/santorini");
    await ann.page.waitForSelector("#open-form");
    await ann.page.check("#o-private");
    for (const option of ["god1", "god2"]) if (await ann.page.locator("#o-" + option).isVisible()) await ann.page.selectOption("#o-" + option, "none");
    await ann.page.click("#open-send");
    await ann.page.waitForSelector("main#table[data-phase=waiting]");
    await ann.page.locator("#status").filter({ hasText: /^Waiting for/ }).waitFor();
    const link = await ann.page.inputValue("#invite-link");
    check(/\/table\/\d+#\w+$/.test(link), "the link has no code behind #:", link);
    const code = ann.page.getByRole("img", { name: "QR code of the invitation link" }).locator("path");
    await eventually(async () => (await code.getAttribute("d"))?.length > 100, "no QR code");

    // Without the code the table is not there.
    const stranger = await Person.come(browser, server);
    await stranger.go(new URL(link).pathname);
    await stranger.page.waitForSelector("main#lost");
    await stranger.leave();

    const bea = await Person.come(browser, server);
    await bea.page.goto(link);
    await bea.page.getByRole("button", { name: /^Take a seat/ }).click();
    await ann.page.waitForSelector("main#table[data-phase=running]");
    await bea.page.waitForSelector("main#table[data-phase=running]");

    const cid = await Person.come(browser, server);
    await cid.page.goto(link);
    await cid.page.waitForSelector("main#table[data-phase=running]");
    await eventually(async () => /^Waiting for /.test((await cid.state()).status), "a spectator is not told whom the game waits for");

    await bea.page.locator("[role=tab]", { hasText: "Chat" }).last().click();
    await bea.page.getByLabel("Message").fill("good <b>luck</b>");
    await bea.page.keyboard.press("Enter");
    await cid.page.locator("[role=tab]", { hasText: "Chat" }).last().click();
    await cid.page.getByText("good <b>luck</b>").waitFor();

    const random = dice(21);
    for (let i = 0; i < 400; i++) {
      const phase = (await ann.state()).phase;
      if (phase !== "running") break;
      const mover = (await ann.state()).turn === "mine" ? ann : bea;
      const now = await mover.myTurn();
      if (now.phase === "running") await mover.moveByList(random);
      const { seq } = await mover.state();
      for (const other of [ann, bea, cid]) await other.page.waitForFunction((least) => Number(document.querySelector("main#table")?.dataset.seq) >= least, seq);
    }
    for (const one of [ann, bea, cid]) await eventually(async () => /^Game over:/.test((await one.state()).status), "no end for one of them");

    await ann.page.click("#rematch");
    await ann.page.waitForURL((url) => url.pathname !== new URL(link).pathname);
    await bea.page.click("#rematch");
    await bea.page.waitForURL((url) => url.pathname !== new URL(link).pathname);
    check(new URL(ann.page.url()).pathname === new URL(bea.page.url()).pathname, "the rematch is at two tables");
    for (const one of [ann, bea]) await one.page.waitForSelector("main#table[data-phase=running]");
    for (const one of [ann, bea, cid]) await one.leave();
  },

  "two tabs of one seat": async ({ browser, server }) => {
    const { token, id } = await openTable(server, { bots: [null, "random"] });
    const person = await Person.come(browser, server, { token });
    await person.go("/table/" + id);
    const other = await person.context.newPage();
    await other.goto(server.base + "/table/" + id);
    await other.waitForSelector("#moves-list[aria-busy=false] button");
    const { seq } = await person.myTurn();
    await person.moveByList(dice(2));
    await other.waitForFunction((old) => Number(document.querySelector("main#table")?.dataset.seq) > old, seq);
    await person.leave();
  },

  "hostile names are only text": async ({ browser, server }) => {
    const name = "<img src=x onerror=alert(1)>";
    const token = await server.guest(name);
    const { id } = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2 } });
    const person = await Person.come(browser, server, { token });
    for (const address of ["/", "/table/" + id, "/me", "/player/" + encodeURIComponent(name)]) {
      await person.go(address);
      await person.page.getByText(name).first().waitFor();
      check((await person.page.locator("img[src=x]").count()) === 0, "a name became an element");
    }
    await person.leave();
  },

  "a table of the lobby comes, fills and goes while one looks": async ({ browser, server }) => {
    const person = await Person.come(browser, server);
    await person.go("/");
    await person.page.waitForSelector("#open-title");
    const { id, token } = await openTable(server, {});
    const row = person.page.getByRole("button", { name: `Join Santorini ${id}` });
    await row.waitFor();
    await server.call("POST", `/tables/${id}/abandon`, { token, body: {} });
    await row.waitFor({ state: "detached" });
    await person.leave();
  },

  "a table with computer players alone begins at once, in every game": async ({ browser, server }) => {
    const { games } = await server.call("GET", "/games");
    const person = await Person.come(browser, server);
    const { page } = person;
    for (const { name } of games.filter((one) => !one.traits.includes("computed"))) {
      // All by the form, or the last of them in the waiting room.
      for (const last of ["form", "waiting room"]) {
        await person.go("/open/" + name);
        await page.waitForSelector("#open-form .seat-row select");
        const seats = page.locator("#open-form .seat-row select");
        const n = await seats.count();
        for (let i = 0; i < (last === "form" ? n : n - 1); i++) await seats.nth(i).selectOption({ index: 1 });
        await page.click("#open-send");
        if (last !== "form") await page.getByRole("button", { name: /^Add computer/ }).click();
        await page.waitForSelector("main#table[data-phase=running]");
      }
    }
    await person.leave();
  },

  "who has to say that they are ready is told so": async ({ browser, server }) => {
    const { id, token } = await openTable(server, { game: "smallworld", options: {} });
    const other = await server.guest();
    await server.call("POST", `/tables/${id}/join`, { token: other, body: {} });
    await server.call("POST", `/tables/${id}/ready`, { token: other, body: { ready: true } });
    const person = await Person.come(browser, server, { token });
    await person.go("/table/" + id);
    await person.page.getByRole("status").getByText("Say that you are ready").waitFor();
    await person.page.getByRole("button", { name: "I am ready" }).click();
    await person.page.waitForSelector("main#table[data-phase=running]");
    await person.leave();
  },
};
