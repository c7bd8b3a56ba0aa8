import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURE = "tests/fixtures/claude-code-stream/stream.jsonl";

test("stream.jsonl", async () => {
  expect(await checkImporter([diskFile(FIXTURE)], "claude-code-stream")).toMatchSnapshot();
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  expect(session).toMatchObject({ format: "claude-code-stream", clientVersions: ["2.1.84"], project: "/work/shop" });
  expect(session?.tools.map(({ name }) => name)).toEqual(["Task", "Bash"]);
});

test("input comes from the rows; output is known if the result or the end of the stream reports it", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  const usages = session?.responses.map(({ id, agent, usage }) => [id, agent, usage?.uncachedInput, usage?.output]);
  expect(usages).toEqual([
    ["msg_1", "main", 3, null],
    ["msg_a", "toolu_1", 2, null],
    ["msg_2", "main", 1, null],
    ["msg_3", "main", 5, 7],
    ["msg_4", "main", 6, 11],
  ]);
});

test("a wire log wraps the same rows", async () => {
  const rows = readFileSync(FIXTURE, "utf8").trim().split("\n");
  const wire = rows.map((row) => JSON.stringify({ direction: "in", message: JSON.parse(row) })).join("\n");
  const imported = await mustImport([memoryFile(wire)]);
  const plain = await mustImport([diskFile(FIXTURE)]);
  expect(imported.format).toBe("claude-code-stream");
  const shape = (result: typeof plain) =>
    result.sessions[0]?.messages.map(({ id, role, agent, origin }) => [id, role, agent, origin]);
  expect(shape(imported)).toEqual(shape(plain));
});

test("tools known only by name have no size and no cause", async () => {
  const [session] = (await mustImport([diskFile(FIXTURE)])).sessions;
  if (!session) throw new Error("the fixture has a session");
  const { causes, checked, unanswerable, cost_note } = answerOf(analyzeSession(session, loadVocabulary));
  expect(cost_note).toBe("requests-and-output-in-part");
  expect(causes.map(({ id }) => id)).not.toContain("unused-tools");
  expect(checked.map(({ name }) => name)).not.toContain("Tools reordered or changed");
  expect(unanswerable.find(({ name }) => name === "Unused tool definitions")?.note).toMatch(
    /their definitions are not in this log/,
  );
});
