import { describe, expect, test } from "vitest";
import { redisLogin } from "@/lib/example/articles/redis";
import { openaiChat } from "@/lib/formats/openai-chat";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { SummaryAnswer } from "@/lib/strategies/grammar/summariser";
import { titlesLeftOut } from "@/lib/strategies/summaries/kept-files";
import { beforeSteps, listedSteps, nextSteps } from "@/lib/strategies/summaries/prose-facts";
import { mergeSections, parseSections, withAllSections, writeSections } from "@/lib/strategies/summaries/sections";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { testEnvironment } from "@/tests/support/strategy-environment";

/** The article's claim: a section for each kind of information acts as a checklist, so that nothing is lost silently. */

const TITLES = ["Session Intent", "Files Modified", "Decisions Made", "Current State", "Next Steps"];
type Row = Readonly<Record<string, unknown>>;

function summaryOf(messages: readonly Row[], id: string, { window = 100_000, params = {}, answer = "" } = {}) {
  const decoded = openaiChat.decode({ messages });
  if (!decoded.ok) throw new Error(decoded.error.message);
  const summarise = (): SummaryAnswer => ({ ok: true, text: answer });
  const environment = testEnvironment({
    force: true,
    budget: { window, reserve: 0 },
    ...(answer !== "" && { summaries: { summarise } }),
  });
  const { conversation, warnings, status } = compressConversation(
    decoded.value.conversation,
    { id, params },
    environment,
  );
  const summary = conversation.messages.map(readSummary).find((found) => found !== null);
  if (!summary) throw new Error(`${id} left no summary: ${status} ${JSON.stringify(warnings)}`);
  const sections = Object.fromEntries(parseSections(summary.body));
  return { body: summary.body, sections, warnings, conversation };
}

