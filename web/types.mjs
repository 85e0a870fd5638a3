// Writes TypeScript types of each game's views, boards, effects and forms from
// the schemas that a running server tells: node types.mjs http://HOST:PORT [FOLDER]
//
// The result (src/wire/made) is for the type check only: esbuild drops types, so
// the build needs no server. Understands the part of JSON Schema that our
// schemas use, and says so when it meets another.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const [base = "http://127.0.0.1:8080", folder = path.join(here, "src/wire/made")] = process.argv.slice(2);

const plain = { integer: "number", number: "number", string: "string", boolean: "boolean", null: "null" };

function comment(schema, indent) {
  return schema.description ? `${indent}/** ${schema.description.replaceAll("*/", "* /")} */\n` : "";
}

function objectType(schema, root, indent) {
  const inner = indent + "  ";
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, of]) => `${comment(of, inner)}${inner}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(of, root, inner)};\n`,
  );
  if (schema.additionalProperties && schema.additionalProperties !== true) fields.push(`${inner}readonly [name: string]: ${typeOf(schema.additionalProperties, root, inner)};\n`);
  return fields.length ? `{\n${fields.join("")}${indent}}` : "Readonly<Record<string, unknown>>";
}

function arrayType(schema, root, indent) {
  if (!schema.prefixItems) return `readonly (${schema.items ? typeOf(schema.items, root, indent) : "unknown"})[]`;
  const least = schema.minItems ?? 0;
  const parts = schema.prefixItems.map((of, i) => `(${typeOf(of, root, indent)})${i < least ? "" : "?"}`);
  if (schema.items) parts.push(`...(${typeOf(schema.items, root, indent)})[]`);
  return `readonly [${parts.join(", ")}]`;
}

function typeOf(schema, root, indent = "") {
  if (schema === true || Object.keys(schema).length === 0) return "unknown";
  if (schema.$ref) {
    const target = schema.$ref.split("/").slice(1).reduce((at, key) => at?.[key], root);
    if (!target) throw new Error("no such reference: " + schema.$ref);
    return typeOf(target, root, indent);
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum?.length) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const either = schema.oneOf ?? schema.anyOf;
  if (either) return either.map((one) => typeOf(one, root, indent)).join(" | ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return types
    .map((type) => {
      if (type === "object") return objectType(schema, root, indent);
      if (type === "array") return arrayType(schema, root, indent);
      if (plain[type]) return plain[type];
      throw new Error("no type for " + JSON.stringify(schema).slice(0, 200));
    })
    .join(" | ");
}

const { games } = await (await fetch(base + "/api/v1/games")).json();
await mkdir(folder, { recursive: true });
for (const { name } of games) {
  const { schemas } = await (await fetch(`${base}/api/v1/games/${name}`)).json();
  const made = { View: schemas.view, Board: schemas.board, Effects: schemas.effects, Forms: schemas.forms, Move: schemas.moves };
  const text = Object.entries(made)
    .filter(([, schema]) => schema !== undefined)
    .map(([type, schema]) => `${comment(schema, "")}export type ${type} = ${typeOf(schema, schema)};\n`);
  await writeFile(path.join(folder, name + ".ts"), `// Made by types.mjs from the server's schemas.\n\n${text.join("\n")}`);
}
