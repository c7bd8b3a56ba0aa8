import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { findViolations } from "@/lib/conversation/invariants";
import { type Part, partText } from "@/lib/conversation/part";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { CLEARED_RESULT_TEXT, contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const fixture = (...names: string[]) => names.map((name) => diskFile(`tests/fixtures/claude-code/${name}`));
const draw = (...names: string[]) => checkImporter(fixture(...names), "claude-code");

async function sessionOf(...names: string[]) {
  const [session] = (await mustImport(fixture(...names))).sessions;
  if (!session) throw new Error("no session");
  return session;
}

describe("claude-code", () => {
  test("merges a response's rows, takes the last usage, and keeps what is not content", async () => {
    expect(await draw("responses.jsonl")).toMatchInlineSnapshot(`
      "Cart keeps its items | /home/ada/shop | 2.1.36
      rows 21 = 15 + 6 kept + 0 bad
      main user/client: "<command-name>/model</command-name>\\n<com"
      main user/typed: "Why does the cart forget its items?"
      main assistant/model: thinking + call Read toolu_1 + call Bash toolu_2 [sonnet 02–08 4/1000/0/-/200/80]
      main user/tool: result Read toolu_1 "export const cart = [];"
      main user/tool: error Bash toolu_2 "Exit code 1"
      main assistant/model: "The cart lives in memory only." [sonnet 09–12 2/-/-/90/1204/12]
      -- interruption {}
      main user/client: "[Request interrupted by user]"
      -- api-error {"message":"Overloaded","status":529}
      -- api-error {"message":"API Error: 500 Internal server error","status":500}
      main assistant/client hidden: "API Error: 500 Internal server error"
      main user/typed: "Keep it in local storage." + image/png 8B
      main user/client: "Reminder of the client"
      -- model-switch {"from":"claude-sonnet-4-5-20250929","to":"claude-opus-4-6"}
      main assistant/model: "Done." [opus 20–24 3/0/120/-/1294/7]
      kept 0:1 file-history-snapshot
      kept 0:2 progress:hook_progress
      kept 0:11 system:turn_duration
      kept 0:18 duplicate:assistant
      kept 0:19 queue-operation
      kept 0:20 brand-new-row"
    `);
  });

  test("distinguishes two sidechains in one file by the text of their prompts", async () => {
    expect(await draw("sidechains.jsonl")).toMatchInlineSnapshot(`
      "Two helpers at work | /home/ada/shop | 1.0.98, 2.1.36
      rows 14 = 13 + 1 kept + 0 bad
      agent b0 of main by toolu_B: Name files
      agent c0 of main by toolu_A: Count files
      main user/typed: "Split this in two."
      main assistant/model: call Task toolu_A + call Task toolu_B [sonnet 01–02 4/100/0/-/0/40]
      b0 user/client: "Name the files."
      c0 user/client: "Count the files."
      b0 assistant/model: call Bash toolu_b [sonnet 03–04 1/50/0/-/0/9]
      c0 assistant/model: "There are 3." [sonnet 03–05 1/40/0/-/0/5]
      b0 user/tool: result Bash toolu_b "a b c"
      b0 assistant/model: "a, b and c." [sonnet 06–07 1/10/0/-/51/6]
      main user/tool: result Task toolu_B "a, b and c."
      main user/tool: result Task toolu_A "There are 3."
      main assistant/model: "Three files: a, b and c." [sonnet 08–09 2/60/0/-/104/11]
      kept 0:8 progress:bash_progress"
    `);
  });

  test("counts a sub-agent in progress rows once", async () => {
    expect(await draw("agent-progress.jsonl")).toMatchInlineSnapshot(`
      "Where is the config? | /home/ada/shop | 2.1.36
      rows 8 = 8 + 0 kept + 0 bad
      agent ag1 of main by toolu_T: Find config
      main user/typed: "Where is the config?"
      main assistant/model: call Task toolu_T [sonnet 01–02 4/100/0/-/0/20]
      ag1 user/client: "Find the config."
      ag1 assistant/model: call Glob toolu_x [haiku 03–04 3/70/0/-/0/1]
      ag1 user/tool: result Glob toolu_x "app.toml"
      ag1 assistant/model: "It is app.toml." [haiku 05–06 1/20/0/-/73/8]
      main user/tool: result Task toolu_T "It is app.toml."
      main assistant/model: "In app.toml." [sonnet 08–09 2/60/0/-/104/11]"
    `);
  });

  test("a sub-agent's call result contains its last answer, which progress rows omit", async () => {
    const rows = fs.readFileSync("tests/fixtures/claude-code/agent-progress.jsonl", "utf8").trim().split("\n");
    const usage = { input_tokens: 1, cache_creation_input_tokens: 20, cache_read_input_tokens: 73, output_tokens: 96 };
    const told = { status: "completed", agentId: "ag1", content: [{ type: "text", text: "It is app.toml." }], usage };
    const withDetail = rows.map((row) =>
      row.replace('{"status":"completed","agentId":"ag1","totalTokens":174}', () => JSON.stringify(told)),
    );
    const read = async (lines: readonly string[]) => {
      const [session] = (await mustImport([memoryFile(lines.join("\n"))])).sessions;
      const own = session?.responses.filter(({ agent }) => agent === "ag1") ?? [];
      return own.map(({ messageIndex, usage: counted }) => [
        session?.messages[messageIndex]?.parts.map(({ type }) => type).join(),
        counted?.cacheRead,
        counted?.output,
      ]);
    };
    const whole = await read(withDetail);
    expect(whole).toEqual([
      ["tool-call", 0, 1],
      ["text", 73, 8],
    ]);
    const inPart = withDetail.filter((row) => !row.includes("msg_X2"));
    const lateRows = [...inPart.slice(0, 2), ...inPart.slice(5), ...inPart.slice(2, 5)];
    for (const lines of [inPart, lateRows])
      expect(await read(lines)).toEqual([
        ["tool-call", 0, 1],
        ["text", 73, 96],
      ]);
  });

  test("a sub-agent known only by its result: its last request counts, and the others are reported as missing", async () => {
    const rows = fs.readFileSync("tests/fixtures/claude-code/agent-progress.jsonl", "utf8").trim().split("\n");
    const without = rows.filter((row) => !row.includes("agent_progress"));
    const usage = { input_tokens: 1, cache_creation_input_tokens: 20, cache_read_input_tokens: 73, output_tokens: 96 };
    const content = [{ type: "text", text: "It is app.toml." }];
    const read = async (detail: object) => {
      const told = JSON.stringify({ status: "completed", agentId: "ag1", prompt: "Find it", content, ...detail });
      const lines = without.map((row) =>
        row.replace('{"status":"completed","agentId":"ag1","totalTokens":174}', () => told),
      );
      const { issues, sessions } = await mustImport([memoryFile(lines.join("\n"))]);
      const session = sessions[0] as Session;
      const { cost_note, unanswerable } = answerOf(analyzeSession(session, loadVocabulary));
      return {
        said: session.messages
          .filter(({ agent }) => agent === "ag1")
          .map(({ role, parts }) => [role, partText(parts[0] as Part)]),
        models: session.responses.flatMap(({ agent, model }) => (agent === "ag1" ? [model] : [])),
        parents: session.agents.map(({ parent, toolCallId }) => [parent, toolCallId]),
        issues: issues.map(({ code }) => code),
        note: cost_note,
        lack: unanswerable.find(({ id }) => id === "cold-fan-out")?.note,
      };
    };
    expect(await read({ usage, resolvedModel: "claude-haiku-4-5", totalToolUseCount: 3 })).toEqual({
      said: [
        ["user", "Find it"],
        ["assistant", "It is app.toml."],
      ],
      models: ["claude-haiku-4-5"],
      parents: [
        [null, undefined],
        ["main", "toolu_T"],
      ],
      issues: ["agent-not-in-log"],
      note: "requests-in-part",
      lack: "some requests of the sub-agents are not in this log",
    });
    expect(await read({ usage })).toMatchObject({ models: [null], issues: ["agent-not-in-log"] });
    expect(await read({ usage, totalToolUseCount: 0 })).toMatchObject({ models: [null], issues: [] });
    expect(await read({ isAsync: true })).toMatchObject({
      models: [],
      issues: ["agent-not-in-log"],
      note: "requests-in-part",
      lack: "the requests of the sub-agents are not in this log",
    });
  });

  test("a sub-agent in the background whose rows end with a call: its further requests are reported as missing", async () => {
    const rows = fs.readFileSync("tests/fixtures/claude-code/agent-progress.jsonl", "utf8").trim().split("\n");
    const issuesOf = async (left: readonly string[]) => {
      const started = left.map((row) =>
        row.replace('"status":"completed"', '"status":"async_launched","isAsync":true'),
      );
      const { issues } = await mustImport([memoryFile(started.join("\n"))]);
      return issues.map(({ code, message }) => [code, message.split(". ")[0]]);
    };
    expect(await issuesOf(rows)).toEqual([]);
    const inPart = rows.filter((row) => !row.includes("msg_X2"));
    const lateRows = [...inPart.slice(0, 2), ...inPart.slice(5), ...inPart.slice(2, 5)];
    for (const left of [inPart, lateRows])
      expect(await issuesOf(left)).toEqual([
        ["agent-not-in-log", "Of sub-agent ag1, this log has only the first requests"],
      ]);
  });

  const OWN_FILES = [
    "own-files/main.jsonl",
    "own-files/s-1/subagents/agent-ag1.jsonl",
    "own-files/s-1/subagents/agent-ag1.meta.json",
    "own-files/agent-other.jsonl",
  ];

  test("reads a sub-agent from its own file and not also from progress rows, and leaves out other sessions' files", async () => {
    expect(await draw(...OWN_FILES)).toMatchInlineSnapshot(`
      "Where is the config? | /home/ada/shop | 2.1.36
      rows 11 = 9 + 2 kept + 0 bad
      agent ag1 of main by toolu_T: Find config
      main user/typed: "Where is the config?"
      main assistant/model: call Task toolu_T [sonnet 01–02 4/100/0/-/0/20]
      main user/tool: result Task toolu_T "It is app.toml."
      main assistant/model: "In app.toml." [sonnet 08–09 2/60/0/-/104/11]
      ag1 user/client: "Find the config."
      ag1 assistant/model: call Glob toolu_x [haiku 03–04 3/70/0/-/0/1]
      ag1 user/tool: result Glob toolu_x "app.toml"
      ag1 assistant/model: "It is app.toml." [haiku 05–06 1/20/0/-/73/8]
      kept 0:3 progress:agent_progress (read from the agent's own file)
      kept 0:4 progress:agent_progress (read from the agent's own file)"
    `);
    const { issues, sessions } = await mustImport(fixture(...OWN_FILES));
    expect(issues.map((issue) => issue.code)).toEqual(["not-a-companion"]);
    expect(sessions[0]?.files.map((file) => file.name)).toEqual([
      "main.jsonl",
      "agent-ag1.jsonl",
      "agent-ag1.meta.json",
    ]);
  });

  test("shows a sub-agent's file by itself as a main thread", async () => {
    const session = await sessionOf("own-files/s-1/subagents/agent-ag1.jsonl");
    expect(session.agents).toEqual([{ id: "main", kind: "main", parent: null, title: "Find the config." }]);
    expect(new Set(session.messages.map((message) => message.agent))).toEqual(new Set(["main"]));
    expect(session.title).toBe("Find the config.");
  });

  test("restarts the context at a compaction and blanks micro-compacted results", async () => {
    expect(await draw("compaction.jsonl")).toMatchInlineSnapshot(`
      "Refactor the shop. | /home/ada/shop | 2.1.36
      rows 10 = 10 + 0 kept + 0 bad
      main user/typed: "Refactor the shop."
      main assistant/model: call Read toolu_1 [sonnet 01–02 4/100/0/-/0/20]
      main user/tool: result Read toolu_1 "a very long file"
      -- micro-compaction {"clearedToolCallIds":["toolu_1"],"tokensBefore":900,"tokensSaved":400}
      main assistant/model: "Half done." [sonnet 03–05 2/60/0/-/104/11]
      -- compaction {"trigger":"auto","tokensBefore":155277,"summaryMessageId":"m0.7"}
      main user/summary: "This session is being continued: half of"
      main assistant/model: "Going on with the rest." [sonnet 10–14 3/500/0/-/0/9]
      main user/typed: "Good."
      main assistant/model: "All done." [sonnet 15–18 3/20/0/-/503/9]"
    `);
    const session = await sessionOf("compaction.jsonl");
    const texts = (index: number) =>
      contextAt(session, index).messages.map(({ parts: [part] }) => (part?.type === "text" ? part.text : part?.type));
    const [, , cleared] = contextAt(session, 1).messages;
    expect(cleared?.parts[0]).toMatchObject({ output: [{ type: "text", text: CLEARED_RESULT_TEXT }] });
    expect(texts(2)).toEqual(["This session is being continued: half of the shop is refactored."]);
    expect(texts(3).length).toBe(3);
  });

  test("keeps file order through interruptions, queued prompts, rewinds and local commands", async () => {
    expect(await draw("detours.jsonl")).toMatchInlineSnapshot(`
      "Deploy it. | /home/ada/shop | 2.1.36
      rows 15 = 14 + 1 kept + 0 bad
      main user/typed: "Deploy it."
      main assistant/model: call Bash toolu_1 + call Bash toolu_2 [sonnet 01–02 4/100/0/-/0/30]
      main user/typed: "And tell me when it is done."
      main user/tool: result Bash toolu_2 "up"
      main user/tool: result Bash toolu_1 "deployed"
      main assistant/model: "Deployed." [sonnet 05–06 2/60/0/-/104/11]
      main user/typed: "Now break it."
      main assistant/model: "I would rather not." [sonnet 07–08 2/20/0/-/166/11]
      -- rewind {"detail":"back to row a2","keptUntil":6}
      main user/typed: "Now document it."
      main user/client: "<local-command-stdout>ok</local-command-"
      main assistant/model: call Write toolu_3 [sonnet 09–12 2/40/0/-/180/11]
      -- interruption {}
      main user/client: "[Request interrupted by user for tool us"
      -- resume {}
      kept 0:11 attachment:new_diagnostics"
    `);
    const session = await sessionOf("detours.jsonl");
    expect(session.responses.map((_, index) => findViolations(contextAt(session, index)))).toEqual([[], [], [], []]);
  });

  test("notes a resume once, however many hooks ran, but not the first start", async () => {
    const row = (uuid: string, fields: object) =>
      JSON.stringify({ sessionId: "s", isSidechain: false, parentUuid: null, uuid, ...fields });
    const say = (uuid: string, content: string) => row(uuid, { type: "user", message: { role: "user", content } });
    const ran = (uuid: string, occasion: string) =>
      row(uuid, { type: "progress", data: { type: "hook_progress", hookName: `SessionStart:${occasion}` } });
    const attachment = { type: "hook_success", hookName: "SessionStart:resume", content: "Mind the shop." };
    const rows = [
      ran("1", "startup"),
      say("2", "Paint it."),
      ran("3", "resume"),
      ran("4", "resume"),
      say("5", "Go on."),
      row("6", { type: "attachment", attachment: { ...attachment, content: "" } }),
      row("7", { type: "attachment", attachment }),
    ];
    const [session] = (await mustImport([memoryFile(rows.join("\n"))])).sessions;
    expect(session?.events.map(({ type, atMessage }) => [type, atMessage])).toEqual([
      ["resume", 1],
      ["resume", 2],
    ]);
    expect(session?.messages.length).toBe(3);
    expect(session?.keptRows.map(({ kind }) => kind)).toEqual(["progress:hook_progress"]);
  });

  test("notes where thinking is switched: the level of a command's turn is unknown, but its answers show thinking", async () => {
    const on = { thinkingMetadata: { maxThinkingTokens: 31_999 } };
    const switches = async (...turns: [content: string, stated: object, thinks: boolean][]) => {
      const rows = turns.flatMap(([content, stated, thinks], turn) =>
        [
          { type: "user", ...stated, message: { role: "user", content } },
          ...["x", "y"].map((id) => ({
            type: "assistant",
            message: {
              ...{ id: `${turn}${id}`, role: "assistant", model: "claude-opus-4-6" },
              content: [thinks ? { type: "thinking", thinking: "so", signature: "s" } : { type: "text", text: id }],
            },
          })),
        ].map((row, at) => JSON.stringify({ sessionId: "s", isSidechain: false, uuid: `${turn} ${at}`, ...row })),
      );
      const [session] = (await mustImport([memoryFile(rows.join("\n"))])).sessions;
      return session?.events.map((event) => (event.type === "thinking-switch" ? [event.atMessage, event.to] : event));
    };
    const command = "<command-message>review</command-message>\n<command-name>/review</command-name>";
    expect(await switches([command, {}, false], ["Go on.", on, true], [command, {}, false])).toEqual([
      [3, "31,999 tokens"],
      [6, "unknown"],
    ]);
    expect(
      await switches([command, {}, true], ["Go on.", on, true], ["Push.", on, false], [command, {}, false]),
    ).toEqual([]);
    expect(await switches([command, {}, false], ["Go on.", on, false])).toEqual([]);
    expect(
      await switches(["Go.", { thinkingMetadata: { level: "high", disabled: true } }, false], ["On.", on, true]),
    ).toEqual([[3, "31,999 tokens"]]);
    expect(
      await switches(
        ["Go.", on, true],
        [command, {}, false],
        [command, {}, true],
        [command, {}, true],
        ["On.", on, true],
      ),
    ).toEqual([
      [3, "unknown"],
      [6, "31,999 tokens"],
    ]);
  });

  /** The events of a session that consists of a message and these attachments, and the kinds of its kept rows. */
  const attaching = async (...attachments: object[]) => {
    const row = { sessionId: "s", isSidechain: false, parentUuid: null };
    const rows = [
      { ...row, type: "user", uuid: "1", message: { role: "user", content: "Go." } },
      ...attachments.map((attachment) => ({ ...row, type: "attachment", attachment })),
    ];
    const [session] = (await mustImport([memoryFile(rows.map((each) => JSON.stringify(each)).join("\n"))])).sessions;
    return { events: session?.events, kept: session?.keptRows.map(({ kind }) => kind) };
  };

  test("a tool server has one name in its tools and its instructions", async () => {
    const { events } = await attaching(
      { type: "mcp_instructions_delta", addedNames: ["claude.ai Gmail", "plugin:shop:shop"] },
      { type: "deferred_tools_delta", addedNames: ["mcp__claude_ai_Gmail__send", "mcp__plugin_shop_shop__buy"] },
    );
    expect(events).toMatchObject([{ added: ["claude_ai_Gmail", "plugin_shop_shop"], removed: [] }]);
  });

  test("notes which tool servers came and went", async () => {
    const { events, kept } = await attaching(
      {
        ...{ type: "deferred_tools_delta", addedNames: ["WebSearch"] },
        removedNames: ["ListMcpResourcesTool", "mcp__docs__find", "mcp__docs__open_page"],
      },
      { type: "mcp_instructions_delta", addedNames: ["web"], removedNames: ["docs"] },
      { type: "deferred_tools_delta", addedNames: ["WebFetch"], removedNames: [] },
    );
    expect(events).toMatchObject([
      { type: "tool-servers", added: [], removed: ["docs"], atMessage: 1 },
      { type: "tool-servers", added: ["web"], removed: [], atMessage: 1 },
    ]);
    expect(kept).toEqual(["attachment:deferred_tools_delta"]);
  });

  test("a tool server comes with its first tool and goes with its last", async () => {
    const tools = (addedNames: string[], removedNames: string[] = []) => ({
      ...{ type: "deferred_tools_delta", addedNames, removedNames },
    });
    const { events, kept } = await attaching(
      tools(["mcp__docs__find"]),
      { type: "mcp_instructions_delta", addedNames: ["docs"] },
      tools(["mcp__docs__open"], ["mcp__docs__find"]),
      tools([], ["mcp__docs__open"]),
      { type: "mcp_instructions_delta", removedNames: ["docs"] },
    );
    expect(events).toMatchObject([
      { added: ["docs"], removed: [], source: { line: 2 } },
      { added: [], removed: ["docs"], source: { line: 6 } },
    ]);
    expect(kept).toEqual([]);
  });

  test("reads the same rows from a JSON array and from a web export", async () => {
    const rows = new TextDecoder()
      .decode(await bytesOf("compaction.jsonl"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [expected] = (await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))])).sessions;
    for (const value of [rows, { loglines: rows }]) {
      const imported = await mustImport([memoryFile(JSON.stringify(value, null, 2))]);
      expect(imported.format).toBe("claude-code");
      expect(imported.sessions[0]?.messages.map((message) => message.role)).toEqual(
        expected?.messages.map((message) => message.role),
      );
      expect(imported.sessions[0]?.events.length).toBe(expected?.events.length);
      expect(imported.rows.interpreted).toBe(rows.length);
    }
  });

  test("ids depend on the content: the same file gives the same session, another file another", async () => {
    const ids = [
      await sessionOf("detours.jsonl"),
      await sessionOf("detours.jsonl"),
      await sessionOf("compaction.jsonl"),
    ];
    expect(ids[0]?.id).toMatch(/^[0-9a-f]{16}$/);
    expect(ids[1]?.id).toBe(ids[0]?.id);
    expect(ids[2]?.id).not.toBe(ids[0]?.id);
  });
});

async function bytesOf(name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (fixture(name)[0] as ReturnType<typeof diskFile>).open()) chunks.push(chunk);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

test("a call that ran in a different folder than the session's has that folder", async () => {
  const call = (id: string, cwd: string) => ({
    ...{ type: "assistant", uuid: id, sessionId: "s", cwd, timestamp: "2026-01-01T00:00:01Z" },
    message: {
      id,
      role: "assistant",
      model: "claude-opus-4-6",
      content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }],
    },
  });
  const user = { type: "user", uuid: "u", sessionId: "s", cwd: "/p", message: { role: "user", content: "go" } };
  const rows = [user, call("a", "/p"), call("b", "/p/packages/cli")];
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  const calls = sessions[0]?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-call")) ?? [];
  expect(calls.map((part) => ("folder" in part ? part.folder : null))).toEqual([null, "/p/packages/cli"]);
});
