import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { groupFiles } from "@/lib/importers/file-groups/group-files";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { promptTokens } from "@/lib/transcript/usage";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/qwen-code/session.jsonl";

test("session.jsonl", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "qwen-code")).toMatchSnapshot();
});

test("usage counts once, from the row or otherwise from the telemetry before it", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(
    session?.responses.map(({ usage }) => [usage?.uncachedInput, usage?.cacheRead, usage?.output, usage?.reasoning]),
  ).toEqual([
    [400, 100, 28, 8],
    [550, 50, 5, 0],
    [70, null, 6, 0],
  ]);
});

test("after a compression the prompt is the compressed history", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  if (!session) throw new Error("no session");
  const texts = contextAt(session, 2).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? part.text : [])),
  );
  expect(texts).toEqual(["<state_snapshot>files</state_snapshot>", "Got it.", "A task ended", "Thanks"]);
});

const FOLDER = "tests/fixtures/qwen-code/with-agent";
const MAIN_FILE = `${FOLDER}/chats/s-qa.jsonl`;
const AGENT_FILE = `${FOLDER}/subagents/s-qa/agent-general-call_7.jsonl`;

/** The agent, the prompt size, and the output. */
const calls = (session: Session) =>
  session.responses.map(({ agent, model, usage }) => [agent, model, usage && promptTokens(usage), usage?.output]);

const MAIN_CALLS = [
  ["main", "qwen3-coder-plus", 4000, 60],
  ["main", "qwen3-coder-plus", 4100, 30],
  ["main", "qwen3-coder-plus", 4200, 80],
  ["main", "qwen3-coder-plus", 3000, 9],
];
const AGENT_CALLS = [
  ["general-call_7", "qwen3-coder-plus", 2000, 15],
  ["general-call_7", "qwen3-coder-plus", 2100, 12],
  ["general-call_7", "qwen3-coder-plus", 2200, 20],
];
const AGENT = {
  id: "general-call_7",
  kind: "sub-agent",
  parent: "main",
  title: "Count rows",
  toolCallId: "call_7",
};

test("a sub-agent's file belongs to its session, and each of its answers is one call", async () => {
  const files = [MAIN_FILE, AGENT_FILE, AGENT_FILE.replace(".jsonl", ".meta.json")].map(diskFile);
  expect(await checkImporter(files, "qwen-code")).toMatchSnapshot();
  const [session] = (await mustImport(files)).sessions;
  expect(session && calls(session)).toEqual([...MAIN_CALLS, ...AGENT_CALLS]);
  expect(session?.agents[1]).toEqual(AGENT);
  expect(session?.issues).toEqual([]);
});

test("without that file, the session's telemetry still shows what the sub-agent used", async () => {
  const [session] = (await mustImport([diskFile(MAIN_FILE)])).sessions;
  expect(session && calls(session)).toEqual([...MAIN_CALLS, ...AGENT_CALLS]);
  expect(session?.agents[1]).toEqual(AGENT);
});

test("an upload or an archive of the project's folder keeps them together", () => {
  const names = ["p/subagents/s-qa/agent-a.jsonl", "p/chats/s-qa.jsonl", "p/subagents/s-qa/agent-a.meta.json"];
  const groups = groupFiles(
    names.map((name) => ({ name })),
    () => null,
  );
  expect(groups.map(({ main, companions }) => [main.name, ...companions.map(({ name }) => name)])).toEqual([
    ["p/chats/s-qa.jsonl", "p/subagents/s-qa/agent-a.jsonl", "p/subagents/s-qa/agent-a.meta.json"],
  ]);
});

test("leaves out another session's sub-agent file with a note", async () => {
  const other = memoryFile(readFileSync(AGENT_FILE, "utf8").replaceAll("s-qa", "s-other"), "agent-x.jsonl");
  const { sessions, issues } = await mustImport([diskFile(MAIN_FILE), other]);
  expect(sessions[0]?.files).toHaveLength(1);
  expect(issues.map(({ code }) => code)).toEqual(["not-a-companion"]);
});

test("the log says why it was compressed, and how large the window is", async () => {
  const [session] = (await mustImport([diskFile(MAIN_FILE)])).sessions;
  expect(session?.events).toMatchObject([{ type: "compaction", trigger: "auto", tokensBefore: 4150 }]);
  expect(session?.responses[0]?.limits).toEqual({ window: 262_144 });
});

test("after a rewind the prompt ends at the row before the prompt that was taken back", async () => {
  const row = (uuid: string, parentUuid: string | null, more: object) => ({
    uuid,
    parentUuid,
    sessionId: "s",
    ...more,
  });
  const said = (type: "user" | "assistant", text: string) => ({ type, message: { parts: [{ text }] } });
  const rewind = { type: "system", subtype: "rewind", systemPayload: { truncatedCount: 2 } };
  const textsAfter = async (target: string | null) => {
    const rows = [
      row("u1", null, said("user", "First")),
      row("a1", "u1", said("assistant", "One.")),
      row("u2", "a1", said("user", "Second")),
      row("a2", "u2", said("assistant", "Two.")),
      row("r1", target, rewind),
      row("u3", "r1", said("user", "Third")),
      row("a3", "u3", said("assistant", "Three.")),
    ];
    const { sessions } = await mustImport([memoryFile(rows.map((value) => JSON.stringify(value)).join("\n"))]);
    const { messages } = contextAt(sessions[0] as Session, 2);
    return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? part.text : [])));
  };
  expect(await textsAfter("a1")).toEqual(["First", "One.", "Third"]);
  expect(await textsAfter(null)).toEqual(["Third"]);
});
