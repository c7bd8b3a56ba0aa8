import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FOLDER = "tests/fixtures/opencode";
const texts = (parts: readonly { type: string; text?: string }[]) => parts.map((part) => part.text ?? part.type);

test("an export after a line of the shell: tools, a compaction with a tail, pruned outputs, errors", async () => {
  const file = diskFile(`${FOLDER}/export-with-lead-in.json`);
  expect(await checkImporter([file], "opencode")).toMatchSnapshot();
  const { sessions, rows, issues } = await mustImport([file]);
  const [session] = sessions;
  if (!session) throw new Error("no session");
  expect(rows).toMatchObject({ bad: 1 });
  expect(session.keptRows[0]).toMatchObject({ kind: "lead-in", source: { line: 1, byteOffset: 0 } });
  expect(issues.map((issue) => issue.code)).toEqual(["invalid-row", "session-totals-differ"]);
  expect(session.responses[0]?.usage).toMatchObject({ uncachedInput: 10, output: 25, reasoning: 5, cacheRead: 100 });
  const [, , summary, after] = session.responses.map((_, index) => contextAt(session, index).messages);
  expect(summary?.length).toBe(4);
  expect(after?.map(({ parts }) => texts(parts))).toEqual([["Done reading."], ["The plan was read."], ["Continue."]]);
});

test("the storage tree is the same session, joined from its files", async () => {
  const names = readdirSync(`${FOLDER}/storage`).filter((name) => name !== "ses_1.json");
  const files = ["ses_1.json", ...names.reverse()].map((name) => diskFile(`${FOLDER}/storage/${name}`));
  expect(await checkImporter(files, "opencode")).toMatchSnapshot();
});

test("a compaction began at the last prompt before it; cache figures that are zero throughout are unknown", async () => {
  const text = readFileSync(`${FOLDER}/export-with-lead-in.json`, "utf8");
  const silent = text.replace(/"(read|write)": ?\d+/g, '"$1": 0');
  expect(silent).not.toBe(text);
  const [spoken, mute] = await Promise.all(
    [text, silent].map(async (json) => (await mustImport([memoryFile(json)])).sessions[0]),
  );
  const before = (session: typeof mute) =>
    session?.events.flatMap((event) => (event.type === "compaction" ? [event.tokensBefore] : []));
  expect(before(spoken)).toEqual([164]);
  expect(before(mute)).toEqual([4]);
  expect(spoken?.responses[2]?.usage).toMatchObject({ cacheRead: 0 });
  for (const { usage } of mute?.responses ?? [])
    if (usage) expect(usage).toMatchObject({ cacheRead: null, cacheWriteUnsplit: null });
});

test("calls that share a scrubbed id keep their own results", async () => {
  const read = (path: string) => ({
    type: "tool",
    tool: "read",
    callID: "REDACTED",
    state: { status: "completed", input: { filePath: path }, output: `text of ${path}` },
  });
  const answer = { info: { id: "m2", role: "assistant", modelID: "gpt-5" }, parts: [read("/a.ts"), read("/b.ts")] };
  const session = { info: { id: "ses_ids", directory: "/work" }, messages: [answer] };
  const imported = await mustImport([memoryFile(JSON.stringify(session))]);
  const parts = imported.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
  const ids = (type: string) =>
    parts.flatMap((part) => (part.type === type && "toolCallId" in part ? part.toolCallId : []));
  expect(ids("tool-call")).toEqual(["REDACTED", "REDACTED_2"]);
  expect(ids("tool-result")).toEqual(["REDACTED", "REDACTED_2"]);
});

test("a change of the client's mode is an event, a summary's own mode is not", async () => {
  const answer = (id: string, mode: string, more: object = {}) => ({
    info: { id, role: "assistant", modelID: "gpt-5", mode, ...more },
    parts: [{ type: "text", text: id }],
  });
  const messages = [
    { info: { id: "m1", role: "user" }, parts: [{ type: "text", text: "Make it" }] },
    answer("m2", "build"),
    answer("m3", "compaction", { summary: true }),
    answer("m4", "build"),
    answer("m5", "plan", { agent: "plan" }),
    answer("m6", "plan"),
  ];
  const session = { info: { id: "ses_modes", directory: "/work" }, messages };
  const { sessions } = await mustImport([memoryFile(JSON.stringify(session))]);
  const switches = sessions[0]?.events.filter(({ type }) => type === "mode-switch");
  expect(switches).toMatchObject([{ from: "build", to: "plan", atMessage: 4 }]);
});

