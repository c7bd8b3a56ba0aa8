import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const events = () => diskFile("tests/fixtures/copilot-cli/events.jsonl");

test("events of the Copilot CLI", async () => {
  expect(await checkImporter([events()], "copilot-cli")).toMatchInlineSnapshot(`
    "Which port is used? | /home/ada/shop | 1.0.40
    rows 19 = 13 + 6 kept + 0 bad
    agent call_2 of main by call_2: undefined
    main user/typed: "<current_datetime>2026-04-02</current_da"
    main assistant/model: thinking + call view call_1 + call task call_2 [5.4 02–06 -/-/-/-/-/41]
    main tool/tool: result view call_1 "port = 8080"
    call_2 assistant/model: "There are none." [5.4 ?–09 -/-/-/-/-/5]
    main tool/tool: error task call_2 "stopped"
    -- model-switch {"from":"gpt-5.4","to":"claude-sonnet-4.6"}
    main assistant/model: thinking + "Port 8080." [sonnet 10–13 300/-/-/-/600/7]
    -- compaction {"trigger":"unknown","tokensBefore":901,"summaryMessageId":"m0.15"}
    main user/summary: "The port is 8080."
    main user/typed: "Thanks"
    -- api-error {"message":"rate limited"}
    -- interruption {"detail":"user initiated"}
    kept 0:2 session.info
    kept 0:4 assistant.turn_start
    kept 0:7 tool.execution_start
    kept 0:13 assistant.turn_end
    kept 0:14 session.compaction_start
    kept 0:19 session.shutdown"
  `);
});

test("an answer reports what it cost; the rest is unknown", async () => {
  const { sessions } = await mustImport([events()]);
  expect(sessions[0]?.responses.map(({ usage }) => [usage?.uncachedInput, usage?.cacheRead, usage?.output])).toEqual([
    [null, null, 41],
    [null, null, 5],
    [300, 600, 7],
  ]);
  const last = sessions[0] && contextAt(sessions[0], 2);
  expect(last?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
});

const event = (type: string, data: object, second: number) =>
  JSON.stringify({ type, data, id: `e${second}`, timestamp: `2026-04-02T08:00:0${second}.000Z`, parentId: null });
const message = (data: object, second: number) => event("assistant.message", { content: "", ...data }, second);

test("an answer in several events of one call is one answer, and the system prompt comes first", async () => {
  const system = event("system.message", { role: "system", content: "You work in a terminal." }, 2);
  const log = [
    event("session.start", { sessionId: "cli-2", selectedModel: "gpt-5.6" }, 0),
    event("user.message", { content: "Which port is used?" }, 1),
    system,
    message({ messageId: "m1", apiCallId: "a", reasoningText: "Look." }, 3),
    message(
      {
        messageId: "m2",
        apiCallId: "a",
        toolRequests: [{ toolCallId: "c", name: "view", arguments: { path: "a" } }],
        outputTokens: 41,
      },
      4,
    ),
    event("tool.execution_complete", { toolCallId: "c", success: true, result: { content: "port = 8080" } }, 5),
    message({ messageId: "m3", apiCallId: "b", content: "8080", outputTokens: 5 }, 6),
    system,
  ];
  expect(await checkImporter([memoryFile(log.join("\n"))], "copilot-cli")).toMatchInlineSnapshot(`
    "Which port is used? | null | 
    rows 8 = 7 + 1 kept + 0 bad
    main system/client: "You work in a terminal."
    main user/typed: "Which port is used?"
    main assistant/model: thinking + call view c [5.6 02–04 -/-/-/-/-/41]
    main tool/tool: result view c "port = 8080"
    main assistant/model: "8080" [5.6 05–06 -/-/-/-/-/5]
    kept 0:8 system.message"
  `);
});
