import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { CACHE_POLICIES } from "@/lib/cache/policies";
import { modelsFile } from "@/lib/models/data/models-file";

const FILE = "lib/models/data/models.json";
const read = () => modelsFile.parse(JSON.parse(fs.readFileSync(FILE, "utf8")));

test("models.json matches its schema", async () => {
  expect(read().providers.length).toBeGreaterThan(10);
  const schema = `${JSON.stringify(z.toJSONSchema(modelsFile))}\n`;
  await expect(schema).toMatchFileSnapshot(path.resolve("lib/models/data/models.schema.json"));
});

test("refuses a line with an unknown field, or without a title", () => {
  const [first, ...others] = read().providers;
  const withModel = (model: object) => ({ ...read(), providers: [{ ...first, models: [model] }, ...others] });
  expect(modelsFile.safeParse(withModel({ id: "m", title: "M" })).success).toBe(true);
  expect(modelsFile.safeParse(withModel({ id: "m" })).success).toBe(false);
  expect(modelsFile.safeParse(withModel({ id: "m", title: "M", windows: 5 })).success).toBe(false);
});

test("every source named exists, every one is used, and every policy exists", () => {
  const { sources, providers } = read();
  const used = providers.flatMap((provider) =>
    [provider, ...provider.models].flatMap((row) =>
      Object.values(row.sources ?? {}).filter((source) => typeof source === "string"),
    ),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(sources).sort());
  const policies = new Set(["unknown", ...CACHE_POLICIES.map(({ id }) => id)]);
  const named = providers.flatMap(({ cache, models }) => [cache, ...models.map((model) => model.cache)]);
  expect(named.flatMap((rules) => rules?.policy ?? []).filter((policy) => !policies.has(policy))).toEqual([]);
});

test("each model is on a separate line", () => {
  const lines = fs.readFileSync(FILE, "utf8").split("\n");
  for (const { id } of read().providers.flatMap(({ models }) => models))
    expect(lines.filter((line) => line.includes(`{ "id": ${JSON.stringify(id)},`))).toHaveLength(1);
});