describe.each(["regenerate", "factory-anchored"])("the built-in example by %s", (id) => {
  const params = id === "regenerate" ? { keepTurns: 0 } : { drain: 0.2 };
  const { body, sections } = summaryOf(redisLogin.messages() as unknown as Row[], id, { params });

  test("has its five sections in order, with the decision and the next steps", () => {
    expect([...body.matchAll(/^## (.+)$/gm)].map(([, title]) => title).slice(0, 5)).toEqual(TITLES);
    expect(sections["Decisions Made"]?.join("\n")).toContain("Use a pool, not one connection per request.");
    expect(sections["Session Intent"]?.join("\n")).not.toContain("Use a pool");
  });

  test("repeats no sentence three times", () => {
    const sentences = body.split(/(?<=[.!?])\s+|\n/).filter((sentence) => sentence.length > 30);
    for (const sentence of sentences) expect(body.split(sentence.replace(/^- /, "")).length - 1).toBeLessThan(3);
  });
});

test("the last request and the agent's intentions are the next steps", () => {
  const { sections } = summaryOf(redisLogin.messages() as unknown as Row[], "regenerate", { params: { keepTurns: 0 } });
  expect(sections["Next Steps"]).toContain("[ ] I will set up the mocks in tests/auth.test.ts.");
  expect(nextSteps(["Fix those next, then run the suite."], ["Yes. I will set up the mocks."])).toEqual([
    "Fix those next, then run the suite.",
    "I will set up the mocks.",
  ]);
});

test("finds a list of next steps in an answer item by item, in English and Chinese", () => {
  const steps = ["Fix the mocks", "Run the full test suite", "Deploy to staging"];
  const list = steps.map((step, at) => `${at + 1}. ${step}`).join("\n");
  expect(listedSteps(`14 tests pass, 2 fail.\n\nNext steps:\n${list}\n\nShall I go on?`)).toEqual(steps);
  expect(listedSteps("## Remaining\n- Fix the mocks\n- [ ] Deploy")).toEqual(["Fix the mocks", "Deploy"]);
  const inline = steps.map((step, at) => `${at + 1}. ${step}`).join(" ");
  expect(listedSteps(`Next steps: ${inline}`)).toEqual(steps);
  expect(listedSteps(`14 tests pass, 2 fail. Next steps: ${inline}`)).toEqual(steps);
  expect(listedSteps("接下来：1. 修复测试 2. 部署")).toEqual(["修复测试", "部署"]);
  expect(listedSteps(`What I did: ${inline}`)).toEqual([]);
  expect(listedSteps("接下来：\n1. 修复测试\n2. 部署")).toEqual(["修复测试", "部署"]);
  expect(listedSteps(`What I did:\n${list}`)).toEqual([]);
  expect(nextSteps(["Fix it."], [`Next steps:\n${list}`, "Working on it."])).toEqual(steps);
});

test("the state of work ends where the list of next steps begins, and reports tests in the log's words", () => {
  const answer = "14 tests pass, 2 fail.\n\nNext steps:\n1. Fix the mocks\n2. Deploy";
  expect(beforeSteps(answer)).toBe("14 tests pass, 2 fail.");
  expect(beforeSteps("Next steps:\n1. Fix the mocks")).toContain("Fix the mocks");
  const rows = redisLogin.messages().map((row) => row as unknown as Row);
  const tests = [
    { role: "assistant", content: null, tool_calls: [run("t1", "npm test")] },
    { role: "tool", tool_call_id: "t1", content: "14 passing, 2 failing" },
  ];
  const told = [...rows, ...tests, { role: "assistant", content: answer }, { role: "user", content: "Go on." }];
  const { sections } = summaryOf(told, "regenerate", { params: { keepTurns: 1 } });
  expect(sections["Current State"]).toContain("Tests: npm test: 14 passing, 2 failing");
  expect(sections["Current State"]).toContain("14 tests pass, 2 fail.");
  expect(sections["Next Steps"]).toEqual(["[ ] Fix the mocks", "[ ] Deploy"]);
});

const run = (id: string, command: string) => ({
  id,
  type: "function",
  function: { name: "bash", arguments: JSON.stringify({ command }) },
});

test("an empty section is marked, by rule and by a model, and merging drops the mark", () => {
  const question = [
    { role: "user", content: "What does the word idempotent mean in an API? ".repeat(20) },
    { role: "assistant", content: "That a call may be repeated without another effect. ".repeat(20) },
    { role: "user", content: "Thanks." },
  ];
  const byRule = summaryOf(question, "regenerate", { params: { keepTurns: 1 } });
  expect(byRule.body).toContain("## Files Modified\n- None in these messages.");
  expect(byRule.sections["Files Modified"]).toBeUndefined();
  const byModel = summaryOf(question, "regenerate", { params: { keepTurns: 1 }, answer: "## Session Intent\nA word." });
  for (const title of TITLES) expect(byModel.body).toContain(`## ${title}`);
  expect(mergeSections(parseSections(byRule.body), new Map()).has("Files Modified")).toBe(false);
});

test("a model's numbered list stays numbered over cycles", () => {
  const first = mergeSections(new Map(), parseSections("## Next Steps\n1. write docs\n2. deploy"), 1);
  expect(writeSections(first)).toBe("## Next Steps\n1. [cycle 1] write docs\n2. [cycle 1] deploy");
  const second = mergeSections(
    parseSections(writeSections(first)),
    parseSections("## Next Steps\n1. deploy\n2. rest"),
    2,
  );
  expect(writeSections(second)).toBe("## Next Steps\n1. [cycle 1] write docs\n2. [cycle 1] deploy\n3. [cycle 2] rest");
});

const edit = (cycle: number, at: number, window: number): Row[] => {
  const call = { path: `src/cycle${cycle}/file${at}.ts`, old_string: "a", new_string: `function f${at}() {}` };
  const id = `c${cycle}-${at}`;
  const tool_calls = [{ id, type: "function", function: { name: "edit_file", arguments: JSON.stringify(call) } }];
  return [
    { role: "assistant", content: null, tool_calls },
    { role: "tool", tool_call_id: id, content: "ok ".repeat(window / 8) },
  ];
};

/** Four cycles of four edits each; every cycle starts with the previous result. */
function fourCycles(window: number) {
  let rows: Row[] = [{ role: "user", content: "Rework the modules one after the other. Keep the public API." }];
  const edited: string[] = [];
  const left: string[] = [];
  for (let cycle = 0; cycle < 4; cycle += 1) {
    for (let at = 0; at < 4; at += 1) {
      edited.push(`src/cycle${cycle}/file${at}.ts`);
      rows.push(...edit(cycle, at, window));
    }
    rows.push({
      role: "assistant",
      content: `Decided to use approach ${cycle} because of time-outs in module ${cycle}.`,
    });
    rows.push({ role: "user", content: `Go on with phase ${cycle + 1}.` });
    const { conversation, warnings } = summaryOf(rows, "factory-anchored", { window });
    left.push(...warnings.filter(({ code }) => code === "files-left-out").map(({ message }) => message));
    rows = [...(openaiChat.encode(conversation) as { messages: Row[] }).messages];
  }
  return { edited, text: JSON.stringify(rows), left };
}

test.each([3_000, 8_000])("anchored merging keeps every edited file in a window of %d, or names it", (window) => {
  const { edited, text, left } = fourCycles(window);
  const missing = edited.filter((path) => !text.includes(path));
  for (const path of missing) expect(left.join("\n")).toContain(path);
  expect(text).toContain("Rework the modules");
  expect(missing.length).toBeLessThanOrEqual(window < 5_000 ? 4 : 0);
});

test("if no room is left, the warning names the files", () => {
  const { edited, text, left } = fourCycles(400);
  const missing = edited.filter((path) => !text.includes(path));
  expect(missing.length).toBeGreaterThan(0);
  for (const path of missing) expect(left.join("\n")).toContain(path);
});

test("a title in another case or at another level is the same section", () => {
  const sectionOf = (title: string) => ({ title, asks: "", holds: [] });
  const style = { id: "two", shape: "markdown", sections: ["Session Intent", "Next Steps"].map(sectionOf) } as const;
  const text = "# session intent:\n- Fix the login.\n### Next steps\n- Deploy\n## Notes\n- one";
  expect(titlesLeftOut(style, text)).toEqual([]);
  expect(withAllSections(text, ["Session Intent", "Next Steps"])).toBe(text);
  expect(withAllSections(text, ["Next Steps", "Errors"])).toBe(
    "## Next Steps\n- Deploy\n## Errors\n- None in these messages.\n## session intent\n- Fix the login.\n## Notes\n- one",
  );
  expect(titlesLeftOut(style, "# Session Intent\n- Fix the login.")).toEqual(["Next Steps"]);
});

test("a summary with room for fewer than its five sections names the missing ones", () => {
  const messages = redisLogin.messages() as unknown as Row[];
  const { body, warnings } = summaryOf(messages, "factory-anchored", { params: { drain: 0.2, summaryTokens: 50 } });
  const missing = TITLES.filter((title) => !body.includes(`## ${title}`));
  expect(missing.length).toBeGreaterThan(0);
  expect(warnings).toContainEqual({
    code: "sections-left-out",
    message: `the summary has no room for ${missing.length} sections: ${missing.join(", ")}`,
  });
  const whole = summaryOf(messages, "factory-anchored", { params: { drain: 0.2 } });
  expect(whole.warnings.map(({ code }) => code)).not.toContain("sections-left-out");
});

test("a section under a title in another case is merged with the style's own", () => {
  const read = (text: string) => parseSections(text, ["Goal"]);
  expect([...mergeSections(read("## Goal\n- Fix it"), read("### goal\n- Fix it\n- Ship it"), 2)]).toEqual([
    ["Goal", ["Fix it", "[cycle 2] Ship it"]],
  ]);
});
