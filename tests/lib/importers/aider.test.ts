import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/aider/history.md";

test("aider: finds sessions, prompts of several lines and usage lines, and hides console output and commands", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "aider")).toMatchInlineSnapshot(`
    "Пожалуйста, исправь сумму | null | 0.86.0
    rows 28 = 25 + 3 kept + 0 bad
    main user/client hidden: "Aider v0.86.0\\nModel: claude-sonnet-4-5 w"
    main user/client hidden: "/add a.py"
    main user/client hidden: "Added a.py to the chat"
    main user/typed: "Пожалуйста, исправь сумму\\nfor empty list"
    main assistant/model: "Here is the change:\\n\\na.py\\n\`\`\`python\\n# ai" [sonnet ?–? 1300/-/-/1100/9000/604]
    main user/client hidden: "Tokens: 2.4k sent, 1,100 cache write, 9k"
    main user/typed: "/ask why?"
    main assistant/model: "Because." [sonnet ?–? 5244/-/-/-/-/31]
    -- interruption {}
    main user/client hidden: "Tokens: 5,244 sent, 31 received.\\n\\n^C Key"
    main user/client hidden: "/undo"
    kept 0:2 no-exchange
    kept 0:4 no-exchange
    kept 0:5 no-exchange"
  `);
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(session?.messages[4]?.parts[0]).toMatchObject({
    text: expect.stringContaining("#### not a prompt\n> not the console"),
  });
  expect(session?.startedAt).toBe("2026-01-01T10:05:00.000Z");
  expect(session?.responses.map(({ model, usage }) => [model, usage])).toMatchObject([
    ["claude-sonnet-4-5", { uncachedInput: 1300, cacheWriteUnsplit: 1100, cacheRead: 9000, output: 604 }],
    ["claude-sonnet-4-5", { uncachedInput: 5244, cacheWriteUnsplit: null, cacheRead: null, output: 31 }],
  ]);
});

test("aider: CRLF, UTF-16 and a start in the middle of a session give the same result", async () => {
  const text = readFileSync(FIXTURE, "utf8");
  const drawn = async (content: string | Uint8Array) =>
    (await mustImport([memoryFile(content)])).sessions.map(({ messages }) =>
      messages.map(({ role, origin, parts }) => [role, origin, parts[0]?.type === "text" && parts[0].text]),
    );
  const whole = await drawn(text);
  expect(await drawn(text.replace(/\n/g, "\r\n"))).toEqual(whole);
  expect(await drawn(new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")))).toEqual(whole);
  const middle = await drawn(`#### earlier  \n\nAnswer.\n\n${text}`);
  expect(middle).toEqual([
    [
      ["user", "typed", "earlier"],
      ["assistant", "model", "Answer."],
    ],
    ...whole,
  ]);
});

test("aider: JSON pasted near the start does not make it a file of rows", async () => {
  const text = '# aider chat started at 2026-01-01 10:00:00\n\n#### Read this  \n\n{"uuid": "x"}\n{"a": 1}\n';
  const { format, sessions } = await mustImport([memoryFile(text)]);
  expect([format, sessions[0]?.messages.length]).toEqual(["aider", 2]);
});

test("aider: refuses a history without a conversation", async () => {
  const text = "# aider chat started at 2026-01-01 10:00:00\n\n> Aider v0.86.0  \n";
  expect(await importTranscript([memoryFile(text)])).toMatchObject({ ok: false, error: { code: "not-a-transcript" } });
});

test("aider: keeps lines of a session without an exchange, uninterpreted", async () => {
  const { rows, sessions } = await mustImport([diskFile(FIXTURE)]);
  expect(rows.kept).toBe(3); // a start, and what --lint wrote
  const kept = sessions[0]?.keptRows.map(({ kind, source }) => [kind, source.line]);
  expect(kept).toEqual([2, 4, 5].map((line) => ["no-exchange", line]));
});
