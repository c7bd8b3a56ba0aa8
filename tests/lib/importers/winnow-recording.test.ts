import { describe, expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { countSession } from "@/lib/read-models/session-counts";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { type RecordedCall, recordingOf } from "@/tests/support/recorded-rows";
import { memoryFile } from "@/tests/support/transcript-file";

const SYSTEM = "You mend parsers. ".repeat(20);
const ASKED = "Mend the parser.";
const OUTPUT = "line 1\nline 2";
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

/** Two calls of a conversation with one tool, in each API's form: the first calls the tool, the second answers. */
const WIRES: Readonly<Record<string, readonly [RecordedCall, RecordedCall]>> = {
  anthropic: (() => {
    const tools = [{ name: "Read", description: "Reads.", input_schema: { type: "object" } }];
    const head = { model: "claude-opus-4-8", system: SYSTEM, tools };
    const call = { type: "tool_use", id: "toolu_1", name: "Read", input: { path: "a.ts" } };
    const usage = { input_tokens: 10, cache_read_input_tokens: 80, cache_creation_input_tokens: 10, output_tokens: 5 };
    const messages = [{ role: "user", content: ASKED }];
    const more = [
      ...messages,
      { role: "assistant", content: [call] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: OUTPUT }] },
    ];
    const answer = (content: object[], id: string) => ({
      ...{ type: "message", role: "assistant", id, model: head.model, content, usage },
    });
    return [
      { path: "/v1/messages?beta=true", body: { ...head, messages }, answer: answer([call], "msg_1") },
      {
        path: "/v1/messages",
        body: { ...head, messages: more },
        answer: answer([{ type: "text", text: "Done." }], "msg_2"),
      },
    ] as const;
  })(),
  chat: (() => {
    const tools = [{ type: "function", function: { name: "Read", parameters: { type: "object" } } }];
    const call = { id: "call_1", type: "function", function: { name: "Read", arguments: '{"path":"a.ts"}' } };
    const messages = [
      { role: "system", content: SYSTEM },
      { role: "user", content: ASKED },
    ];
    const more = [
      ...messages,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call_1", content: OUTPUT },
    ];
    const usage = {
      ...{ prompt_tokens: 100, completion_tokens: 5, total_tokens: 105 },
      prompt_tokens_details: { cached_tokens: 80 },
    };
    const chunk = (delta: object, finish: string | null, more: object = {}) =>
      event({
        ...{ id: "c1", object: "chat.completion.chunk", model: "gpt-5-mini" },
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...more,
      });
    return [
      {
        path: "/v1/chat/completions",
        body: { model: "gpt-5-mini", messages, tools },
        answer: chunk({ tool_calls: [{ index: 0, ...call }] }, null) + chunk({}, "tool_calls", { usage }),
      },
      {
        path: "/v1/chat/completions",
        body: { model: "gpt-5-mini", messages: more, tools },
        answer: chunk({ content: "Do" }, null) + chunk({ content: "ne." }, "stop", { usage }) + "data: [DONE]\n\n",
      },
    ] as const;
  })(),
  responses: (() => {
    const head = {
      model: "gpt-5.5",
      instructions: SYSTEM,
      tools: [{ type: "function", name: "Read", parameters: {} }],
    };
    const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: ASKED }] }];
    const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "xyz" };
    const call = { type: "function_call", call_id: "call_1", name: "Read", arguments: '{"path":"a.ts"}' };
    const more = [...input, reasoning, call, { type: "function_call_output", call_id: "call_1", output: OUTPUT }];
    const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 80 }, output_tokens: 5 };
    const ended = (output: object[], id: string) =>
      event({
        type: "response.completed",
        sequence_number: 9,
        response: { id, object: "response", model: "gpt-5.5", output, usage },
      });
    const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] };
    return [
      { path: "/v1/responses", body: { ...head, input }, answer: ended([reasoning, call], "resp_1") },
      { path: "/v1/responses", body: { ...head, input: more }, answer: ended([said], "resp_2") },
    ] as const;
  })(),
  gemini: (() => {
    const head = {
      systemInstruction: { parts: [{ text: SYSTEM }] },
      tools: [{ functionDeclarations: [{ name: "Read", parametersJsonSchema: {} }] }],
    };
    const contents = [{ role: "user", parts: [{ text: ASKED }] }];
    const call = { functionCall: { name: "Read", args: { path: "a.ts" } } };
    const more = [
      ...contents,
      { role: "model", parts: [call] },
      { role: "user", parts: [{ functionResponse: { name: "Read", response: { output: OUTPUT } } }] },
    ];
    const usageMetadata = { promptTokenCount: 100, cachedContentTokenCount: 80, candidatesTokenCount: 5 };
    const chunk = (parts: object[], rest: object = {}) =>
      event({ candidates: [{ content: { role: "model", parts } }], modelVersion: "gemini-2.5-pro", ...rest });
    const path = "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse";
    return [
      { path, body: { ...head, contents }, answer: chunk([call], { usageMetadata }) },
      {
        path,
        body: { ...head, contents: more },
        answer: chunk([{ text: "Do" }]) + chunk([{ text: "ne." }], { usageMetadata }),
      },
    ] as const;
  })(),
};

