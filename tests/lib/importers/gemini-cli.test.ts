import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/gemini-cli";

test.each(["session.json", "session.jsonl"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}`)], "gemini-cli")).toMatchSnapshot();
});

test("thoughts are beside the output and cached tokens inside the input; all zero is unknown", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.json`)])).sessions;
  expect(session?.responses.map(({ usage }) => usage)).toMatchObject([
    null,
    { uncachedInput: 200, cacheRead: 300, output: 32, reasoning: 12, cacheWriteUnsplit: null },
  ]);
});

test("a message that is written again replaces the earlier copy", async () => {
  const [session] = (await mustImport([diskFile(`${FIXTURES}/session.jsonl`)])).sessions;
  expect(session?.responses.map(({ id }) => id)).toEqual(["g1", "g2"]);
  expect(session?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call")).length).toBe(3);
  expect(session?.title).toBe("Reading a.txt");
});
