import { describe, expect, test } from "vitest";
import { ownFormat } from "@/lib/compress/conversation-source";
import { codecOf } from "@/lib/compress/sent-body";
import { generateExample } from "@/lib/example/generate-example";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { TranscriptFile } from "@/lib/importers/importer";
import { contextAt } from "@/lib/transcript/context-at";
import type { Session } from "@/lib/transcript/session";
import { samples } from "../../support/samples";
import { bothForms, differingPresets } from "../../support/stored-and-sent";
import { diskFile, memoryFile } from "../../support/transcript-file";

/** A session stored as its client's log and the same one sent as a body give the same compression. */

async function sessionOf(file: TranscriptFile): Promise<Session> {
  const imported = await importTranscript([file]);
  if (!imported.ok) throw new Error(imported.error.message);
  return imported.value.sessions[0] as Session;
}

/** The index of the request at this share of all requests. */
const requestAt = ({ responses }: Session, share: number): number => Math.floor((responses.length - 1) * share);

const example = await sessionOf(memoryFile(generateExample()));

describe("the built-in example, a log of Claude Code", () => {
  test.each(samples([0.1], [0.1, 0.45, 0.8]))("at %f of its requests", (share) => {
    const logged = contextAt(example, requestAt(example, share));
    const forms = bothForms(logged, ownFormat(example.format));
    expect(forms[0].messages.length).toBe(forms[1].messages.length);
    expect(differingPresets(forms, "anthropic")).toEqual([]);
  });
});

test("the example is not a trivial case: its log splits what its body joins", () => {
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

test("a log keeps what its format cannot express, such as reasoning in Chat Completions", async () => {
  const session = await sessionOf(diskFile("tests/fixtures/mini-swe-agent/run.traj.json"));
  const [stored, sent] = bothForms(contextAt(session, session.responses.length - 1), ownFormat(session.format));
  const typesOf = ({ messages }: typeof stored) => messages.map(({ parts }) => parts.map(({ type }) => type));
  expect(typesOf(stored)).toEqual([["text"], ["text"], ["reasoning", "text"], ["text"]]);
  expect(typesOf(sent)).toEqual([["text"], ["text"], ["text"], ["text"]]);
});

test("a call id that a log has twice is the body's in both forms", async () => {
  const call = (path: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: JSON.stringify({ path }) } }],
  });
  const result = (content: string) => ({ role: "tool", tool_call_id: "c1", content });
  const messages = [
    { role: "user", content: "Read both." },
    call("a.ts"),
    result("first ".repeat(400)),
    call("b.ts"),
    result("second ".repeat(400)),
    { role: "user", content: "Thanks." },
  ];
  const decoded = codecOf("openai-chat").decode({ messages });
  if (!decoded.ok) throw new Error(decoded.error.message);
  const forms = bothForms(decoded.value.conversation, "openai-chat");
  const idsOf = ({ messages: all }: (typeof forms)[0]) =>
    all.flatMap(({ parts }) => parts.flatMap((part) => ("toolCallId" in part ? [part.toolCallId] : [])));
  expect(idsOf(forms[0])).toEqual(["c1", "c1", "c1_2", "c1_2"]);
  expect(idsOf(forms[1])).toEqual(idsOf(forms[0]));
  expect(differingPresets(forms, "openai-chat")).toEqual([]);
});

test("the outcome of a call that a log marks is unknown if its body cannot express it", async () => {
  const session = await sessionOf(diskFile("tests/fixtures/opencode/two-models.json"));
  const forms = bothForms(contextAt(session, session.responses.length - 1), "openai-chat");
  for (const { messages } of forms)
    for (const part of messages.flatMap(({ parts }) => parts))
      if (part.type === "tool-result") expect(part.isError).toBeNull();
});
