import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkImporter, checkSession, mustImport } from "@/tests/support/check-importer";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const FIXTURES = "tests/fixtures/gemini-contents";

test.each(["log.jsonl", "request.json"])("%s", async (name) => {
  expect(await checkImporter([diskFile(`${FIXTURES}/${name}`)], "gemini-contents")).toMatchSnapshot();
});

test("chunks of one stream are one answer; their usage grows, so the last one counts", async () => {
  const { sessions } = await mustImport([diskFile(`${FIXTURES}/log.jsonl`)]);
  const answers = sessions.map(({ responses }) => responses.at(-1));
  expect(answers.map((answer) => [answer?.id, answer?.usage?.uncachedInput, answer?.usage?.output])).toEqual([
    ["resp-1", 50, 13],
    ["resp-2", 5, 2],
    ["resp-3", 6, 3],
    ["m0.5.response", 7, 0],
  ]);
  expect(answers[0]?.usage).toMatchObject({ cacheRead: 150, reasoning: 9 });
});

test("a bare list of contents, pretty or line by line, is the request's conversation", async () => {
  const { contents } = JSON.parse(readFileSync(`${FIXTURES}/request.json`, "utf8"));
  for (const text of [
    JSON.stringify(contents, null, 1),
    contents.map((content: unknown) => JSON.stringify(content)).join("\n"),
  ]) {
    const { format, sessions } = await mustImport([memoryFile(text)]);
    expect([format, sessions.length]).toEqual(["gemini-contents", 1]);
    for (const session of sessions) checkSession(session);
    const results = sessions[0]?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-result"));
    expect(results?.map(({ toolCallId, isError }) => [toolCallId, isError])).toEqual([
      ["weather_1", false],
      ["weather_2", true],
    ]);
  }
});

test("a streamed response as one list is one answer", async () => {
  const [{ response }] = readFileSync(`${FIXTURES}/log.jsonl`, "utf8")
    .split("\n", 1)
    .map((line) => JSON.parse(line));
  const { sessions } = await mustImport([memoryFile(JSON.stringify(response))]);
  expect(sessions.map(({ responses }) => responses.map(({ usage }) => usage?.output))).toEqual([[13]]);
});

test("a result with the image that its tool read is not a prompt", async () => {
  const contents = [
    { role: "user", parts: [{ text: "What is in it?" }] },
    { role: "model", parts: [{ functionCall: { name: "read", args: {} } }] },
    {
      role: "user",
      parts: [
        { functionResponse: { name: "read", response: { output: "1 item" } } },
        { inlineData: { mimeType: "image/png", data: "AAAA" } },
      ],
    },
  ];
  const { sessions } = await mustImport([memoryFile(JSON.stringify({ contents }))]);
  expect(sessions[0]?.messages.map(({ role, origin }) => [role, origin])).toEqual([
    ["user", "typed"],
    ["assistant", "model"],
    ["tool", "tool"],
  ]);
});
