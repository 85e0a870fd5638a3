// Fights for the tests and the bench of their viewer.
import { scriptTime } from "./kit.mjs";

const SAMPLES = [-4, -2, -3, -1];

export const order = (server, turns = 1000) => server.call("POST", "/snakes/fights", { body: { snakes: SAMPLES, turns } });

/** A fight that `likes`; fights are random, so others are ordered until there is one. */
export async function fightThat(server, likes, turns = 1000) {
  for (let tries = 0; tries < 50; tries++) {
    const fight = await order(server, turns);
    if (likes(fight)) return fight;
  }
  throw new Error("none of 50 fights will do");
}

export const turnOf = (page) => page.evaluate(() => Number(document.querySelector("main#fight")?.dataset.turnNumber));

export async function atTurn(page, turn) {
  await page.waitForFunction((wanted) => Number(document.querySelector("main#fight")?.dataset.turnNumber) === wanted, turn);
}

/** Milliseconds of script to decode a fight, and for each of its first `steps` steps. */
export async function costsOf(person, fight, steps) {
  const script = await scriptTime(person);
  await person.go(`/fight/${fight.FightId}`);
  await atTurn(person.page, 0);
  const decode = await person.page.evaluate(() => performance.getEntriesByName("snakes-decode")[0].duration);
  const begun = await script();
  await person.page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) {
      document.getElementById("fight-next").click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }, steps);
  return { decode, step: ((await script()) - begun) / steps };
}
