import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { benchmarkResults } from "@/lib/benchmark/results";
import { builtCommand } from "../support/built-command";
import { exampleMorning, makeSession } from "../support/transcripts";

const { folder, winnow } = builtCommand();

const MINE = `export default (messages) =>
  messages.map((message) => {
    if (typeof message.content === "string") return message;
    const shorten = (block) =>
      block.type === "tool_result" && JSON.stringify(block.content).length > 2000 ? { ...block, content: "removed" } : block;
    return { ...message, content: message.content.map(shorten) };
  });
`;

test("a custom strategy is scored next to presets, with equal results twice, and a broken one is counted", async () => {
  fs.writeFileSync(path.join(folder, "session.jsonl"), exampleMorning(7));
  fs.writeFileSync(path.join(folder, "mine.mjs"), MINE);
  fs.writeFileSync(path.join(folder, "broken.mjs"), "export default (messages) => messages.slice(1, 2);");
  const run = async (output: string) => {
    const names = ["rtk", "manus@30000:20000", "codex-local@own", "module:./mine.mjs", "module:./broken.mjs"];
    const ran = await winnow([
      "bench",
      ...names,
      "--own",
      "session.jsonl",
      "--at",
      "20000",
      "--cuts",
      "2",
      "-o",
      output,
    ]);
    expect(ran.code, ran.err).toBe(1);
    expect(ran.err).toContain("every call failed: module:./broken.mjs");
    expect(ran.err).toMatch(/broken\.mjs: invalid-result, first: .+/);
    return {
      page: ran.out,
      results: benchmarkResults.parse(JSON.parse(fs.readFileSync(path.join(folder, output), "utf8"))),
    };
  };
  const [one, two] = [await run("one.json"), await run("two.json")];
  expect(two.results.figures_sha256).toBe(one.results.figures_sha256);

  const byId = new Map(one.results.strategies.map((strategy) => [strategy.id, strategy]));
  const mine = byId.get("module:./mine.mjs");
  expect(mine?.figures.cuts).toMatchObject({ count: 2 });
  expect(mine?.figures.cuts.prompt_saved.value).toBeGreaterThan(0.1);
  expect(mine?.figures.failed).toEqual({});
  expect(mine?.sha256).toHaveLength(64);
  expect(byId.get("rtk")?.ran).toContain("re-implementation of rtk");
  const broken = byId.get("module:./broken.mjs")?.figures;
  expect(broken?.failed).toEqual({ "invalid-result": broken?.calls });
  expect(broken?.whole.cost).toEqual(byId.get("keep everything")?.figures.whole.cost);
  expect(byId.get("the log")?.figures.whole.cost).toMatchObject({ value: 1, low: null });
  expect(one.page).toContain("Too few sessions to rank.");
  expect(one.page).toContain("rtk: 1 session, by our re-implementation, too few for an answer.");

  const board = await winnow(["leaderboard", "one.json", "two.json", "--html"]);
  expect(board.out).toMatch(/^<!doctype html>/);
  const same = await winnow(["leaderboard", "one.json", "two.json"]);
  expect(same.out.match(/^\| module:/gm)).toHaveLength(2);
  expect(same.out).toMatch(/^\| module:.\/broken.mjs \|.*\| – \|/m);
  const wrong = await winnow(["leaderboard", "session.jsonl"]);
  expect([wrong.code, wrong.err.includes("session.jsonl")]).toEqual([2, true]);
}, 120_000);

test("what cannot be called is refused before the first session, with the reason", async () => {
  const write = (name: string, text: string, mode = 0o644) => fs.writeFileSync(path.join(folder, name), text, { mode });
  write("one-session.jsonl", makeSession());
  write("syntax.mjs", "export default (");
  write("without.mjs", "export const strategy = 1;");
  write("plain.sh", "#!/bin/sh\ncat\n");
  const refusal = async (name: string, ...more: string[]) => {
    const { code, err } = await winnow(["bench", name, "--own", "one-session.jsonl", ...more]);
    return `${code} ${err.trim()}`;
  };
  expect(await refusal("module:./syntax.mjs")).toMatch(/^2 .*syntax\.mjs cannot be called: SyntaxError/);
  expect(await refusal("module:./without.mjs")).toContain("the module's default export is not a function");
  expect(await refusal("program:./nothere --fast")).toBe("2 winnow: there is no program ./nothere");
  expect(await refusal("program:./plain.sh")).toContain("is not executable");
  expect(await refusal("without.mjs")).toContain("module:without.mjs");
  expect(await refusal("winnow", "-o", "no/such/file.json")).toMatch(/^2 .*there is no folder/);
});
