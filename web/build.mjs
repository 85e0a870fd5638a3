// Builds the browser client: node build.mjs FOLDER [--depfile FILE --target NAME] [--watch]
//
// FOLDER gets index.html, the favicons and assets/ with hashed names. Styles and
// pictures that a module imports become files of their own, and the import is
// their address, so that each page and game loads only what it shows.
import { build, context } from "esbuild";
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const out = path.resolve(args[0] ?? path.join(here, "../build/web"));
const depfile = option("--depfile");

/** Every file that the result depends on, for the depfile. */
const inputs = new Set([fileURLToPath(import.meta.url), path.join(here, "package-lock.json")]);

const sheets = {
  name: "sheets",
  setup(to) {
    // What a module imports is a file with an address; the entry is an ordinary sheet.
    to.onResolve({ filter: /\.css$/ }, ({ kind, path: name, resolveDir }) =>
      kind === "import-statement" ? { path: path.join(resolveDir, name), namespace: "sheet" } : undefined,
    );
    to.onLoad({ filter: /./, namespace: "sheet" }, async ({ path: file }) => {
      const made = await build({ entryPoints: [file], bundle: true, minify: true, write: false, metafile: true, absWorkingDir: here });
      for (const name of Object.keys(made.metafile.inputs)) inputs.add(path.join(here, name));
      return { contents: made.outputFiles[0].contents, loader: "file", watchFiles: [...inputs] };
    });
  },
};

/** Blanks between the elements of a picture cost bytes and show nothing. */
const pictures = {
  name: "pictures",
  setup(to) {
    to.onLoad({ filter: /\.svg$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, "utf8")).replace(/<!--.*?-->/gs, "").replace(/>\s+</g, "><"),
      loader: "file",
    }));
  },
};

/** index.html names the entry and the one sheet that every page shows. */
async function writePage(metafile) {
  const entry = Object.entries(metafile.outputs).find(([, o]) => o.entryPoint === "src/app.tsx");
  if (!entry) throw new Error("no entry point in the build");
  const sheet = Object.keys(metafile.outputs).find((name) => /main-[A-Z0-9]+\.css$/.test(name));
  if (!sheet) throw new Error("no style sheet in the build");
  // What the entry imports is fetched beside it, not after it.
  const needed = entry[1].imports.filter((one) => one.kind === "import-statement").map((one) => one.path);
  const page = await readFile(path.join(here, "page/index.html"), "utf8");
  await writeFile(
    path.join(out, "index.html"),
    page
      .replace("%APP%", "/assets/" + path.basename(entry[0]))
      .replace("%SHEET%", "/assets/" + path.basename(sheet))
      .replace("%CORE%", needed.map((name) => `<link rel="modulepreload" href="/assets/${path.basename(name)}">`).join("\n")),
  );
}

async function copyPage() {
  for (const name of await readdir(path.join(here, "page"))) {
    const from = path.join(here, "page", name);
    inputs.add(from);
    if (name === "index.html") continue;
    await cp(from, path.join(out, name));
  }
}

const finish = {
  name: "finish",
  setup(to) {
    to.onEnd(async (result) => {
      if (!result.metafile) return;
      for (const name of Object.keys(result.metafile.inputs)) inputs.add(path.resolve(here, name.replace(/^[a-z]+:/, "")));
      await copyPage();
      await writePage(result.metafile);
      if (depfile) await writeFile(depfile, `${option("--target")}: ${[...inputs].map((name) => name.replaceAll(" ", "\\ ")).join(" ")}\n`);
      await writeFile(path.join(out, "meta.json"), JSON.stringify(result.metafile));
    });
  },
};

const options = {
  absWorkingDir: here,
  entryPoints: ["src/app.tsx", "src/style/main.css"],
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  minify: !args.includes("--watch"),
  outdir: path.join(out, "assets"),
  publicPath: "/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  plugins: [sheets, pictures, finish],
  logLevel: "warning",
};

await rm(out, { recursive: true, force: true });
await mkdir(path.join(out, "assets"), { recursive: true });
if (args.includes("--watch")) await (await context(options)).watch();
else await build(options);
