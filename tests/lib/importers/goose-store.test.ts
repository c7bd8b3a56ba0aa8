import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { type SqlValue, storeFile } from "@/tests/support/make-store";

/** https://github.com/block/goose crates/goose/src/session/session_manager.rs, schema 16, as far as it is read */
const SCHEMA = `
  create table schema_version (version INTEGER PRIMARY KEY);
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
    session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL, created_at TIMESTAMP,
    accumulated_input_tokens INTEGER, accumulated_output_tokens INTEGER, model_config_json TEXT, parent_session_id TEXT
  );
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL REFERENCES sessions(id),
    role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, tokens INTEGER,
    metadata_json TEXT
  );
  CREATE TABLE usage_ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, created_timestamp INTEGER NOT NULL, model TEXT,
    input_tokens INTEGER, output_tokens INTEGER, total_tokens INTEGER, cache_read_tokens INTEGER,
    cache_write_tokens INTEGER, is_compaction INTEGER DEFAULT 0
  );`;

const START = 1_788_145_400;
const text = (words: string) => ({ type: "text", text: words });
const session = (id: string, more: Record<string, SqlValue> = {}) => ({
  id,
  name: `Name of ${id}`,
  working_dir: "/work",
  created_at: "2026-08-31 03:03:20",
  model_config_json: '{"model_name":"claude-sonnet-4","context_limit":180000}',
  ...more,
});
const message = (of: string, role: string, blocks: unknown, at: number, metadata: object = {}) => ({
  session_id: of,
  role,
  content_json: JSON.stringify(blocks),
  created_timestamp: START + at,
  metadata_json: JSON.stringify(metadata),
});
const ledger = (of: string, at: number, [input, output, total, read, write]: readonly number[], more = {}) => ({
  session_id: of,
  created_timestamp: START + at,
  model: "claude-sonnet-4-5",
  input_tokens: input ?? null,
  output_tokens: output ?? null,
  total_tokens: total ?? null,
  cache_read_tokens: read ?? null,
  cache_write_tokens: write ?? null,
  ...more,
});

const BEFORE = { userVisible: true, agentVisible: false };
const AGENT_ONLY = { userVisible: false, agentVisible: true };
const request = {
  type: "toolRequest",
  id: "t1",
  toolCall: { status: "success", value: { name: "shell", arguments: { command: "ls" } } },
};
const response = {
  type: "toolResponse",
  id: "t1",
  toolResult: { status: "success", value: { content: [text("a.txt")], isError: false } },
};

const file = () =>
  storeFile(SCHEMA, {
    schema_version: [{ version: 16 }],
    sessions: [
      session("20260831_1"),
      session("20260831_2", { parent_session_id: "20260831_1", session_type: "sub_agent" }),
      session("20260831_3", { accumulated_input_tokens: 900, accumulated_output_tokens: 40 }),
    ],
    messages: [
      message("20260831_1", "user", [text("List the files")], 0, BEFORE),
      message("20260831_1", "assistant", [text("I look."), request], 2, BEFORE),
      message("20260831_1", "user", [response], 4, BEFORE),
      message("20260831_1", "assistant", [text("There is a.txt")], 6, BEFORE),
      message("20260831_1", "user", [text("Summary: a.txt is there")], 10, AGENT_ONLY),
      message("20260831_1", "assistant", [text("Go on from the summary.")], 10, AGENT_ONLY),
      message("20260831_1", "assistant", [{ type: "systemNotification", msg: "Compacted" }], 11, BEFORE),
      message("20260831_1", "user", [text("And now?")], 20),
      message("20260831_1", "assistant", [text("Nothing.")], 22),
      message("20260831_2", "user", [text("You are a sub-agent")], 3),
      message("20260831_2", "assistant", [text("Yes")], 4),
      message("20260831_3", "user", [text("Hello")], 100_000),
      { ...message("20260831_3", "assistant", [], 100_001), content_json: "{" },
    ],
    usage_ledger: [
      ledger("20260831_1", 3, [100, 20, 120, 30, 10]),
      ledger("20260831_1", 7, [200, 5, 325, 100, 20]),
      ledger("20260831_1", 9, [300, 50, 350, 0, 0], { is_compaction: 1 }),
      ledger("20260831_1", 23, [60, 2, 62]),
      ledger("20260831_2", 5, [11, 1, 12, 0, 0]),
    ],
  });

test("a Goose database: a compaction, a sub-agent, the ledger's usage", async () => {
  expect(await checkImporter([await file()], "goose")).toMatchSnapshot();
});

test("usage is disjoint, however the ledger counts cached tokens", async () => {
  const { sessions, rows, issues } = await mustImport([await file()]);
  const usages = sessions[0]?.responses.map(({ usage, model }) => [
    model,
    usage?.uncachedInput,
    usage?.cacheRead,
    usage?.cacheWriteUnsplit,
    usage?.output,
  ]);
  expect(usages).toEqual([
    ["claude-sonnet-4-5", 60, 30, 10, 20],
    ["claude-sonnet-4-5", 200, 100, 20, 5],
    ["claude-sonnet-4-5", 60, null, null, 2],
    ["claude-sonnet-4-5", 11, 0, 0, 1],
  ]);
  expect(rows).toMatchObject({ read: 22, bad: 1 });
  expect(sessions[0]?.keptRows.map(({ kind }) => kind)).toEqual(["usage of a compaction"]);
  expect(issues.map(({ code }) => code)).toEqual(["invalid-row", "usage-of-session-only"]);
});

test("what a compaction removed was in the earlier prompts", async () => {
  const [main] = (await mustImport([await file()])).sessions;
  if (!main) throw new Error("no session");
  const prompts = [0, 1, 2].map((index) =>
    contextAt(main, index).messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === "text" ? part.text : part.type)),
    ),
  );
  expect(prompts).toEqual([
    ["List the files"],
    ["List the files", "I look.", "tool-call", "tool-result"],
    ["Summary: a.txt is there", "Go on from the summary.", "And now?"],
  ]);
});
