import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/otel-genai/spans.json";

test("otel-genai: spans in any order become conversations; older spellings of messages and counters", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "otel-genai")).toMatchInlineSnapshot(`
    "Wie ist das Wetter in Köln? | null | 
    rows 13 = 10 + 2 kept + 1 bad
    agent thread-1 of main by undefined: weather
    main system/system: "Be brief."
    main user/typed: "Wie ist das Wetter in Köln?" + image/png 8B
    main assistant/model: thinking + call weather c1 [sonnet 01–02 10/-/-/90/0/20]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [sonnet 10–11 10/-/-/30/100/5]
    main user/typed: "Und morgen?"
    -- api-error {"message":"overloaded"}
    main assistant/model: "4 °C." [sonnet 22–23 5/-/-/15/140/6]
    -- compaction {"trigger":"unknown"}
    main system/system: "Be brief."
    main user/typed: "Wie ist das Wetter in Köln?" + image/png 8B
    main user/typed: "Summary: it was about Köln."
    main assistant/model: "On we go." [sonnet 25–26 60/-/-/0/0/4]
    -- fork {"detail":"shares 2 messages with main"}
    thread-1 system/system: "Be brief."
    thread-1 user/typed: "Wie ist das Wetter in Köln?" + image/png 8B
    thread-1 assistant/model: "Another try." [sonnet 28–29 100/-/-/0/0/4]
    kept 0:3 invoke_agent
    kept 0:5 execute_tool

    Hi | null | 
    rows 13 = 10 + 2 kept + 1 bad
    main user/typed: "Hi"
    main assistant/model: call f c9 [4o 40–41 7/-/-/-/-/2]
    kept 0:3 invoke_agent
    kept 0:5 execute_tool

    Ho | null | 
    rows 13 = 10 + 2 kept + 1 bad
    main user/typed: "Ho"
    main assistant/model: "Hey" [4o 42–43 5/-/-/-/4/1]
    kept 0:3 invoke_agent
    kept 0:5 execute_tool

    Event? | null | 
    rows 13 = 10 + 2 kept + 1 bad
    main user/typed: "Event?"
    main assistant/model: "Yes." [4o 44–45 3/-/-/-/-/1]
    kept 0:3 invoke_agent
    kept 0:5 execute_tool"
  `);
});

test("every request sent what its span contains", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  if (!session) throw new Error("no session");
  const sent = session.responses.map((response, index) => [response.id, contextAt(session, index).messages.length]);
  // system + input messages of the span
  expect(sent).toEqual([
    ["msg-s1", 2],
    ["msg-s2", 4],
    ["msg-s4", 6],
    ["msg-s5", 3],
    ["msg-s6", 2],
  ]);
});

test("one line, many lines and the snake_case spelling", async () => {
  const compact = JSON.stringify(JSON.parse(readFileSync(FIXTURE, "utf8")));
  const snake = compact
    .replace(/resourceSpans/g, "resource_spans")
    .replace(/scopeSpans/g, "scope_spans")
    .replace(/"(spanId|parentSpanId|traceId|startTimeUnixNano|endTimeUnixNano|stringValue|intValue)"/g, (key) =>
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
  const drawn = (await mustImport([diskFile(FIXTURE)])).sessions.map(({ messages }) => messages.length);
  for (const text of [compact, `${compact}\n`, snake]) {
    await checkImporter([memoryFile(text)], "otel-genai");
    expect((await mustImport([memoryFile(text)])).sessions.map(({ messages }) => messages.length)).toEqual(drawn);
  }
});

test("a result that no later prompt shows comes from its tool's span, only in the same trace", async () => {
  const attributes = (facts: Record<string, string>) =>
    Object.entries(facts).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  const call = { type: "tool_call", id: "c1", name: "ls", arguments: {} };
  const said = (role: string, part: object) => JSON.stringify([{ role, parts: [part] }]);
  const chat = {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": said("user", { type: "text", content: "List" }),
    "gen_ai.output.messages": said("assistant", call),
  };
  const tool = (result: string) => ({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.call.id": "c1",
    "gen_ai.tool.call.result": result,
  });
  const spans = [
    { spanId: "1", traceId: "t1", attributes: attributes(chat) },
    { spanId: "2", traceId: "t1", attributes: attributes(tool("a.ts")) },
    { spanId: "3", traceId: "t2", attributes: attributes(tool("another")) },
  ];
  const value = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  const { sessions } = await mustImport([memoryFile(JSON.stringify(value))]);
  expect(sessions[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
  expect(sessions[0]?.messages[2]?.parts).toMatchObject([{ toolCallId: "c1", output: [{ text: "a.ts" }] }]);
});

const span = (spanId: string, attributes: Record<string, unknown>, traceId = "t") => ({
  traceId,
  spanId,
  startTimeUnixNano: "1781296600000000000",
  endTimeUnixNano: "1781296610000000000",
  attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
});
const exported = (service: string, ...spans: unknown[]) =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
        scopeSpans: [{ spans }],
      },
    ],
  });

