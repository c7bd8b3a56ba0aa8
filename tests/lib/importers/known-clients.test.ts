import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { storeFile } from "@/tests/support/make-store";
import { memoryFile } from "@/tests/support/transcript-file";

const refusal = async (file: ReturnType<typeof memoryFile>) => {
  const imported = await importTranscript([file]);
  return imported.ok ? `imported as ${imported.value.format}` : imported.error.message;
};
const json = (value: unknown) => memoryFile(JSON.stringify(value, null, 2));
const rows = (...values: unknown[]) => memoryFile(values.map((value) => JSON.stringify(value)).join("\n"));

test.each([
  ["Claude Code", rows({ display: "fix it", pastedContents: {}, timestamp: 1 }, { display: "b", pastedContents: {} })],
  ["Codex", rows({ session_id: "s", ts: 1, text: "fix" }, { session_id: "s", ts: 2, text: "it" })],
  [
    "Grok",
    rows({ timestamp: 1, method: "m", params: { sessionId: "s", update: { sessionUpdate: "plan" } } }, { a: 1 }),
  ],
  ["debug log of Copilot Chat", rows({ ts: 1, dur: 2, sid: "s", type: "llm_request", spanId: "a", attrs: {} })],
  ["VS Code 1.109", rows({ kind: 0, v: { version: 3, requests: [] } }, { kind: 1, k: ["a"], v: 1 })],
  ["LM Studio", json({ name: "n", messages: [{ versions: [], currentlySelected: 0 }] })],
  ["Open WebUI", json([{ id: "a", chat: { history: { messages: {} } } }])],
  ["LibreChat", json({ conversationId: "c", recursive: true, messages: [] })],
  ["SillyTavern", rows({ user_name: "u", character_name: "c" }, { name: "c", is_user: false, mes: "hi" })],
  ["Google Takeout", json([{ header: "Gemini Apps", title: "t", titleUrl: "u", products: ["Gemini"] }])],
])("names %s for a file that has no importer", async (client, file) => {
  expect(await refusal(file)).toMatch(new RegExp(`looks like .*${client}`));
});

test.each([
  ["Codex", "create table threads (id text, rollout_path text)"],
  ["VS Code", "create table ItemTable (key text, value blob)"],
  ["Antigravity", "create table steps (idx integer primary key, step_type integer, step_payload blob)"],
  ["Zed", "create table threads (id text, summary text, data_type text, data blob)"],
  ["Warp", "create table ai_queries (id integer primary key, input text)"],
])("names %s for a database that has no importer", async (client, schema) => {
  expect(await refusal(await storeFile(schema, {}))).toMatch(new RegExp(`looks like .*${client}`));
});

test("describes an unknown file by its keys", async () => {
  expect(await refusal(json({ alpha: 1, beta: 2 }))).toContain("a JSON object with the keys alpha, beta");
});
