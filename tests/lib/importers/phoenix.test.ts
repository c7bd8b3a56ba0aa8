import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const SPANS = "tests/fixtures/phoenix/spans.jsonl";

test("flat and nested attributes, raw values before numbered messages, a session over two traces", async () => {
  expect(await checkImporter([diskFile(SPANS)], "phoenix")).toMatchInlineSnapshot(`
    "Millainen sää Turussa? | null | 
    rows 6 = 3 + 2 kept + 1 bad
    agent thread-1 of main by undefined: undefined
    main system/system: "Be brief."
    main user/typed: "Millainen sää Turussa?" + image/png 8B
    main assistant/model: call weather c1 [5 00–01 36/-/-/-/64/30]
    main tool/tool: result weather c1 "3 °C"
    main assistant/model: "3 °C." [5 03–04 150/-/-/-/-/5]
    thread-1 system/system: "Be brief."
    thread-1 user/typed: "Kiitos"
    thread-1 assistant/model: "Ole hyvä." [5 06–07 160/-/-/-/-/6]
    kept 0:1 AGENT
    kept 0:3 TOOL"
  `);
});

test("an API answer and the table of spans with its columns give the same result", async () => {
  const lines = readFileSync(SPANS, "utf8").trim().split("\n").slice(0, -1);
  const texts = async (text: string) => {
    await checkImporter([memoryFile(text)], "phoenix");
    const { sessions } = await mustImport([memoryFile(text)]);
    return sessions.map(({ messages, responses }) => [
      messages.map(({ role, parts }) => [role, parts.map(({ type }) => type)]),
      responses.map(({ usage }) => usage),
    ]);
  };
  const expected = await texts(lines.join("\n"));
  const columns = lines.map((line) => {
    const { context, attributes, ...row } = JSON.parse(line);
    const column = (prefix: string, fields: object) =>
      Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}.${key}`, value]));
    return JSON.stringify({ ...row, ...column("context", context), ...column("attributes", attributes) });
  });
  expect(await texts(columns.join("\n"))).toEqual(expected);
  expect(await texts(`{"data": [${lines.join(",")}], "next_cursor": null}`)).toEqual(expected);
});
