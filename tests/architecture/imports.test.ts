import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { findCycles, findFolderCycles, findUnused, findViolations, readImports, readSources } from "./find-violations";
import { IMPORT_RULES } from "./import-rules";

/** Files that a script starts or bundles, or uses to draw pictures for the docs. */
const STARTED = [
  "lib/server/start/worker-main.ts",
  "lib/server/start/library-command.ts",
  "lib/server/start/start.ts",
  "lib/server/workers/main.ts",
  "lib/view-models/models/context-growth.ts",
];

describe("the import table", () => {
  const sources = readSources(process.cwd());

  it("holds in every file", () => {
    expect(sources.length).toBeGreaterThan(10);
    expect(findViolations(sources)).toEqual([]);
  });

  it("has no cycles between files or folders, including type imports", () => {
    expect(findCycles(sources)).toEqual([]);
    expect(findFolderCycles(sources)).toEqual([]);
  });

  it("reaches every file of lib from what runs, so that none is kept only for tests", () => {
    expect(findUnused(sources, STARTED)).toEqual([]);
  });

  it("has a row and a README for every folder of lib", () => {
    const folders = fs.readdirSync("lib", { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) {
      expect(
        IMPORT_RULES.some((rule) => rule.folder === `lib/${name}`),
        `row for lib/${name}`,
      ).toBe(true);
      expect(
        fs.readFileSync(`lib/${name}/README.md`, "utf8").trimEnd().split("\n").length,
        `lib/${name}/README.md`,
      ).toBeLessThanOrEqual(15);
    }
  });
});

/** To update it after a change: `npx vitest run tests/architecture/imports.test.ts -u`. */
it("lib/README.md prints the import table", async () => {
  const written = fs.readFileSync("lib/README.md", "utf8").split("\n");
  const isRow = (line: string) => line.startsWith("| `");
  const start = written.findIndex(isRow);
  const length = written.slice(start).findIndex((line) => !isRow(line));
  const short = (folder: string) => folder.replace(/^lib\//, "");
  const rows = IMPORT_RULES.filter(({ folder }) => folder.startsWith("lib/")).map(
    ({ folder, holds, mayImport }) =>
      `| \`${short(folder)}/\` | ${holds} | ${
        mayImport
          .filter((other) => other !== folder)
          .map(short)
          .join(", ") || "–"
      } |`,
  );
  const wanted = [...written.slice(0, start), ...rows, ...written.slice(start + length)].join("\n");
  await expect(wanted).toMatchFileSnapshot("../../lib/README.md");
});

describe("planted violations are caught", () => {
  const plant = (file: string, source: string) => findViolations([readImports(file, source)]);

  it.each([
    ["lib/conversation/part.ts", 'import { x } from "../strategies/roo";', "everything else stands on it"],
    ["lib/strategies/x.ts", 'import type { Session } from "@/lib/transcript/session";', "nothing else"],
    ["lib/cache/x.ts", 'import fs from "node:fs";', "pure"],
    ["lib/ledger/x.ts", 'export { db } from "@/lib/server/db";', "before requests"],
    ["components/session/x.tsx", 'import { getDb } from "@/lib/server/db";', "browser bundle"],
    ["components/session/x.tsx", 'import { Bar } from "recharts";', "chart library"],
    ["app/page.tsx", 'import { draw } from "@/tests/support/draw";', "nothing imports tests"],
    ["lib/server/x.ts", 'const page = await import("@/components/page");', "never app or components"],
    ["lib/strategies/grammar/x.ts", 'import { x } from "../facts/artifacts";', "stands above"],
    ["lib/strategies/facts/x.ts", 'import { x } from "../index";', "stands above"],
    ["components/compare/shared/x.ts", 'import { x } from "../compare-view";', "stands above"],
    ["lib/novelty/x.ts", 'import { x } from "../conversation/part";', "no row"],
  ])("%s: %s", (file, source, reason) => {
    expect(plant(file, source).join()).toContain(reason);
  });

  it("but not what the table allows", () => {
    expect(plant("lib/server/x.ts", 'import fs from "node:fs";\nimport { a } from "../cache/a";')).toEqual([]);
  });

  it("and a cycle", () => {
    const files = [
      readImports("lib/a/x.ts", 'import { y } from "./y";'),
      readImports("lib/a/y.ts", 'import { x } from "./x";'),
    ];
    expect(findCycles(files)).toEqual(["lib/a/x → lib/a/y → lib/a/x"]);
  });

  it("also through an index file and by types alone", () => {
    const files = [
      readImports("lib/a/index.ts", 'export { y } from "./y";'),
      readImports("lib/a/y.ts", 'import type { X } from "../a";'),
    ];
    expect(findCycles(files)).toEqual(["lib/a/index → lib/a/y → lib/a/index"]);
  });

  it("and a file that nothing imports", () => {
    const files = [
      readImports("app/page.tsx", 'import { x } from "@/lib/a/x";'),
      readImports("lib/a/x.ts", ""),
      readImports("lib/a/y.ts", ""),
    ];
    expect(findUnused(files, [])).toEqual(["lib/a/y.ts"]);
  });

  it("and a cycle between folders that is in no single file", () => {
    const files = [
      readImports("lib/cache/x.ts", 'import { y } from "../requests/y";'),
      readImports("lib/requests/z.ts", 'import { w } from "../cache/w";'),
    ];
    expect(findFolderCycles(files)).toEqual(["lib/cache → lib/requests → lib/cache"]);
  });
});
