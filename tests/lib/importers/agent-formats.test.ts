import { expect, test } from "vitest";
import { calledFiles } from "@/lib/tools/call-facts";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const fixture = (name: string) => diskFile(`tests/fixtures/${name}`);
const usageOf = async (name: string) =>
  (await mustImport([fixture(name)])).sessions.flatMap((session) => session.responses.map(({ usage }) => usage));

test.each([
  ["continue", "continue/session.json"],
  ["copilot", "copilot/export.json"],
  ["openhands", "openhands/output.jsonl"],
  ["openhands", "openhands/oldest.json"],
  ["openhands", "openhands/sdk-events.jsonl"],
  ["openhands", "openhands/resolver.jsonl"],
  ["atif", "atif/trajectory.json"],
  ["goose", "goose/legacy.jsonl"],
])("%s: %s", async (importer, name) => {
  expect(await checkImporter([fixture(name)], importer)).toMatchSnapshot();
});

test("Goose: reports tokens that only the header states, instead of dropping them", async () => {
  const { issues } = await mustImport([fixture("goose/legacy.jsonl")]);
  const message = expect.stringMatching(/those of its last request: 800 in and 100 out/);
  expect(issues[0]).toEqual(expect.objectContaining({ code: "usage-of-session-only", message, line: 1 }));
});

test("OpenHands: a response repeated on its events counts once, and its prompt includes cached tokens", async () => {
  const [first, second, ...more] = await usageOf("openhands/output.jsonl");
  expect(first).toMatchObject({ uncachedInput: 100, cacheRead: 600, cacheWriteUnsplit: 300, output: 50 });
  expect(second).toMatchObject({ uncachedInput: 700, cacheRead: null, output: 9 });
  expect(more).toEqual([]);
});

test("OpenHands: a call with an unreadable answer is a request, in its place", async () => {
  const answer = (id: number, response: string) => ({
    ...{ id, source: "agent", message: "", action: "run", args: { command: "ls" } },
    tool_call_metadata: {
      tool_call_id: `c${id}`,
      model_response: {
        id: response,
        model: "m",
        usage: { prompt_tokens: 100, completion_tokens: 9 },
        choices: [{ message: { role: "assistant", content: `answer ${response}` } }],
      },
    },
  });
  const error = { id: 2, source: "agent", message: "", observation: "error", content: "Unknown command.", extras: {} };
  const run = {
    instance_id: "demo__1",
    history: [
      { id: 0, source: "user", message: "", action: "message", args: { content: "Go." } },
      answer(1, "first"),
      error,
      { ...error, id: 3 },
      answer(4, "third"),
    ],
    metrics: { response_latencies: ["first", "second", "third"].map((response_id) => ({ response_id, latency: 1 })) },
  };
  const [session] = (await mustImport([memoryFile(JSON.stringify(run), "output.jsonl")])).sessions;
  expect(session?.responses.map(({ id, model, usage }) => [id, model, usage?.output])).toEqual([
    ["first", "m", 9],
    ["second", "m", undefined],
    ["third", "m", 9],
  ]);
  expect(session?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "assistant",
    "user",
    "user",
    "assistant",
  ]);
});

test("OpenHands: corrects times without a zone by the provider's", async () => {
  const [session] = (await mustImport([fixture("openhands/output.jsonl")])).sessions;
  expect(session?.startedAt).toBe("2026-01-05T09:00:00.000Z");
  const texts = contextAt(session as NonNullable<typeof session>, 1).messages.map(({ role }) => role);
  expect(texts).toEqual(["system", "user", "tool", "user"]); // what preceded the cut stays
});

test("OpenHands: a command starts in the folder that the previous one left", async () => {
  const common = { source: "agent", message: "caption", timestamp: "2026-01-05T17:00:00" };
  const run = (id: number, command: string) => ({ ...common, id, action: "run", args: { command } });
  const ran = (cause: number, folder: string) => ({
    ...{ ...common, id: cause + 1, cause, observation: "run", content: "ok" },
    extras: { metadata: { exit_code: 0, working_dir: folder } },
  });
  const history = [run(1, "cd app"), ran(1, "/workspace/app"), run(3, "cat a.ts"), ran(3, "/workspace/app")];
  const { sessions } = await mustImport([memoryFile(JSON.stringify({ instance_id: "x", history }))]);
  const calls = sessions.flatMap(({ messages }) => messages.flatMap(({ parts }) => parts));
  const read = calls.flatMap((part) => (part.type === "tool-call" ? calledFiles(part) : []));
  expect(read.map(({ path }) => path)).toEqual(["/workspace/app/a.ts"]);
});

test("OpenHands resolver: an issue is a session, results belong to the previous action, no usage is invented", async () => {
  const [first, second] = (await mustImport([fixture("openhands/resolver.jsonl")])).sessions;
  expect([first?.title, first?.project, second?.title]).toEqual(["The till rounds down", "ada/shop", "Dark mode"]);
  expect([first?.totals?.cost, second?.totals]).toEqual([0.07, undefined]);
  expect(first?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "assistant",
    "assistant",
  ]);
  const calls = first?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-call"));
  const results = first?.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === "tool-result"));
  expect(results?.map((part) => "toolCallId" in part && part.toolCallId)).toEqual(
    calls?.slice(0, 2).map((part) => "toolCallId" in part && part.toolCallId),
  );
  expect(first?.responses.map(({ usage }) => usage)).toEqual([null, null, null, null]);
});

test("ATIF: the prompt includes cached tokens; steps copied from another file are not counted again", async () => {
  expect(await usageOf("atif/trajectory.json")).toMatchObject([
    { uncachedInput: 20, cacheRead: 100, output: 30 },
    { uncachedInput: 160, cacheRead: null, output: 3 },
    { uncachedInput: 20, output: 2 },
  ]);
});
