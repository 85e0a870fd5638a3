// Runs unit/*.test.ts on node: each is bundled with the parts of the client that
// it tests, words being those of the English page.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(path.join(here, "../../web/package.json"));
const { build } = require("esbuild");

// What a browser has and node has not, as far as modules ask when they load.
globalThis.location ??= new URL("http://test/?lang=en");
globalThis.window ??= globalThis;
globalThis.matchMedia ??= () => ({ matches: true });
globalThis.document ??= { documentElement: { dataset: {} } };

let passed = 0;
let failed = 0;
const out = await mkdtemp(path.join(os.tmpdir(), "meeple-unit-"));
for (const file of (await readdir(path.join(here, "unit"))).filter((name) => name.endsWith(".test.ts"))) {
  const to = path.join(out, file.replace(".ts", ".mjs"));
  await build({ entryPoints: [path.join(here, "unit", file)], bundle: true, format: "esm", platform: "node", outfile: to, nodePaths: [path.join(here, "../../web/node_modules")], jsx: "automatic", jsxImportSource: "preact", loader: { ".css": "text", ".svg": "text" }, logLevel: "error" });
  const { tests } = await import(pathToFileURL(to).href);
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAIL  ${file}: ${name}\n${error.stack ?? error}`);
    }
  }
}
await rm(out, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
