import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { answerHook, type HookOptions } from "@/package/command/hook";
import { ClaudeLog, call, result, text, tool } from "../support/claude-rows";
import { makeSession } from "../support/transcripts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-limits-"));
afterAll(() => {
  vi.unstubAllEnvs();
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv("WINNOW_DATA_DIR", fs.mkdtempSync(path.join(folder, "data-")));
});

const written = (name: string, rows: string) => {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, rows);
  return file;
};

/** What the user sees after an answer; null if nothing. */
async function warningAfter(transcript: string, options: HookOptions, session = "one"): Promise<string | null> {
  const event = { hook_event_name: "Stop", session_id: session, transcript_path: transcript, stop_hook_active: false };
  const out = await answerHook(JSON.stringify(event), options);
  if (out === "") return null;
  const { systemMessage, ...rest } = JSON.parse(out);
  expect(rest).toEqual({ suppressOutput: true });
  expect(systemMessage).not.toContain("\n");
  return systemMessage;
}

const GITHUB = tool("mcp__github__search", "Searches the issues of a repository by words. ".repeat(40));

/** A session of `count` requests whose prompts offer an MCP server; `calls`: the tool called at first. */
function withServer(count: number, calls = "Read"): string {
  const log = new ClaudeLog({ tools: [tool("Read"), GITHUB], system: ["You are an agent."] });
  log.user("How many are open?");
  log.request([{ role: "user", content: [text("How many are open?")] }]);
  for (let at = 0; at < count; at += 1) {
    const answer = log.answer([call(`c${at}`, at === 0 ? calls : "Read")], { read: 900, written: 100, output: 30 });
    log.user([result(`c${at}`, `${at} are open`)]);
    if (at < count - 1) log.request([answer, { role: "user", content: [result(`c${at}`, `${at} are open`)] }]);
  }
  return log.text;
}

describe("a budget", () => {
  const short = () => written("short.jsonl", makeSession({ turns: 2 }));
  const long = () => written("long.jsonl", makeSession({ turns: 20 }));

  test("is off until it is set", async () => {
    expect(await warningAfter(long(), {})).toBeNull();
    expect(await warningAfter(long(), { report: true, remind: true })).toBeNull();
    expect(fs.readdirSync(process.env.WINNOW_DATA_DIR ?? "")).toEqual([]);
  });

  test("is reported once the session has exceeded it, and again for another limit or session", async () => {
    const budget = { maxSessionCost: "0.05" };
    expect(await warningAfter(short(), budget)).toBeNull();
    expect(await warningAfter(long(), budget)).toMatch(
      /^Winnow: this session has cost \$0\.\d+, more than its limit of \$0\.0500\.$/,
    );
    expect(await warningAfter(long(), budget)).toBeNull();
    expect(await warningAfter(long(), { maxSessionCost: "0.06" })).toContain("$0.0600");
    expect(await warningAfter(long(), budget, "two")).toContain("$0.0500");
    expect(await warningAfter(long(), { maxSessionCost: "100" }, "three")).toBeNull();
  });

  test("reports if it cannot be checked because no price is known", async () => {
    const unpriced = written("unpriced.jsonl", makeSession().replaceAll("claude-sonnet-4-5-20250929", "my-own-model"));
    expect(await warningAfter(unpriced, { maxSessionCost: "5" })).toBe(
      "Winnow: the cost of this session is unknown, so its limit of $5.00 is not checked.",
    );
    expect(await warningAfter(unpriced, { maxSessionCost: "5" })).toBeNull();
    expect(await warningAfter(long(), { maxSessionCost: "0.05" })).toContain("more than its limit");
  });

  test("counts sub-agents", async () => {
    const id = "11111111-2222-4333-8444-555555555555";
    const main = written(`shop/${id}.jsonl`, makeSession({ id, turns: 2 }));
    expect(await warningAfter(main, { maxSessionCost: "0.05" })).toBeNull();
    const agent = makeSession({ id, turns: 20 }).replaceAll('"isSidechain":false', '"isSidechain":true,"agentId":"a1"');
    written(`shop/${id}/subagents/agent-a1.jsonl`, agent.replaceAll("msg_", "msg_a1_"));
    expect(await warningAfter(main, { maxSessionCost: "0.05" })).toContain("more than its limit of $0.0500");
  });
});

