import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importTranscript } from "@/lib/importers/import-transcript";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/sharegpt/conversations.json";

test("sharegpt: calls and their results in order, tools, other spellings of turns", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "sharegpt")).toMatchInlineSnapshot(`
    "奥斯陆的天气？ | null | 
    rows 11 = 9 + 1 kept + 1 bad
    main system/system: "你是助手。"
    main user/typed: "奥斯陆的天气？"
    main assistant/model: call weather call_1 + call weather call_2 [undefined ?–? ]
    main tool/tool: result weather call_1 "3 °C"
    main tool/tool: result weather call_2 "5 °C"
    main assistant/model: "三度和五度。" [undefined ?–? ]
    kept 0:11 no-conversation

    Hi | null | 
    rows 11 = 9 + 1 kept + 1 bad
    main user/typed: "Hi"
    main assistant/model: "Hello" [undefined ?–? ]
    kept 0:11 no-conversation"
  `);
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(session?.tools).toEqual([{ name: "weather", description: "天气", schema: { type: "object" } }]);
});

test("sharegpt: one conversation per line", async () => {
  const lines = JSON.parse(readFileSync(FIXTURE, "utf8")).map((line: object) => JSON.stringify(line));
  const file = memoryFile(lines.join("\n"));
  await checkImporter([file], "sharegpt");
  expect((await mustImport([file])).sessions.map(({ messages }) => messages.length)).toEqual([6, 2]);
});

test.each([
  '{"version": 2, "width": 80, "height": 24}\n[1.5, "o", "hello"]\n',
  '{"version": 3, "term": {"cols": 80, "rows": 24}}\n[0.5, "o", "hello"]\n[0.1, "i", "x"]\n',
])("terminal-cast: a recording is identified as what it is", async (text) => {
  expect(await importTranscript([memoryFile(text)])).toMatchObject({
    ok: false,
    error: { code: "not-a-transcript", message: expect.stringContaining("terminal recording") },
  });
});