async function sessionsOf(calls: readonly RecordedCall[]): Promise<readonly Session[]> {
  return (await mustImport([recordingOf(calls)])).sessions;
}

const drawn = ({ messages }: Session) =>
  messages.map(({ role, origin, parts }) => [
    role,
    origin,
    ...parts.map((part) =>
      part.type === "tool-call" ? part.toolName : part.type === "reasoning" ? "…" : partText(part),
    ),
  ]);

describe("a recorded conversation is one session in which every message occurs once", () => {
  for (const [wire, calls] of Object.entries(WIRES))
    test(wire, async () => {
      await checkImporter([recordingOf(calls)], "winnow-recording");
      const [session, ...others] = await sessionsOf(calls);
      if (!session) throw new Error("no session");
      expect(others).toEqual([]);
      expect(drawn(session).map((row) => row.filter((cell) => cell !== "…"))).toEqual([
        ["system", "system", SYSTEM],
        ["user", "typed", ASKED],
        ["assistant", "model", "Read"],
        [wire === "anthropic" ? "user" : "tool", "tool", OUTPUT],
        ["assistant", "model", "Done."],
      ]);
      expect(session.agents.map(({ id }) => id)).toEqual(["main"]);
      expect(session.events).toEqual([]);
      expect(session.issues).toEqual([]);
      expect(session.title).toBe(ASKED);
      for (const { usage, prompt, startedAt, endedAt, model } of session.responses) {
        expect([usage && promptTokens(usage), usage?.cacheRead, usage?.output]).toEqual([100, 80, 5]);
        expect(prompt?.leaf).toBeGreaterThan(0);
        expect(Date.parse(endedAt ?? "") - Date.parse(startedAt ?? "")).toBe(500);
        expect(model).toBeTruthy();
      }
      // The second prompt begins like the first, block by block.
      const blocks = session.captured?.blocks ?? [];
      const path = (leaf: number): number[] => (leaf === -1 ? [] : [...path(blocks[leaf]?.parent ?? -1), leaf]);
      const [first, second] = session.responses.map(({ prompt }) => path(prompt?.leaf ?? -1));
      expect(second?.slice(0, first?.length)).toEqual(first);
    });
});

const [ask, go] = WIRES.anthropic as readonly [RecordedCall, RecordedCall];

test("a request for a title before the main agent's is another agent", async () => {
  const title: RecordedCall = {
    path: "/v1/messages",
    body: { model: "claude-haiku-4-5", messages: [{ role: "user", content: "Write a title." }] },
    answer: { type: "message", model: "claude-haiku-4-5", content: [{ type: "text", text: "Parser" }] },
  };
  const [session] = await sessionsOf([title, ask, go]);
  expect(session?.responses.map(({ agent }) => agent)).toEqual(["thread-1", "main", "main"]);
});

