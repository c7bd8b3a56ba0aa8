import fs from "node:fs";
import path from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtCommand } from "../support/built-command";
import { callTool, newClient, TOOL_NAMES } from "../support/mcp-calls";
import { exampleMorning } from "../support/transcripts";
import { BODIES } from "../support/wire-bodies";

/** The official client starts the command as an agent's client does. This build has no server, so there is no library. */

const { folder } = builtCommand();
const client = newClient();
const call = (name: string, given: Record<string, unknown>) => callTool(client, name, given);

beforeAll(async () => {
  const startedAt = performance.now();
  const args = [path.join(folder, "package/bin/winnow.mjs"), "mcp"];
  const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production", WINNOW_DATA_DIR: path.join(folder, "data") };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder }));
  console.error(`winnow mcp answered after ${Math.round(performance.now() - startedAt)} ms`);
}, 30_000);
afterAll(() => client.close());

test("lists every tool", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
});

test("shows and explains a transcript file in process", async () => {
  const file = path.join(folder, "session.jsonl");
  fs.writeFileSync(file, exampleMorning(7));
  const shown = await call("show_session", { session: file, messages_from: 0, messages_limit: 2 });
  expect(shown.value).toMatchObject({ session: { format: "claude-code" }, next_messages_from: 2 });
  const explained = await call("explain_breaks", { session: "session.jsonl" });
  expect((explained.value.breaks as unknown[]).length).toBeGreaterThan(0);
  expect(explained.value.answer).toEqual(shown.value.answer);
});

test("compresses and compares a body in process, and reads back what was put aside", async () => {
  const body = { model: "gpt-5", ...BODIES["openai-chat"], force: true };
  const { value } = await call("compress", { ...body, strategy: "centagent-externalise" });
  const [ref] = value.refs as { id: string }[];
  const fetched = await call("fetch_reference", { id: ref?.id, start: 1, end: 2 });
  expect(String(fetched.value.text).split("\n")).toHaveLength(2);
  expect((await call("compare", { ...body, strategies: ["winnow"] })).value.results).toHaveLength(1);
});

test.each([
  ["show_session", { session: "package" }, "not-a-file"],
  ["show_session", { session: "package/package.json" }, "not-a-transcript"],
  ["show_session", { session: "no/such/file" }, "no-such-session"],
  ["show_session", { session: "\u0000" }, "no-such-session"],
  ["show_session", { session: "0123456789abcdef" }, "no-library"],
])("%s %j is a tool error, and the server keeps running", async (name, given, code) => {
  const { failed, value } = await call(name, given);
  expect([failed, value.code]).toEqual([true, code]);
});
