import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readImports } from "./find-violations";

/** Tests reach what stands beside the checkout through `describeShared` alone, which says why it skips. */
const ONLY_WAY = "tests/support/shared.ts";
const BENCH_WAYS = ["bench/shared", "bench/accuracy/load-sessions"];
/** Passes on the folder that `describeShared` gave. */
const PASSES_ON = "tests/support/shared-sessions.ts";
const PATH_TO_SHARED = /["'`/]\.\.\/shared(\/|["'`])|["'`]\.\.["'`],\s*["'`]shared\b|\/shared\/(transcripts|repros)/;

/** Sentences, one per file that finds its own way. */
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

describe("the way to ../shared", () => {
  it("is one helper, in every test", () => {
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
  ])("a planted way of its own is caught: %s", (source) => {
    expect(findOwnWays("tests/lib/x.test.ts", source)).toHaveLength(1);
  });

  it("but not the helper's import", () => {
    const source = 'import { describeShared } from "../support/shared";\ndescribeShared("transcripts/codex", run);';
    expect(findOwnWays("tests/lib/x.test.ts", source)).toEqual([]);
  });
});
