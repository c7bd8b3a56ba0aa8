import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildChild } from "@/tests/support/build-child";
import { recordFigure } from "@/tests/support/record-figure";

const COMMITS = 20;
const hasStrace = spawnSync("strace", ["-V"]).status === 0;

describe.skipIf(!hasStrace)("what the system is asked to write to the disk (needs strace)", () => {
  let root = "";
  let script = "";
  beforeAll(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-synced-"));
    script = await buildChild("commit-child");
  });
  afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

  test("every commit is synchronous", () => {
    const url = `file:${path.join(root, "winnow.db")}`;
    const calls = (commits: number) => {
      const trace = path.join(root, `${commits}.txt`);
      const options = [
        "-f",
        "-e",
        "trace=fsync,fdatasync",
        "-o",
        trace,
        process.execPath,
        script,
        url,
        String(commits),
      ];
      expect(spawnSync("strace", options).status).toBe(0);
      return fs.readFileSync(trace, "utf8").match(/f(data)?sync\(/g)?.length ?? 0;
    };
    calls(0); // creates the tables
    const none = calls(0);
    const some = calls(COMMITS);
    recordFigure("D1", "synchronous writes", `${some - none} for ${COMMITS} commits`);
    expect(some - none).toBeGreaterThanOrEqual(COMMITS);
  });
});
