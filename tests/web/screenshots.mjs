// Pictures of every page, to be looked at: node screenshots.mjs --meeple BINARY [FOLDER] [words...]
//
// Each page in light, dark, high contrast and on a phone in English, and in Russian. Three of them are in the README.
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { dice, launch, Person, projects, root, Server } from "./kit.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--meeple");
const meeple = path.resolve(at >= 0 ? args.splice(at, 2)[1] : path.join(root, "build/meeple"));
const folder = path.resolve(args.shift() ?? path.join(root, "build/screenshots"));
const words = args;

const looks = {
  light: projects.desktop,
  dark: projects.dark,
  phone: projects.phone,
  "phone-dark": { ...projects.phone, colorScheme: "dark" },
  ru: { ...projects.desktop, lang: "ru" },
  contrast: { ...projects.desktop, theme: "contrast" },
};

/** Somebody who would rather build than haggle. */
function choose(moves, random) {
  const build = moves.filter(({ move }) => /^(settlement|city|road|build|conquer|attack) /.test(move));
  const quiet = moves.filter(({ move }) => !/^(offer|bank|decline|leave) ?/.test(move));
  const among = [build, quiet, moves].find((list) => list.length > 0);
  return among[Math.floor(random() * among.length)].move;
}

async function playSome(server, token, id, moves, random) {
  for (let i = 0; i < moves; ) {
    const legal = await server.call("GET", `/tables/${id}/legal`, { token }).catch(() => null);
    if (!legal) return;
    if (legal.moves.length === 0) {
      if ((await server.call("GET", `/tables/${id}`, { token })).phase !== "running") return;
      continue;
    }
    // Where several may act at once, another's move may come first.
    const made = await server.call("POST", `/tables/${id}/moves`, { token, body: { move: choose(legal.moves, random), view: false } }).catch(() => null);
    if (made) i++;
  }
}

async function world(server) {
  const { token } = await server.call("POST", "/register", { body: { name: "ann", password: "secret1" } });
  spawnSync(meeple, ["user", "admin", "ann", "--store", `sqlite:${server.data}/meeple.db`]);
  const bea = (await server.call("POST", "/register", { body: { name: "bea", password: "secret1" } })).token;
  const bot = "level:2";
  const moves = { santorini: 11, powerchess: 12, catan: 30, smallworld: 12 };
  const tables = {};
  for (const game of Object.keys(moves)) {
    const { usual_seats } = await server.call("GET", "/games/" + game);
    const table = await server.call("POST", "/tables", { token, body: { game, seats: usual_seats, bots: Array.from({ length: usual_seats }, (_, i) => (i ? bot : null)), seed: 7 } });
    if (table.phase === "waiting") await server.call("POST", `/tables/${table.id}/ready`, { token, body: { ready: true } });
    tables[game] = table.id;
    await playSome(server, token, table.id, moves[game], dice(5));
  }
  const waiting = await server.call("POST", "/tables", { token: bea, body: { game: "catan", seats: 3, bots: [null, bot, null] } });
  await server.call("POST", "/tables", { token: bea, body: { game: "santorini", seats: 2 } });
  const ended = await server.call("POST", "/tables", { token, body: { game: "santorini", seats: 2, rated: true, options: { god1: "Athena", god2: "Pan" } } });
  await server.call("POST", `/tables/${ended.id}/join`, { token: bea, body: {} });
  const random = dice(13);
  for (;;) {
    const now = await server.call("GET", "/tables/" + ended.id, { token });
    if (now.phase !== "running") break;
    await playSome(server, now.to_act[0] === now.my_seat ? token : bea, ended.id, 1, random);
  }
  const { FightId: fight } = await server.call("POST", "/snakes/fights", { token, body: { snakes: [-4, -2, -3, -1], turns: 500 } });
  return { token, bea, tables, waiting: waiting.id, ended: ended.id, fight };
}

const server = await Server.start(meeple);
const browser = await launch();
await mkdir(folder, { recursive: true });
try {
  const { token, bea, tables, waiting, ended, fight } = await world(server);
  const pages = {
    lobby: ["/", "#play-santorini"],
    open: ["/open/catan", "#open-form"],
    ...Object.fromEntries(Object.entries(tables).map(([game, id]) => [game, [`/table/${id}`, "#moves-list button, #rematch"]])),
    waiting: [`/table/${waiting}`, "#invite-link", bea],
    ended: [`/table/${ended}`, "#replay"],
    replay: [`/replay/${ended}`, "#position"],
    profile: ["/player/ann", "h1"],
    leaders: ["/leaders", "table, .empty"],
    me: ["/me", "#look-title"],
    help: ["/help", "#h-keys"],
    developers: ["/developers", "pre"],
    ...Object.fromEntries([...Object.keys(tables), "snakes"].map((game) => ["help-" + game, [`/help/${game}`, "main h2"]])),
    fight: [`/fight/${fight}`, "#position"],
    league: ["/league", "table, .empty"],
    lab: ["/lab", ".grid7"],
    maps: ["/maps", "#draw-map"],
    editor: ["/maps/new", "#board .place"],
    admin: ["/admin", ".plot .curve"],
    lost: ["/nowhere", "main#lost"],
  };
  for (const [look, options] of Object.entries(looks)) {
    for (const [name, [address, sign, who]] of Object.entries(pages)) {
      if (words.length && !words.some((word) => `${name}-${look}`.includes(word))) continue;
      const person = await Person.come(browser, server, { token: who ?? token, ...options });
      // Whoever has played before.
      await person.context.addInitScript((games) => games.forEach((game) => localStorage.setItem("meeple.guide." + game, "over")), Object.keys(tables));
      await person.go(address);
      await person.page.waitForSelector(sign);
      await person.page.waitForLoadState("networkidle");
      if (options.theme) await person.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), options.theme);
      await person.page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: !["replay", "ended", ...Object.keys(tables)].includes(name) });
      await person.context.close();
      console.log(`${name}-${look}.png`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
