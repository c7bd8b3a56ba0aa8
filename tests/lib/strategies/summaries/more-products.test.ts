import { describe, expect, test } from "vitest";
import type { Conversation } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { createView } from "@/lib/strategies/grammar/create-view";
import type { Environment } from "@/lib/strategies/grammar/environment";
import { agenticTarget } from "@/lib/strategies/presets/cline-agentic";
import { cliThreshold, readable } from "@/lib/strategies/presets/continue-cli";
import { crushLimit } from "@/lib/strategies/presets/crush";
import { messageIndex } from "@/lib/strategies/presets/dcp-compress";
import { attentionKeep } from "@/lib/strategies/presets/openhands-attention";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { failing, fakeSummariser } from "@/tests/support/fake-summariser";
import { testEnvironment } from "@/tests/support/strategy-environment";

const LONG = "and so on with many more words about the same matter ".repeat(6);
const chat = (n: number): Conversation =>
  drawConversation(
    Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: text ${i + 1} ${LONG}`).join("\n"),
  );
/** One prompt, then `n` calls of `tool`, each answered. */
const calls = (n: number, tool = "bash", last = "assistant: done"): Conversation =>
  drawConversation(
    `user: task ${LONG}\n${Array.from({ length: n }, (_, i) => `assistant: call c${i} ${tool} in-${i}\ntool: result c${i} out-${i} ${LONG}`).join("\n")}\n${last}`,
  );
const filledTo = (conversation: Conversation, tokens: number, more: Partial<Environment> = {}) => {
  const own = conversation.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
  return testEnvironment({ budget: { window: 100_000, reserve: 0 }, fixedTokens: tokens - own, ...more });
};
const summariesIn = ({ messages }: Conversation) => messages.flatMap((message) => readSummary(message) ?? []);
const textOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts.map(partText)).join("\n");
const codes = ({ warnings }: Pick<Compression, "warnings">) => warnings.map(({ code }) => code);
const forced = (more: Partial<Environment> = {}) => testEnvironment({ force: true, ...more });

describe("goose", () => {
  test.each([
    [0.8, 80_000, "noop"],
    [0.8, 80_001, "applied"],
    [0.95, 90_000, "noop"],
    [0.95, 90_001, "applied"],
    [0, 99_999, "noop"],
    [1, 99_999, "noop"],
  ])("threshold %d at %i of 100,000 tokens: %s", (threshold, tokens, status) => {
    const conversation = chat(8);
    const recipe = { id: "goose", params: { threshold } };
    expect(checkStrategy(recipe, conversation, filledTo(conversation, tokens)).status).toBe(status);
  });

  test("the summary is the user's, a message of the agent follows, and the last prompt stays unchanged", () => {
    const { asked, summaries } = fakeSummariser("## User Intent\n- all of it");
    const history = chat(9);
    const result = checkStrategy("goose", history, filledTo(history, 90_000, { summaries }));
    expect(result.conversation.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(result.conversation.messages[2]).toBe(history.messages[8]);
    expect(asked[0]?.style.sections.map(({ title }) => title)).toContain("Pending Tasks");
  });

  test("the agent's message depends on the case: requested by hand, at the user's turn, or between calls", () => {
    const said = (history: Conversation, environment: Environment) =>
      checkStrategy("goose", history, environment).conversation.messages.find(({ id }) => id.startsWith("ack"));
    const { summaries } = fakeSummariser("short");
    const texts = [
      said(chat(9), forced({ summaries })),
      said(chat(9), filledTo(chat(9), 90_000, { summaries })),
      said(calls(3), filledTo(calls(3), 90_000, { summaries })),
    ].map((message) => JSON.stringify(message?.parts));
    expect(new Set(texts).size).toBe(3);
  });

  test("after a failed summary, leaves out tool responses from the middle outwards", () => {
    const history = calls(10);
    const { summaries } = fakeSummariser(failing);
    const window = Math.floor(history.messages.reduce((sum, m) => sum + testEnvironment().tokensOf(m), 0) / 0.8) - 40;
    const result = checkStrategy("goose", history, testEnvironment({ budget: { window, reserve: 0 }, summaries }));
    expect(result.status).toBe("applied");
    expect(codes(result)).toContain("summary-failed");
    expect(summariesIn(result.conversation)).toEqual([]);
    expect(textOf(result.conversation)).toContain("out-0");
    expect(textOf(result.conversation)).toContain("out-9");
  });
});

describe("goose-tool-pairs", () => {
  const run = (n: number, params: object, environment = testEnvironment()) =>
    checkStrategy({ id: "goose-tool-pairs", params: { ...params } }, calls(n), environment);

  test.each([
    [15, { cutoff: 5 }, 0],
    [16, { cutoff: 5 }, 10],
    [20, { cutoff: 2, protectLast: 8 }, 0],
    [20, { cutoff: 2, protectLast: 7 }, 10],
  ])("%i calls, %o: %i are summarised", (n, params, count) => {
    const { asked, summaries } = fakeSummariser("short");
    const result = run(n, params, testEnvironment({ summaries }));
    expect(summariesIn(result.conversation)).toHaveLength(count);
    if (count === 0) return expect(result.status).toBe("noop");
    expect(asked[0]?.transcript).toContain("out-0");
    expect(asked[0]?.transcript).not.toContain("out-1 ");
    expect(textOf(result.conversation)).not.toContain("out-9 ");
    expect(textOf(result.conversation)).toContain("out-10 ");
  });

  test("a failed summary keeps its pair, the others are summarised", () => {
    const { summaries } = fakeSummariser((need) =>
      need.transcript.includes("out-3 ") ? failing() : { ok: true, text: "short" },
    );
    const result = run(16, { cutoff: 5 }, testEnvironment({ summaries }));
    expect(summariesIn(result.conversation)).toHaveLength(9);
    expect(textOf(result.conversation)).toContain("out-3 ");
    expect(codes(result)).toContain("summary-failed");
  });

  test("in a loop of signed thinking nothing after a kept part is removed, and there is no summary of it", () => {
    const { messages } = calls(16);
    const signed = messages.map((message) => {
      const thought = { id: `${message.id}.t`, type: "reasoning", text: "so", signature: "signed" } as const;
      return message.parts[0]?.type === "tool-call" ? { ...message, parts: [thought, ...message.parts] } : message;
    });
    const { summaries } = fakeSummariser((need) =>
      need.transcript.includes("out-3 ") ? failing() : { ok: true, text: "short" },
    );
    const recipe = { id: "goose-tool-pairs", params: { cutoff: 5 } };
    const result = checkStrategy(recipe, { tools: [], messages: signed }, testEnvironment({ summaries }));
    const left = Array.from({ length: 16 }, (_, i) => i).filter((i) =>
      textOf(result.conversation).includes(`out-${i} `),
    );
    expect(result.status).toBe("applied");
    expect(left).toContain(3);
    expect(summariesIn(result.conversation)).toHaveLength(16 - left.length);
  });

  test("requests all ten in one run, whatever the target", () => {
    const keys = (answer: "pending" | "done") => {
      const { asked, summaries } = fakeSummariser(() =>
        answer === "done" ? { ok: true, text: "short" } : { ok: false, code: "summary-pending", message: "" },
      );
      run(16, { cutoff: 5 }, testEnvironment({ summaries, budget: { window: 200_000, reserve: 0, target: 1500 } }));
      return new Set(asked.map(({ key }) => key));
    };
    expect(keys("pending").size).toBe(10);
    expect(keys("done")).toEqual(keys("pending"));
  });

  test("the cutoff grows with the window: 15 calls for 128,000 tokens; an unknown window never fires", () => {
    const at = (n: number, window: number | null) => run(n, {}, testEnvironment({ budget: { window, reserve: 0 } }));
    expect(at(25, 128_000).trigger).toMatchObject({ fired: false, limit: 25 });
    expect(at(26, 128_000).status).toBe("applied");
    expect(at(200, null).status).toBe("noop");
  });
});

describe("crush", () => {
  const rule = { bigWindow: 200_000, remaining: 20_000, share: 0.2 };
  test.each([
    [200_000, 160_000],
    [200_001, 180_001],
    [1_000_000, 980_000],
    [0, null],
    [null, null],
  ])("a window of %s: from %s tokens", (window, limit) => {
    expect(crushLimit(window, rule)).toBe(limit);
  });

  test("fires at its limit; everything read becomes one message at the start; the to-do list is passed as data", () => {
    const todo = drawConversation(
      `user: plan ${LONG}\nassistant: call t TodoWrite x\ntool: result t ok\nassistant: ${LONG}`,
    );
    const planned = {
      ...todo,
      messages: todo.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === "tool-call"
            ? { ...part, input: { todos: [{ content: "write the test", status: "pending" }] } }
            : part,
        ),
      })),
    };
    const { asked, summaries } = fakeSummariser("## Current State\n- planning");
    expect(checkStrategy("crush", planned, filledTo(planned, 79_999, { summaries })).status).toBe("noop");
    const result = checkStrategy("crush", planned, filledTo(planned, 80_000, { summaries }));
    expect(result.conversation.messages.map(({ role }) => role)).toEqual(["user", "user"]);
    expect(asked[0]?.transcript).toContain("[to-do list]\n[ ] write the test");
    expect(asked[0]?.instructions).toBeNull();
  });
});

describe("cline-agentic", () => {
  const reading = (path: string, n: number) =>
    `user: ask ${n} ${LONG}\nassistant: call r${n} read_file ${path}\ntool: result r${n} ${LONG}\nassistant: answer ${n} ${LONG}`;
  const history = drawConversation([1, 2, 3].map((n) => reading(`src/f${n}.ts`, n)).join("\n"));
  const recipe = { id: "cline-agentic", params: { tail: 100 } };
  const at = (tokens: number, more: Partial<Environment> = {}) => filledTo(history, tokens, more);

  test("fires at 81 % of the window; the newest turn stays, whatever the tail", () => {
    const { summaries } = fakeSummariser("## Goal\n- a");
    expect(checkStrategy(recipe, history, at(80_999, { summaries })).status).toBe("noop");
    const result = checkStrategy(recipe, history, at(81_000, { summaries }));
    expect(drawKept(history, result.conversation)).toBe("-1' 8 9 10 11");
  });

  test("a rule appends files that the model left out, and keeps those of the previous summary", () => {
    const { summaries } = fakeSummariser("## Goal\n- a");
    const once = checkStrategy(recipe, history, at(81_000, { summaries }));
    expect(summariesIn(once.conversation)[0]?.body).toContain("## Files\n- read: src/f1.ts\n- read: src/f2.ts");
    const grown = {
      ...once.conversation,
      messages: [
        ...once.conversation.messages,
        ...drawConversation(reading("src/f9.ts", 9)).messages.map((m) => ({
          ...m,
          id: `n${m.id}`,
          parts: m.parts.map((part) => ({ ...part, id: `n${part.id}` })),
        })),
      ],
    };
    const { asked, summaries: second } = fakeSummariser("## Goal\n- b");
    const twice = checkStrategy(recipe, grown, filledTo(grown, 81_000, { summaries: second }));
    expect(asked[0]?.previous).toContain("src/f1.ts");
    expect(asked[0]?.transcript).not.toContain("src/f1.ts");
    const [body] = summariesIn(twice.conversation).map(({ body }) => body);
    for (const file of ["f1", "f2", "f3"]) expect(body).toContain(`read: src/${file}.ts`);
    const own = fakeSummariser("## Files\n- as the model says").summaries;
    const kept = checkStrategy(recipe, history, at(81_000, { summaries: own }));
    expect(summariesIn(kept.conversation)[0]?.body).toBe("## Files\n- as the model says");
  });

  test("if the summariser fails: basic compaction", () => {
    const { summaries } = fakeSummariser(failing);
    const tokens = history.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
    const environment = testEnvironment({ budget: { window: Math.floor(tokens / 0.85), reserve: 0 }, summaries });
    const result = checkStrategy(recipe, history, environment);
    expect(codes(result)).toContain("summary-failed");
    expect(result.steps.map(({ id }) => id)).toContain("basic");
  });

  test("the model does not compact a single prompt", () => {
    const { asked, summaries } = fakeSummariser("short");
    const one = drawConversation(`user: only ${LONG}`);
    checkStrategy("cline-agentic", one, filledTo(one, 90_000, { summaries }));
    expect(asked).toEqual([]);
  });

  test("the target: 0.7 of the trigger, or half of the input from five turns if the answer has a limit", () => {
    const environment = (reserve: number) => testEnvironment({ budget: { window: 100_000, reserve } });
    expect(agenticTarget(environment(8_000), 4)).toBe(56_700);
    expect(agenticTarget(environment(8_000), 5)).toBe(45_000);
    expect(agenticTarget(environment(0), 5)).toBe(56_700);
  });
});

describe("continue-cli-auto", () => {
  test.each([
    [200_000, 4096, 180_904],
    [20_000, 4096, 11_808],
    [100_000, 50_000, 35_000],
    [4096, 4096, null],
  ])("window %i, answer %i: from %s tokens", (window, maxTokens, threshold) => {
    expect(cliThreshold(window, maxTokens)).toBe(threshold);
  });

  test("fires at the threshold; system prompt, summary, and the last prompt remain", () => {
    const history = drawConversation(
      `system: be kind\n${chat(7)
        .messages.map(({ role, parts }) => `${role}: ${parts.map(partText).join(" ")}`)
        .join("\n")}`,
    );
    const { summaries } = fakeSummariser("## Conversation Overview\n- a");
    const run = (tokens: number) =>
      checkStrategy("continue-cli-auto", history, filledTo(history, tokens, { summaries }));
    expect(run(80_903).status).toBe("noop");
    expect(run(80_904).conversation.messages.map(({ role }) => role)).toEqual(["system", "user", "user"]);
  });

  test("refuses a window without room for an answer", () => {
    const result = checkStrategy(
      { id: "continue-cli-auto", params: { maxTokens: 100_000 } },
      chat(4),
      filledTo(chat(4), 1000),
    );
    expect([result.status, codes(result)[0]]).toEqual(["failed", "params-invalid"]);
  });

  test("the summariser is shown the beginning: the last items are left out until the rest fits; a failed summary changes nothing", () => {
    const view = createView(calls(4), testEnvironment());
    const ids = view.entries().map(({ part }) => part.id);
    const each = testEnvironment().tokensOf(calls(4).messages[2] as never);
    const shown = readable(each * 3, ids, view);
    expect(ids.slice(0, shown.length)).toEqual(shown);
    expect(shown).toContain("m2.0");
    expect(shown).not.toContain("m8.0");
    expect(readable(Number.POSITIVE_INFINITY, ids, view)).toEqual(ids);
    expect(readable(0, ids, view)).toEqual([]);
    const { summaries } = fakeSummariser(failing);
    expect(checkStrategy("continue-cli-auto", chat(8), filledTo(chat(8), 90_000, { summaries })).status).toBe("failed");
  });

  test.each(["continue-cli-auto", "continue-summary"])("%s: a summary that fails leaves the pruned messages", (id) => {
    const { summaries } = fakeSummariser(failing);
    const history = chat(8);
    const tokens = history.messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
    const budget = { window: 100_000, reserve: 0, target: Math.floor(tokens / 2) };
    const result = checkStrategy(id, history, testEnvironment({ budget, force: true, summaries }));
    const pruned = checkStrategy("continue-prune", history, testEnvironment({ budget, force: true }));
    expect(result.status).toBe("applied");
    expect(result.conversation.messages).toEqual(pruned.conversation.messages);
    expect(result.conversation.messages.length).toBeLessThan(history.messages.length);
    expect(codes(result)).toEqual(expect.arrayContaining(["summary-failed", "pruned-instead"]));
  });
});

describe("OpenHands", () => {
  const histories = new Map([9, 10, 11].map((n) => [n, chat(n)] as const));
  const events = (n: number) => histories.get(n) as Conversation;

  test("structured: the same sizes as the summarising one; a summary without one of its three fields is refused", () => {
    const recipe = { id: "openhands-structured", params: { maxSize: 10 } };
    const whole = fakeSummariser("## user_context\n- a\n## completed_tasks\n- b\n## pending_tasks\n- c");
    const result = checkStrategy(recipe, events(11), testEnvironment({ summaries: whole.summaries }));
    expect(drawKept(events(11), result.conversation).split(" ")).toHaveLength(5);
    expect(whole.asked[0]?.style.sections).toHaveLength(18);
    const part = fakeSummariser("## user_context\n- a\n## pending_tasks\n- c");
    const refused = checkStrategy(recipe, events(11), testEnvironment({ summaries: part.summaries }));
    expect([refused.status, codes(refused)[0]]).toEqual(["failed", "summary-unstructured"]);
    expect(checkStrategy(recipe, events(10), testEnvironment({ summaries: whole.summaries })).status).toBe("noop");
  });

  test.each([
    ["as chosen", [4, 2, 7], [0, 2, 4, 7]],
    ["outside the history, or among the first: passed over", [99, -1, 0, 2, 4, 7], [0, 2, 4, 7]],
    ["too many: cut", [2, 3, 4, 5, 6], [0, 2, 3, 4]],
    ["too few: the newest fill up", [2], [0, 2, 8, 9]],
    ["twice: once", [2, 2, 3], [0, 2, 3, 9]],
    ["none: the newest", [], [0, 7, 8, 9]],
  ])("attention, %s", (_, chosen, kept) => {
    expect(attentionKeep({ total: 10, keepFirst: 1, target: 4 }, chosen)).toEqual(kept);
  });

  test("attention: the numbers in the model's answer decide; it is shown numbered events, and asked for nothing else", () => {
    const recipe = { id: "openhands-attention", params: { maxSize: 8 } };
    const { asked, summaries } = fakeSummariser("4, 6 and 9");
    const result = checkStrategy(recipe, events(9), testEnvironment({ summaries }));
    expect(drawKept(events(9), result.conversation)).toBe("0 3 5 8");
    expect(asked[0]?.transcript.split("\n")[3]).toMatch(/^4\. .*text 4 /);
    expect(asked[0]?.style.task).toMatch(/numbers alone/);
  });

  test("attention without a model: the newest stay, and it says so; a failing model changes nothing", () => {
    const recipe = { id: "openhands-attention", params: { maxSize: 8 } };
    const none = checkStrategy(recipe, events(9), testEnvironment());
    expect(drawKept(events(9), none.conversation)).toBe("0 6 7 8");
    expect(codes(none)).toContain("no-model");
    const { summaries } = fakeSummariser(failing);
    const failed = checkStrategy(recipe, events(9), testEnvironment({ summaries }));
    expect([failed.status, codes(failed)[0]]).toEqual(["failed", "summary-failed"]);
  });

  test("browser output: the newest page stays, older ones leave their address", () => {
    const page = (n: number) =>
      `assistant: call b${n} browse https://example.org/${n}\ntool: result b${n} page ${n} ${LONG}`;
    const other = `assistant: call x bash ls\ntool: result x files ${LONG}`;
    const history = drawConversation(`user: look\n${page(1)}\n${other}\n${page(2)}\n${page(3)}\nassistant: seen`);
    const result = checkStrategy("openhands-browser-output", history, testEnvironment(), { isIdempotent: true });
    const outputs = result.conversation.messages.flatMap(({ parts }) =>
      parts[0]?.type === "tool-result" ? [partText(parts[0])] : [],
    );
    expect(outputs[0]).toBe("Visited https://example.org/1\nContent omitted");
    expect(outputs[1]).toContain("files");
    expect(outputs[2]).toBe("Visited https://example.org/2\nContent omitted");
    expect(outputs[3]).toContain("page 3");
    const two = checkStrategy({ id: "openhands-browser-output", params: { window: 2 } }, history, testEnvironment());
    expect(two.edits).toHaveLength(1);
  });
});

