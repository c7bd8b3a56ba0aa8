/** Small made-up Claude Code sessions for server tests. */

import { generateExample } from "@/lib/example/generate-example";

type Row = Record<string, unknown>;

const time = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();

/** `turns` prompts, each answered by one tool call and one text; `output` is the tool's result. */
export function makeSession(options: { id?: string; turns?: number; output?: string } = {}): string {
  const { id = "11111111-2222-4333-8444-555555555555", turns = 2, output = "file one\nfile two" } = options;
  const rows: Row[] = [];
  let parentUuid: string | null = null;
  const add = (row: Row) => {
    const uuid = `u-${rows.length}`;
    const common = {
      sessionId: id,
      uuid,
      parentUuid,
      timestamp: time(rows.length),
      cwd: "/work",
      version: "2.1.0",
      isSidechain: false,
    };
    rows.push({ ...common, ...row });
    parentUuid = uuid;
  };
  for (let turn = 0; turn < turns; turn += 1) {
    add({ type: "user", message: { role: "user", content: `Please list the files, round ${turn}` } });
    add(assistant(turn * 2, [{ type: "tool_use", id: `toolu_${turn}`, name: "Bash", input: { command: "ls" } }]));
    const result = { type: "tool_result", tool_use_id: `toolu_${turn}`, content: output };
    add({ type: "user", message: { role: "user", content: [result] } });
    add(assistant(turn * 2 + 1, [{ type: "text", text: "These are the files." }]));
  }
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

function assistant(number: number, content: unknown[], read = 1000 * (number + 1)): Row {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 500,
    cache_read_input_tokens: read,
    output_tokens: 50,
  };
  const message = {
    id: `msg_${number}`,
    role: "assistant",
    type: "message",
    model: "claude-sonnet-4-5-20250929",
    content,
    usage,
  };
  return { type: "assistant", requestId: `req_${number}`, message };
}

const LEXER = "/work/src/parser/lexer.ts";

/**
 * A session with two MCP servers, of which `tracker` costs more than `notes`. Its compaction loses a file that is then
 * read again.
 */
export function makeCompactedSession(id: string, startedAt: Date): string {
  const rows: Row[] = [];
  const add = (row: Row) => {
    const timestamp = new Date(startedAt.getTime() + rows.length * 60_000).toISOString();
    const parentUuid = rows.length === 0 ? null : `c-${rows.length - 1}`;
    const common = { sessionId: id, uuid: `c-${rows.length}`, parentUuid, timestamp, cwd: "/work", version: "2.1.0" };
    rows.push({ ...common, isSidechain: false, ...row });
  };
  const user = (content: unknown) => add({ type: "user", message: { role: "user", content } });
  const callAnd = (number: number, name: string, input: object, output: string, read?: number) => {
    add(assistant(number, [{ type: "tool_use", id: `toolu_${number}`, name, input }], read));
    user([{ type: "tool_result", tool_use_id: `toolu_${number}`, content: output }]);
  };
  const source = "export function flushPending(queue: Token[]) {\n  return queue.slice(0, -1);\n}\n";
  user("Please mend issue 17 of the parser");
  callAnd(0, "mcp__tracker__get_issue", { number: 17 }, "The last token of a file is lost. ".repeat(60));
  callAnd(1, "mcp__notes__list", {}, "No note.");
  callAnd(2, "Read", { file_path: LEXER }, source);
  add(assistant(3, [{ type: "text", text: "The queue is cut by one." }]));
  const metadata = { trigger: "manual", preTokens: 4_510 };
  add({ type: "system", subtype: "compact_boundary", content: "Conversation compacted", compactMetadata: metadata });
  const summary = "This session goes on from an earlier one. The user wants issue 17 mended.";
  add({ type: "user", isCompactSummary: true, message: { role: "user", content: summary } });
  user("Please go on");
  callAnd(4, "Read", { file_path: LEXER }, source, 800);
  const change = { file_path: LEXER, old_string: "queue.slice(0, -1)", new_string: "queue.slice()" };
  callAnd(5, "Edit", change, "The file was updated.", 1_400);
  add(assistant(6, [{ type: "text", text: "flushPending returns the whole queue now." }], 1_900));
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

/** A sub-agent file of that session, as written by Claude Code 2.0 next to the transcript. */
export function makeAgentFile(sessionId: string, agentId: string): string {
  const common = { sessionId, agentId, isSidechain: true, timestamp: time(3), version: "2.1.0" };
  const rows = [
    {
      ...common,
      type: "user",
      uuid: `${agentId}-1`,
      parentUuid: null,
      message: { role: "user", content: "Look at the tests" },
    },
    {
      ...common,
      ...assistant(90, [{ type: "text", text: "They pass." }]),
      uuid: `${agentId}-2`,
      parentUuid: `${agentId}-1`,
    },
  ];
  return `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

const startOfExample = (seed: number, rows: number): string =>
  `${generateExample(seed).split("\n").slice(0, rows).join("\n")}\n`;

/**
 * The morning of the built-in example, about eighty requests: enough for comparing strategies, and faster than the full
 * day.
 */
export const exampleMorning = (seed: number): string => startOfExample(seed, 300);

/** The built-in example until shortly after its first compaction: about half of its requests. */
export const exampleToCompaction = (seed: number): string => startOfExample(seed, 640);
