import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { storeFile } from "@/tests/support/make-store";
import { makeZstd } from "@/tests/support/make-zstd";
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
  test("belong to OpenClaw and not to pi", async () => {
    await expect(await checkImporter([SESSION], "openclaw")).toMatchFileSnapshot("goldens/openclaw.txt");
  });

  test("what the gateway delivered is not a model call", async () => {
    const { responses } = await first(SESSION);
    expect(responses.map(({ model, usage }) => [model, usage?.output])).toEqual([
      ["claude-x", 50],
      ["claude-x", 6],
      ["claude-x", 5],
    ]);
  });

  test("a leaf returns to its target, and what follows it continues there", async () => {
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

  test("reads a message that every row repeats once", async () => {
    const { responses } = await first(TELEMETRY);
    expect(responses.map(({ usage }) => usage)).toMatchObject([
      { uncachedInput: 2, output: 50, cacheRead: 0, cacheWriteUnsplit: 4000 },
      { uncachedInput: 3, output: 6, cacheRead: 4000, cacheWriteUnsplit: 60 },
      { output: 7 },
      { output: 2 },
    ]);
  });

  test("a compaction keeps messages, and they follow its summary", async () => {
    expect(textsAt(await first(TELEMETRY), 3)).toEqual(["A file was listed.", "And now?", "The same.", "Go on"]);
  });

  test("reports an unanswered prompt, in its agent's session", async () => {
    const { sessions } = await mustImport([TELEMETRY]);
    expect(sessions.map(({ messages }) => messages.length)).toEqual([9, 1]);
  });
});

const SCHEMA = `create table session_windows (session_id text primary key, session_key text, updated_at integer);
  create table transcript_events (session_id text, seq integer, event_json text, event_zstd blob,
    event_utf8_bytes integer, created_at integer, primary key (session_id, seq));`;

describe("OpenClaw's database", () => {
  const lines = readFileSync("tests/fixtures/openclaw/session.jsonl", "utf8").trim().split("\n");
  const rowOf = (line: string, seq: number) => {
    const isPacked = seq % 2 === 1;
    return {
      session_id: "s1",
      seq,
      event_json: isPacked ? null : line,
      event_zstd: isPacked ? makeZstd(line) : null,
      event_utf8_bytes: Buffer.byteLength(line),
    };
  };
  const store = (events = lines.map(rowOf)) =>
    storeFile(SCHEMA, {
      session_windows: [{ session_id: "s1", session_key: "agent:main:main", updated_at: 1 }],
      transcript_events: [...events].reverse(),
    });

  test("matches the session's file, including packed events", async () => {
    await checkImporter([await store()], "openclaw");
    const [stored, filed] = [await first(await store()), await first(SESSION)];
    const saidIn = ({ messages }: Session) => messages.map(({ role, origin, parts }) => [role, origin, parts.length]);
    expect(saidIn(stored)).toEqual(saidIn(filed));
    expect(stored.responses.map(({ usage }) => usage)).toEqual(filed.responses.map(({ usage }) => usage));
    expect(stored.events.map(({ type }) => type)).toEqual(filed.events.map(({ type }) => type));
  });

  test("an event that cannot be unpacked is reported and affects no other", async () => {
    const events = lines.map(rowOf);
    const broken = { ...(events[1] as ReturnType<typeof rowOf>), event_json: null, event_zstd: new Uint8Array([1, 2]) };
    const { rows, issues } = await mustImport([await store(events.with(1, broken))]);
    expect(rows.bad).toBe(1);
    expect(issues.map(({ code }) => code)).toEqual(["damaged-row"]);
  });

  test("a session without its header still has its id", async () => {
    const headless = await first(await store(lines.slice(1).map((line, index) => rowOf(line, index + 1))));
    expect(headless.messages.length).toBe((await first(SESSION)).messages.length);
  });
});
