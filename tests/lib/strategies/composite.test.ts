import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import type { Compression } from "@/lib/strategies/grammar/compression";
import { createView } from "@/lib/strategies/grammar/create-view";
import { taskBoundary } from "@/lib/strategies/presets/triggers";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { generateConversation } from "@/tests/support/generate-conversation";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

const textOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts.map(partText)).join("\n");
const LONG = "word ".repeat(500);
const steps = (result: Compression) => [...new Set(result.edits.map(({ step }) => step))];

describe("winnow, the default", () => {
  const conversation = generateConversation(600, 3, 3);

  test("as the history grows, what was put aside stays put aside, with the same text", () => {
    const editsAt = (count: number) => {
      const grown = { ...conversation, messages: conversation.messages.slice(0, count) };
      const result = compressConversation(grown, "winnow", testEnvironment({ budget: { window: null, reserve: 0 } }));
      return new Map(
        result.edits.flatMap((edit) => (edit.op === "replace" ? [[edit.targets[0], partText(edit.produced)]] : [])),
      );
    };
    const [first, ...others] = [201, 203, 251, 301, 401, 599].map(editsAt) as [
      Map<string, string>,
      ...Map<string, string>[],
    ];
    expect(first.size).toBeGreaterThan(3);
    others.reduce((earlier, later) => {
      for (const [id, text] of earlier) expect(later.get(id)).toBe(text);
      return later;
    }, first);
  });

  test("each edit states its reason: the kind of output, and the state of the cache or the prompt's size", () => {
    const unknown = compressConversation(conversation, "winnow", testEnvironment());
    expect(unknown.status).toBe("applied");
    for (const { reason } of unknown.edits)
      expect(reason).toMatch(
        /^equal-copy$|^(large-output|duplicate-call|stale-read|superseded-read|old-reasoning): (the rewrite pays for itself after \d+ of \d+ expected requests|the prompt reached \d+ tokens)$/,
      );
    const cold = compressConversation(conversation, "winnow", testEnvironment({ cache: { prefixTokens: 0 } }));
    for (const { reason } of cold.edits) expect(reason).toMatch(/: the (cache is cold|prompt reached \d+ tokens)$/);
  });

  test("under a target, large and old untyped content goes first; the remaining excerpts contain the names that no other part contains", () => {
    const body = Array.from({ length: 60 }, (_, n) => `filler line ${n}`).join("\n");
    const old = drawConversation(`
      user: do it
      assistant: call 1 read_file src/a.ts
      tool: result 1 ${`needle_${"x".repeat(8)} stands here. ${LONG}`}
      assistant: ${`${LONG} ${LONG} ${LONG} ${LONG} endless_answer`}
      user: go on
      assistant: call 2 read_file src/b.ts
      tool: result 2 ${LONG}
      assistant: done
      user: more
    `);
    const budget = { window: 200_000, reserve: 0, target: 1_900 };
    const environment = testEnvironment({ budget, cache: { prefixTokens: 0 } });
    const written = {
      ...old,
      messages: old.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === "tool-call" && part.toolCallId === "1"
            ? {
                ...part,
                toolName: "write_file",
                input: { path: "src/a.ts", content: `${body}\nconst kept_name = 1;\n${LONG}` },
              }
            : part,
        ),
      })),
    };
    const recipe = { id: "winnow", params: { keepNewest: 1, keepInputs: 1 } };
    const result = checkStrategy(recipe, written, environment);
    const text = textOf(result.conversation);
    expect(result.edits.map(({ reason }) => reason.split(":")[0])).toEqual(
      expect.arrayContaining(["large-output", "large-input", "runaway-answer"]),
    );
    expect(text).toContain('"path":"src/a.ts"');
    expect(text).toContain("const kept_name = 1;");
    expect(text).toContain("needle_xxxxxxxx stands here.");
    expect(text).not.toContain("filler line 30");
    expect(result.stats.tokensAfter).toBeLessThan(result.stats.tokensBefore / 2);
  });

  test("the lower the target, the further down the rungs: excerpts shrink before the dialogue is dropped", () => {
    const stepsAt = (target: number) =>
      steps(checkStrategy("winnow", conversation, testEnvironment({ budget: { window: null, reserve: 0, target } })));
    const { stats } = compressConversation(conversation, "winnow", testEnvironment({ cache: { prefixTokens: 0 } }));
    expect(stepsAt(stats.tokensAfter + 1000)).not.toContain("fold");
    const deep = stepsAt(Math.floor(stats.tokensAfter / 3));
    expect(deep).toEqual(expect.arrayContaining(["put-aside", "put-aside-all", "fold"]));
  });

  test("cached content is rewritten only if that pays within the horizon", () => {
    const warm = testEnvironment({ cache: { prefixTokens: 1e9 } });
    const soon = { id: "winnow", params: { horizon: 1 } };
    expect(compressConversation(conversation, soon, warm).status).toBe("noop");
    expect(compressConversation(conversation, { id: "winnow", params: { horizon: 500 } }, warm).status).toBe("applied");
  });

  test("over the ceiling it folds, leaves an index, and stays below; errors are named", () => {
    const target = 6000;
    const environment = testEnvironment({ budget: { window: 200_000, reserve: 0, target } });
    const result = checkStrategy("winnow", conversation, environment);
    expect(result.stats.tokensAfter).toBeLessThanOrEqual(target);
    expect(steps(result)).toEqual(expect.arrayContaining(["put-aside", "fold"]));
    expect(textOf(result.conversation)).toContain("[Context note: artifacts]");
  });

  test("its index lists as many names of dropped content as allowed, and none if not allowed", () => {
    const environment = testEnvironment({ budget: { window: 200_000, reserve: 0, target: 6000 } });
    const listed = [0, 1000, 3000].map((indexNames) => {
      const result = checkStrategy({ id: "winnow", params: { indexNames } }, conversation, environment);
      const [, names = ""] = textOf(result.conversation).split("Names in what was dropped:\n");
      return names.split("\n").filter((line) => line.startsWith("- ")).length;
    });
    expect(listed[0]).toBe(0);
    expect(listed[1]).toBeGreaterThan(0);
    expect(listed[2]).toBeGreaterThan(listed[1] as number);
  });

  test("keeps the same share of a very long output as of others, even if it is most of the prompt", () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `line_${at} says what_${at} is`);
    const calls = Array.from({ length: 8 }, (_, at) => `assistant: call s${at} bash make\ntool: result s${at} ok`);
    const drawn = drawConversation(
      ["user: read it", "assistant: call r cat log", "tool: result r LOG", ...calls].join("\n"),
    );
    const long: Conversation = {
      ...drawn,
      messages: drawn.messages.map((message) => ({
        ...message,
        parts: message.parts.map((part) =>
          part.type === "tool-result" && part.toolCallId === "r"
            ? { ...part, output: [{ type: "text", text: lines.join("\n") }] }
            : part,
        ),
      })),
    };
    const recipe = { id: "winnow", params: { trigger: 5_000, leave: 0, horizon: 1_000 } };
    const result = checkStrategy(recipe, long, testEnvironment({ budget: { window: null, reserve: 0 } }));
    const kept = lines.filter((line) => textOf(result.conversation).includes(line));
    expect(result.status).toBe("applied");
    expect(kept.length / lines.length).toBeGreaterThan(0.18);
  });

  test("every shown reference can be read back, and undoing it gives the input's text", () => {
    const store = rememberingStore();
    const result = checkStrategy("winnow", conversation, testEnvironment({ store }));
    const originals = new Map(
      conversation.messages.flatMap(({ parts }) => parts.map((part) => [part.id, partText(part)])),
    );
    for (const edit of result.edits)
      if (edit.op === "replace" && edit.reference && edit.reversible) {
        expect(partText(edit.produced)).toContain(edit.reference.id);
        expect(store.contents.get(edit.reference.id)).toBe(originals.get(edit.targets[0]));
      }
    expect(result.references.length).toBeGreaterThan(10);
  });
});

