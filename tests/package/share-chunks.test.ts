import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { shareChunks } from "@/scripts/package/share-chunks.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-chunks-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A chunk as Turbopack writes it: a list of modules, and the name of its map. */
const chunk = (name: string, value: string) =>
  `module.exports=[17,e=>e.s(${JSON.stringify(value.repeat(6_000))})];\n\n//# sourceMappingURL=${name}.map`;

test("of equal chunks one stays, the others require it, and every chunk exports what it did", () => {
  const texts: Readonly<Record<string, string>> = {
    "a.js": chunk("a.js", "x"),
    "b.js": chunk("b.js", "y"),
    "[root]/c d.js": chunk("c d.js", "x"),
    "e.js": "module.exports=[1]",
    "[root]/f.js": "module.exports=[1]",
  };
  fs.mkdirSync(path.join(folder, "[root]"));
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  for (const [name, text] of Object.entries(texts)) fs.writeFileSync(path.join(folder, name), text);
  const require = createRequire(path.join(folder, "package.json"));
  const said = (name: string) => (require(`./${name}`) as unknown[]).map(String);
  const before = new Map(Object.keys(texts).map((name) => [name, said(name)]));
  for (const name of Object.keys(require.cache)) delete require.cache[name];
  expect(shareChunks(folder)).toBeGreaterThan(5_900);
  const isShared = (name: string) => fs.readFileSync(path.join(folder, name), "utf8").includes("require(");
  expect(Object.keys(texts).filter(isShared)).toEqual(["a.js"]);
  for (const [name, exported] of before) expect(said(name)).toEqual(exported);
  expect(shareChunks(folder)).toBe(0);
});