describe("dcp-compress", () => {
  const history = drawConversation(`
    system: rules
    user: one ${LONG}
    assistant: call 1 read a.ts
    tool: result 1 ${LONG}
    assistant: call 2 task b
    tool: result 2 what the task said
    assistant: answer ${LONG}
    user: two
    assistant: more ${LONG}
  `);
  const compress = (params: object, environment: Environment = testEnvironment()) =>
    checkStrategy({ id: "dcp-compress", params: { ...params } }, history, environment);

  test("a named range is removed and its supplied summary inserted; no summariser is asked", () => {
    const { asked, summaries } = fakeSummariser("never");
    const result = compress(
      { from: "m0002", to: "m0003", summary: "Read a.ts: it is fine." },
      testEnvironment({ summaries }),
    );
    expect(drawKept(history, result.conversation)).toBe("0 1 -1' 4 5 6 7 8");
    expect(summariesIn(result.conversation)[0]?.body).toBe("Read a.ts: it is fine.");
    expect(asked).toEqual([]);
  });

  test("copies outputs of protected tools, and keeps pairs complete", () => {
    const { summaries } = fakeSummariser("short");
    const result = compress({ from: "m0001", to: "m0005" }, testEnvironment({ summaries }));
    expect(summariesIn(result.conversation)[0]?.body).toBe("short\n\n## Output of task\nwhat the task said");
    expect(drawKept(history, compress({ from: "m0001", to: "m0004", summary: "x" }).conversation)).toContain("4 5");
  });

  test("the next summary quotes or includes a block within its range; b1 names it", () => {
    const once = compress({ from: "m0002", to: "m0003", summary: "Read a.ts: it is fine." }).conversation;
    const recipe = { id: "dcp-compress", params: { from: "b1", to: "m0005", summary: "The task was done." } };
    const twice = checkStrategy(recipe, once, testEnvironment());
    const [block] = summariesIn(twice.conversation);
    expect(block?.cycle).toBe(2);
    expect(block?.body).toContain("The task was done.\n\n## Compressed before\nRead a.ts: it is fine.");
    expect(messageIndex("b2", once.messages)).toBeNull();
  });

  test("runs automatically only above 150,000 tokens, and then on everything before the newest turn", () => {
    const { summaries } = fakeSummariser("short");
    const at = (tokens: number) =>
      compress({}, filledTo(history, tokens, { summaries, budget: { window: 1_000_000, reserve: 0 } }));
    expect(at(150_000).status).toBe("noop");
    expect(drawKept(history, at(150_001).conversation)).toBe("0 -1' 7 8");
  });

  test.each([
    [{ from: "m0099" }, "there is no message m0099"],
    [{ from: "first" }, "there is no message first"],
    [{ from: "m0005", to: "m0002" }, "m0005 comes after m0002"],
  ])("%o is refused", (params, message) => {
    const result = compress(params);
    expect([result.status, result.failure?.message]).toEqual(["failed", message]);
  });
});

