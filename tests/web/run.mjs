// Runs the browser tests: node run.mjs --meeple BINARY [--part K/N] [words...]
//
// Words choose tests whose names contain one; --part 1/2 every second of them. A test that fails is tried once
// more, with a new server and a new browser: if it passes then, it is told as
// FLAKY with its first error and has to be mended; if not, it has failed.
// Ends with the flaky ones, if any, and "N passed, M failed".
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, launch, Server } from "./kit.mjs";

const LIMIT_MS = 480_000; // of a test that waits for what never comes

const here = path.dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const at = args.indexOf("--meeple");
const meeple = path.resolve(at >= 0 ? args.splice(at, 2)[1] : path.join(here, "../../build/meeple"));
const part = args.indexOf("--part");
const [turn, turns] = part >= 0 ? args.splice(part, 2)[1].split("/").map(Number) : [1, 1];
const words = args;

const wanted = (name) => words.length === 0 || words.some((word) => name.includes(word));

async function once(test, world) {
  let timer;
  const limit = new Promise((_, reject) => (timer = setTimeout(() => reject(new Failure(`not done after ${LIMIT_MS} ms`)), LIMIT_MS)));
  const running = test(world);
  running.catch(() => undefined); // it may break off long after the limit
  try {
    await Promise.race([running, limit]);
  } finally {
    clearTimeout(timer);
    for (const context of world.browser.contexts()) await context.close().catch(() => undefined);
  }
}

/** Null, or why it failed. */
async function attempt(label, test, world) {
  const begun = Date.now();
  try {
    await once(test, world);
    console.log(`ok    ${label} (${Date.now() - begun} ms)`);
    return null;
  } catch (error) {
    return error.stack ?? String(error);
  }
}

let met = 0;
let passed = 0;
let failed = 0;
const flaky = [];
const world = { browser: await launch(), server: null, meeple };
const files = (await readdir(here)).filter((name) => name.endsWith(".spec.mjs")).sort();
for (const file of files) {
  const { tests, alone } = await import(path.join(here, file));
  const chosen = Object.entries(tests).filter(([name]) => wanted(`${file} ${name}`) && met++ % turns === turn - 1);
  if (chosen.length === 0) continue;
  // Specs that kill their server bring their own.
  const renew = async () => {
    await world.server?.stop();
    world.server = alone ? null : await Server.start(meeple);
  };
  await renew();
  for (const [name, test] of chosen) {
    const label = `${file.replace(".spec.mjs", "")}: ${name}`;
    const first = await attempt(label, test, world);
    if (first) {
      await world.browser.close().catch(() => undefined);
      world.browser = await launch();
      await renew();
      const second = await attempt(label, test, world);
      if (second) {
        failed++;
        console.log(`FAIL  ${label}\n${first}\nand once more:\n${second}`);
        continue;
      }
      flaky.push(label);
      console.log(`FLAKY ${label}\n${first}`);
    }
    passed++;
  }
  await world.server?.stop();
  world.server = null;
}
await world.browser.close();
if (flaky.length) console.log(`flaky, passed at the second try: ${flaky.join("; ")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
