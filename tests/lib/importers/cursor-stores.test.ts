import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { storeFile } from "@/tests/support/make-store";

const START = 1_788_256_800_000;
const KEYS = `create table ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);
  create table cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB);`;

type Json = Record<string, unknown>;
const pair = (key: string, value: unknown) => ({
  key,
  value: typeof value === "string" ? value : JSON.stringify(value),
});
const bubble = (composer: string, bubbleId: string, more: Json) =>
  pair(`bubbleId:${composer}:${bubbleId}`, { bubbleId, ...more });
const headers = (...ids: string[]) => ids.map((bubbleId) => ({ bubbleId, type: 1 }));
const tool = (id: string, name: string, more: Json = {}) => ({
  type: 2,
  capabilityType: 15,
  toolFormerData: {
    toolCallId: id,
    name,
    rawArgs: '{"path":"a"}',
    result: '{"text":"8080"}',
    status: "completed",
    ...more,
  },
});

const ide = () =>
  storeFile(KEYS, {
    ItemTable: [pair("cursorAuth/accessToken", "a secret token"), pair("workbench.panel", "{}")],
    cursorDiskKV: [
      pair("composerData:c1", {
        _v: 17,
        composerId: "c1",
        name: "Ports",
        createdAt: START,
        workspaceIdentifier: { id: "w", uri: { fsPath: "/home/ada/shop" } },
        modelConfig: { modelName: "default" },
        contextTokensUsed: 9100,
        subComposerIds: ["c2"],
        fullConversationHeadersOnly: headers("b1", "b2", "b3", "b4", "b5", "b6", "b7", "gone"),
      }),
      bubble("c1", "b1", {
        type: 1,
        text: "Which port?",
        createdAt: "2026-09-01T10:00:00.000Z",
        tokenCount: { inputTokens: 0, outputTokens: 0 },
      }),
      bubble("c1", "b2", { type: 2, text: "", thinking: { text: "I look." }, capabilityType: 30 }),
      bubble("c1", "b3", { ...tool("t1", "read_file", { modelCallId: "k1" }), createdAt: "2026-09-01T10:00:05.000Z" }),
      bubble("c1", "b4", {
        ...tool("t2", "grep", { modelCallId: "k1", status: "error", error: "no such file", result: undefined }),
      }),
      bubble("c1", "b5", tool("t3", "run_terminal_cmd", { status: "cancelled", result: undefined })),
      bubble("c1", "b6", { type: 2, text: "", capabilityType: 22 }),
      bubble("c1", "b7", {
        type: 2,
        text: "It is 8080.",
        modelInfo: { modelName: "claude-4.5-sonnet" },
        tokenCount: { inputTokens: 1200, outputTokens: 9 },
      }),
      bubble("c1", "old", { type: 2, text: "This was taken back." }),
      pair("composerData:c2", { createdAt: START + 1, name: "Look", fullConversationHeadersOnly: headers("s1", "s2") }),
      bubble("c2", "s1", { type: 1, text: "Look into the file" }),
      bubble("c2", "s2", { type: 2, text: "Looked." }),
      pair("composerData:c3", {
        createdAt: START + 2,
        conversation: [
          { bubbleId: "o1", type: 1, text: "An old one" },
          { bubbleId: "o2", type: 2, text: "", capabilityType: 15 },
        ],
        capabilities: [
          {
            type: 15,
            data: {
              bubbleDataMap: JSON.stringify({
                o2: { name: "list_dir", params: "{}", status: "completed", result: "a b" },
              }),
            },
          },
        ],
      }),
      pair("composerData:c4", { createdAt: START + 3, fullConversationHeadersOnly: [] }),
      pair("composerData:c5", "no json"),
      bubble("nowhere", "b1", { type: 1, text: "Whose?" }),
      pair("agentKv:blob:77aa", { role: "user", content: "hi" }),
    ],
  });

test("the IDE's database: order, tools, a sub-agent, an old conversation", async () => {
  expect(await checkImporter([await ide()], "cursor-ide")).toMatchInlineSnapshot(`
    "Ports | /home/ada/shop | 
    rows 12 = 10 + 2 kept + 0 bad
    agent c2 of main by undefined: Look
    main user/typed: "Which port?"
    main assistant/model: thinking + call read_file t1 + call grep t2 [undefined 00–05 ]
    main tool/tool: result read_file t1 "{\\"text\\":\\"8080\\"}" + error grep t2 "no such file"
    main assistant/model: call run_terminal_cmd t3 [undefined 05–? ]
    main assistant/model: "It is 8080." [4.5 05–? 1200/-/-/-/-/9]
    c2 user/client: "Look into the file"
    c2 assistant/model: "Looked." [undefined ?–? ]
    kept 0:7 assistant (empty)
    kept 0:9 message that was deleted

    An old one | null | 
    rows 1 = 1 + 0 kept + 0 bad
    main user/typed: "An old one"
    main assistant/model: call list_dir o2 [undefined ?–? ]
    main tool/tool: result list_dir o2 "a b""
  `);
});

