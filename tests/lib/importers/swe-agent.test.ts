import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const SWE = "tests/fixtures/swe-agent/run.traj";
const MINI = "tests/fixtures/mini-swe-agent/run.traj.json";
const compact = (path: string) => JSON.stringify(JSON.parse(readFileSync(path, "utf8")));

test("swe-agent: history with calls, results and thinking; demonstrations are not answers, the repetition is kept", async () => {
  expect(await checkImporter([diskFile(SWE)], "swe-agent")).toMatchInlineSnapshot(`
    "The sum is wrong | null | 
    rows 11 = 8 + 2 kept + 1 bad
    main system/system: "You are a programmer."
    main user/client: "Example of a task"
    main assistant/client: "Example of an answer"
    main user/typed: "Fix the sum. Исправь сумму."
    main assistant/model: thinking + "Let me look." + call bash call_1 [sonnet ?–? ]
    main tool/tool: result bash call_1 "a.py\\r\\n"
    main assistant/model: "Done." [sonnet ?–? ]
    kept 0:10 trajectory
    kept 0:11 info"
  `);
  const { issues, sessions } = await mustImport([diskFile(SWE)]);
  expect(issues.map(({ code, message, line }) => [code, message, line])).toEqual([
    ["usage-of-session-only", "SWE-agent states 2 calls with 900 tokens sent, 450 per call, and 60 received.", 1],
    ["invalid-row", "Item 9 of history is not a message.", 9],
  ]);
  expect(sessions[0]?.totals).toEqual({ models: [], cost: 0.1, promptTokens: 900 });
});

test("mini-swe-agent: usage, model and reasoning of the raw completion; cached tokens are not counted twice", async () => {
  expect(await checkImporter([diskFile(MINI)], "mini-swe-agent")).toMatchInlineSnapshot(`
    "sum-1 | null | 1.15.0
    rows 8 = 6 + 2 kept + 0 bad
    main system/system: "You are a helpful assistant."
    main user/typed: "Fix the sum."
    main assistant/model: thinking + "THOUGHT: look\\n\\n\`\`\`bash\\nls\\n\`\`\`" [3 ?–00 400/-/-/-/600/80]
    main user/tool: "<returncode>0</returncode>\\n<output>\\na.py"
    main assistant/model: "\`\`\`bash\\nsubmit\\n\`\`\`" [3 ?–00 ]
    kept 0:7 exit
    kept 0:8 info"
  `);
  const [session] = (await mustImport([diskFile(MINI)])).sessions;
  expect(session?.responses[0]).toMatchObject({
    id: "gen-1",
    model: "google/gemini-3-pro-preview",
    endedAt: "2026-01-01T00:00:00.000Z",
    usage: { uncachedInput: 400, cacheRead: 600, output: 80, reasoning: 50, cacheWriteUnsplit: null },
  });
});

test.each([
  ["swe-agent", SWE],
  ["mini-swe-agent", MINI],
])("%s: a run per line is a session per line", async (id, path) => {
  const line = compact(path);
  const file = memoryFile(`${line}\n${line}\n`);
  await checkImporter([file], id);
  const { sessions } = await mustImport([file]);
  const [whole] = (await mustImport([diskFile(path)])).sessions;
  expect(sessions.map(({ messages }) => messages.map(({ role }) => role))).toEqual(
    [whole, whole].map((session) => session?.messages.map(({ role }) => role)),
  );
});