test("the client's headers distinguish sub-agents and sessions", async () => {
  const of = (session: string, agent?: string) => ({
    "x-claude-code-session-id": session,
    ...(agent && { "x-claude-code-agent-id": agent, "x-claude-code-agent-type": "Explore" }),
  });
  const sessions = await sessionsOf([
    { ...ask, headers: of("one") },
    { ...ask, headers: of("one", "a1") },
    { ...ask, headers: of("two") },
    { ...go, headers: of("one") },
  ]);
  expect(sessions.map(({ responses }) => responses.map(({ agent }) => agent))).toEqual([
    ["main", "1 Explore", "main"],
    ["main"],
  ]);
});

test("a refusal is an error in the session, and the usage of an interrupted call is unknown", async () => {
  const refused = { ...ask, status: 529, answer: { type: "error", error: { message: "Overloaded" } } };
  const cut = { ...go, end: "cancelled" as const };
  const [session] = await sessionsOf([
    refused,
    ask,
    cut,
    { ...go, answer: undefined as never, end: "failed" as const },
  ]);
  expect(session?.events).toMatchObject([{ type: "api-error", message: "Overloaded", status: 529 }]);
  expect(session?.responses.map(({ usage }) => usage?.output ?? null)).toEqual([5, null]);
});

test("a client that completes its call before sending it again has not rewound, and the call is as it was sent", async () => {
  const body = go.body as { messages: { content: { input?: object }[] }[] };
  const messages = structuredClone(body.messages);
  const [call] = messages[1]?.content ?? [];
  if (call) call.input = { path: "a.ts", limit: 2_000 };
  const [session] = await sessionsOf([ask, { ...go, body: { ...body, messages } }]);
  expect(session?.events).toEqual([]);
  const calls = session?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-call"));
  expect(calls).toMatchObject([{ toolName: "Read", input: { path: "a.ts", limit: 2_000 } }]);
});

test("an exchange that depends on a missing line is an issue, and affects no other", async () => {
  const [head, first, second] = (await textOf(recordingOf([ask, go]))).split("\n");
  const { memoryFile } = await import("@/tests/support/transcript-file");
  const imported = await mustImport([memoryFile([head, second, first].join("\n"))]);
  expect(imported.issues.map(({ code }) => code)).toEqual(["lost-reference"]);
  expect(imported.sessions[0]?.responses).toHaveLength(1);
});

async function textOf(file: ReturnType<typeof recordingOf>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe("the provider's own reason for a cache miss", () => {
  const call = (at: number, fields: object): RecordedCall => ({
    path: "/v1/responses",
    body: { model: "gpt-5.6", instructions: SYSTEM, input: [{ role: "user", content: `${ASKED} ${at}` }] },
    answer: event({
      type: "response.completed",
      response: {
        ...{ id: `resp_${at}`, object: "response", model: "gpt-5.6" },
        output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] }],
        usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5 },
        ...fields,
      },
    }),
  });

  test("OpenAI's is read only for a miss", async () => {
    const told = [
      { type: "cache_miss", reason: "tools_changed", cache_missed_tokens: 80 },
      { type: "cache_hit" },
      { type: "unavailable", reason: "tools_changed" },
    ];
    const calls = told.map((diagnostics, at) => call(at, { prompt_cache_diagnostics: diagnostics }));
    const { sessions } = await mustImport([recordingOf([...calls, call(3, {})])]);
    const reasons = sessions.flatMap(({ responses }) => responses.map((response) => response.cacheMissReason ?? null));
    expect(reasons).toEqual(["tools_changed", null, null, null]);
  });
});

describe("a prompt that begins with other messages", () => {
  const events = async (begin: object[], rest: number) => {
    const [first, second] = WIRES.anthropic ?? [];
    if (!first || !second) throw new Error("there are two calls");
    const { messages, ...head } = second.body as { messages: object[] };
    const next = {
      ...second,
      body: { ...head, model: "claude-sonnet-4-5", messages: [...begin, ...messages.slice(rest)] },
    };
    const { sessions } = await mustImport([recordingOf([first, second, next], "claude-code")]);
    return sessions[0]?.events.map(({ type }) => type).filter((type) => type !== "model-switch");
  };
  const begin = [{ role: "user", content: `<system-reminder>for another model</system-reminder>\n${ASKED}` }];
  test("is an edit if the calls are still there, as for another model", async () => {
    expect(await events(begin, 1)).toEqual(["rewind"]);
  });
  test("is a compaction if they are gone", async () => {
    expect(await events(begin, 3)).toEqual(["compaction"]);
  });
});

