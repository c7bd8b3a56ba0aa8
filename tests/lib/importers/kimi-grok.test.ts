import { describe, expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const KIMI = "tests/fixtures/kimi/wire.jsonl";
const GROK = "tests/fixtures/grok/chat_history.jsonl";

async function only(file: string) {
  const { sessions } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session || sessions.length !== 1) throw new Error("one session is expected");
  return session;
}

describe("Kimi Code", () => {
  test("as a whole", async () => {
    await expect(await checkImporter([diskFile(KIMI)], "kimi-code")).toMatchFileSnapshot("goldens/kimi-code.txt");
  });

  test("a duplicate prompt is one message, and a duplicate usage counts once", async () => {
    const { messages, responses } = await only(KIMI);
    expect(messages.filter(({ origin }) => origin === "typed")).toHaveLength(2);
    expect(responses.map(({ usage }) => usage?.output ?? null)).toEqual([30, 9, 120]);
  });

  test("a step's output is one answer, even with results between its calls", async () => {
    const { messages } = await only(KIMI);
    const [answer, ...results] = messages.slice(2, 5);
    expect(answer?.parts.map(({ type }) => type)).toEqual(["reasoning", "tool-call", "tool-call"]);
    expect(results.flatMap(({ parts }) => parts)).toMatchObject([{ isError: false }, { isError: true }]);
  });

  test("the compaction's usage is that of its summary, and the system prompt precedes it again", async () => {
    const { events, messages, responses } = await only(KIMI);
    const [compaction] = events.filter(({ type }) => type === "compaction");
    expect(compaction).toMatchObject({ trigger: "manual", tokensBefore: 8560, atMessage: 6 });
    expect(messages.slice(6, 8).map(({ origin }) => origin)).toEqual(["system", "summary"]);
    expect(responses[2]?.usage).toMatchObject({ cacheRead: 8500, output: 120 });
  });
});

const FOLDER = "tests/fixtures/kimi/session/agents";
const SESSION = [diskFile(`${FOLDER}/main/wire.jsonl`), diskFile(`${FOLDER}/agent-0/wire.jsonl`)];

describe("a Kimi Code session with another agent", () => {
  test("as a whole", async () => {
    await expect(await checkImporter(SESSION, "kimi-code")).toMatchFileSnapshot("goldens/kimi-code-session.txt");
  });

  test("the other agent belongs to the call that started it, and nobody typed its prompt", async () => {
    const { agents, messages, responses } = (await mustImport(SESSION)).sessions[0] as Session;
    const link = { parent: "main", toolCallId: "Agent_0", title: "explore" };
    expect(agents[1]).toEqual({ id: "agent-0", kind: "sub-agent", ...link });
    expect(messages.filter(({ agent, origin }) => agent === "agent-0" && origin === "typed")).toEqual([]);
    expect(responses.filter(({ agent }) => agent === "agent-0").map(({ usage }) => usage?.output)).toEqual([10, 5]);
  });

  test("what was undone is in no later prompt, and the system prompt stays", async () => {
    const session = (await mustImport(SESSION)).sessions[0] as Session;
    const promptOf = (output: number) => {
      const at = session.responses.findIndex(({ usage }) => usage?.output === output);
      return contextAt(session, at).messages.map(({ parts }) => (parts[0]?.type === "text" ? parts[0].text : "…"));
    };
    const start = ["You are a coding agent.", "How many tests are there?", "…", "…", "There are 12 tests."];
    expect(promptOf(6)).toContain("Delete them all.");
    expect(promptOf(4)).toEqual([...start, "Run them."]);
    expect(promptOf(3)).toEqual(["You are a coding agent.", "Good bye."]);
    expect(session.keptRows.map(({ kind }) => kind)).toEqual(["context.undo"]);
  });
});

const CLI = "tests/fixtures/kimi/cli";
const PAIR = [diskFile(`${CLI}/context.jsonl`), diskFile(`${CLI}/wire.jsonl`)];

describe("Kimi CLI", () => {
  test("both files together match the golden file", async () => {
    await expect(await checkImporter(PAIR, "kimi-cli")).toMatchFileSnapshot("goldens/kimi-cli.txt");
  });

  test("either file can be imported alone, and the order of the files does not matter", async () => {
    expect(await checkImporter([diskFile(`${CLI}/wire.jsonl`)], "kimi-cli")).toContain("call_1");
    expect(await checkImporter([diskFile(`${CLI}/context.jsonl`)], "kimi-cli")).toContain("You are Kimi.");
    const reversed = (await mustImport([...PAIR].reverse())).sessions[0];
    expect(reversed?.responses.map(({ usage }) => usage?.output ?? null)).toEqual([15, 12, 5, 7]);
  });

  test("the window is the one stated at the call", async () => {
    const { responses } = (await mustImport(PAIR)).sessions[0] as Session;
    expect(responses.map(({ limits }) => limits?.window ?? null)).toEqual([262144, 262144, null, 131072]);
    expect(responses[0]?.usage).toMatchObject({ uncachedInput: 200, cacheRead: 1000, output: 15 });
  });

  test("after a compaction come the system prompt, the summary and what the client kept", async () => {
    const session = (await mustImport(PAIR)).sessions[0] as Session;
    const prompt = contextAt(session, 3).messages.map(({ role }) => role);
    expect(session.events.map(({ type }) => type)).toEqual(["compaction", "interruption"]);
    expect(prompt).toEqual(["assistant", "tool", "assistant", "tool", "system", "user"]);
  });
});