describe("the artifact index", () => {
  const turn = (n: number) =>
    `user: task ${n}\nassistant: call r${n} read_file src/r${n}.ts\ntool: result r${n} ${LONG}\nassistant: call w${n} edit_file src/w${n}.ts\ntool: result w${n} ok\nassistant: call c${n} write_file src/c${n}.ts\ntool: result c${n} ok\nassistant: call e${n} bash make\ntool: error e${n} EACCES at c${n}\nassistant: We decided to use plan ${n}.`;

  test("survives every cycle: the next index includes the earlier one, and there is only one", () => {
    let messages: readonly Message[] = [];
    for (let cycle = 0; cycle < 4; cycle += 1) {
      const more = drawConversation([turn(cycle * 2), turn(cycle * 2 + 1)].join("\n")).messages;
      const renamed = more.map(({ id, parts, ...rest }) => ({
        ...rest,
        id: `${cycle}${id}`,
        parts: parts.map((part) => ({ ...part, id: `${cycle}${part.id}` })),
      }));
      const recipe = { id: "sliding-turns", params: { turns: 1 } };
      const result = compressConversation(
        { tools: [], messages: [...messages, ...renamed] },
        recipe,
        testEnvironment(),
      );
      expect(result.status).toBe("applied");
      messages = result.conversation.messages;
    }
    const notes = messages.filter(({ parts }) =>
      parts.some((part) => partText(part).startsWith("[Context note: artifacts]")),
    );
    expect(notes).toHaveLength(1);
    const note = textOf({ tools: [], messages: notes });
    for (let n = 0; n < 7; n += 1) {
      for (const fact of [`src/r${n}.ts`, `src/w${n}.ts`, `src/c${n}.ts`, `EACCES at c${n}`, `plan ${n}.`])
        expect(note).toContain(fact);
    }
  });
});

