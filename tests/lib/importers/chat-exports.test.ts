import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { makeZip } from "@/tests/support/make-zip";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const CHATGPT = "tests/fixtures/chatgpt-export/conversations.json";
const CLAUDE = "tests/fixtures/claude-ai-export/conversations.json";

test("chatgpt-export: turns, tools, thoughts and images; the abandoned branch is hidden, loops end", async () => {
  expect(await checkImporter([diskFile(CHATGPT)], "chatgpt-export")).toMatchInlineSnapshot(`
    "Mean distance | null | 
    rows 17 = 14 + 3 kept + 0 bad
    main user/client: "I teach.\\n\\nBe exact."
    main user/typed: "Mean distance in U(0,1)?"
    main assistant/model: "About a third." [5 00–05 ]
    -- rewind {"detail":"back to an earlier message","keptUntil":1}
    main user/typed: image/* 4321B + "平均距離は？ Compute it."
    main assistant/model: thinking + "Let me compute." + call python n5 [5 10–13 ]
    main tool/tool: result python n5 "0.333"
    main user/tool: "Model set context updated."
    -- model-switch {"from":"gpt-5","to":"gpt-5-mini"}
    main assistant/model: "One third." [5 16–17 ]
    kept 0:2 node-without-message
    kept 0:3 empty:system
    kept 0:12 reasoning_recap

    Loop | null | 
    rows 17 = 14 + 3 kept + 0 bad
    -- rewind {"detail":"another branch, left later"}
    main user/typed hidden: "Hello?"
    -- rewind {"detail":"another branch, left later"}
    main assistant/model hidden: opaque [undefined ?–? ]
    kept 0:2 node-without-message
    kept 0:3 empty:system
    kept 0:12 reasoning_recap"
  `);
});

test("claude-ai-export: content once, pasted text, branches; old exports without parents", async () => {
  expect(await checkImporter([diskFile(CLAUDE)], "claude-ai-export")).toMatchInlineSnapshot(`
    "Bread | null | 
    rows 9 = 8 + 1 kept + 0 bad
    main user/typed: "Comment faire du pain ?" + "flour" + image/* 0B
    main assistant/model: "Old answer" [sonnet 01–05 ]
    -- rewind {"keptUntil":1}
    main assistant/model: thinking + call web_search t1 + result web_search t1 "recipe" + opaque + "Mélangez." [sonnet 01–09 ]
    main user/typed: "Merci"
    kept 0:9 empty:assistant

    Old export | null | 
    rows 9 = 8 + 1 kept + 0 bad
    main user/typed: "Old export"
    main assistant/model: "Only text" [undefined 00–02 ]
    kept 0:9 empty:assistant"
  `);
});

test.each([
  ["chatgpt-export", CHATGPT],
  ["claude-ai-export", CLAUDE],
])("%s: from its ZIP, and one conversation alone", async (id, path) => {
  const content = readFileSync(path);
  const zip = makeZip([
    { path: "conversations.json", content },
    { path: "user.json", content: '{"id":"u"}' },
    { path: "chat.html", content: "<html></html>" },
  ]);
  const { format, sessions, rows } = await mustImport([memoryFile(zip)]);
  expect([format, sessions.length]).toEqual([id, 2]);
  expect(rows.kept).toBeGreaterThan(1);
  const [first] = JSON.parse(content.toString());
  await checkImporter([memoryFile(JSON.stringify(first))], id);
  await checkImporter([memoryFile(JSON.stringify(first, null, 1))], id);
});
