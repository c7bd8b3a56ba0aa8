import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

test.each([
  ["litellm", "litellm/payloads.jsonl"],
  ["helicone", "helicone/requests.jsonl"],
  ["braintrust", "braintrust/spans.jsonl"],
  ["phoenix", "phoenix/spans.jsonl"],
  ["weave", "weave/calls.jsonl"],
])("%s: duplicate rows, such as from overlapping export pages, count once", async (_format, name) => {
  const text = readFileSync(`tests/fixtures/${name}`, "utf8");
  const drawn = async (content: string) =>
    (await mustImport([memoryFile(content)])).sessions.map(({ messages, responses }) => [
      messages.map(({ role, parts }) => [role, parts.length]),
      responses.map(({ usage }) => usage),
    ]);
  expect(await drawn(text + text)).toEqual(await drawn(text));
});