describe("a prompt that keeps the first message and drops the rest", () => {
  const SUMMARY = "<summary>\nThe parser skips empty lines now, and its tests pass.\n</summary>";
  const recorded = async (behind: string, ...rest: object[]) => {
    const [first, second] = WIRES.anthropic ?? [];
    if (!first || !second) throw new Error("there are two calls");
    const { messages, ...head } = second.body as { messages: object[] };
    const asked = [...messages, { role: "assistant", content: "Done." }, { role: "user", content: "Sum it up." }];
    const text = [{ type: "text", text: SUMMARY }];
    const summed = {
      ...second,
      body: { ...head, messages: asked },
      answer: { ...Object(second.answer), content: text },
    };
    const next = { ...second, body: { ...head, messages: [messages[0], { role: "user", content: behind }, ...rest] } };
    const { sessions } = await mustImport([recordingOf([first, second, summed, next], "codex")]);
    const [session] = sessions;
    if (!session) throw new Error("there is a session");
    return session;
  };
  const cutsOf = ({ events }: Session) => events.map(({ type }) => type);

  test("was compacted if the next one quotes an answer: both form the summary", async () => {
    const session = await recorded("Another model wrote: The parser skips empty lines now, and its tests pass.");
    expect(cutsOf(session)).toEqual(["compaction"]);
    const summaries = session.messages.filter(({ origin }) => origin === "summary");
    expect(summaries.map(({ role }) => role)).toEqual(["assistant", "user"]);
    const [event] = session.events;
    expect(event).toMatchObject({ summaryMessageId: summaries[1]?.id });
    expect(contextAt(session, 3).messages.flatMap(({ parts }) => parts.map(partText))).toEqual([
      ...[SYSTEM, ASKED],
      "Another model wrote: The parser skips empty lines now, and its tests pass.",
    ]);
  });
  test("was rewound if it quotes none", async () => {
    expect(cutsOf(await recorded("Another way: rewrite the parser from the beginning."))).toEqual(["rewind"]);
  });
});

describe("a client that has its conversation summarised in a separate call", () => {
  const SUMMARY = "The parser skips empty lines now, and its tests pass.";
  const text = [{ type: "text", text: SUMMARY }];
  const called = async (order: "behind" | "first") => {
    const [first, second] = WIRES.anthropic ?? [];
    if (!first || !second) throw new Error("there are two calls");
    const { messages, tools: _, ...head } = second.body as { messages: object[]; tools: object };
    const asked = [...messages, { role: "user", content: "Sum it up." }];
    const summed = {
      ...second,
      body: { ...head, system: "You sum up.", messages: asked },
      answer: { ...Object(second.answer), content: text },
    };
    const next = {
      ...second,
      body: { ...Object(second.body), messages: [{ role: "user", content: `So far: ${SUMMARY}` }] },
    };
    const calls = order === "first" ? [summed, next] : [first, second, summed, next];
    const { sessions } = await mustImport([recordingOf(calls, "pi")]);
    const [session] = sessions;
    if (!session) throw new Error("there is a session");
    return session;
  };

  for (const order of ["behind", "first"] as const)
    test(`is compacted by another agent, which comes ${order}`, async () => {
      const session = await called(order);
      expect(session.agents.map(({ title }) => title ?? null)).toEqual([null, "Compaction"]);
      expect(session.events.map(({ type, agent }) => [type, agent])).toEqual([["compaction", "main"]]);
      expect(session.messages.filter(({ origin }) => origin === "summary").map(({ agent }) => agent)).toEqual([
        "thread-1",
        "main",
      ]);
      expect(countSession(session).tool_calls).toBe(order === "first" ? 0 : 1);
    });
});

