import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readImports } from "./find-violations";

/** Tests reach ../shared only through `describeShared`, which reports why it skips. */
const ONLY_WAY = "tests/support/shared.ts";
const BENCH_WAYS = ["bench/shared", "bench/accuracy/load-sessions"];
/** Passes on the folder from `describeShared`. */
const PASSES_ON = "tests/support/shared-sessions.ts";
const PATH_TO_SHARED = /["'`/]\.\.\/shared(\/|["'`])|["'`]\.\.["'`],\s*["'`]shared\b|\/shared\/(transcripts|repros)/;

/** One sentence per file that accesses the folder differently. */
function findOwnWays(file: string, source: string): string[] {
  if (file === ONLY_WAY) return [];
  const imports = readImports(file, source).imports.filter(
    (target) => BENCH_WAYS.includes(target) && file !== PASSES_ON,
  );
  return [
    ...imports.map((target) => `${file} imports ${target}: a test gets the place from describeShared`),
    ...(PATH_TO_SHARED.test(source) ? [`${file} names ../shared: use describeShared of ${ONLY_WAY}`] : []),
  ];
}

describe("access to ../shared", () => {
  it("is through one helper, in every test", () => {
    const files = fs
      .readdirSync("tests", { recursive: true, encoding: "utf8" })
      .map((file) => path.join("tests", file));
    const sources = files.filter((file) => /\.tsx?$/.test(file) && file !== "tests/architecture/shared.test.ts");
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.flatMap((file) => findOwnWays(file, fs.readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    'const FOLDER = path.resolve("../shared/transcripts/codex");',
    'readFileSync("../shared/repros/one.json")',
    'const SHARED = join(process.cwd(), "../shared");',
    'const SHARED = join(process.cwd(), "..", "shared", "transcripts-2");',
    'readdirSync(resolve(root, "../../shared/transcripts-2"))',
    'import { loadSharedSessions } from "@/bench/shared";',
    'import { listCases } from "../../bench/accuracy/load-sessions";',
  ])("a planted direct access is caught: %s", (source) => {
    expect(findOwnWays("tests/lib/x.test.ts", source)).toHaveLength(1);
  });

  it("but not the helper's import", () => {
    const source = 'import { describeShared } from "../support/shared";\ndescribeShared("transcripts/codex", run);';
    expect(findOwnWays("tests/lib/x.test.ts", source)).toEqual([]);
  });
});