describe("the four triggers", () => {
  const history = generateConversation(200);
  const tokens = compressConversation(history, "dcp-dedup", testEnvironment()).stats.tokensBefore;
  const at = (fill: number) => testEnvironment({ budget: { window: Math.ceil(tokens / fill), reserve: 0 } });

  test("fixed threshold: fires at three quarters, drains to a half, and then stays quiet", () => {
    expect(checkStrategy("fixed-threshold", history, at(0.7)).status).toBe("noop");
    const environment = at(0.8);
    const result = checkStrategy("fixed-threshold", history, environment);
    expect(result.stats.tokensAfter).toBeLessThanOrEqual((environment.budget.window ?? 0) * 0.5);
    expect(compressConversation(result.conversation, "fixed-threshold", environment).status).toBe("noop");
  });

  test("importance: calls that write, and errors, outlive chatter", () => {
    const result = checkStrategy("importance", history, at(0.8));
    const failed = ({ messages }: Conversation) =>
      messages.flatMap(({ parts }) => parts.filter((part) => part.type === "tool-result" && part.isError)).length;
    expect(failed(result.conversation)).toBe(failed(history));
  });

  test("task boundary: once a task is done and the next is requested, its exchanges are dropped; prompts and answers stay", () => {
    const done = drawConversation(`
      user: first task
      assistant: call 1 read_file src/a.ts
      tool: result 1 ${LONG}
      assistant: call 2 git_status x
      tool: result 2 clean
      assistant: committed
      user: second task
      assistant: call 3 read_file src/b.ts
      tool: result 3 ${LONG}
    `);
    expect(taskBoundary(createView(done, testEnvironment()))).toBeNull();
    const messages = done.messages.map((message, index) =>
      index === 3
        ? {
            ...message,
            parts: message.parts.map(
              (part) => ({ ...part, toolName: "bash", input: { command: "git commit -m x" } }) as never,
            ),
          }
        : message,
    );
    const result = checkStrategy("task-boundary", { tools: [], messages }, testEnvironment());
    const text = textOf(result.conversation);
    for (const kept of ["first task", "committed", "second task", "Files read:\n- src/a.ts"])
      expect(text).toContain(kept);
    expect(result.stats.parts.dropped).toBe(4);
  });
});