describe("an MCP server that is never called", () => {
  const limit = { maxUncalledServer: "10%" };

  test("is reported once, with its share of the prompts", async () => {
    const file = written("server.jsonl", withServer(12));
    expect(await warningAfter(file, limit)).toMatch(
      /^Winnow: the tools of the MCP server github take \d\d\.\d.% of the prompts \(limit 10\.0.%\), and none was called in 12 requests\.$/,
    );
    expect(await warningAfter(file, limit)).toBeNull();
  });

  test.each([
    ["its session is young", withServer(9), limit],
    ["it was called", withServer(12, "mcp__github__search"), limit],
    ["it takes less", withServer(12), { maxUncalledServer: "99%" }],
  ])("is not reported if %s", async (name, rows, options) => {
    expect(await warningAfter(written(`${name}.jsonl`, rows), options)).toBeNull();
  });

  test("is in one line with the budget, each once", async () => {
    const file = written("both.jsonl", withServer(12));
    expect(await warningAfter(file, limit)).toContain("github");
    const both = await warningAfter(file, { ...limit, maxSessionCost: "0.001" });
    expect(both).toMatch(/^Winnow: this session has cost /);
    expect(both).not.toContain("github");
    expect(await warningAfter(file, { ...limit, maxSessionCost: "0.001" }, "two")).toMatch(/cost .*github/);
  });
});

test("a broken log, a missing one and a wrong limit give no output", async () => {
  const budget = { maxSessionCost: "0.01" };
  for (const file of [written("noise.jsonl", "{\n\u0000"), path.join(folder, "none.jsonl")])
    expect(await warningAfter(file, budget)).toBeNull();
  const long = written("long.jsonl", makeSession({ turns: 20 }));
  expect(await warningAfter(long, { maxSessionCost: "much" })).toBeNull();
});

describe("the plugin", () => {
  /** The arguments that the plugin passes to the command; null if it does not start it. */
  function argumentsOf(verb: string, options: Readonly<Record<string, string>>): string[] | null {
    const root = path.join(folder, "package");
    written("package/bin/winnow.mjs", "process.stdout.write(JSON.stringify(process.argv.slice(2)));");
    const env = { ...process.env, WINNOW_PACKAGE: root, ...options };
    const ran = spawnSync(process.execPath, [path.resolve("plugins/claude-code/run.mjs"), verb], { env });
    expect([ran.status, String(ran.stderr)]).toEqual([0, ""]);
    return ran.stdout.length === 0 ? null : JSON.parse(String(ran.stdout));
  }
  const COST = { CLAUDE_PLUGIN_OPTION_MAX_SESSION_COST: "5" };
  const SHARE = { CLAUDE_PLUGIN_OPTION_MAX_UNCALLED_SERVER: "12.5" };
  const REPORT = { CLAUDE_PLUGIN_OPTION_REPORT: "true" };

  test("passes its limits on after an answer, and starts nothing without one", () => {
    expect(argumentsOf("warn", { ...COST, ...SHARE, ...REPORT })).toEqual([
      ...["hook", "--max-session-cost", "5"],
      ...["--max-uncalled-server", "12.5%"],
    ]);
    expect(argumentsOf("warn", SHARE)).toEqual(["hook", "--max-uncalled-server", "12.5%"]);
    for (const off of [{}, REPORT, { CLAUDE_PLUGIN_OPTION_MAX_SESSION_COST: "0" }])
      expect(argumentsOf("warn", off)).toBeNull();
  });

  test("does not start for a compaction because of a limit", () => {
    expect(argumentsOf("hook", { ...COST, ...SHARE })).toBeNull();
    expect(argumentsOf("hook", { ...COST, ...REPORT })).toEqual(["hook", "--report"]);
  });
});
