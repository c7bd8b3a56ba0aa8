import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ImportRun } from "@/lib/importers/import-run";
import { importTranscript } from "@/lib/importers/import-transcript";
import { DEFAULT_LIMITS } from "@/lib/importers/limits";
import { readWinnow } from "@/lib/importers/winnow";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { arbitraryConversation } from "@/tests/support/arbitrary-conversation";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";
import { exportText, sessionOf } from "./export-text";
import { HOSTILE_TEXTS } from "./hostile-texts";

const FIXTURES = [
  "claude-code/compaction.jsonl",
  "claude-code/sidechains.jsonl",
  "claude-code/detours.jsonl",
  "codex/enveloped.jsonl",
  "pi/tree.jsonl",
  "qwen-code/session.jsonl",
  "chatgpt-export/conversations.json",
].filter((name) => existsSync(`tests/fixtures/${name}`));

async function fixtureSessions(name: string): Promise<readonly Session[]> {
  return (await mustImport([memoryFile(new Uint8Array(readFileSync(`tests/fixtures/${name}`)))])).sessions;
}

async function readBack(text: string): Promise<Session> {
  const read = await readWinnow(memoryFile(text), "utf-8", new ImportRun(DEFAULT_LIMITS));
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}

/** The session itself, and after an import, which gives it a new id. */
async function expectRoundTrip(session: Session) {
  const text = exportText("winnow", session);
  expect(await readBack(text)).toEqual(session);
  const imported = await mustImport([memoryFile(text, "anything")]);
  expect(imported.format).toBe("winnow");
  expect(imported.issues).toEqual([]);
  expect(imported.rows.bad).toBe(0);
  const [again] = imported.sessions;
  expect(again).toEqual({ ...session, id: again?.id });
  expect(again?.id).not.toBe(session.id);
}

/** The reader removes `__proto__` keys on purpose, so they cannot come back as names of inputs. */
const harmlessText = fc.string({ unit: "binary" }).filter((text) => text !== "__proto__");

describe("Winnow's own file", () => {
  test.each(FIXTURES)("%s: importing an export gives the same session", async (name) => {
    for (const session of await fixtureSessions(name)) {
      await expectRoundTrip(session);
      await checkImporter([memoryFile(exportText("winnow", session))], "winnow");
    }
  });

  test("any history comes back, including hostile text and half surrogate pairs", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryConversation(), harmlessText, async (conversation, text) => {
        const base = sessionOf([text], text);
        // A message of a session has at least one part.
        const filled = conversation.messages.filter(({ parts }) => parts.length > 0);
        const messages = filled.map((message) => ({
          ...message,
          agent: "main",
          origin: "typed" as const,
        }));
        await expectRoundTrip({ ...base, messages: [...base.messages, ...messages] });
      }),
      { numRuns: 60 },
    );
    await expectRoundTrip(sessionOf(HOSTILE_TEXTS.filter((text) => text !== "__proto__")));
  });

  test("a part of a session is a session", async () => {
    for (const name of FIXTURES)
      for (const session of await fixtureSessions(name)) {
        for (const { id: agent } of session.agents) {
          const part = await readBack(exportText("winnow", session, { agent }));
          checkSession(part);
          expect(part.messages).toEqual(session.messages.filter((message) => message.agent === agent));
          expect(part.responses.length).toBe(session.responses.filter((response) => response.agent === agent).length);
        }
        for (const request of session.responses.keys()) {
          const part = await readBack(exportText("winnow", session, { request }));
          checkSession(part);
          expect(part.messages).toEqual(contextAt(session, request).messages);
        }
      }
  });

  test("only the damaged row is lost, and the gap is reported", async () => {
    const [session] = await fixtureSessions("claude-code/compaction.jsonl");
    const lines = exportText("winnow", session as Session)
      .trimEnd()
      .split("\n");
    const victim = lines.findIndex((line) => line.startsWith('{"message"'));
    const text = lines.map((line, index) => (index === victim ? line.replace('"parts"', '"pards"') : line)).join("\n");
    const imported = await mustImport([memoryFile(`${text}\n`)]);
    const [found] = imported.sessions;
    expect(imported.rows.bad).toBe(1);
    expect(imported.issues.map(({ code }) => code)).toContain("incomplete");
    expect(found?.messages).toEqual(session?.messages.slice(1));
    expect(found?.responses.length).toBe(session?.responses.length);
    for (const response of found?.responses ?? [])
      expect(found?.messages[response.messageIndex]?.responseId).toBe(response.id);
  });

  test("refuses or reports a newer version, a wrong header and foreign agents", async () => {
    const text = exportText("winnow", sessionOf(["x"]));
    const newer = await importTranscript([memoryFile(text.replace('"winnow":2', '"winnow":3'))]);
    expect(newer).toMatchObject({ ok: false, error: { message: expect.stringContaining("version 3") } });
    const wrong = await importTranscript([memoryFile(text.replace('"agents"', '"agends"'))]);
    expect(wrong).toMatchObject({ ok: false, error: { at: "$.session.agents" } });
    const foreign = await mustImport([memoryFile(text.replaceAll('"agent":"main"', '"agent":"x"'))]);
    expect(foreign.sessions[0]?.messages).toEqual([]);
    expect(foreign.rows.bad).toBeGreaterThan(0);
  });

  test("damage anywhere never throws, and what is read can be analysed", async () => {
    const [session] = await fixtureSessions("claude-code/compaction.jsonl");
    const bytes = new TextEncoder().encode(exportText("winnow", session as Session));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.uint8Array({ maxLength: 6 }), async (place, damage) => {
        const content = bytes.slice();
        content.set(damage, place % (content.length - damage.length));
        const result = await importTranscript([memoryFile(content)]);
        if (!result.ok) return;
        for (const found of result.value.sessions) {
          checkSession(found);
          analyzeSession(found, loadVocabulary);
        }
      }),
      { numRuns: 150 },
    );
  });
});
