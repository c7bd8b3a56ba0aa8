import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cacheWritten, promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const thread = () => diskFile("tests/fixtures/amp/thread.json");

test("an Amp thread: calls, results of every kind, thoughts", async () => {
  expect(await checkImporter([thread()], "amp")).toMatchInlineSnapshot(`
    "Ports | /home/ada/shop | 
    rows 6 = 4 + 2 kept + 0 bad
    main user/typed: "Which port is used?"
    main assistant/model: thinking + call Read toolu_1 + call Bash toolu_2 + call Bash toolu_3 [opus 01–05 5/-/-/900/100/40]
    main tool/tool: result Read toolu_1 "8080" + error Bash toolu_2 "no shell" + error Bash toolu_3 "cancelled"
    -- model-switch {"from":"claude-opus-4-6","to":"gpt-5.4"}
    main assistant/model: "It is 8080." [5.4 ?–? 300/-/-/-/800/7]
    kept 0:5 message:assistant (empty)
    kept 0:6 message:info"
  `);
});

test("the prompt is the sum of the three buckets; OpenAI's models have no cache writes", async () => {
  const [session] = (await mustImport([thread()])).sessions;
  const usages = session?.responses.flatMap(({ usage }) => usage ?? []) ?? [];
  expect(usages.map((usage) => [promptTokens(usage), cacheWritten(usage), usage.cacheRead, usage.output])).toEqual([
    [1005, 900, 100, 40],
    [1100, null, 800, 7],
  ]);
});

test("an answer without its own usage has that of the ledger; entries of other calls are reported", async () => {
  const usage = { model: "claude-opus-4-6", inputTokens: 5, cacheReadInputTokens: 100, outputTokens: 40 };
  const said = (messageId: number, more: object) => ({ role: "assistant", messageId, content: "Yes.", ...more });
  const entry = (toMessageId: number, input: number) => ({ toMessageId, model: "m", tokens: { input, output: 1 } });
  const usageLedger = { events: [entry(1, 105), entry(3, 200), { model: "small", tokens: { input: 9, output: 1 } }] };
  const thread = { v: 1, id: "T-2", messages: [said(1, { usage }), said(3, {})], usageLedger };
  const { sessions, issues } = await mustImport([memoryFile(JSON.stringify(thread))]);
  expect(sessions[0]?.responses.map(({ usage }) => usage?.uncachedInput)).toEqual([5, 200]);
  expect(issues.map(({ message }) => message)).toEqual([expect.stringMatching(/^1 of 3 entries/)]);
});

test("two answers with one id have one entry of the ledger", async () => {
  const said = { role: "assistant", messageId: 1, content: "Yes." };
  const usageLedger = { events: [{ toMessageId: 1, model: "m", tokens: { input: 9, output: 1 } }] };
  const thread = { v: 1, id: "T-3", messages: [said, said], usageLedger };
  const { issues } = await mustImport([memoryFile(JSON.stringify(thread))]);
  expect(issues).toEqual([]);
});

test("usage that is only in the ledger", async () => {
  const value = JSON.parse(readFileSync("tests/fixtures/amp/thread.json", "utf8"));
  for (const message of value.messages) delete message.usage;
  value.usageLedger.events.push({ id: "l2", model: "claude-haiku-4-5", tokens: { input: 9, output: 1 } });
  const { sessions, issues } = await mustImport([memoryFile(JSON.stringify(value, null, 2))]);
  expect(sessions[0]?.responses.map(({ model, usage }) => [model, usage?.uncachedInput, usage?.output])).toEqual([
    ["claude-opus-4-6", 5, 40],
    [null, undefined, undefined],
  ]);
  expect(issues.map(({ code }) => code)).toEqual(["usage-without-answer"]);
});

test.each([
  ["file:///home/ada/my%20shop", "/home/ada/my shop"],
  ["file:///c%3A/Users/ada/shop", "c:/Users/ada/shop"],
  ["file:///home/ada/100%", "/home/ada/100%"],
])("the folder in %s is a path", async (uri, path) => {
  const messages = [{ role: "user", messageId: 0, content: [{ type: "text", text: "Hi" }] }];
  const thread = { v: 1, id: "T-1", messages, env: { initial: { trees: [{ uri }] } } };
  const { sessions } = await mustImport([memoryFile(JSON.stringify(thread))]);
  expect(sessions[0]?.project).toBe(path);
});
