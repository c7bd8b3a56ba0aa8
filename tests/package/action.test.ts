import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { builtCommand } from "../support/built-command";
import { makeSession } from "../support/transcripts";

const { folder } = builtCommand();
const action = fs.readFileSync("action/action.yml", "utf8");
/** One constant has the package's name on npm. */
const NAME = /PACKAGE_NAME = "([\w-]+)"/.exec(fs.readFileSync("scripts/package/manifest.mjs", "utf8"))?.[1] ?? "";
const runner = path.join(folder, "runner");

describe("the action", () => {
  const summary = path.join(folder, "summary.md");
  const output = path.join(folder, "output");
  beforeAll(() => {
    fs.mkdirSync(path.join(runner, "winnow/node_modules"), { recursive: true });
    fs.symlinkSync(path.join(folder, "package"), path.join(runner, `winnow/node_modules/${NAME}`));
    fs.mkdirSync(path.join(folder, "runs"));
    fs.writeFileSync(path.join(folder, "runs/one.jsonl"), makeSession());
  });

  /** As the runner starts the second step. */
  function check(inputs: Readonly<Record<string, string>>) {
    for (const file of [summary, output]) fs.rmSync(file, { force: true });
    const { status, stdout } = spawnSync(process.execPath, [path.resolve("action/check.mjs")], {
      cwd: folder,
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        RUNNER_TEMP: runner,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: output,
        ...inputs,
      },
    });
    return { status, stdout, output: fs.readFileSync(output, "utf8") };
  }

  test("passes and fails like the command, with the verdict in the job's summary", () => {
    const passed = check({ WINNOW_SESSIONS: "runs/\n", WINNOW_MAX_PEAK_FILL: "0.99" });
    expect([passed.status, passed.output]).toEqual([0, "passed=true\n"]);
    expect(fs.readFileSync(summary, "utf8")).toBe(passed.stdout);
    expect(passed.stdout).toContain("## Winnow check: passed");
    const failed = check({ WINNOW_SESSIONS: "runs/", WINNOW_MAX_PEAK_FILL: "0.001", WINNOW_BASELINE: "" });
    expect([failed.status, failed.output]).toEqual([1, "passed=false\n"]);
    expect(failed.stdout).toContain("**worse**");
  });

  test("an input is never part of a command line that a shell reads, nor an option", () => {
    const { status } = check({
      WINNOW_SESSIONS: `--write-baseline=x.json\n$(touch ${folder}/touched)`,
      WINNOW_MAX_PEAK_FILL: "0.9",
    });
    expect(status).toBe(2);
    expect(fs.existsSync(path.join(folder, "touched"))).toBe(false);
    expect(fs.existsSync(path.join(folder, "x.json"))).toBe(false);
    for (const [, line = ""] of action.matchAll(/^ +run: (.*)$/gm)) expect(line).not.toContain("${{");
  });

  test("every input is passed on, and the script reads nothing else", () => {
    const inputs = [...(action.split("outputs:")[0] ?? "").matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = ""]) => name);
    expect(inputs.length).toBeGreaterThan(6);
    const handed = [...action.matchAll(/^ +(WINNOW_\w+): \$\{\{ inputs\.([\w-]+) \}\}$/gm)];
    expect(handed.map(([, , input]) => input).sort()).toEqual(inputs.sort());
    for (const [, variable = "", input = ""] of handed)
      expect(variable).toBe(`WINNOW_${input.toUpperCase().replaceAll("-", "_")}`);
    const limits = /const LIMITS = \[([^\]]*)\]/.exec(fs.readFileSync("action/check.mjs", "utf8"))?.[1] ?? "";
    const read = [...limits.matchAll(/"([\w-]+)"/g)].map(([, name]) => name);
    expect([...read, "package", "sessions"].sort()).toEqual(inputs.sort());
  });
});

test("the container listens only on the host's loopback, and runs as an unprivileged user", () => {
  const compose = fs.readFileSync("examples/compose/small.yaml", "utf8");
  expect(compose).toContain("network_mode: host");
  expect(compose).not.toMatch(/^ +ports:/m);
  const stage =
    fs
      .readFileSync("Dockerfile", "utf8")
      .split(/^FROM /m)
      .at(-1) ?? "";
  expect(stage.indexOf("USER node")).toBeLessThan(stage.indexOf("RUN "));
  expect(stage).toContain("HEALTHCHECK");
  expect(stage).not.toContain("0.0.0.0");
  expect(stage).toContain("node_modules/.bin:$PATH");
  expect(stage).toContain('CMD ["winnow", "open"');
});
