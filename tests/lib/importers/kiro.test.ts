import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { storeFile } from "@/tests/support/make-store";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const START = 1_788_256_800_000;
const session = () => [diskFile("tests/fixtures/kiro/session.jsonl"), diskFile("tests/fixtures/kiro/session.json")];
const json = (value: unknown) => memoryFile(JSON.stringify(value, null, 2), "session.json");

test("Kiro CLI rows with the facts of their session", async () => {
  expect(await checkImporter(session(), "kiro-cli")).toMatchInlineSnapshot(`
    "Ports | /home/ada/shop | 
    rows 10 = 8 + 1 kept + 1 bad
    main user/typed: "Which port is used?"
    main assistant/model: "I look." + call read t1 + call shell t2 [sonnet 00–? ]
    main tool/tool: result read t1 "8080" + error shell t2 "{\\"exit\\":1}"
    main assistant/model: "It is 8080." [sonnet ?–? ]
    -- rewind {"detail":"cleared","keptUntil":0}
    main user/typed: "And now?"
    main assistant/model: opaque [sonnet 40–? ]
    kept 0:8 Telemetry"
  `);
});

test("a cleared conversation starts over", async () => {
  const [kiro] = (await mustImport(session())).sessions;
  if (!kiro) throw new Error("no session");
  expect(contextAt(kiro, 2).messages.map(({ role }) => role)).toEqual(["user"]);
});

const prompt = (text: string) => ({
  additional_context: "",
  env_context: { env_state: { current_working_directory: "/home/ada" } },
  content: { Prompt: { prompt: text } },
  timestamp: "2026-09-01T10:00:00Z",
});
const results = (kind: string, ...contents: unknown[]) => ({
  content: {
    [kind]: {
      tool_use_results: contents.map((content) => ({
        tool_use_id: "",
        content: [content],
        status: kind === "ToolUseResults" ? "Success" : "Error",
      })),
    },
  },
});
const use = (...names: string[]) => ({
  ToolUse: {
    message_id: "m1",
    content: "I look.",
    tool_uses: names.map((name) => ({ id: "", name, args: { path: name } })),
  },
});
const conversation = (id: string, first: string) => ({
  conversation_id: id,
  model_info: { model_id: "claude-sonnet-4.5" },
  history: [
    {
      user: prompt(first),
      assistant: use("fs_read", "execute_bash"),
      request_metadata: { request_start_timestamp_ms: START, stream_end_timestamp_ms: START + 2000, model_id: "auto" },
    },
    {
      user: results("ToolUseResults", { Text: "8080" }, { Json: { exit: 0 } }),
      assistant: { Response: { message_id: null, content: "It is 8080." } },
    },
    { user: { content: null }, assistant: use("fs_write") },
    { user: results("CancelledToolUses", { Text: "cancelled" }), assistant: { Response: { content: "" } } },
    [prompt("An older pair"), { Response: { content: "Read too." } }],
    "nothing",
  ],
});

test("a conversation of the older CLI: calls without ids are paired by order", async () => {
  const file = json(conversation("c1", "Which port?"));
  expect(await checkImporter([file], "kiro-cli")).toMatchInlineSnapshot(`
    "Which port? | /home/ada | 
    rows 7 = 6 + 0 kept + 1 bad
    main user/typed: "Which port?"
    main assistant/model: "I look." + call fs_read call-2-0 + call execute_bash call-2-1 [undefined 00–02 ]
    main tool/tool: result fs_read call-2-0 "8080" + result execute_bash call-2-1 "{\\"exit\\":0}"
    main assistant/model: "It is 8080." [sonnet ?–? ]
    main assistant/model: "I look." + call fs_write call-4-0 [sonnet ?–? ]
    main tool/tool: error fs_write call-4-0 "cancelled"
    main user/typed: "An older pair"
    main assistant/model: "Read too." [sonnet 00–? ]"
  `);
  const [kiro] = (await mustImport([file])).sessions;
  const parts = kiro?.messages.flatMap(({ parts }) => parts) ?? [];
  const answered = parts.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []));
  expect(answered).toEqual(parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : [])));
});

test("a conversation of the older CLI: its summary, tools, images and a prompt without an answer", async () => {
  const specification = { name: "fs_read", description: "Reads a file.", input_schema: { json: { type: "object" } } };
  const image = { format: "Png", source: { Bytes: [137, 80, 78, 71] } };
  const file = json({
    conversation_id: "c1",
    latest_summary: ["The port is 8080.", { message_id: "m0" }],
    tools: { native___: [{ ToolSpecification: specification }] },
    history: [{ user: { ...prompt("And here?"), images: [image] }, assistant: { Response: { content: "9090." } } }],
    next_message: prompt("Thanks"),
  });
  const [kiro] = (await mustImport([file])).sessions;
  expect(kiro?.tools).toEqual([{ name: "fs_read", description: "Reads a file.", schema: { type: "object" } }]);
  expect(kiro?.messages.map(({ origin, parts }) => [origin, parts])).toMatchObject([
    ["summary", [{ text: "The port is 8080." }]],
    ["typed", [{ text: "And here?" }, { mediaType: "image/png", byteLength: 4 }]],
    ["model", [{ text: "9090." }]],
    ["typed", [{ text: "Thanks" }]],
  ]);
});

