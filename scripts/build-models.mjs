// Makes lib/models/data/generated/package-facts.json: facts from packages about every model in the tables of
// lib/models/data.
//   node scripts/build-models.mjs
//   node scripts/build-models.mjs --catalogs <models.dev git directory> <pi-ai 1.5.2> <pi-ai 0.73.1>
// After adding a row, use the second form: it first re-reads the excerpt of the two catalogues.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findProvider } from "@pydantic/genai-prices";
import { build } from "esbuild";
import { readCatalogs } from "./read-catalogs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const catalogFile = path.join(root, "scripts/generated/model-catalogs.json");

/** Imports a TypeScript file of the project. */
async function load(file) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: "esm",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const { MODEL_TABLES } = await load("lib/models/data/model-tables.ts");
const { packageFacts } = await load("scripts/model-facts.ts");
const { PRICE_LISTS } = await load("scripts/price-lists.ts");
const [flag, devDir, piDir, oldPiDir] = process.argv.slice(2);
if (flag === "--catalogs") write(catalogFile, await readCatalogs(MODEL_TABLES, { devDir, piDir, oldPiDir }));

const providers = new Map(PRICE_LISTS.map((id) => [id, findProvider({ providerId: id })]));
const facts = packageFacts(MODEL_TABLES, providers, JSON.parse(fs.readFileSync(catalogFile, "utf8")));
write(path.join(root, "lib/models/data/generated/package-facts.json"), facts);
console.log(`${Object.keys(facts).length} models`);

/** Writes one model per line, so that a diff shows only the lines of changed models. */
function write(file, byId) {
  const lines = Object.entries(byId).map(([id, value]) => `${JSON.stringify(id)}: ${JSON.stringify(value)}`);
  fs.writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
}
