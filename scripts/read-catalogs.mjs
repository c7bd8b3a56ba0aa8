// Makes an excerpt of two catalogues that Winnow does not depend on: models.dev (a git repository) and pi-ai (npm
// packages). It is stored in generated/model-catalogs.json, so build-models.mjs needs neither.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** { id: PackageFacts } for every model in the tables, from `devDir` (git directory) and two unpacked pi-ai packages. */
export async function readCatalogs(tables, { devDir, piDir, oldPiDir }) {
  const dev = openDev(devDir);
  const pi = openPi(path.join(piDir, "dist/providers/data"));
  const { MODELS: oldModels } = await import(pathToFileURL(path.join(oldPiDir, "dist/models.generated.js")).href);
  const catalogs = {};
  for (const { facts, rows } of tables)
    for (const row of rows) {
      const found = {};
      add(
        found,
        "models.dev",
        named(row, "dev", (name) => dev(name, facts.lists.dev)),
      );
      add(
        found,
        "pi-ai",
        named(row, "pi", (name) => pi(...place(name, facts.lists.pi))),
      );
      add(
        found,
        "pi-ai-2025",
        named(row, "pi", (name) => old(oldModels, ...place(name, facts.lists.pi))),
      );
      catalogs[row.id] = found;
    }
  return catalogs;
}

const named = (row, list, find) => {
  const name = row.names?.[list] === undefined ? row.id : row.names[list];
  return name === null ? undefined : find(name);
};

function add(found, source, facts) {
  for (const [field, value] of Object.entries(facts ?? {}))
    if (value !== undefined) found[field] = { ...found[field], [source]: value };
}

const PI_PROVIDERS = new Set(["openrouter", "amazon-bedrock"]);
/**
 * Splits an id into a list and a name: `openrouter/z-ai/glm-5` is in the list `openrouter`, `z-ai/glm-5` in the given
 * one.
 */
function place(name, list) {
  const slash = name.indexOf("/");
  return PI_PROVIDERS.has(name.slice(0, slash)) ? [name.slice(0, slash), name.slice(slash + 1)] : [list, name];
}

function openPi(folder) {
  const files = new Map();
  const read = (list) => {
    const file = path.join(folder, `${list}.json`);
    if (!files.has(list)) {
      const apis = fs.existsSync(file) ? Object.values(JSON.parse(fs.readFileSync(file, "utf8"))) : [];
      files.set(list, new Map(apis.flatMap((api) => Object.values(api)).map((model) => [model.id, model])));
    }
    return files.get(list);
  };
  return (list, id) => piFacts(read(list).get(id));
}

const old = (models, list, id) => piFacts(models[list]?.[id]);

function piFacts(model) {
  if (!model) return undefined;
  const { input, output, cacheRead, cacheWrite } = model.cost ?? {};
  const isPriced = input > 0 && output > 0;
  return {
    window: model.contextWindow || undefined,
    maxOutput: model.maxTokens || undefined,
    prices: isPriced ? [{ rates: [input, output, cacheRead || null, cacheWrite || null, null] }] : undefined,
  };
}

/** Reads a model's file at HEAD, or its last version if the catalogue has removed it. */
function openDev(devDir) {
  const git = (...args) => execFileSync("git", ["--git-dir", devDir, ...args], { encoding: "utf8", maxBuffer: 1e9 });
  const present = new Set(git("ls-tree", "-r", "--name-only", "HEAD").split("\n"));
  const dropped = new Map();
  let commit = "";
  for (const line of git("log", "--no-renames", "--diff-filter=D", "--name-only", "--format=@%H", "HEAD").split("\n"))
    if (line.startsWith("@")) commit = line.slice(1);
    else if (line && !dropped.has(line)) dropped.set(line, commit);
  const read = (file) =>
    present.has(file)
      ? git("show", `HEAD:${file}`)
      : dropped.has(file)
        ? git("show", `${dropped.get(file)}^:${file}`)
        : null;
  const model = (file) => {
    const text = read(file);
    if (text === null) return undefined;
    const own = parseToml(text);
    const base = own.base_model ? model(`models/${own.base_model}.toml`) : undefined;
    return { ...base, ...own };
  };
  return (name, folders) => {
    const files =
      name.includes("/") && name.endsWith(".toml") ? [name] : folders.map((folder) => `${folder}/${name}.toml`);
    // Values missing in the lab's own entry (old prices, a limit) are not taken from other hosts, because their
    // values differ.
    const file = files.find((candidate) => present.has(candidate)) ?? files.find((candidate) => dropped.has(candidate));
    return file && devFacts(model(file));
  };
}

function devFacts(model) {
  if (!model) return undefined;
  const number = (key) => (model[key] === undefined ? null : Number(model[key].replaceAll("_", "")));
  const [input, output] = [number("cost.input"), number("cost.output")];
  const rates = [input, output, number("cost.cache_read") || null, number("cost.cache_write") || null, null];
  return {
    window: number("limit.context") || undefined,
    maxOutput: number("limit.output") || undefined,
    released: /^\d{4}-\d\d(?:-\d\d)?$/.test(model.release_date ?? "") ? model.release_date : undefined,
    prices: input > 0 && output > 0 ? [{ rates }] : undefined,
  };
}

/** Keys of the top level and of plain tables, as text. Arrays of tables (tiers, options) are skipped. */
function parseToml(text) {
  const values = {};
  let table = "";
  for (const line of text.split("\n")) {
    const head = /^\s*(\[+)([^\]]+)\]+\s*$/.exec(line);
    if (head) table = head[1] === "[[" ? null : `${head[2]}.`;
    const pair = /^\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^#]+))/.exec(line);
    if (!head && pair && table !== null) values[`${table}${pair[1]}`] = pair[2] ?? pair[3].trim();
  }
  return values;
}