describe("Grok CLI", () => {
  test("as a whole", async () => {
    await expect(await checkImporter([diskFile(GROK)], "grok")).toMatchFileSnapshot("goldens/grok.txt");
  });

  test("claims no number that the file lacks, and does not treat the client's additions as typed", async () => {
    const { messages, responses } = await only(GROK);
    expect(responses.map(({ usage }) => usage)).toEqual([null, null]);
    expect(messages.filter(({ role }) => role === "user").map(({ origin }) => origin)).toEqual([
      "client",
      "typed",
      "typed",
    ]);
    expect(messages.at(-1)?.parts.map(({ type }) => type)).toEqual(["file", "text"]);
  });
});

test("Grok CLI: a tool's images, what a user adds to a turn, and the summary of a compaction", async () => {
  const user = (text: string, reason: object) => ({ type: "user", content: [{ type: "text", text }], ...reason });
  const call = { id: "c1", name: "read_file", arguments: "{}" };
  const image = { type: "image", url: "data:image/png;base64,AAAA" };
  const rows = [
    user("<user_info>", { synthetic_reason: "compaction_meta" }),
    user("This session is being continued from a previous conversation.", { synthetic_reason: "compaction_meta" }),
    { type: "assistant", content: "I look.", tool_calls: [call], model_id: "grok-4.5" },
    { type: "tool_result", tool_call_id: "c1", content: "A cat.", images: [image] },
    user("Only its ears", { synthetic_reason: "interjection" }),
  ];
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  const messages = sessions[0]?.messages ?? [];
  expect(messages.map(({ origin }) => origin)).toEqual(["client", "summary", "model", "tool", "typed"]);
  expect(messages[3]?.parts).toMatchObject([{ output: [{ text: "A cat." }, { mediaType: "image/png" }] }]);
});

const FILES = ["chat_history.jsonl", "updates.jsonl", "signals.json"];
const BESIDE = FILES.map((name) => diskFile(`tests/fixtures/grok/session/${name}`));

describe("Grok CLI with the files next to its chat history", () => {
  test("as a whole", async () => {
    await expect(await checkImporter(BESIDE, "grok")).toMatchFileSnapshot("goldens/grok-session.txt");
  });

  test("a turn's usage is a call's only if the turn was one call; the rest is reported as a sum", async () => {
    const { responses, issues } = (await mustImport(BESIDE)).sessions[0] as Session;
    expect(responses.map(({ usage }) => usage?.output ?? null)).toEqual([7, null, null, 9]);
    expect(responses[3]?.usage).toMatchObject({ uncachedInput: 200, cacheRead: 1900, reasoning: 2 });
    expect(issues.map(({ code }) => code)).toEqual(["usage-only-as-sum"]);
    expect(issues[0]?.message).toContain("Of one turn");
    expect(issues[0]?.message).toContain("300 in, 1700 read from the cache, 0 written to it, 45 out");
  });

  test("times come from the updates, the newest model's window from the signals", async () => {
    const { messages, responses } = (await mustImport(BESIDE)).sessions[0] as Session;
    expect(messages[1]?.time).toBe("2026-09-01T10:00:00.000Z");
    expect(responses[3]?.endedAt).toBe("2026-09-01T10:00:44.000Z");
    expect(responses.map(({ limits }) => limits?.window ?? null)).toEqual([null, null, null, 256_000]);
  });
});

test("the calls after a cancelled compaction keep their usage", async () => {
  const event = (fields: object) => ({ type: "context.append_loop_event", event: fields });
  const step = (uuid: string, text: string, inputOther: number) => [
    event({ type: "step.begin", uuid }),
    event({ type: "content.part", part: { type: "text", text } }),
    { type: "usage.record", usage: { inputOther, output: 1, inputCacheRead: 0, inputCacheCreation: 0 } },
  ];
  const rows = [
    { type: "metadata", protocol_version: "1.5" },
    ...step("step-1", "One.", 10),
    { type: "full_compaction.begin", source: "manual" },
    { type: "full_compaction.cancel" },
    ...step("step-2", "Two.", 20),
  ];
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  expect(sessions[0]?.responses.map(({ usage }) => usage?.uncachedInput)).toEqual([10, 20]);
});
