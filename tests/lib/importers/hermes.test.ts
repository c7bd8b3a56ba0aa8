import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { storeFile } from "@/tests/support/make-store";
import { diskFile } from "@/tests/support/transcript-file";

const START = 1_788_256_800;
const SCHEMA = `create table sessions (id text primary key, source text, model text, system_prompt text,
    parent_session_id text, started_at real, ended_at real, end_reason text, title text, cwd text,
    input_tokens integer default 0, output_tokens integer default 0, cache_read_tokens integer default 0,
    cache_write_tokens integer default 0);
  create table messages (id integer primary key autoincrement, session_id text, role text, content text,
    tool_call_id text, tool_calls text, tool_name text, timestamp real, finish_reason text, reasoning text,
    reasoning_content text, active integer not null default 1, compacted integer not null default 0);
  create table schema_version (version integer);`;

const said = (session_id: string, second: number, role: string, content: string, more = {}) => ({
  session_id,
  role,
  content,
  timestamp: START + second,
  ...more,
});
const shell = (id: string) => ({
  tool_calls: JSON.stringify([{ id, type: "function", function: { name: "shell", arguments: '{"command":"ls"}' } }]),
});

const database = () =>
  storeFile(SCHEMA, {
    schema_version: [{ version: 30 }],
    sessions: [
      {
        id: "s1",
        model: "m-1",
        title: "Shop",
        started_at: START,
        ended_at: START + 20,
        end_reason: "compression",
        input_tokens: 900,
        output_tokens: 40,
        system_prompt: "Be brief.",
      },
      { id: "s2", model: "m-1", parent_session_id: "s1", started_at: START + 20 },
      { id: "s3", model: "m-2", parent_session_id: "s1", started_at: START + 5, title: "Look around" },
      { id: "s4", model: "m-1", started_at: START + 90 },
    ],
    messages: [
      said("s1", 1, "user", "List it"),
      said("s1", 2, "assistant", "", { ...shell("c1"), reasoning: "ls will do", reasoning_content: "ls will do" }),
      said("s1", 3, "tool", "a.txt", { tool_call_id: "c1" }),
      said("s1", 4, "assistant", "One file."),
      said("s3", 6, "user", "Look around"),
      said("s3", 7, "assistant", "Nothing."),
      said("s2", 20, "user", "[CONTEXT COMPACTION] A file was listed."),
      said("s2", 4, "assistant", "One file."),
      said("s2", 21, "user", '\u0000json:[{"type":"text","text":"And now?"}]'),
      said("s2", 22, "assistant", "One file."),
      said("s4", 91, "user", "First", { active: 0, compacted: 1 }),
      said("s4", 92, "assistant", "Answer", { active: 0, compacted: 1 }),
      said("s4", 93, "user", "[CONTEXT SUMMARY] It began."),
      said("s4", 94, "user", "Rewound", { active: 0 }),
      said("s4", 95, "user", "Go on"),
      said("s4", 96, "assistant", "I go on."),
    ],
  });

const sessionsOf = async () => (await mustImport([await database()])).sessions;
const firstTexts = (messages: readonly { readonly parts: readonly { readonly type: string }[] }[]) =>
  messages.map(({ parts }) => (parts[0] && "text" in parts[0] ? parts[0].text : parts[0]?.type));

test("Hermes: a session's JSON", async () => {
  const file = diskFile("tests/fixtures/hermes/session.json");
  await expect(await checkImporter([file], "hermes")).toMatchFileSnapshot("goldens/hermes.txt");
  const [session] = (await mustImport([file])).sessions;
  expect(session?.responses.map(({ usage, model }) => [usage, model])).toEqual([
    [null, "gpt-x"],
    [null, "gpt-x"],
  ]);
  expect(session?.tools.map(({ name }) => name)).toEqual(["shell"]);
});

