import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const LANGSMITH = "tests/fixtures/langsmith/batch.json";
const LANGFUSE = "tests/fixtures/langfuse/trace.json";
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

test("langsmith: patches complete posts, shapes of two clients are one conversation, an error is an event", async () => {
  expect(await checkImporter([diskFile(LANGSMITH)], "langsmith")).toMatchInlineSnapshot(`
    "Quel temps à Oslo ? | null | 
    rows 9 = 6 + 2 kept + 1 bad
    agent thread-1 of main by undefined: undefined
    main system/system: "Be brief."
    main user/typed: "Quel temps à Oslo ?" + image/png 8B
    main assistant/model: call weather c1 [5 01–02 36/-/-/-/64/30]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [undefined 04–05 140/-/-/-/-/5]
    thread-1 user/typed: "?"
    -- api-error {"message":"RateLimitError"}
    kept 0:2 chain
    kept 0:4 tool"
  `);
});

test("langsmith: runs as listed by the API, one per line or in a list", async () => {
  const { post } = read(LANGSMITH) as { post: object[] };
  const lines = post.map((run) => JSON.stringify(run)).join("\n");
  for (const text of [lines, JSON.stringify(post), JSON.stringify({ runs: post }, null, 1)]) {
    await checkImporter([memoryFile(text)], "langsmith");
    const { sessions, rows } = await mustImport([memoryFile(text)]);
    expect(sessions[0]?.messages.length).toBe(4);
    expect(rows.kept).toBe(2);
  }
});

test("langfuse: JSON text and values, overlapping and disjoint counters, answers that only the history shows", async () => {
  expect(await checkImporter([diskFile(LANGFUSE)], "langfuse")).toMatchInlineSnapshot(`
    "weather agent | null | 
    rows 8 = 4 + 4 kept + 0 bad
    main system/system: "Be brief."
    main user/typed: "Погода в Осло?"
    main assistant/model: call weather c1 [5 01–02 40/-/-/-/60/30]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [5 05–06 50/-/-/-/100/30]
    main user/typed: "Thanks"
    main assistant/model: "Bye." [5 08–09 160/-/-/-/-/-]
    kept 0:3 SPAN
    kept 0:5 TOOL
    kept 0:7 SPAN
    kept 0:8 GENERATION"
  `);
  const [session] = (await mustImport([diskFile(LANGFUSE)])).sessions;
  expect(session?.responses.map(({ usage }) => usage)).toMatchObject([
    { uncachedInput: 40, cacheRead: 60, output: 30, reasoning: 20 },
    { uncachedInput: 50, cacheRead: 100, output: 30, reasoning: 20 },
    { uncachedInput: 160, cacheRead: null, output: null },
  ]);
});

test("refuses traces without a model call instead of importing them empty", async () => {
  const { post } = read(LANGSMITH) as { post: { run_type: string }[] };
  const chains = JSON.stringify(post.filter((run) => run.run_type !== "llm"));
  const span = { spanId: "1", traceId: "t", name: "GET /", attributes: [] };
  const http = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  for (const text of [chains, http])
    expect(await importTranscript([memoryFile(text)])).toMatchObject({
      ok: false,
      error: { code: "not-a-transcript", message: expect.stringMatching(/no message|without messages/) },
    });
});

test("langfuse: a trace as returned by the API, and one per line", async () => {
  const { trace, observations } = read(LANGFUSE);
  const line = JSON.stringify({ ...trace, observations });
  await checkImporter([memoryFile(line)], "langfuse");
  const { sessions } = await mustImport([memoryFile(`${line}\n${line}\n`)]);
  expect(sessions.map(({ responses }) => responses.length)).toEqual([3, 3]);
});

const llmRun = (more: object) => ({
  id: "r1",
  trace_id: "t1",
  dotted_order: "20260101T000000000000Zr1",
  name: "ChatAnthropic",
  run_type: "llm",
  start_time: "2026-01-01T00:00:00Z",
  end_time: "2026-01-01T00:00:02Z",
  inputs: { messages: [{ role: "user", content: "Hi" }] },
  ...more,
});
const langsmithRun = async (more: object) =>
  (await mustImport([memoryFile(JSON.stringify({ post: [llmRun(more)] }))])).sessions[0];

test("langsmith: counters nested in a run's columns, and a provider's own overlapping ones", async () => {
  const outputs = { role: "assistant", content: "Ho" };
  const columns = await langsmithRun({
    outputs,
    prompt_tokens: 100,
    completion_tokens: 20,
    prompt_token_details: { cache_read: 60, ephemeral_5m_input_tokens: 30 },
    completion_token_details: { reasoning: 8 },
  });
  const nested = { uncachedInput: 10, cacheRead: 60, cacheWrite5m: 30, output: 20, reasoning: 8 };
  expect(columns?.responses[0]?.usage).toMatchObject(nested);
  const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 60 }, output_tokens: 20 };
  const responses = await langsmithRun({ outputs: { ...outputs, usage } });
  expect(responses?.responses[0]?.usage).toMatchObject({ uncachedInput: 40, cacheRead: 60, output: 20 });
});

test("langsmith: iterations in a message's metadata are separate calls at their own models", async () => {
  const message = (input_tokens: number, more = {}) => ({ type: "message", input_tokens, output_tokens: 2, ...more });
  const usage = {
    input_tokens: 30,
    output_tokens: 4,
    iterations: [message(10), message(50, { type: "advisor_message", model: "claude-opus-5" }), message(20)],
  };
  const kwargs = {
    content: "Ho",
    response_metadata: { usage },
    usage_metadata: { input_tokens: 30, output_tokens: 4 },
  };
  const outputs = { generations: [[{ message: { id: ["langchain", "AIMessage"], kwargs } }]] };
  const session = await langsmithRun({ outputs });
  expect(session?.responses.map((response) => [response.model, response.usage?.uncachedInput])).toEqual([
    [null, 10],
    ["claude-opus-5", 50],
    [null, 20],
  ]);
});