test("Gemini's calls get the ids of their results, which the client assigns", async () => {
  const [first, second] = WIRES.gemini ?? [];
  if (!first || !second) throw new Error("there are two calls");
  const body = JSON.parse(
    JSON.stringify(second.body).replaceAll(/("function(?:Call|Response)":\{)/g, '$1"id":"Read_1795",'),
  );
  const { sessions } = await mustImport([recordingOf([first, { ...second, body }], "gemini-cli")]);
  const ids = sessions.flatMap(({ messages }) =>
    messages.flatMap(({ parts }) => parts.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : []))),
  );
  expect(ids).toEqual(["Read_1795", "Read_1795"]);
});

test("the last line gives the session of the client's own log, if no request does", async () => {
  const id = "aaaaaaaa-0000-4000-8000-000000000001";
  const text = `${await textOf(recordingOf([ask, go], "pi"))}\n${JSON.stringify({ client_session: id })}\n`;
  const { sessions, issues } = await mustImport([memoryFile(text, "recording.jsonl")]);
  expect([sessions.map(({ clientSession }) => clientSession), issues]).toEqual([[id], []]);
});

describe("a resent prompt", () => {
  const [first, second] = WIRES.chat as readonly [RecordedCall, RecordedCall];
  const { messages, ...head } = second.body as { messages: object[]; model: string; tools: object[] };
  const thought = "The parser fails on empty lines.";
  const usage = { prompt_tokens: 100, completion_tokens: 15, prompt_tokens_details: { cached_tokens: 80 } };
  const said = (message: object) => ({ id: "c1", model: head.model, choices: [{ index: 0, message }], usage });

  test("has the reasoning of an OpenAI-compatible answer as a separate block, and otherwise equals the messages", async () => {
    const [system, user, called, result] = messages;
    const thinking = { ...called, reasoning_content: thought, content: "I look." };
    const body = { ...head, messages: [system, user, thinking, result] };
    const [session] = await sessionsOf([
      { ...first, answer: said(thinking) },
      { ...second, body },
    ]);
    if (!session) throw new Error("no session");
    expect(session.issues).toEqual([]);
    const { composition } = analyzeSession(session, loadVocabulary).requests[1] ?? {};
    expect(
      [composition?.reasoning, composition?.assistant, composition?.tool_call].map((size) => (size ?? 0) > 0),
    ).toEqual([true, true, true]);
  });

  test("equals the messages even if it differs at one of them, and its repeated blocks have parts", async () => {
    const parts = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
    const ask = (...texts: string[]) => ({ role: "user", content: parts(...texts) });
    const answer = { role: "assistant", content: "Done." };
    const rest = [{ role: "assistant", content: "Which one?" }, ask("That of src.")];
    const calls = [
      [ask("Skills: none.", "It is Saturday.", ASKED), ...rest],
      [ask("Skills: none.", ASKED), ...rest, answer, ask("And the formatter.")],
    ].map((list) => ({ path: first.path, body: { ...head, messages: list }, answer: said(answer) }));
    const [session] = await sessionsOf(calls);
    expect(session?.events.map(({ type }) => type)).toEqual(["rewind"]);
    expect(session?.issues).toEqual([]);
  });
});

describe("Gemini omits a count of zero cached tokens", () => {
  const calls = WIRES.gemini as readonly [RecordedCall, RecordedCall];
  const without = (call: RecordedCall) => ({
    ...call,
    answer: `${call.answer}`.replace('"cachedContentTokenCount":80,', ""),
  });
  const readsOf = async (given: readonly RecordedCall[]) =>
    (await sessionsOf(given)).flatMap(({ responses }) => responses.map(({ usage }) => usage?.cacheRead));

  test("which is zero if another answer has the count", async () => {
    expect(await readsOf([calls[0], without(calls[1])])).toEqual([80, 0]);
  });
  test("and unknown if none has", async () => {
    expect(await readsOf(calls.map(without))).toEqual([null, null]);
  });
});
