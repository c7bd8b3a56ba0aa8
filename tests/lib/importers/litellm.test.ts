import { expect, test } from "vitest";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const rows = (...values: object[]) => memoryFile(values.map((value) => JSON.stringify(value)).join("\n"));
const spend = (more: object) => ({
  request_id: "r1",
  call_type: "acompletion",
  spend: 0.1,
  startTime: "2026-01-01T00:00:00.000Z",
  endTime: "2026-01-01T00:00:01.000Z",
  model: "claude-sonnet-4-5",
  prompt_tokens: 1000,
  completion_tokens: 5,
  messages: {},
  response: {},
  metadata: {},
  ...more,
});
const firstUsage = async (row: object) => (await mustImport([rows(row, row)])).sessions[0]?.responses[0]?.usage;

test("payloads: a retry in one trace, a conversation over several traces, LiteLLM's own cache, another conversation", async () => {
  expect(await checkImporter([diskFile("tests/fixtures/litellm/payloads.jsonl")], "litellm")).toMatchInlineSnapshot(`
    "Millainen sää Turussa? | null | 
    rows 7 = 5 + 1 kept + 1 bad
    main system/system: "Be brief."
    main user/typed: "Millainen sää Turussa?"
    -- api-error {"message":"RateLimitError: slow down"}
    main assistant/model: call weather c1 [sonnet 02–03 100/-/-/900/0/20]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [sonnet 04–05 150/-/-/-/900/5]
    main user/typed: "Kiitos"
    main assistant/model: "Ole hyvä." [sonnet 06–07 ]
    kept 0:6 aembedding

    Other | null | 
    rows 7 = 5 + 1 kept + 1 bad
    main user/typed: "Other"
    main assistant/model: "Talk" [sonnet 08–09 3/-/-/-/-/1]
    kept 0:6 aembedding"
  `);
});

test("the usage object takes precedence over prompt_tokens, which include cache reads and, in most versions, writes", async () => {
  const usage_object = { prompt_tokens: 1000, completion_tokens: 5, cache_read_input_tokens: 700 };
  const inside = await firstUsage(
    spend({ metadata: { usage_object: { ...usage_object, cache_creation_input_tokens: 200 } } }),
  );
  expect(inside).toMatchObject({ uncachedInput: 100, cacheRead: 700, cacheWriteUnsplit: 200, output: 5 });
  expect(inside && promptTokens(inside)).toBe(1000);
  const beside = { ...usage_object, prompt_tokens: 720, cache_creation_input_tokens: 200 };
  expect(await firstUsage(spend({ metadata: JSON.stringify({ usage_object: beside }) }))).toMatchObject({
    uncachedInput: 20,
    cacheRead: 700,
    cacheWriteUnsplit: 200,
  });
  const anthropic = { input_tokens: 3, cache_read_input_tokens: 700, cache_creation_input_tokens: 0, output_tokens: 5 };
  expect(
    await firstUsage(spend({ call_type: "anthropic_messages", metadata: { usage_object: anthropic } })),
  ).toMatchObject({
    uncachedInput: 3,
    cacheRead: 700,
  });
});

test("with empty bodies, usage comes without text; counters that are all zero are unknown", async () => {
  const { sessions } = await mustImport([
    rows(spend({ session_id: "s" }), spend({ request_id: "r2", session_id: "s" })),
  ]);
  expect(sessions.map(({ responses }) => responses.length)).toEqual([2]);
  expect(sessions[0]?.responses[0]?.usage).toMatchObject({ uncachedInput: 1000, cacheRead: null, output: 5 });
  const messages = [{ role: "user", content: "Hi" }];
  const response = { choices: [{ message: { role: "assistant", content: "Ho" } }] };
  const zero = spend({ prompt_tokens: 0, completion_tokens: 0, messages, response });
  expect(await firstUsage(zero)).toBeNull();
});

test("spend rows: the prompt is in the proxy's request, redacted texts are not logged, an API answer lists rows", async () => {
  const proxy_server_request = JSON.stringify({ system: "Be brief.", messages: [{ role: "user", content: "Hi" }] });
  const response = { choices: [{ message: { role: "assistant", content: "redacted-by-litellm" } }] };
  const file = memoryFile(JSON.stringify({ data: [spend({ proxy_server_request, response })], total: 1 }));
  expect(await checkImporter([file], "litellm")).toMatchInlineSnapshot(`
    "Hi | null | 
    rows 2 = 2 + 0 kept + 0 bad
    main system/system: "Be brief."
    main user/typed: "Hi"
    main assistant/model: "" [sonnet 00–01 1000/-/-/-/-/5]"
  `);
});

test("a Responses API call is LiteLLM's row, not a log of that API", async () => {
  const output = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Ho" }] }];
  const response = { object: "response", output, usage: { input_tokens: 9, output_tokens: 2 } };
  const row = spend({ call_type: "aresponses", messages: [{ role: "user", content: "Hi" }], response });
  expect(await checkImporter([rows(row, spend({ request_id: "r2", response }))], "litellm")).toContain('"Ho" [sonnet');
});

test("calls of Gemini's own API, whose contents are logged as messages or as the body", async () => {
  const contents = [{ role: "user", parts: [{ text: "Hi" }] }];
  const response = { candidates: [{ content: { role: "model", parts: [{ text: "Ho" }] } }] };
  const gemini = { call_type: "agenerate_content", model: "gemini-3-pro", response };
  for (const more of [{ messages: contents }, { proxy_server_request: { contents } }]) {
    const { sessions } = await mustImport([
      rows(spend({ ...gemini, ...more }), spend({ ...gemini, ...more, request_id: "r2" })),
    ]);
    const said = sessions[0]?.messages.map(({ role, parts: [part] }) => [role, part?.type === "text" && part.text]);
    expect(said).toEqual([
      ["user", "Hi"],
      ["assistant", "Ho"],
    ]);
  }
  const usageMetadata = { promptTokenCount: 1000, cachedContentTokenCount: 900, candidatesTokenCount: 5 };
  const row = spend({ ...gemini, call_type: "generate_content_stream", response: [{ ...response, usageMetadata }] });
  expect(await firstUsage(row)).toMatchObject({ uncachedInput: 100, cacheRead: 900, output: 5 });
});
