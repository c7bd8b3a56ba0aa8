import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { contextAt } from "@/lib/transcript/context-at";
import { exactDifferences } from "@/lib/transcript/exact-differences";
import { checkImporter, mustImport } from "@/tests/support/check-importer";
import { countsOf, describeReal, type Json } from "@/tests/support/real-file";
import { diskFile, memoryFile } from "@/tests/support/transcript-file";

const replay = () => diskFile("tests/fixtures/copilot-replay/ports.chatreplay.json");

test("a Copilot Chat replay contains one conversation over all prompts, a side call, and a cancelled request", async () => {
  expect(await checkImporter([replay()], "copilot-replay")).toMatchInlineSnapshot(`
    "Which port is used? | null | 
    rows 12 = 8 + 4 kept + 0 bad
    agent title of main by undefined: title
    main system/system: "You help."
    main user/client: "<environment_info>linux</environment_inf"
    main user/typed: "<userRequest>\\nWhich port is used?\\n</user"
    main assistant/model: "I look it up." + call read_file toolu_1 [sonnet 00–02 500/-/-/-/0/20]
    title user/client: "Name this: Which port is used?"
    title assistant/model: "Port" [4o 02–03 30/-/-/-/-/3]
    main tool/tool: result read_file toolu_1 "8080"
    main assistant/model: "It is 8080." [sonnet 04–06 50/-/-/-/480/9]
    main user/typed: "<userRequest>\\nChange it\\n</userRequest>"
    -- model-switch {"from":"claude-sonnet-4","to":"claude-sonnet-4.5"}
    main assistant/model: call write_file toolu_2 [sonnet 00–02 590/-/-/-/0/11]
    main tool/tool: result write_file toolu_2 "Written."
    -- interruption {}
    kept 0:3 element
    kept 0:7 toolCall
    kept 0:11 toolCall
    kept 0:12 request without an answer"
  `);
});

test("an answer's calls come from the next prompt, and at the end from what was logged after it", async () => {
  const [session] = (await mustImport([replay()])).sessions;
  const calls = session?.messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call"));
  expect(calls?.map(({ toolCallId, toolName }) => [toolCallId, toolName])).toEqual([
    ["toolu_1", "read_file"],
    ["toolu_2", "write_file"],
  ]);
});

test("reads each request's time to first token; absent if it was not logged", async () => {
  const text = readFileSync("tests/fixtures/copilot-replay/ports.chatreplay.json", "utf8");
  const { sessions } = await mustImport([
    memoryFile(text.replace('"startTime"', '"timeToFirstToken": 1921, "startTime"'), "ports.chatreplay.json"),
  ]);
  expect(sessions[0]?.responses.map(({ firstTokenMs }) => firstTokenMs)).toEqual([
    1921,
    undefined,
    undefined,
    undefined,
  ]);
});

test("keeps every prompt as sent, with another system prompt after a model change", async () => {
  const [session] = (await mustImport([replay()])).sessions;
  if (!session?.captured) throw new Error("no prompts");
  const { blocks, texts } = session.captured;
  const systems = blocks.filter(({ kind }) => kind === "system").map(({ text }) => texts[text]);
  expect(new Set(systems).size).toBe(2);
  expect(session.responses.map(({ prompt }) => prompt?.marks.length)).toEqual([2, 0, 2, 1]);
  expect(session.responses.every(({ prompt }) => prompt !== undefined)).toBe(true);
  expect(contextAt(session, 3).messages.map(({ role }) => role)).toEqual([
    "system",
    "user",
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
});

test("each prompt's blocks are parts of the session, so that tools and system prompt are not missing", async () => {
  const [session] = (await mustImport([replay()])).sessions;
  if (!session?.captured) throw new Error("no prompts");
  expect(session.captured.blocks.filter(({ kind, parts }) => kind === "message" && !parts)).toEqual([]);
  expect(exactDifferences(session)).toEqual([]);
  const requests = analyzeSession(session, loadVocabulary).requests.filter(({ agent }) => agent === "main");
  expect(requests.every(({ composition }) => composition.system > 0)).toBe(true);
});

describeReal("../transcripts-2/copilot-chatreplay/vscode-spec.chatreplay.json", (real) => {
  test("requests, usage, calls and words match a plain reading", async () => {
    await checkImporter([real.nameless], "copilot-replay");
    const { sessions, rows, issues } = await mustImport([real.nameless]);
    const logs: Json[] = real.json().prompts.flatMap((prompt: Json) => prompt.logs);
    const requests = logs.filter((log) => log.kind === "request");
    const sum = (of: (usage: Json) => number) =>
      requests.reduce((total, { metadata }) => total + of(metadata.usage), 0);
    const cached = sum((usage) => usage.prompt_tokens_details.cached_tokens);
    const last: Json[] = requests.at(-1).requestMessages.messages;
    const words = (messages: Json[]) =>
      messages.flatMap((message) => message.content.map((block: Json) => (block.type === 1 ? block.text.length : 0)));
    const total = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    const first: Json[] = requests[0].requestMessages.messages;
    const said = last.slice(1).filter(({ role }) => role !== 3);
    expect(countsOf(sessions)).toMatchObject({
      sessions: 1,
      messages: last.length + 1,
      responses: requests.length,
      calls: logs.filter((log) => log.kind === "toolCall").length,
      results: logs.filter((log) => log.kind === "toolCall").length,
      text: total(words([first[0], ...said])) + requests.at(-1).response.message.join("").length,
      output: total(words(last.filter(({ role }) => role === 3))),
      usage: {
        uncached: sum((usage) => usage.prompt_tokens) - cached,
        written: null,
        read: cached,
        output: sum((usage) => usage.completion_tokens),
      },
    });
    expect(sessions[0]?.responses.every(({ prompt }) => prompt !== undefined)).toBe(true);
    expect(sessions[0]?.messages.filter(({ origin }) => origin === "typed")).toHaveLength(2);
    expect(rows).toMatchObject({ read: logs.length + 4, bad: 0 });
    expect(issues).toEqual([]);
  });
});
