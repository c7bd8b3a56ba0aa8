import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const rows = () => diskFile("tests/fixtures/cursor/agent-transcript.jsonl");
const text = () => diskFile("tests/fixtures/cursor/transcript.txt");

test("rows of Cursor's agent: injected prompts, calls without ids, interrupted turns", async () => {
  expect(await checkImporter([rows()], "cursor-transcript")).toMatchInlineSnapshot(`
    "Which port is used? | null | 
    rows 11 = 8 + 2 kept + 1 bad
    main user/client: "<user_info>\\nOS: linux\\n</user_info>"
    main user/typed: "<attached_files>\\nmain.go\\n</attached_file"
    main assistant/model: thinking + "I look into the configuration." + call Read call-3-2 [undefined ?–? ]
    main assistant/model: "It is port 8080." [undefined ?–? ]
    main user/typed: "<user_query>\\nChange it\\n</user_query>"
    -- interruption {"detail":"User aborted request"}
    main user/typed: "<user_query>\\nAgain\\n</user_query>"
    -- api-error {"message":"rate limited"}
    kept 0:5 turn_ended
    kept 0:7 assistant (empty)"
  `);
});

test("the older text form", async () => {
  expect(await checkImporter([text()], "cursor-transcript")).toMatchInlineSnapshot(`
    "Which port is used? | null | 
    rows 25 = 25 + 0 kept + 0 bad
    main user/typed: "<user_query>\\nWhich port is used?\\nuser: i"
    main assistant/model: thinking + "I look." + call Read call-12 + call Grep call-16 [undefined ?–? ]
    main tool/tool: result Read call-12 "port = 8080\\n  {\\"json\\":\\"inside\\""
    main assistant/model: "It is port 8080.\\n\\nassistant: the word in" + call Shell call-26 [undefined ?–? ]
    main user/typed: "Thanks"
    main assistant/model: "You are welcome." [undefined ?–? ]"
  `);
});

test("models, times and usage are unknown, not zero", async () => {
  for (const file of [rows(), text()]) {
    const [session] = (await mustImport([file])).sessions;
    expect(session?.startedAt).toBeUndefined();
    expect(session?.responses.map(({ model, usage }) => [model, usage])).toEqual(
      session?.responses.map(() => [null, null]),
    );
  }
});

test("a call and its result in the text form are matched by name", async () => {
  const [session] = (await mustImport([text()])).sessions;
  const parts = session?.messages.flatMap((message) => message.parts) ?? [];
  const [read] = parts.filter((part) => part.type === "tool-call");
  const [result] = parts.filter((part) => part.type === "tool-result");
  expect(read?.input).toEqual({ path: "main.go", limit: "20" });
  expect(result?.toolCallId).toBe(read?.toolCallId);
});

test("rows with additional keys belong to another client", async () => {
  const row = { role: "user", message: { content: "hi" }, sessionId: "s" };
  const imported = mustImport([memoryFile(`${JSON.stringify(row)}\n${JSON.stringify(row)}\n`)]);
  await expect(imported).rejects.toThrow("not-a-transcript");
});

test("a transcript that is still being written keeps its last row for later", async () => {
  const whole = readFileSync("tests/fixtures/cursor/agent-transcript.jsonl", "utf8");
  const { rows: account } = await mustImport([memoryFile(whole.slice(0, whole.indexOf("It is port")))]);
  expect(account).toMatchObject({ read: 3, bad: 0 });
  expect(account.pendingBytes).toBeGreaterThan(0);
});
