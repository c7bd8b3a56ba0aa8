import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const file = diskFile("tests/fixtures/pi/tree.jsonl");

test("a tree with an abandoned branch, a compaction that keeps a tail, an error and unknown entries", async () => {
  expect(await checkImporter([file], "pi")).toMatchSnapshot();
  const [session] = (await mustImport([file])).sessions;
  if (!session) throw new Error("no session");
  expect(session.events.map((event) => event.type)).toEqual(["api-error", "rewind", "compaction", "model-switch"]);
  const texts = contextAt(session, 2).messages.map(({ parts }) => (parts[0]?.type === "text" ? parts[0].text : ""));
  expect(texts).toEqual(["There are twelve files.", "Rather name them"]);
  expect(session.responses[0]).toMatchObject({
    startedAt: "2026-01-05T09:00:01.500Z",
    endedAt: "2026-01-05T09:00:04.000Z",
    usage: { uncachedInput: 3, cacheWriteUnsplit: 900, cacheRead: 0, output: 40, reasoning: null },
  });
});

test("a switch of thinking is placed at the first answer with another level", async () => {
  const rows = [
    { type: "session", version: 1, id: "s1", timestamp: "2026-01-05T09:00:00.000Z", cwd: "/p", thinkingLevel: "off" },
    asked("go"),
    answered(),
    ...["minimal", "low", "off", "low", "high"].map((thinkingLevel) => ({
      type: "thinking_level_change",
      thinkingLevel,
    })),
    asked("on"),
    answered(),
    ...["off", "high"].map((thinkingLevel) => ({ type: "thinking_level_change", thinkingLevel })),
    answered(),
  ];
  const { sessions } = await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))]);
  expect(sessions[0]?.events).toEqual([
    expect.objectContaining({ type: "thinking-switch", from: "off", to: "high", atMessage: 3 }),
  ]);
});

const asked = (content: string) => ({ type: "message", message: { role: "user", content } });
const answered = () => ({
  type: "message",
  message: { role: "assistant", content: [{ type: "text", text: "ok" }], model: "claude-sonnet-4-5" },
});