test("otel-genai: refuses spans without messages, naming their writer and what to do", async () => {
  const rows = [
    exported("vs-copilot", span("a", { "gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "m" })),
    exported("vs-copilot", span("b", { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "run_build" })),
    exported("vs-copilot", span("c", { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" })),
  ];
  const imported = await importTranscript([memoryFile(rows.join("\n"))]);
  expect(!imported.ok && imported.error.code).toBe("not-a-transcript");
  expect(!imported.ok && imported.error.message).toMatch(
    /GitHub Copilot in Visual Studio without messages \(3 spans, 1 of them of tools\).*CAPTURE_MESSAGE_CONTENT/,
  );
});

test("otel-genai: a span written again as it grows is one call, in its fullest version", async () => {
  const chat = (answer: string | null) =>
    span("a", {
      "gen_ai.operation.name": "chat",
      "gen_ai.conversation.id": "c",
      "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
      ...(answer && {
        "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"${answer}"}]}]`,
      }),
    });
  const rows = [exported("vs-copilot", chat(null)), exported("vs-copilot", chat("Hello.")), exported("x", chat("He"))];
  const { sessions, rows: account } = await mustImport([memoryFile(rows.join("\n"))]);
  expect(sessions.map(({ messages }) => messages.map(({ parts }) => parts))).toMatchObject([
    [[{ text: "Hi" }], [{ text: "Hello." }]],
  ]);
  expect(account).toMatchObject({ read: 6, interpreted: 6 });
});

test("spans of the AI SDK: its own messages, tools and cache counters", async () => {
  const call = { toolCallId: "c1", toolName: "weather", input: { city: "Bern" } };
  const first = [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Weather in Bern?" }] },
  ];
  const second = [
    ...first,
    { role: "assistant", content: [{ type: "tool-call", ...call }] },
    { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "json", value: { celsius: 3 } } }] },
  ];
  const span = (spanId: string, startTimeUnixNano: string, messages: object[], rest: object) => ({
    ...{ traceId: "t", spanId, name: "ai.streamText.doStream", startTimeUnixNano },
    attributes: {
      "ai.operationId": "ai.streamText.doStream",
      "ai.prompt.messages": JSON.stringify(messages),
      "ai.prompt.tools": [JSON.stringify({ type: "function", name: "weather", inputSchema: { type: "object" } })],
      "gen_ai.request.model": "gpt-5",
      ...rest,
    },
  });
  const spans = [
    span("1", "1780000000000000000", first, {
      "ai.response.toolCalls": JSON.stringify([{ ...call, input: JSON.stringify(call.input) }]),
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.output_tokens": 9,
    }),
    span("2", "1780000001000000000", second, {
      "ai.response.reasoning": "It is cold.",
      "ai.response.text": "3 °C.",
      "gen_ai.usage.input_tokens": 140,
      "gen_ai.usage.output_tokens": 12,
      "ai.usage.cachedInputTokens": 90,
      "ai.usage.reasoningTokens": 4,
    }),
  ];
  const { sessions } = await mustImport([memoryFile(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))]);
  const [session] = sessions;
  expect(session?.messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
    ["system", "text"],
    ["user", "text"],
    ["assistant", "tool-call"],
    ["tool", "tool-result"],
    ["assistant", "reasoning", "text"],
  ]);
  expect(session?.responses.map(({ usage }) => usage)).toMatchObject([
    { uncachedInput: 100, cacheRead: null, output: 9 },
    { uncachedInput: 50, cacheRead: 90, output: 12, reasoning: 4 },
  ]);
  expect(session?.tools).toEqual([{ name: "weather", schema: { type: "object" } }]);
});
