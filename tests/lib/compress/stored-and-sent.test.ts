import { describe, expect, test } from "vitest";
import { ownFormat } from "@/lib/compress/conversation-source";
import { generateExample } from "@/lib/example/generate-example";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptFile } from "@/lib/importers/importer";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { describeShared } from "../../support/shared";
import { loadSharedSessions, sampleRequests } from "../../support/shared-transcripts";
import { bothForms, differingPresets } from "../../support/stored-and-sent";
import { diskFile, memoryFile } from "../../support/transcript-file";

/** A session that is stored as its client's log, and the same one sent as a body, compress to the same. */

async function sessionOf(file: TranscriptFile): Promise<Session> {
  const imported = await importTranscript([file]);
  if (!imported.ok) throw new Error(imported.error.message);
  return imported.value.sessions[0] as Session;
}

/** The request at a share of all requests. */
const requestAt = ({ responses }: Session, share: number): number => Math.floor((responses.length - 1) * share);

const example = await sessionOf(memoryFile(generateExample()));

describe("the built-in example, a log of Claude Code", () => {
  test.each([0.1, 0.45, 0.8])("at %f of its requests", (share) => {
    const logged = contextAt(example, requestAt(example, share));
    const forms = bothForms(logged, ownFormat(example.format));
    expect(forms[0].messages.length).toBe(forms[1].messages.length);
    expect(differingPresets(forms, "anthropic")).toEqual([]);
  });
});

test("the example is no plain case: its log parts what its body joins", () => {
  const logged = contextAt(example, requestAt(example, 0.8));
  const [stored] = bothForms(logged, "anthropic");
  expect(stored.messages.length).toBeLessThan(logged.messages.length);
  const ids = new Set(logged.messages.flatMap(({ parts }) => parts.map(({ id }) => id)));
  expect(stored.messages.flatMap(({ parts }) => parts.map(({ id }) => id)).filter((id) => !ids.has(id))).toEqual([]);
});

describe.each([
  ["codex", "tests/fixtures/codex/enveloped.jsonl"],
  ["gemini-cli", "tests/fixtures/gemini-cli/session.json"],
  ["opencode", "tests/fixtures/opencode/two-models.json"],
  ["claude-code", "tests/fixtures/claude-code/detours.jsonl"],
  ["claude-code", "tests/fixtures/claude-code/compaction.jsonl"],
])("a fixture of %s, %s", (_, place) => {
  test("at its last request", async () => {
    const session = await sessionOf(diskFile(place));
    const format = ownFormat(session.format);
    const forms = bothForms(contextAt(session, session.responses.length - 1), format);
    expect(differingPresets(forms, format)).toEqual([]);
  });
});

test("a log keeps what its format cannot say, such as reasoning in Chat Completions", async () => {
  const session = await sessionOf(diskFile("tests/fixtures/mini-swe-agent/run.traj.json"));
  const [stored, sent] = bothForms(contextAt(session, session.responses.length - 1), ownFormat(session.format));
  const typesOf = ({ messages }: typeof stored) => messages.map(({ parts }) => parts.map(({ type }) => type));
  expect(typesOf(stored)).toEqual([["text"], ["text"], ["reasoning", "text"], ["text"]]);
  expect(typesOf(sent)).toEqual([["text"], ["text"], ["text"], ["text"]]);
});

describeShared("transcripts/claude-code", async (folder) => {
  const sessions = await loadSharedSessions(folder);
  test.each(sessions.map(({ file, session }) => [file, session] as const))("%s", (_, session) => {
    const [request = 0] = sampleRequests(session, 1);
    expect(differingPresets(bothForms(contextAt(session, request), "anthropic"), "anthropic")).toEqual([]);
  });
});