test("Hermes: rows after a session_meta row", async () => {
  await expect(await checkImporter([diskFile("tests/fixtures/hermes/rows.jsonl")], "hermes")).toMatchFileSnapshot(
    "goldens/hermes-rows.txt",
  );
});

test("Hermes: the database", async () => {
  await expect(await checkImporter([await database()], "hermes")).toMatchFileSnapshot("goldens/hermes-store.txt");
});

test("Hermes: a session that ended with a compaction continues in its child; what it carried over is not a new answer", async () => {
  const [session] = await sessionsOf();
  expect(session?.agents.map(({ id, title }) => [id, title])).toEqual([
    ["main", undefined],
    ["s3", "Look around"],
  ]);
  expect(session?.keptRows).toEqual([]);
  const main = session?.responses.filter(({ agent }) => agent === "main") ?? [];
  expect(main).toHaveLength(3);
  const last = session?.responses.indexOf(main[2] as (typeof main)[number]) ?? -1;
  if (!session) throw new Error("a session is expected");
  expect(firstTexts(contextAt(session, last).messages)).toEqual([
    "Be brief.",
    "[CONTEXT COMPACTION] A file was listed.",
    "One file.",
    "And now?",
  ]);
});

test("Hermes: what was compacted in place is dropped, what was rewound is in no prompt", async () => {
  const session = (await sessionsOf())[1];
  if (!session) throw new Error("a session is expected");
  expect(firstTexts(contextAt(session, 1).messages)).toEqual(["[CONTEXT SUMMARY] It began.", "Go on"]);
});

test("Hermes: reports a session's tokens, and assigns them to no request", async () => {
  const { sessions } = await mustImport([await database()]);
  expect(sessions[0]?.issues).toEqual([
    expect.objectContaining({
      code: "usage-of-session-only",
      message: expect.stringMatching(/900 input tokens, 40 output tokens, 0 cache read tokens/),
    }),
  ]);
  expect(
    sessions.flatMap(({ responses }) => responses.map(({ usage }) => usage)).every((usage) => usage === null),
  ).toBe(true);
});

test("Hermes since schema 25: prompts by hash, content as sent, marked summaries, branches apart", async () => {
  const schema = `${SCHEMA} create table system_prompts (hash text primary key, prompt text not null);
    alter table sessions add column system_prompt_hash text; alter table sessions add column model_config text;
    alter table messages add column api_content text;
    alter table messages add column _compressed_summary integer not null default 0;`;
  const config = JSON.stringify({ _branched_from: "s1" });
  const file = await storeFile(schema, {
    system_prompts: [
      { hash: "h1", prompt: "Be brief." },
      { hash: "h2", prompt: "Look only." },
    ],
    sessions: [
      { id: "s1", model: "m-1", started_at: START, system_prompt_hash: "h1", title: "Shop" },
      { id: "s2", model: "m-1", started_at: START + 9, parent_session_id: "s1", model_config: config, title: "Branch" },
      { id: "s3", model: "m-1", started_at: START + 5, parent_session_id: "s1", system_prompt_hash: "h2" },
    ],
    messages: [
      said("s1", 1, "user", "The earlier files", { _compressed_summary: 1 }),
      said("s1", 2, "user", "List it", { api_content: "List it\n\n<memory>none</memory>" }),
      said("s1", 3, "assistant", "One file."),
      said("s3", 6, "assistant", "Nothing."),
      said("s2", 9, "user", "And now?"),
    ],
  });
  const { sessions } = await mustImport([file]);
  expect(sessions.map(({ title, agents }) => [title, agents.map(({ id }) => id)])).toEqual([
    ["Shop", ["main", "s3"]],
    ["Branch", ["main"]],
  ]);
  const [shop] = sessions;
  expect(shop && firstTexts(shop.messages)).toEqual([
    "Be brief.",
    "The earlier files",
    "List it\n\n<memory>none</memory>",
    "One file.",
    "Look only.",
    "Nothing.",
  ]);
  expect(shop?.messages[1]?.origin).toBe("summary");
});
