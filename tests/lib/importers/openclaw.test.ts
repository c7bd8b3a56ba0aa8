import { describe, expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const SESSION = diskFile("tests/fixtures/openclaw/session.jsonl");
const TELEMETRY = diskFile("tests/fixtures/openclaw/telemetry.jsonl");

async function first(file: typeof SESSION): Promise<Session> {
  const [session] = (await mustImport([file])).sessions;
  if (!session) throw new Error("a session is expected");
  return session;
}
const textsAt = (session: Session, response: number) =>
  contextAt(session, response).messages.map(({ parts: [part] }) => (part?.type === "text" ? part.text : part?.type));

describe("OpenClaw's sessions", () => {
  test("are OpenClaw's and not pi's", async () => {
    await expect(await checkImporter([SESSION], "openclaw")).toMatchFileSnapshot("goldens/openclaw.txt");
  });

  test("what the gateway delivered is no call of a model", async () => {
    const { responses } = await first(SESSION);
    expect(responses.map(({ model, usage }) => [model, usage?.output])).toEqual([
      ["claude-x", 50],
      ["claude-x", 6],
      ["claude-x", 5],
    ]);
  });

  test("a leaf goes back to its target, and what follows it goes on from there", async () => {
    const session = await first(SESSION);
    expect(session.events.filter(({ type }) => type === "rewind")).toHaveLength(1);
    expect(textsAt(session, 2)).toEqual([
      "What is in the box?",
      "tool-call",
      "tool-result",
      "A cat.",
      "Delivered: a cat.",
      "Leave it",
    ]);
  });
});

describe("OpenClaw's telemetry", () => {
  test("as a whole", async () => {
    await expect(await checkImporter([TELEMETRY], "openclaw")).toMatchFileSnapshot("goldens/openclaw-telemetry.txt");
  });

  test("a message that every row repeats is read once", async () => {
    const { responses } = await first(TELEMETRY);
    expect(responses.map(({ usage }) => usage)).toMatchObject([
      { uncachedInput: 2, output: 50, cacheRead: 0, cacheWriteUnsplit: 4000 },
      { uncachedInput: 3, output: 6, cacheRead: 4000, cacheWriteUnsplit: 60 },
      { output: 7 },
      { output: 2 },
    ]);
  });

  test("a compaction keeps the messages that stand behind its summary", async () => {
    expect(textsAt(await first(TELEMETRY), 3)).toEqual(["And now?", "The same.", "A file was listed.", "Go on"]);
  });

  test("a prompt of which nothing came is told, in the session of its agent", async () => {
    const { sessions } = await mustImport([TELEMETRY]);
    expect(sessions.map(({ messages }) => messages.length)).toEqual([9, 1]);
  });
});