test("a database: one conversation under two folders is one, in its newest state", async () => {
  const row = (key: string, id: string, value: unknown, updated: number) => ({
    key,
    conversation_id: id,
    value: typeof value === "string" ? value : JSON.stringify(value),
    created_at: START,
    updated_at: START + updated,
  });
  const file = await storeFile(
    `create table state (key TEXT PRIMARY KEY, value BLOB); create table auth_kv (key TEXT PRIMARY KEY, value TEXT);
     create table conversations (key TEXT PRIMARY KEY, value TEXT);
     create table conversations_v2 (key TEXT, conversation_id TEXT, value TEXT, created_at INTEGER, updated_at INTEGER, PRIMARY KEY (key, conversation_id));`,
    {
      auth_kv: [{ key: "token", value: "a secret token" }],
      conversations: [
        { key: "/a", value: JSON.stringify(conversation("c1", "Before it was copied")) },
        { key: "/old", value: JSON.stringify(conversation("q1", "From Amazon Q")) },
      ],
      conversations_v2: [
        row("/a", "c1", conversation("c1", "Old state"), 0),
        row("/b", "c1", conversation("c1", "New state"), 5),
        row("/c", "c2", "no json", 0),
      ],
    },
  );
  await checkImporter([file], "kiro-cli");
  const { sessions, rows } = await mustImport([file]);
  expect(sessions.map(({ title, project }) => [title, project])).toEqual([
    ["New state", "/b"],
    ["From Amazon Q", "/old"],
  ]);
  expect(rows).toMatchObject({ read: 6, interpreted: 2, kept: 3, bad: 1 });
  expect(JSON.stringify(sessions)).not.toContain("secret");
});

test("an IDE session is not mistaken for one of Continue, which has the same shape", async () => {
  const history = [
    { message: { role: "user", content: [{ type: "text", text: "Which port?" }] }, executionId: "e1" },
    { message: { role: "assistant", content: "On it." }, executionId: "e1" },
    { message: { role: "assistant", content: "" }, promptLogs: [{ completion: "It is 8080." }], executionId: "e2" },
    { message: { role: "tool", content: "x" } },
  ];
  const file = json({ sessionId: "k1", title: "Ports", workspaceDirectory: "/home/ada/shop", history });
  expect(await checkImporter([file], "kiro-ide")).toMatchInlineSnapshot(`
    "Ports | /home/ada/shop | 
    rows 4 = 3 + 1 kept + 0 bad
    main user/typed: "Which port?"
    main assistant/model: "On it." [undefined ?–? ]
    main assistant/model: "It is 8080." [undefined ?–? ]
    kept 0:4 message:tool"
  `);
  const plain = json({ sessionId: "k1", history: history.map(({ message }) => ({ message })) });
  expect((await mustImport([plain])).format).toBe("continue");
});

test("a chat and an execution of the IDE", async () => {
  const chat = json({
    executionId: "e1",
    chat: [
      { role: "human", content: "# System Prompt\nYou are Kiro." },
      { role: "bot", content: "I will follow these instructions." },
      { role: "human", content: "Which port?" },
      { role: "tool", content: "x" },
      { role: "bot", content: "It is 8080." },
    ],
    metadata: { modelId: "claude-sonnet-4", startTime: START, endTime: START + 9000 },
  });
  expect(await checkImporter([chat], "kiro-ide")).toMatchInlineSnapshot(`
    "Which port? | null | 
    rows 5 = 4 + 1 kept + 0 bad
    main user/client: "# System Prompt\\nYou are Kiro."
    main assistant/model: "I will follow these instructions." [sonnet ?–? ]
    main user/typed: "Which port?"
    main assistant/model: "It is 8080." [sonnet ?–? ]
    kept 0:4 message:tool"
  `);
  const execution = json({
    executionId: "e1",
    actions: [
      {
        actionId: "a1",
        actionType: "replace",
        input: { file: "a", originalContent: "1", modifiedContent: "2" },
        output: {},
      },
      { actionId: "a2", actionType: "say", output: { message: "Done." } },
      { actionId: "a3", actionType: "model" },
      "nothing",
    ],
  });
  expect(await checkImporter([execution], "kiro-ide")).toMatchInlineSnapshot(`
    "Untitled session | null | 
    rows 4 = 2 + 1 kept + 1 bad
    main assistant/model: call replace a1 [undefined ?–? ]
    main tool/tool: result replace a1 "{}"
    main assistant/model: "Done." [undefined ?–? ]
    kept 0:3 action:model"
  `);
});

describeReal("../transcripts-2/kiro/session-1.jsonl", (real) => {
  test("turns, calls and words match a plain reading", async () => {
    await checkImporter([real.nameless], "kiro-cli");
    const { sessions, rows, issues } = await mustImport([real.nameless]);
    const { history } = real.json();
    const answers: Json[] = history.map((turn: Json) => turn.assistant.Response ?? turn.assistant.ToolUse);
    const prompts: string[] = history.flatMap((turn: Json) => turn.user.content?.Prompt?.prompt ?? []);
    const said = answers.map((answer) => answer.content ?? "").join("").length;
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      messages: answers.length + prompts.length,
      responses: answers.length,
      calls: answers.flatMap((answer) => answer.tool_uses ?? []).length,
      results: 0,
      text: said + prompts.join("").length,
      usage: { uncached: null, read: null, output: null },
    });
    expect(rows).toMatchObject({ read: history.length + 1, kept: 0, bad: 0 });
    expect(issues).toEqual([]);
  });
});

const EVENTS = ["messages.jsonl", "session.json"].map((name) => diskFile(`tests/fixtures/kiro/sess_1/${name}`));

test("the event log of Kiro's IDE with the facts of its session", async () => {
  await expect(await checkImporter(EVENTS, "kiro-ide")).toMatchFileSnapshot("goldens/kiro-ide-events.txt");
});

test("the system prompt, which Kiro logs last, comes first", async () => {
  const [kiro] = (await mustImport(EVENTS)).sessions;
  if (!kiro) throw new Error("no session");
  expect(contextAt(kiro, 0).messages.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(kiro.messages.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool-result")).toMatchObject([
    { toolCallId: "t1", isError: false },
    { toolCallId: "t2", isError: true },
  ]);
});
