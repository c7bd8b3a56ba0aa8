import { expect, test } from "vitest";
import { countSession } from "@/lib/read-models/session-counts";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/gemini-cli";

test.each(["session.json", "session.jsonl"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}`)], "gemini-cli")).toMatchSnapshot();
});

test("output excludes thoughts, input includes cached tokens; all zero is unknown", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.json`)])).sessions;
  expect(session?.responses.map(({ usage }) => usage)).toMatchObject([
    null,
    { uncachedInput: 200, cacheRead: 300, output: 32, reasoning: 12, cacheWriteUnsplit: null },
  ]);
});

test("a message written again replaces the earlier copy", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.jsonl`)])).sessions;
  expect(session?.responses.map(({ id }) => id)).toEqual(["g1", "g2"]);
  expect(session?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call")).length).toBe(3);
  expect(session?.title).toBe("Reading a.txt");
});

const resumed = async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/resumed.jsonl`)])).sessions;
  if (!session) throw new Error("no session");
  return session;
};

/** What a request sent, one word per part. */
const sentBy = (session: Session, index: number) =>
  contextAt(session, index).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.type === "text") return part.text.split(/\s/)[0];
      if (part.type === "tool-call" || part.type === "tool-result") return `${part.type} ${part.toolCallId}`;
      return [];
    }),
  );

test("resumed.jsonl", async () => {
  expect(await checkImporter([diskFile(`${FIXTURES}/resumed.jsonl`)], "gemini-cli")).toMatchSnapshot();
});

test("a result that is in the answer and in a separate message was sent once", async () => {
  const session = await resumed();
  expect(sentBy(session, 1)).toEqual(["<session_context>", "Read", "I", "tool-call c1", "tool-result c1"]);
});

test("a resumed session sends each result twice, and the log says so", async () => {
  const session = await resumed();
  const results = sentBy(session, 3).filter((word) => word?.startsWith("tool-result"));
  expect(results).toEqual(["c1", "c1", "c2", "c3", "c2", "c3"].map((id) => `tool-result ${id}`));
  expect(session.events[0]).toMatchObject({ type: "rewind", detail: expect.stringContaining("twice") });
  expect(countSession(session)).toMatchObject({ tool_calls: 3, tool_results: 3, tool_errors: 2, user_prompts: 3 });
});

test("a summary in place of the history is a compaction, and what remains after it is kept", async () => {
  const session = await resumed();
  expect(session.responses).toHaveLength(5);
  expect(session.events[1]).toMatchObject({ type: "compaction", tokensBefore: 9400 });
  expect(sentBy(session, 4)).toEqual(["<session_context>", "<summary>", "Got", "Once", "It", "And"]);
});

test("the file left by a resume is not a session", async () => {
  const { sessions, issues } = await mustImport([diskFile(`${FIXTURES}/resume-stub.jsonl`)]);
  expect(sessions).toEqual([]);
  expect(issues.map(({ code }) => code)).toEqual(["no-session"]);
});
