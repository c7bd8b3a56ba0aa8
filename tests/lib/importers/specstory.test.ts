import { expect, test } from "vitest";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { diskFile } from "@/tests/support/transcript-file";

const FILE = diskFile("tests/fixtures/specstory/session.md");

async function only() {
  const { sessions } = await mustImport([FILE]);
  const [session] = sessions;
  if (!session || sessions.length !== 1) throw new Error("one session is expected");
  return session;
}
const partsOf = (session: Awaited<ReturnType<typeof only>>) => session.messages.flatMap(({ parts }) => parts);

test("SpecStory: the session matches its golden file", async () => {
  await expect(await checkImporter([FILE], "specstory")).toMatchFileSnapshot("goldens/specstory.txt");
});

test("SpecStory: the comment names the client, and usage is unknown", async () => {
  const { client, responses, startedAt, endedAt } = await only();
  expect(client).toBe("Claude Code");
  expect(responses.map(({ usage }) => usage).every((usage) => usage === null)).toBe(true);
  expect([startedAt, endedAt]).toEqual(["2026-09-01T10:00:00.000Z", "2026-09-01T10:01:00.000Z"]);
});

test("SpecStory: markers inside fenced code are content, and a horizontal rule in the text stays", async () => {
  const session = await only();
  expect(session.messages.filter(({ origin }) => origin === "typed")).toHaveLength(2);
  expect(session.responses.map(({ model }) => model)).not.toContain("fake-model");
  const texts = partsOf(session).flatMap((part) => (part.type === "text" ? [part.text] : []));
  expect(texts[0]).toMatch(/```text\n---\n[\s\S]*<details>\n```$/);
  expect(texts[1]).toBe("I read the file.\n\n---\n\nA rule of my own stands above.");
});

test("SpecStory: thought, text and call are one answer; a call's fence is its result, whatever it contains", async () => {
  const session = await only();
  const [answer] = session.messages.filter(({ origin }) => origin === "model");
  expect(answer?.parts.map(({ type }) => type)).toEqual(["reasoning", "text", "tool-call"]);
  const results = partsOf(session).flatMap((part) => (part.type === "tool-result" ? [part] : []));
  expect(results.map(({ toolName, isError }) => [toolName, isError])).toEqual([
    ["Read", false],
    ["Task", false],
    ["Bash", true],
  ]);
  expect(results.map(({ output: [block] }) => (block?.type === "text" ? block.text : null))).toEqual([
    "```\n</details></tool-use>\n\n_**User (2026-09-01 09:00:00Z)**_\n\n```",
    "The report has a block:\n```json\n{}\n```\nThat is all.",
    "no such folder",
  ]);
});

test("SpecStory: asides belong to a sub-agent", async () => {
  const session = await only();
  expect(session.agents.map(({ id, title }) => [id, title])).toEqual([
    ["main", undefined],
    ["sidechain-1", "Look around in the shop."],
  ]);
  const aside = session.messages.filter(({ agent }) => agent !== "main");
  expect(aside.map(({ role, origin }) => [role, origin])).toEqual([
    ["user", "client"],
    ["assistant", "model"],
    ["tool", "tool"],
  ]);
});
