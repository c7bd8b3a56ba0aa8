import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FULL = "tests/fixtures/antigravity/transcript_full.jsonl";
const SHORT = "tests/fixtures/antigravity/transcript.jsonl";

async function only(file: string) {
  const { sessions, issues } = await mustImport([diskFile(file)]);
  const [session] = sessions;
  if (!session || sessions.length !== 1) throw new Error("one session is expected");
  return { ...session, issues };
}

const partsOf = (session: Awaited<ReturnType<typeof only>>) => session.messages.flatMap(({ parts }) => parts);

test("Antigravity: the session matches its golden file", async () => {
  await expect(await checkImporter([diskFile(FULL)], "antigravity")).toMatchFileSnapshot("goldens/antigravity.txt");
});

test("Antigravity: results without ids belong to the call of their kind, in step order", async () => {
  const parts = partsOf(await only(FULL));
  const calls = parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part.toolName]] : []));
  const results = parts.flatMap((part) =>
    part.type === "tool-result" ? [[part.toolCallId, part.toolName, part.isError]] : [],
  );
  expect(calls.map(([, name]) => name)).toEqual(["list_dir", "run_command", "list_permissions"]);
  expect(results).toEqual([
    [...(calls[1] ?? []), true],
    [...(calls[0] ?? []), false],
    [...(calls[2] ?? []), true],
  ]);
});

test("Antigravity: the title is the typed text, the model is the selected one, and no usage is invented", async () => {
  const { title, responses } = await only(FULL);
  expect(title).toBe("Run the tests.");
  expect(responses.map(({ model, usage }) => [model, usage])).toEqual(
    Array.from({ length: 3 }, () => ["Gemini 3.5 Flash (High)", null]),
  );
});

test("Antigravity: a checkpoint restarts the prompt with its text", async () => {
  const { events, messages } = await only(FULL);
  const [compaction] = events.filter(({ type }) => type === "compaction");
  expect(compaction).toMatchObject({ atMessage: 6, summaryMessageId: messages[6]?.id });
  expect(messages[6]?.origin).toBe("summary");
  expect(messages[7]?.origin).toBe("client");
});

test("Antigravity: transcript.jsonl writes arguments as JSON text, and marks the texts it cut", async () => {
  const session = await only(SHORT);
  const [call] = partsOf(session).filter(({ type }) => type === "tool-call");
  expect(call).toMatchObject({ input: { CommandLine: "sleep 5", WaitMsBeforeAsync: 5000, Detached: false } });
  expect(session.issues).toEqual([
    expect.objectContaining({ code: "truncated-content", message: expect.stringMatching(/cut long texts of 1 steps/) }),
  ]);
});
