// The operator's page: a table is closed, an account banned and muted, a chat
// line removed, and all of it written down.
import { spawnSync } from "node:child_process";
import { check, Person, projects } from "./kit.mjs";

async function operator(server, meeple, word = "oper") {
  const name = word + server.port;
  const { token } = await server.call("POST", "/register", { body: { name, password: "secret1" } });
  const made = spawnSync(meeple, ["user", "admin", name, "--store", `sqlite:${server.data}/meeple.db`], { encoding: "utf8" });
  check(made.status === 0, "no operator:", made.stderr);
  return token;
}

export const tests = {
  "the operator closes a table, removes a chat line, mutes and bans an account": async ({ browser, server, meeple }) => {
    const token = await operator(server, meeple);
    const bad = (await server.call("POST", "/register", { body: { name: "spammer", password: "secret1" } })).token;
    const { id } = await server.call("POST", "/tables", { token: bad, body: { game: "santorini", seats: 2 } });
    await server.call("POST", `/tables/${id}/chat`, { token: bad, body: { text: "buy now" } });
    const person = await Person.come(browser, server, { token });
    const { page } = person;
    await person.go("/admin");
    const row = page.locator(`[data-table="${id}"]`);
    await row.locator("[data-act=chat]").click();
    await page.getByRole("button", { name: 'Remove "buy now"' }).click();
    await page.getByText("Nobody has said anything there.").waitFor();
    await page.keyboard.press("Escape");
    await row.locator("[data-act=close]").click();
    await page.click("#confirm-yes");
    await page.waitForSelector(`[data-table="${id}"][data-phase=abandoned]`);
    // A player is found by the beginning of the name; guests only where they are asked for.
    await server.guest("spamlike");
    await page.fill("#find", "spam");
    await page.waitForFunction(() => document.querySelectorAll("#players li").length === 1);
    await page.check("#guests");
    await page.locator("#players [data-name=spamlike]").waitFor();
    const player = page.locator("#players [data-name=spammer]");
    await player.locator("[data-act=mute]").click();
    await player.locator(".badge-warn").waitFor();
    await page.locator("#sanctions [data-name=spammer] .badge-warn").waitFor();
    await player.locator("[data-act=ban]").click();
    await page.click("#confirm-yes");
    await player.locator(".badge-bad").waitFor();
    const refused = await server.call("GET", "/me", { token: bad }).then(() => false, () => true);
    check(refused, "the banned account still answers");
    for (const what of ["ban spammer", "mute spammer", `close table ${id}`, "remove-chat"])
      await page.locator("#audit li", { hasText: what }).first().waitFor();
    for (const look of ["light", "dark", "contrast"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), look);
      await person.axe("admin, " + look);
    }
    await page.setViewportSize(projects.phone.viewport);
    await person.noSideways("admin");
    await person.targets("admin");
    await person.axe("admin, phone");
    await person.leave();
  },

  "connections are listed, metrics drawn, an address locked out and let in": async ({ browser, server, meeple }) => {
    const token = await operator(server, meeple, "watcher");
    const guest = await server.guest("Vera");
    const { id } = await server.call("POST", "/tables", { token: guest, body: { game: "santorini", seats: 2 } });
    const other = await Person.come(browser, server, { token: guest });
    await other.go("/table/" + id);
    await other.page.waitForSelector("#connection[data-state=on]", { state: "attached" });
    const person = await Person.come(browser, server, { token });
    const { page } = person;
    await person.go("/admin");
    const row = page.locator("#connections li", { hasText: "Vera" });
    await page.waitForSelector("#connections li");
    for (let i = 0; i < 50 && !(await row.locator(`a[href="/table/${id}"]`).count()); i++) {
      const again = page.waitForResponse((answer) => answer.url().includes("/admin/connections"));
      await page.click("#connections-again");
      await again;
    }
    check((await row.getAttribute("data-address")) === "127.0.0.1", "no address of a connection");
    await page.locator(".plot .curve").waitFor(); // two readings make the first part of a curve
    await page.click('[data-curve="connections"]');
    check(Number(await page.locator('[data-curve="connections"] b').textContent()) > 0, "there are connections, but none is counted");
    check(/Connections: \d+ now/.test(await page.locator(".plot").getAttribute("aria-label")), "the plot shows something else");
    await page.fill("#address", "192.0.2.9");
    await page.click("#ban");
    await page.click("#confirm-yes");
    await page.locator('#sanctions [data-name="192.0.2.9"] [data-act=ban]').click();
    await page.locator('#sanctions [data-name="192.0.2.9"]').waitFor({ state: "detached" });
    await other.leave();
    await person.leave();
  },

  "others are told whose page it is": async ({ browser, server }) => {
    const person = await Person.come(browser, server, { token: await server.guest() });
    await person.go("/admin");
    await person.page.getByText("For operators").waitFor();
    await person.leave();
  },
};
