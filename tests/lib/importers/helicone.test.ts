import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const request = (more: object) => ({
  request_id: "h",
  request_created_at: "2026-01-01T00:00:00Z",
  response_created_at: "2026-01-01T00:00:01Z",
  request_body: {},
  response_body: {},
  prompt_tokens: 100,
  completion_tokens: 5,
  ...more,
});
const imported = async (...values: object[]) =>
  mustImport([memoryFile(values.map((value) => JSON.stringify(value)).join("\n"))]);

test("requests of one session, a provider error, a tool that was logged by hand", async () => {
  expect(await checkImporter([diskFile("tests/fixtures/helicone/requests.jsonl")], "helicone")).toMatchInlineSnapshot(`
    "Millainen sää Turussa? | null | 
    rows 5 = 3 + 1 kept + 1 bad
    agent thread-1 of main by undefined: undefined
    main system/system: "Be brief."
    main user/typed: "Millainen sää Turussa?"
    main assistant/model: call weather c1 [sonnet 00–01 10/-/-/900/0/20]
    main user/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [sonnet 02–03 30/-/-/-/900/5]
    thread-1 user/typed: "Again"
    -- api-error {"message":"Overloaded"}
    kept 0:4 tool"
  `);
});

test("with only a signed link to the bodies, usage is known without text", async () => {
  const link = { request_body: null, response_body: null, signed_body_url: "https://example.org/body" };
  const { sessions } = await imported(request(link), request({ ...link, request_id: "h2" }));
  expect(sessions.map(({ responses }) => responses.map(({ usage }) => usage?.uncachedInput))).toEqual([[100], [100]]);
  expect(JSON.stringify(sessions.map(({ messages }) => messages))).not.toContain("example.org");
});

test("prompt_tokens may include the columns' cached tokens: the uncached input is unknown, unless they cannot be included", async () => {
  const usageOf = async (more: object) =>
    (await imported(request(more), request(more))).sessions[0]?.responses[0]?.usage;
  const cached = { prompt_cache_read_tokens: 80 };
  expect(await usageOf(cached)).toMatchObject({ uncachedInput: null, cacheRead: 80, output: 5 });
  expect(await usageOf({ ...cached, prompt_tokens: 20 })).toMatchObject({ uncachedInput: 20, cacheRead: 80 });
  const response_body = {
    usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 80 } },
  };
  expect(await usageOf({ ...cached, response_body })).toMatchObject({ uncachedInput: 20, cacheRead: 80 });
  const answered = { choices: [{ message: { role: "assistant", content: "Ho" } }] };
  const cache_reference_id = "0b0f4a46-0000-4000-8000-000000000000";
  expect(await usageOf({ cache_reference_id, response_body: answered })).toBeNull();
});

test("without session ids, a request that repeats another and its answer continues its conversation", async () => {
  const asked = [{ role: "user", content: "Hi" }];
  const answer = { role: "assistant", content: "Ho" };
  const body = (message: object) => ({ choices: [{ message }] });
  const later = { request_created_at: "2026-01-01T00:01:00Z", response_created_at: "2026-01-01T00:01:01Z" };
  const more = { messages: [...asked, answer, { role: "user", content: "More" }] };
  const { sessions } = await imported(
    request({ request_body: { messages: asked }, response_body: body(answer) }),
    request({
      request_id: "h2",
      ...later,
      request_body: more,
      response_body: body({ role: "assistant", content: "Less" }),
    }),
    request({ request_id: "h3", ...later, request_body: { messages: asked }, response_body: body(answer) }),
  );
  expect(sessions.map(({ responses }) => responses.map(({ id }) => id))).toEqual([["h", "h2"], ["h3"]]);
});

test("bodies of Gemini's own API: contents, a system prompt, chunks of a streamed answer, usage", async () => {
  const contents = [{ role: "user", parts: [{ text: "Weather in Turku?" }] }];
  const called = { role: "model", parts: [{ functionCall: { name: "weather", args: { city: "Turku" } } }] };
  const answered = {
    role: "user",
    parts: [{ functionResponse: { name: "weather", response: { output: "3 °C" } } }],
  };
  const chunk = (text: string, more = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] } }],
    ...more,
  });
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 80,
    candidatesTokenCount: 4,
    thoughtsTokenCount: 6,
  };
  const systemInstruction = { parts: [{ text: "Be brief." }] };
  const properties = { "Helicone-Session-Id": "s" };
  const { sessions } = await imported(
    request({
      properties,
      request_body: { contents, systemInstruction },
      response_body: {
        candidates: [{ content: called }],
        usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 9 },
      },
    }),
    request({
      request_id: "h2",
      request_created_at: "2026-01-01T00:00:02Z",
      properties,
      request_body: { contents: [...contents, called, answered], systemInstruction },
      response_body: [chunk("3 "), chunk("°C.", { usageMetadata })],
    }),
  );
  expect(sessions).toHaveLength(1);
  expect(sessions[0]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "assistant"]);
  const parts = sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
  const [call, result] = [
    parts.find(({ type }) => type === "tool-call"),
    parts.find(({ type }) => type === "tool-result"),
  ];
  expect(call).toMatchObject({ toolName: "weather" });
  expect(result).toMatchObject({ toolCallId: call?.type === "tool-call" && call.toolCallId });
  expect(parts.at(-1)).toMatchObject({ type: "text", text: "3 °C." });
  expect(sessions[0]?.responses.map(({ usage }) => usage)).toMatchObject([
    { uncachedInput: 50, output: 9 },
    { uncachedInput: 20, cacheRead: 80, output: 10, reasoning: 6 },
  ]);
});
