import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";

const script = path.resolve("scripts/check-node.cjs");
const { isSupported, SUPPORTED } = createRequire(import.meta.url)(script) as {
  isSupported(version: string, range: string): boolean;
  SUPPORTED: string;
};

describe("the check of Node's version", () => {
  test.each([
    ["20.19.0", true],
    ["20.20.2", true],
    ["22.12.0", true],
    ["22.23.3", true],
    ["24.0.0", true],
    ["25.1.0", true],
    ["20.18.3", false],
    ["21.7.0", false],
    ["22.11.0", false],
    ["23.4.0", false],
    ["18.20.8", false],
    ["0.12.18", false],
  ])("%s: %s", (version, expected) => expect(isSupported(version, SUPPORTED)).toBe(expected));

  test("explains in one line what to do, and stops", () => {
    const pretend = `Object.defineProperty(process.versions, "node", { value: "18.20.8" }); require(${JSON.stringify(script)})`;
    const { status, stderr, stdout } = spawnSync(process.execPath, ["-e", pretend], { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("Winnow needs Node 20 (from 20.19), 22 (from 22.12), 24 or newer; this is Node 18.20.8");
    expect(stderr).toContain("npx -y node@22 scripts/run.mjs start");
  });

  test("is silent on this Node, and precedes every command of package.json", () => {
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toBe("");
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    for (const command of Object.values(scripts).filter((line) => line.includes("run.mjs")))
      expect(command).toMatch(/^node -r \.\/scripts\/check-node\.cjs scripts\/run\.mjs /);
  });
});