test("accounts for every row; deleted messages and logins are not in the conversation", async () => {
  const { sessions, rows, issues } = await mustImport([await ide()]);
  expect(rows).toEqual({ read: 19, interpreted: 11, kept: 7, bad: 1, blank: 0, pendingBytes: 0 });
  expect(issues.map(({ code }) => code)).toEqual(["invalid-row", "messages-missing", "usage-of-session-only"]);
  expect(JSON.stringify(sessions)).not.toMatch(/secret|taken back/);
});

test("tools of one model call are one answer; zero tokens and Auto are unknown", async () => {
  const [session] = (await mustImport([await ide()])).sessions;
  if (!session) throw new Error("no session");
  const main = session.responses.filter(({ agent }) => agent === "main");
  expect(main.map(({ model, usage }) => [model, usage?.uncachedInput, usage?.cacheRead, usage?.output])).toEqual([
    [null, undefined, undefined, undefined],
    [null, undefined, undefined, undefined],
    ["claude-4.5-sonnet", 1200, null, 9],
  ]);
  const last = session.responses.indexOf(main[2] as (typeof main)[0]);
  expect(contextAt(session, last).messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

const hex = (text: string) => Buffer.from(text).toString("hex");
const idOf = (number: number) => number.toString(16).padStart(2, "0").repeat(32);
/** A root: field 1 for each message, plus a field of turns and a number, which are skipped. */
const root = (...ids: string[]) =>
  Uint8Array.from([
    ...ids.flatMap((id) => [0x0a, 32, ...Buffer.from(id, "hex")]),
    0x42,
    3,
    8,
    0x96,
    1, // field 8, a turn
    0x48,
    0xac,
    2, // field 9, a number
  ]);

const BLOBS =
  "create table blobs (id TEXT PRIMARY KEY, data BLOB); create table meta (key TEXT PRIMARY KEY, value TEXT);";
const message = (number: number, role: string, content: unknown) => ({
  id: idOf(number),
  data: JSON.stringify({ role, content }),
});
const MESSAGES = [
  message(1, "system", "You are an agent."),
  message(3, "assistant", [
    { type: "reasoning", text: "I look." },
    { type: "tool-call", toolCallId: "t1", toolName: "Read", args: { path: "a" } },
  ]),
  message(2, "user", [{ type: "text", text: "<user_query>\nWhich port?\n</user_query>" }]),
  message(4, "tool", [{ type: "tool-result", toolCallId: "t1", toolName: "Read", result: "8080" }]),
  message(5, "assistant", "It is 8080."),
  message(6, "user", "This was taken back."),
];

const cli = (more: { readonly root?: Uint8Array; readonly messages?: typeof MESSAGES } = {}) =>
  storeFile(BLOBS, {
    meta: [
      {
        key: "0",
        value: hex(
          JSON.stringify({
            agentId: "a1",
            latestRootBlobId: idOf(9),
            name: "Ports",
            createdAt: START,
            lastUsedModel: "gpt-5.4",
          }),
        ),
      },
      { key: "1", value: "x" },
    ],
    blobs: [
      ...(more.messages ?? MESSAGES),
      { id: idOf(9), data: more.root ?? root(idOf(1), idOf(2), idOf(3), idOf(4), idOf(5), idOf(7)) },
      { id: idOf(8), data: Uint8Array.of(0xff, 0xff) },
    ],
  });

test("the CLI's database: the root gives the order, and what it does not name is left out", async () => {
  expect(await checkImporter([await cli()], "cursor-cli")).toMatchInlineSnapshot(`
    "Ports | null | 
    rows 10 = 7 + 3 kept + 0 bad
    main system/system: "You are an agent."
    main user/typed: "<user_query>\\nWhich port?\\n</user_query>"
    main assistant/model: thinking + call Read t1 [undefined ?–? ]
    main tool/tool: result Read t1 "8080"
    main assistant/model: "It is 8080." [5.4 ?–? ]
    kept 0:2 table:meta
    kept 0:6 blob of no message
    kept 0:8 blob of no message"
  `);
});

test("reports a missing message", async () => {
  const { issues } = await mustImport([await cli()]);
  expect(issues.map(({ code }) => code)).toEqual(["messages-missing"]);
});

test("reports an invalid root, and reads the messages in the order of writing", async () => {
  const { sessions, issues } = await mustImport([await cli({ root: Uint8Array.of(0x0a, 200, 1, 2) })]);
  expect(issues.map(({ code }) => code)).toEqual(["order-unknown"]);
  expect(sessions[0]?.messages.map(({ role }) => role)).toEqual([
    "system",
    "assistant",
    "user",
    "tool",
    "assistant",
    "user",
  ]);
});

/** A field of a protocol buffer: bytes, a text, or a number. */
function field(number: number, value: Uint8Array | string | number): Buffer {
  const varint = (from: number): number[] => {
    const low = from % 128;
    return from < 128 ? [low] : [low + 128, ...varint(Math.floor(from / 128))];
  };
  if (typeof value === "number") return Buffer.from([...varint(number * 8), ...varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
}
const idBytes = (number: number) => Buffer.from(idOf(number), "hex");

test("the CLI's turns provide the times of prompts and answers", async () => {
  const answer = Buffer.concat([field(1, "It is 8080."), field(2, START + 9_000)]);
  const prompt = Buffer.concat([field(1, "Which port?"), field(25, START + 1_000)]);
  const stray = Buffer.concat([field(1, "It is 8080."), field(26, 1_788_256_801)]);
  // One turn is in the index itself, its prompt in a separate row.
  const turn = Buffer.concat([field(1, idBytes(8)), field(2, field(3, "thought")), field(2, field(1, answer))]);
  const index = Buffer.concat([field(1, turn), field(1, field(1, stray))]);
  const ids = [1, 2, 3, 4, 5].map((number) => field(1, idBytes(number)));
  const file = await storeFile(BLOBS, {
    meta: [{ key: "0", value: hex(JSON.stringify({ agentId: "a1", latestRootBlobId: idOf(9) })) }],
    blobs: [
      ...MESSAGES,
      { id: idOf(8), data: new Uint8Array(prompt) },
      { id: idOf(9), data: new Uint8Array(Buffer.concat([...ids, field(8, index)])) },
    ],
  });
  const [session] = (await mustImport([file])).sessions;
  expect(session?.messages.map(({ time }) => time?.slice(17, 19) ?? null)).toEqual([null, "01", null, null, "09"]);
  expect(
    session?.responses.map(({ startedAt, endedAt }) => [startedAt?.slice(17, 19), endedAt?.slice(17, 19)]),
  ).toEqual([
    ["01", undefined],
    [undefined, "09"],
  ]);
});

test("what the IDE's agent sent: the system prompt next to a conversation's own rows, or everything if there are none", async () => {
  const stateOf = (...numbers: number[]) =>
    `~${Buffer.concat(numbers.map((number) => field(1, idBytes(number)))).toString("base64")}`;
  const blob = (number: number, role: string, content: unknown) =>
    pair(`agentKv:blob:${idOf(number)}`, { role, content });
  const file = await storeFile(KEYS, {
    cursorDiskKV: [
      pair("composerData:c1", {
        createdAt: START,
        conversationState: stateOf(1, 2),
        fullConversationHeadersOnly: headers("b1", "b2"),
      }),
      bubble("c1", "b1", { type: 1, text: "Which port?" }),
      bubble("c1", "b2", { type: 2, text: "8080." }),
      pair("composerData:c2", {
        createdAt: START + 1,
        conversationState: stateOf(1, 3, 4, 7),
        fullConversationHeadersOnly: [],
      }),
      blob(1, "system", "You are an agent."),
      blob(2, "user", "<user_query>\nWhich port?\n</user_query>"),
      blob(3, "user", [{ type: "text", text: "<user_query>\nIn the background.\n</user_query>" }]),
      blob(4, "assistant", [{ type: "tool-call", toolCallId: "t1", toolName: "Shell", args: { command: "ls" } }]),
      pair(`agentKv:blob:${idOf(5)}`, "\u0001 binary"),
    ],
  });
  await checkImporter([file], "cursor-ide");
  const { sessions, rows, issues } = await mustImport([file]);
  expect(sessions.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ["system", "user", "assistant"],
    ["system", "user", "assistant"],
  ]);
  expect(sessions[1]?.title).toBe("In the background.");
  // The first conversation's prompt is in a separate row; the binary one belongs to no message.
  expect(rows).toMatchObject({ read: 9, kept: 2, bad: 0 });
  expect(issues.map(({ code }) => code)).toEqual(["messages-missing"]);
});
