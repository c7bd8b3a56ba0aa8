import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/langchain/messages.json";
type Dump = { id: string[]; kwargs: Record<string, unknown> };
const dumps = () => (JSON.parse(readFileSync(FIXTURE, "utf8")) as Dump[]).slice(0, 6);

test("langchain: constructors with reasoning, readable and unreadable calls, usage without overlap", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "langchain")).toMatchInlineSnapshot(`
    "オスロの天気は？ | null | 
    rows 7 = 6 + 1 kept + 0 bad
    main system/system: "Be brief."
    main user/typed: "オスロの天気は？" + image/png 8B
    main assistant/model: thinking + call weather call_1 + call weather call_2 [5 ?–00 30/-/-/10/60/30]
    main tool/tool: result weather call_1 "3 °C"
    main tool/tool: error weather call_2 "bad arguments"
    main assistant/model: "3 °C." [5 ?–? ]
    kept 0:7 RemoveMessage"
  `);
});

test("every way of dumping the same messages gives the same conversation", async () => {
  const kinds = ["system", "human", "ai", "tool", "tool", "ai"];
  const flat = dumps().map(({ kwargs }, index) => ({ ...kwargs, type: kinds[index] }));
  const wrapped = dumps().map(({ kwargs }, index) => ({ type: kinds[index], data: kwargs }));
  const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  const shapes = [
    JSON.stringify(dumps()),
    lines(dumps()),
    JSON.stringify(flat, null, 1),
    lines(wrapped),
    JSON.stringify({ messages: dumps() }),
    JSON.stringify({ values: { messages: flat } }, null, 1),
    JSON.stringify([
      ["values", { messages: dumps().slice(0, 2) }],
      ["updates", {}],
      ["values", { messages: flat }],
    ]),
  ];
  const seen = new Set<string>();
  for (const shape of shapes) {
    const file = memoryFile(shape);
    await checkImporter([file], "langchain");
    const [session] = (await mustImport([file])).sessions;
    const parts = session?.messages.map(({ role, parts }) => [
      role,
      parts.map(({ id: _id, source: _source, ...part }) => part),
    ]);
    seen.add(JSON.stringify([parts, session?.responses.map(({ id, model, usage }) => [id, model, usage])]));
  }
  expect(seen.size).toBe(1);
});

test("cache writes without a split keep their sum, even if the split is present as zeros", async () => {
  const input_token_details = {
    ...{ cache_read: 20, cache_creation: 50 },
    ...{ ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  };
  const usage_metadata = { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_token_details };
  const messages = [
    { type: "human", content: "Hi" },
    { type: "ai", content: "Hello", usage_metadata },
  ];
  const [session] = (await mustImport([memoryFile(JSON.stringify(messages))])).sessions;
  expect(session?.responses[0]?.usage).toMatchObject({ uncachedInput: 30, cacheRead: 20, cacheWriteUnsplit: 50 });
});
