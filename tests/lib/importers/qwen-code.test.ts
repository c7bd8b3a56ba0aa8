import { expect, test } from "vitest";
import { contextAt } from "@/lib/transcript/context-at";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/qwen-code/session.jsonl";

test("session.jsonl", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "qwen-code")).toMatchSnapshot();
});

test("usage is counted once, from the row or else from the telemetry before it", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(
    session?.responses.map(({ usage }) => [usage?.uncachedInput, usage?.cacheRead, usage?.output, usage?.reasoning]),
  ).toEqual([
    [400, 100, 28, 8],
    [550, 50, 5, 0],
    [70, null, 6, 0],
  ]);
});

test("after a compression the prompt is the compressed history", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  if (!session) throw new Error("no session");
  const texts = contextAt(session, 2).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "text" ? part.text : [])),
  );
  expect(texts).toEqual(["<state_snapshot>files</state_snapshot>", "Got it.", "A task ended", "Thanks"]);
});
