import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const SPANS = "tests/fixtures/braintrust/spans.jsonl";

test("spans of type llm are the calls, in their newest version; parents contain sums", async () => {
  expect(await checkImporter([diskFile(SPANS)], "braintrust")).toMatchInlineSnapshot(`
    "Millainen sää Turussa? | null | 
    rows 7 = 4 + 2 kept + 1 bad
    agent thread-1 of main by undefined: llm
    main system/system: "Be brief."
    main user/typed: "Millainen sää Turussa?"
    main assistant/model: call weather c1 [5 00–01 36/-/-/-/64/30]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [5 03–04 150/-/-/-/-/5]
    thread-1 user/typed: "Judge"
    -- api-error {"message":"Timeout"}
    kept 0:1 task
    kept 0:4 tool"
  `);
});

test("the order of versions does not matter, and an API answer's list gives the same", async () => {
  const lines = readFileSync(SPANS, "utf8").trim().split("\n");
  const used = async (text: string) => {
    await checkImporter([memoryFile(text)], "braintrust");
    const { sessions } = await mustImport([memoryFile(text)]);
    return sessions[0]?.responses.map(({ usage }) => [
      usage?.uncachedInput,
      usage?.cacheRead,
      usage?.output,
      usage?.reasoning,
    ]);
  };
  // Clients write zero for unreported cached and reasoning tokens.
  const expected = [
    [36, 64, 30, 16],
    [150, null, 5, null],
  ];
  expect(await used(lines.toReversed().slice(1).join("\n"))).toEqual(expected);
  expect(await used(`{"events": [${lines.join(",")}], "cursor": null}`)).toEqual(expected);
});

test("Responses API items inside a span are Braintrust's", async () => {
  const input = [
    { role: "user", content: "Hi" },
    { type: "function_call", call_id: "c", name: "ls", arguments: "{}" },
    { type: "function_call_output", call_id: "c", output: "a.ts" },
  ];
  const ids = { id: "b", span_id: "b", root_span_id: "b", _xact_id: "1" };
  const span = { ...ids, span_attributes: { type: "llm" }, metrics: { prompt_tokens: 9 }, input };
  const text = JSON.stringify([span]);
  expect(await checkImporter([memoryFile(text)], "braintrust")).toContain("result ls c");
});