test("a command with a non-zero exit code is a failed call, although its tool completed", async () => {
  const bash = (exit: number) => ({
    type: "tool",
    tool: "bash",
    callID: `c${exit}`,
    state: { status: "completed", input: { command: "make" }, output: "done", metadata: { exit } },
  });
  const answer = { info: { id: "m2", role: "assistant", modelID: "claude-opus-4-8" }, parts: [bash(0), bash(3)] };
  const asked = { info: { id: "m1", role: "user" }, parts: [{ type: "text", text: "Make it" }] };
  const session = { info: { id: "ses_exit", directory: "/work" }, messages: [asked, answer] };
  const imported = await mustImport([memoryFile(JSON.stringify(session))]);
  const results = imported.sessions[0]?.messages
    .flatMap(({ parts }) => parts)
    .filter(({ type }) => type === "tool-result");
  expect(results).toMatchObject([
    { toolCallId: "c0", isError: false },
    { toolCallId: "c3", isError: true },
  ]);
});

test("a command that starts a sub-agent is not a request: the client writes its call in the model's name", async () => {
  const message = (id: string, role: string, parts: object[], more: object = {}) => ({
    info: { id, role, ...more },
    parts,
  });
  const state = { status: "completed", input: { prompt: "Review it" }, output: "Fine." };
  const task = { type: "tool", callID: "t1", tool: "task", state };
  const none = { modelID: "claude-opus-4-8", tokens: { input: 0, output: 0, cache: { read: 0, write: 0 } } };
  const messages = [
    message("m1", "user", [
      { type: "text", text: "/review" },
      { type: "subtask", agent: "general", prompt: "Review it" },
    ]),
    message("m2", "assistant", [task], none),
    message("m3", "user", [{ type: "text", text: "Summarize the task", synthetic: true }]),
    message("m4", "assistant", [{ type: "text", text: "All fine." }], { ...none, tokens: { input: 90, output: 5 } }),
  ];
  const text = JSON.stringify({ info: { id: "ses_subtask", directory: "/work" }, messages });
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  expect(session?.responses).toHaveLength(1);
  expect(session?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "assistant"]);
});

test("usage of a message whose last step was aborted belongs to the step that reported it", async () => {
  const tokens = { input: 7, output: 3, reasoning: 0, cache: { read: 0, write: 0 } };
  const read = {
    ...{ type: "tool", tool: "read", callID: "c1" },
    state: { status: "completed", input: { filePath: "/a" }, output: "text of /a" },
  };
  const step = (finish: object[], ...parts: object[]) => [{ type: "step-start" }, ...parts, ...finish];
  const parts = [...step([{ type: "step-finish", tokens }], read), ...step([], { type: "text", text: "The file" })];
  const messages = [{ info: { id: "m2", role: "assistant", modelID: "gpt-5", tokens }, parts }];
  const session = { info: { id: "ses_steps", directory: "/work" }, messages };
  const { sessions } = await mustImport([memoryFile(JSON.stringify(session))]);
  expect(sessions[0]?.responses.map(({ usage }) => usage?.uncachedInput ?? null)).toEqual([7, null]);
});

test.each([
  ["inside the output by the total", { total: 9600, input: 9235, output: 365, reasoning: 252 }, "openai", 365],
  ["next to the output by the total", { total: 9600, input: 9235, output: 113, reasoning: 252 }, "openai", 365],
  ["inside the output before there was a total", { input: 9235, output: 365, reasoning: 252 }, "openai", 365],
  ["next to the output for Google before there was a total", { input: 9, output: 3, reasoning: 4 }, "google", 7],
])("reasoning is %s", async (_, counters, providerID, output) => {
  const tokens = { ...counters, cache: { read: 0, write: 0 } };
  const messages = [
    { info: { id: "m", role: "assistant", providerID, tokens }, parts: [{ type: "text", text: "Hi" }] },
  ];
  const text = JSON.stringify({ info: { id: "ses_reasoning", directory: "/work" }, messages });
  const [session] = (await mustImport([memoryFile(text)])).sessions;
  expect(session?.responses[0]?.usage).toMatchObject({ output, reasoning: counters.reasoning });
});