describe("centagent-budget with its last step", () => {
  const history = drawConversation(
    `${Array.from({ length: 6 }, (_, n) => `user: ask ${n} ${LONG}\nassistant: call ${n} bash ls\ntool: result ${n} ${LONG.repeat(5)}\nassistant: answer ${n} ${LONG}`).join("\n")}\nuser: last`,
  );
  const run = (budget: number, more: object = {}, environment = testEnvironment()) =>
    checkStrategy({ id: "centagent-budget", params: { budget, ...more } }, history, environment);
  const steps = (result: Compression) => [...new Set(result.edits.map(({ step }) => step))];
  const characters = ({ conversation }: Compression) => textOf(conversation).length;

  test("tool outputs are removed before any dialogue, the summary is the last resort, and the budget is met", () => {
    const summary = { summary: true, summaryTokens: 120 };
    expect(steps(run(8_000, summary))).toEqual(["drop-long-outputs"]);
    const result = run(3_000, summary);
    expect(steps(result)).toEqual(["drop-long-outputs", "summarise-oldest-dialogue"]);
    expect(summariesIn(result.conversation)).toHaveLength(1);
    expect(characters(result)).toBeLessThanOrEqual(3_000);
    expect(result.conversation.messages.at(-1)).toBe(history.messages.at(-1));
  });

  test("without it, or if the summariser fails, the oldest dialogue is removed without a trace", () => {
    expect(steps(run(3_000))).toEqual(["drop-long-outputs", "drop-oldest-dialogue"]);
    const { summaries } = fakeSummariser(failing);
    const failed = run(3_000, { summary: true }, testEnvironment({ summaries }));
    expect(steps(failed)).toEqual(["drop-long-outputs", "drop-oldest-dialogue"]);
    expect(codes(failed)).toContain("summary-failed");
  });

  test("the next run absorbs the summary and continues its count", () => {
    const summary = { summary: true, summaryTokens: 120 };
    const { asked, summaries } = fakeSummariser("what came before");
    const once = run(3_000, summary, testEnvironment({ summaries }));
    const recipe = { id: "centagent-budget", params: { budget: 1_500, ...summary } };
    const twice = checkStrategy(recipe, once.conversation, testEnvironment({ summaries }));
    expect(asked.at(-1)?.previous).toBe("what came before");
    expect(summariesIn(twice.conversation).map(({ cycle }) => cycle)).toEqual([2]);
  });
});
