import { expect, test } from "vitest";
import { partText } from "@/lib/conversation/part";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const session = () => diskFile("tests/fixtures/droid/session.jsonl");
const settings = () => diskFile("tests/fixtures/droid/session.settings.json");

test("a Droid session with its settings", async () => {
  expect(await checkImporter([session(), settings()], "droid")).toMatchInlineSnapshot(`
    "which port | /home/ada/shop | 
    rows 13 = 10 + 2 kept + 1 bad
    main user/typed: "<system-reminder>\\nModel: Claude\\n</system" + "Which port is used?"
    main assistant/model: thinking + call Read t1 [opus 00–02 ]
    main tool/tool: result Read t1 "8080"
    main user/client: "<system-reminder>Use TodoWrite.</system-"
    main assistant/model: "It is 8080." [opus 03–05 ]
    main user/client hidden: "Token limit reached."
    -- compaction {"trigger":"unknown","summaryMessageId":"m0.8"}
    main user/summary: "The port is 8080."
    main user/typed: "Thanks"
    main assistant/model: "Welcome." [opus 08–09 ]
    kept 0:5 todo_state
    kept 0:11 message:assistant (empty)"
  `);
});

test("reports the session's totals, and assigns them to no answer", async () => {
  const { sessions, issues } = await mustImport([session(), settings()]);
  expect(sessions[0]?.responses.map(({ model, usage }) => [model, usage])).toEqual([
    ["claude-opus-4-6", null],
    ["claude-opus-4-6", null],
    ["claude-opus-4-6", null],
  ]);
  expect(issues.map(({ code }) => code)).toEqual(["usage-of-session-only", "invalid-row"]);
  expect(issues[0]?.message).toContain("40 in, 1200 read from the cache, 900 written to it, 30 out, 5 for thinking");
  expect((await mustImport([session()])).sessions[0]?.responses[0]?.model).toBeNull();
});

test("what only the user sees is in no prompt, and a summary begins the next one", async () => {
  const [droid] = (await mustImport([session()])).sessions;
  if (!droid) throw new Error("no session");
  const prompt = contextAt(droid, 2).messages;
  expect(prompt.map(({ role }) => role)).toEqual(["user", "user"]);
  expect(JSON.stringify(prompt)).not.toContain("Token limit");
});

test("a message with an earlier parent begins another branch; one after a notice or a compaction does not", async () => {
  const message = (id: string, parentId: string | null, role: string, more = {}) => ({
    ...{ type: "message", id, parentId, timestamp: `2026-09-01T10:00:0${id}Z` },
    message: { role, content: [{ type: "text", text: `text ${id}` }], ...more },
  });
  const rows = [
    { type: "session_start", id: "d-3", title: "branches", owner: "ada" },
    message("1", null, "user"),
    message("2", "1", "assistant"),
    message("3", "2", "user", { visibility: "user_only" }),
    message("4", "2", "user"),
    message("5", "4", "assistant"),
    message("6", "2", "user"),
    { type: "compaction_state", summaryText: "short" },
    message("7", "6", "user"),
    message("8", "7", "assistant"),
  ];
  const [droid] = (await mustImport([memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"))])).sessions;
  if (!droid) throw new Error("no session");
  expect(droid.events.filter(({ type }) => type === "rewind")).toMatchObject([{ keptUntil: 2, atMessage: 5 }]);
  const prompt = contextAt(droid, 2).messages.flatMap(({ parts }) => parts.map(partText));
  expect(prompt).toEqual(["short", "text 7"]);
});

test("the stream of droid exec, which resembles Claude Code's", async () => {
  const file = diskFile("tests/fixtures/droid/exec.jsonl");
  expect(await checkImporter([file], "droid-exec")).toMatchInlineSnapshot(`
    "Which port? | /home/ada/shop | 
    rows 9 = 8 + 1 kept + 0 bad
    main user/typed: "Which port?"
    main assistant/model: "I look." + call Read c1 + call Execute c2 [sonnet 00–02 ]
    main tool/tool: result Read c1 "8080"
    main tool/tool: error Execute c2 "denied"
    main assistant/model: "It is 8080." [sonnet 03–04 ]
    kept 0:9 completion"
  `);
});

describeReal("../transcripts-2/droid/session-1.jsonl", (real) => {
  test("rows, words and the notice match a plain reading", async () => {
    await checkImporter([real.nameless], "droid");
    const { sessions, rows, issues } = await mustImport([real.nameless]);
    const lines: Json[] = real
      .text()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    const messages = lines.filter((line) => line.type === "message");
    const words = messages.flatMap((line) => line.message.content.map((block: Json) => block.text.length));
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      messages: messages.length,
      responses: 0,
      text: words.reduce((a: number, b: number) => a + b, 0),
    });
    const hidden = messages.filter((line) => line.message.visibility === "user_only").length;
    expect(sessions[0]?.messages.filter(({ isHidden }) => isHidden)).toHaveLength(hidden);
    expect(rows).toMatchObject({ read: lines.length, interpreted: lines.length });
    expect(issues).toEqual([]);
  });
});
