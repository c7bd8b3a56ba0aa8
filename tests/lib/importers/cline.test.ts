import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countSession } from "@/lib/read-models/session-counts";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FOLDER = "tests/fixtures/cline";
const files = (folder: string, ...names: string[]) => names.map((name) => diskFile(`${FOLDER}/${folder}/${name}.json`));

test("a Roo Code task: the window's log supplies what the compaction rewrote, in time order", async () => {
  const task = files("roo", "api_conversation_history", "ui_messages", "task_metadata");
  expect(await checkImporter(task, "cline")).toMatchSnapshot();
  const [session] = (await mustImport(task)).sessions;
  expect(session).toMatchObject({ client: "Roo Code", project: "/work/demo", title: "Räume das Projekt auf 日本語" });
  expect(session?.responses.map(({ usage }) => usage && promptTokens(usage))).toEqual([510, 590, 650, 655, 660]);
});

test.each(["api_conversation_history", "ui_messages"])("%s of a Roo Code task alone", async (name) => {
  expect(await checkImporter(files("roo", name), "cline")).toMatchSnapshot();
});

test("the window's log first: the same answers and the same usage", async () => {
  const of = async (...names: string[]) => (await mustImport(files("roo", ...names))).sessions[0];
  const [one, other] = [
    await of("ui_messages", "api_conversation_history"),
    await of("api_conversation_history", "ui_messages"),
  ];
  expect(one?.responses.map(({ usage, messageIndex }) => [usage, messageIndex])).toEqual(
    other?.responses.map(({ usage, messageIndex }) => [usage, messageIndex]),
  );
});

test("a classic Cline task: no times in the history, tools of the API, truncation", async () => {
  const task = files("classic", "api_conversation_history", "ui_messages");
  expect(await checkImporter(task, "cline")).toMatchSnapshot();
});

test("a Cline SDK session: the input includes cached tokens; the record by itself imports too", async () => {
  const both = files("sdk", "session.messages", "session");
  expect(await checkImporter(both, "cline-sdk")).toMatchSnapshot();
  const [session] = (await mustImport(both)).sessions;
  expect(session?.responses.map(({ usage }) => usage?.uncachedInput)).toEqual([600, 40]);
  expect(await checkImporter(files("sdk", "session"), "cline-sdk")).toContain("Move the icon");
});

test("what a Cline SDK tool returned for its queries is the list that the model read", async () => {
  const record = { query: "a.ts", result: "1 | x", success: true };
  const missing = { query: "b.ts", result: "", error: "no file", success: false };
  const partsOf = async (...output: object[]) => {
    const content = [{ type: "tool_result", tool_use_id: "tu1", content: output }];
    const value = { sessionId: "s", system_prompt: "Be brief.", messages: [{ role: "user", content }] };
    const [session] = (await mustImport([memoryFile(JSON.stringify(value))])).sessions;
    return session?.messages.at(-1)?.parts;
  };
  const asList = (...records: object[]) => ({ type: "text", text: JSON.stringify(records) });
  expect(await partsOf(record, { type: "image" })).toMatchObject([
    { output: [asList(record), { type: "opaque" }], isError: false },
  ]);
  expect(await partsOf(record, missing)).toMatchObject([{ output: [asList(record, missing)], isError: false }]);
  expect(await partsOf(missing)).toMatchObject([{ output: [asList(missing)], isError: true }]);
  const asText = (value: object) => ({ type: "text", text: JSON.stringify(value) });
  expect(await partsOf(asText(missing))).toMatchObject([{ output: [asText(missing)], isError: true }]);
  expect(await partsOf(asText(record))).toMatchObject([{ output: [asText(record)], isError: false }]);
});

test("text typed into Cline's command is sent without the surrounding mode", async () => {
  const text = '<user_input mode="act">Mend it\n</user_input>';
  const value = { sessionId: "s", system_prompt: "", messages: [{ role: "user", content: [{ type: "text", text }] }] };
  const [session] = (await mustImport([memoryFile(JSON.stringify(value))])).sessions;
  expect(session?.messages.at(-1)?.parts).toMatchObject([{ type: "text", text: "Mend it\n" }]);
  expect(session?.title).toBe("Mend it");
});

test("tools of a window's log by itself are calls with their results, shown to the user or allowed before", async () => {
  const row = (ts: number, more: object) => ({ ts: 1_788_256_800_000 + ts, ...more });
  const request = (ts: number, text: string) =>
    row(ts, {
      type: "say",
      say: "api_req_started",
      text: JSON.stringify({ request: text, tokensIn: 10, tokensOut: 5 }),
    });
  const window = [
    request(0, "<task>\nList\n</task>"),
    row(1, { type: "say", say: "tool", text: '{"tool":"readFile","path":"a"}' }),
    request(2, "[read_file for 'a'] Result:\n\nThe tool execution failed with the following error:\nno file"),
    row(3, { type: "ask", ask: "command", text: "ls -l" }),
    request(4, "[execute_command for 'ls -l'] Result:\n\ntotal 0\n\n<environment_details>\n</environment_details>"),
    row(5, { type: "say", say: "text", text: "Nothing." }),
  ];
  const [session] = (await mustImport([memoryFile(JSON.stringify(window, null, 1))])).sessions;
  if (!session) throw new Error("no session");
  const counts = { tool_calls: 2, tool_results: 2, tool_errors: 1, orphan_calls: 0, orphan_results: 0 };
  expect(countSession(session)).toMatchObject(counts);
  const calls = session.messages.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool-call");
  expect(calls).toMatchObject([
    { toolName: "readFile", input: { path: "a" } },
    { toolName: "execute_command", input: { command: "ls -l" } },
  ]);
});

test("a sub-agent of Cline's CLI, in a separate file, is a separate agent", async () => {
  const answer = (text: string, inputTokens: number) => ({
    role: "assistant",
    content: [{ type: "text", text }],
    modelInfo: { id: "gpt-5-mini" },
    metrics: { inputTokens, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 },
  });
  const file = (sessionId: string, agent: string, messages: readonly object[]) =>
    memoryFile(JSON.stringify({ version: 1, agent, sessionId, messages }), `${sessionId}.messages.json`);
  const asked = (content: string) => ({ role: "user", content });
  const { sessions } = await mustImport([
    file("17_ab", "lead", [asked("Look"), answer("A helper looks.", 900), asked("Go on"), answer("Done.", 950)]),
    file("17_ab__agent_18_cd", "subagent", [asked("Count"), answer("1200 lines.", 100)]),
  ]);
  expect(sessions.length).toBe(1);
  expect(sessions[0]?.agents).toMatchObject([{ id: "main" }, { id: "agent_18_cd", kind: "sub-agent" }]);
  expect(sessions[0]?.responses.map(({ agent }) => agent)).toEqual(["main", "main", "agent_18_cd"]);
});

test("counters of zero are unknown, and the requests still match their answers", async () => {
  const [history, window] = ["api_conversation_history", "ui_messages"].map((name) =>
    readFileSync(`${FOLDER}/classic/${name}.json`, "utf8"),
  ) as [string, string];
  const silent = window.replaceAll(/(\\"(?:tokensIn|tokensOut|cacheReads|cacheWrites)\\": ?)\d+/g, "$10");
  expect(silent).not.toBe(window);
  const read = async (log: string) => (await mustImport([memoryFile(history), memoryFile(log)])).sessions[0];
  const [counted, mute] = await Promise.all([window, silent].map(read));
  expect(mute?.responses.map(({ usage }) => usage)).toEqual(counted?.responses.map(() => null));
  expect(mute?.messages).toEqual(counted?.messages);
});
