import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const call = (more: object) => ({
  id: "w",
  op_name: "weave:///e/p/op/chat:v1",
  trace_id: "t",
  parent_id: null,
  started_at: "2026-01-01T00:00:00Z",
  inputs: {},
  output: null,
  summary: {},
  ...more,
});
const imported = async (...values: object[]) =>
  mustImport([memoryFile(values.map((value) => JSON.stringify(value)).join("\n"))]);

test("only calls without children are model calls: their parents have sums", async () => {
  expect(await checkImporter([diskFile("tests/fixtures/weave/calls.jsonl")], "weave")).toMatchInlineSnapshot(`
    "Millainen sää Turussa? | null | 
    rows 7 = 4 + 2 kept + 1 bad
    agent thread-1 of main by undefined: openai.chat.completions.create
    main system/system: "Be brief."
    main user/typed: "Millainen sää Turussa?"
    main assistant/model: call weather c1 [5 00–01 36/-/-/-/64/30]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [5 03–04 150/-/-/-/0/5]
    thread-1 user/typed: "Judge"
    -- api-error {"message":"RateLimitError"}
    kept 0:1 sum-of-calls
    kept 0:4 weather"
  `);
});

test("a sum over requests whose calls are not in the file belongs to none", async () => {
  const messages = [{ role: "user", content: "Hi" }];
  const usage = (requests: number) => ({ usage: { "gpt-5": { requests, prompt_tokens: 9, completion_tokens: 1 } } });
  const { sessions, rows } = await imported(
    call({ summary: usage(3) }),
    call({ id: "v", inputs: { model: "gpt-5", messages }, output: "Ho", summary: usage(1) }),
  );
  expect(rows.kept).toBe(1);
  expect(sessions[0]?.keptRows).toMatchObject([{ kind: "sum-of-calls" }]);
  expect(sessions.flatMap(({ responses }) => responses.map(({ usage }) => usage?.uncachedInput))).toEqual([9]);
});

test("Anthropic's disjoint counters, and content that is only referenced", async () => {
  const usage = { requests: 1, input_tokens: 3, cache_read_input_tokens: 700, output_tokens: 5 };
  const message = { role: "user", content: "weave:///e/p/object/long:v0" };
  const output = { type: "message", role: "assistant", content: [{ type: "text", text: "Ho" }] };
  const inputs = { model: "claude-sonnet-4-5", system: "Be brief.", messages: [message] };
  const row = call({ inputs, output, summary: { usage: { "claude-sonnet-4-5": usage } } });
  const { sessions } = await imported(row, call({ id: "x", inputs: { n: 1 } }));
  expect(sessions[0]?.messages.map(({ role }) => role)).toEqual(["system", "assistant"]);
  expect(sessions[0]?.responses[0]?.usage).toMatchObject({ uncachedInput: 3, cacheRead: 700, output: 5 });
});
