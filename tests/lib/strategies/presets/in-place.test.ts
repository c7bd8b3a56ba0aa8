import { describe, expect, test } from "vitest";
import { jsonText, parseJson } from "@/lib/conversation/exact-json";
import type { Conversation } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation } from "@/tests/support/draw-conversation";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

const environment = testEnvironment();
const LONG = "word ".repeat(400);

/** `user` and exchanges with long outputs; a user message precedes those numbered in `typed`. */
function work(exchanges: number, typed: readonly number[] = [], tool = "bash"): Conversation {
  const lines = Array.from({ length: exchanges }, (_, i) =>
    [
      ...(typed.includes(i) ? [`user: prompt ${i}`] : []),
      `assistant: call ${i} ${tool} a${i}`,
      `tool: result ${i} ${LONG}`,
    ].join("\n"),
  );
  return drawConversation(["user: go", ...lines].join("\n"));
}

const parts = (conversation: Conversation): readonly Part[] =>
  conversation.messages.flatMap((message) => message.parts);
const changed = (conversation: Conversation, text: string) =>
  parts(conversation).flatMap((part) =>
    part.type === "tool-result" && partText(part) === text ? [Number(part.toolCallId)] : [],
  );

describe("anthropic-clear-tool-uses", () => {
  const CLEARED = "[Old tool result cleared]";
  const run = (params: Record<string, number | string | boolean | string[]>, conversation = work(8)) =>
    checkStrategy({ id: "anthropic-clear-tool-uses", params }, conversation, environment);

  test("below 100,000 input tokens nothing happens; at that value it clears", () => {
    expect(run({}).trigger).toMatchObject({ fired: false, limit: 100_000 });
    const { tokensBefore } = run({}).stats;
    expect(run({ value: tokensBefore }).status).toBe("applied");
    expect(run({ value: tokensBefore + 1 }).status).toBe("noop");
  });

  test("oldest first; the newest three stay, the calls stay", () => {
    const result = run({ value: 1 });
    expect(changed(result.conversation, CLEARED)).toEqual([0, 1, 2, 3, 4]);
    expect(parts(result.conversation).filter(({ type }) => type === "tool-call")).toHaveLength(8);
  });

  test("options: a trigger by tool uses, excluded tools, cleared inputs, and nothing below clear_at_least", () => {
    expect(run({ trigger: "tool_uses", value: 9 }).status).toBe("noop");
    expect(run({ trigger: "tool_uses", value: 8, excludeTools: "bash, other" }).status).toBe("noop");
    const cleared = run({ value: 1, clearToolInputs: true }).conversation;
    expect(
      parts(cleared).filter((part) => part.type === "tool-call" && JSON.stringify(part.input) === "{}"),
    ).toHaveLength(5);
    const little = run({ value: 1, clearAtLeast: 1_000_000 });
    expect(little.status).toBe("noop");
    expect(little.warnings.map(({ code }) => code)).toContain("below-min-gain");
  });
});

describe("anthropic-clear-thinking", () => {
  const thinking = drawConversation(`
    user: one
    assistant: !a | first
    user: two
    assistant: !b | call 1 t x
    tool: result 1 y
    assistant: !c | second
    user: three
    assistant: !d | call 2 t x
    tool: result 2 y
  `);
  const left = (thinkingTurns: number) =>
    parts(
      checkStrategy({ id: "anthropic-clear-thinking", params: { thinkingTurns } }, thinking, environment).conversation,
    )
      .filter(({ type }) => type === "reasoning")
      .map(partText)
      .join("");

  test("thinking of the newest turns stays, and always that of the running loop", () => {
    expect(left(1)).toBe("d");
    expect(left(0)).toBe("d");
    expect(left(2)).toBe("bcd");
    expect(left(3)).toBe("abcd");
  });
});

describe("opencode-prune", () => {
  const CLEARED = "[Old tool result content cleared]";
  const run = (params: Record<string, number | string>, conversation = work(10, [8, 9])) =>
    checkStrategy({ id: "opencode-prune", params }, conversation, environment);

  test("the last two turns stay, then the newest protected tokens; the result that crosses the limit goes", () => {
    expect(changed(run({ protect: 1200, minimum: 100 }).conversation, CLEARED)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test("failed results are neither counted nor pruned, because their part is not completed", () => {
    const messages = work(10, [8, 9]).messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === "tool-result" && Number(part.toolCallId) < 3 ? { ...part, isError: true } : part,
      ),
    }));
    const result = run({ protect: 0, minimum: 0 }, { tools: [], messages });
    expect(changed(result.conversation, CLEARED)).toEqual([3, 4, 5, 6, 7]);
    expect(result.trigger?.value).toBe(2500);
  });

  test("only if more than the minimum can be removed", () => {
    const prunable = run({ protect: 1200, minimum: 0 }).trigger?.value ?? 0;
    expect(prunable).toBe(3000);
    expect(run({ protect: 1200, minimum: prunable }).status).toBe("noop");
    expect(run({ protect: 1200, minimum: prunable - 1 }).status).toBe("applied");
  });

  test("walking back ends at what was pruned before, so a larger protection later changes nothing", () => {
    const once = run({ protect: 1200, minimum: 100 }).conversation;
    expect(run({ protect: 500, minimum: 0 }, once).edits).toHaveLength(1);
    expect(run({ protect: 0, minimum: 0, protectedTools: "bash" }).status).toBe("noop");
  });
});

describe("dynamic context pruning", () => {
  const history = drawConversation(`
    user: go
    assistant: call 1 read a.ts
    tool: result 1 ${LONG}
    assistant: call 2 write a.ts
    tool: result 2 ok
    assistant: call 3 read a.ts
    tool: result 3 ${LONG}
    assistant: call 4 todowrite x
    tool: result 4 ${LONG}
    assistant: call 5 todowrite x
    tool: result 5 ${LONG}
    assistant: done
  `);

  test("dedup: all except the newest of equal calls, in any argument order; protected tools stay", () => {
    const result = checkStrategy("dcp-dedup", history, environment);
    expect(result.edits.map(({ targets, reason }) => [targets, reason])).toEqual([[["m2.0"], "duplicate-call"]]);
    const all = checkStrategy({ id: "dcp-dedup", params: { protectedTools: [] } }, history, environment);
    expect(all.edits.flatMap(({ targets }) => targets)).toEqual(["m2.0", "m8.0"]);
  });

  test("supersede writes: the input of a write whose file is read later", () => {
    const content = "const x = 1;\\n".repeat(60);
    const messages = history.messages.map((message, index) =>
      index === 3
        ? { ...message, parts: message.parts.map((part) => ({ ...part, input: { path: "a.ts", content } }) as Part) }
        : message,
    );
    const result = checkStrategy("dcp-supersede-writes", { tools: [], messages }, environment);
    expect(result.edits.flatMap(({ targets }) => targets)).toEqual(["m3.0"]);
    const call = result.conversation.messages[3]?.parts[0];
    expect(call).toMatchObject({ input: { path: "a.ts", content: expect.stringMatching(/^\[Content removed/) } });
  });

  const withInput = (conversation: Conversation, index: number, text: string): Conversation => ({
    ...conversation,
    messages: conversation.messages.map((message, at) =>
      at === index
        ? { ...message, parts: message.parts.map((part) => ({ ...part, input: parseJson(text) }) as Part) }
        : message,
    ),
  });
  const inputText = ({ messages }: Conversation, index: number) => {
    const part = messages[index]?.parts[0];
    return part?.type === "tool-call" ? jsonText(part.input) : null;
  };
  const ID = "1894839483948394801";

  test("calls with different large ids are not repeats", () => {
    const calls = [1, 2, 3].map((n) => `assistant: call ${n} get_tweet x\ntool: result ${n} ${LONG}`).join("\n");
    const drawn = drawConversation(`user: go\n${calls}`);
    const posts = [1, 2, 1].reduce(
      (made, last, at) => withInput(made, 1 + 2 * at, `{"id":189483948394839480${last}}`),
      drawn,
    );
    const { edits } = compressConversation(posts, "dcp-dedup", environment);
    expect(edits.map(({ targets }) => targets)).toEqual([["m2.0"]]);
  });

  test("numbers of a shortened input stay as they were read", () => {
    const content = `"content":${JSON.stringify("const x = 1;\n".repeat(60))}`;
    const written = withInput(history, 3, `{"path":"a.ts","id":${ID},"ids":[${ID}],${content}}`);
    const superseded = checkStrategy("dcp-supersede-writes", written, environment).conversation;
    expect(inputText(superseded, 3)).toContain(`"id":${ID},"ids":[${ID}],"content":"[Content removed`);
    const turns = Array.from({ length: 5 }, (_, i) => `user: turn ${i}\nassistant: ok ${i}`).join("\n");
    const failed = drawConversation(`user: go\nassistant: call 1 run x\ntool: error 1 no such file\n${turns}`);
    const purged = checkStrategy(
      "dcp-purge-errors",
      withInput(failed, 1, `{"id":${ID},"ids":[${ID}],${content}}`),
      environment,
    ).conversation;
    expect(inputText(purged, 1)).toContain(`{"id":${ID},"ids":[${ID}],"content":"[Input removed`);
  });

  test("purge errors: inputs of failed calls older than four turns; the error text stays", () => {
    const turns = Array.from({ length: 5 }, (_, i) => `user: turn ${i}\nassistant: ok ${i}`).join("\n");
    const failed = drawConversation(`user: go\nassistant: call 1 run ${LONG}\ntool: error 1 no such file\n${turns}`);
    const params = { keepPaths: false };
    const result = checkStrategy({ id: "dcp-purge-errors", params }, failed, environment);
    expect(result.conversation.messages[1]?.parts[0]).toMatchObject({
      input: { path: expect.stringMatching(/^\[Input/) },
    });
    expect(result.conversation.messages[2]).toBe(failed.messages[2]);
    expect(checkStrategy({ id: "dcp-purge-errors", params: { ...params, turns: 6 } }, failed, environment).status).toBe(
      "noop",
    );
  });
});

describe("manus", () => {
  const plan = {
    todos: [
      { content: "find it", status: "completed" },
      { content: "fix it", status: "pending" },
    ],
  };
  const drawn = drawConversation(`
    user: go
    assistant: call 1 web_fetch x
    tool: result 1 ${LONG}
    assistant: call 2 read src/a.ts
    tool: result 2 ${LONG}
    assistant: call 3 bash ls
    tool: error 3 ${LONG}
    assistant: call 4 TodoWrite x
    tool: result 4 ok
    assistant: call 5 bash ls
    tool: result 5 fine
  `);
  const inputs: Record<string, object> = { "1": { url: "https://example.org/p" }, "4": plan };
  const history = {
    tools: [],
    messages: drawn.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === "tool-call" && inputs[part.toolCallId]
          ? ({ ...part, input: inputs[part.toolCallId] } as Part)
          : part,
      ),
    })),
  };
  const result = checkStrategy({ id: "manus", params: { batch: 1, keepNewest: 1 } }, history, environment);
  const text = (index: number) => result.conversation.messages[index]?.parts.map(partText).join("") ?? "";

  test("text is removed, URL and path stay; errors are unchanged; what precedes the first change is the same", () => {
    expect(text(2)).toBe("[Content left out; it is still at https://example.org/p]");
    expect(text(4)).toBe("[Content left out; it is still in src/a.ts]");
    expect(result.conversation.messages[6]).toBe(history.messages[6]);
    expect(result.conversation.messages.slice(0, 2)).toEqual(history.messages.slice(0, 2));
  });

  test("the plan is the last item", () => {
    expect(text(result.conversation.messages.length - 1)).toBe("[Context note: plan]\n- [x] find it\n- [ ] fix it");
  });

  test("cached content is left alone until the window is full", () => {
    const cached = testEnvironment({ cache: { prefixTokens: 100_000 } });
    const params = { batch: 1, keepNewest: 1, recite: false };
    expect(checkStrategy({ id: "manus", params }, history, cached).status).toBe("noop");
    const full = testEnvironment({ cache: { prefixTokens: 100_000 }, budget: { window: 1500, reserve: 0 } });
    expect(checkStrategy({ id: "manus", params }, history, full).status).toBe("applied");
  });

  test("neighbouring placeholders are worded differently on request, and keep their words as the history grows", () => {
    const varied = (exchanges: number) => {
      const params = { batch: 1, keepNewest: 0, recite: false, vary: true };
      const { conversation } = checkStrategy({ id: "manus", params }, work(exchanges), environment);
      return conversation.messages
        .filter(({ role }) => role === "tool")
        .map(({ parts }) => parts.map(partText).join(""));
    };
    const [short, long] = [varied(4), varied(7)];
    expect(long.slice(0, 4)).toEqual(short);
    const beginnings = long.map((placeholder) => placeholder.split(" still ")[0]);
    expect(new Set(beginnings).size).toBe(3);
    for (const [at, words] of beginnings.entries()) expect(words).not.toBe(beginnings[at + 1]);
  });

  test("the view changes only every `batch` observations", () => {
    const params = { batch: 4, keepNewest: 0, recite: false };
    const masks = [4, 5, 6, 7].map(
      (exchanges) => checkStrategy({ id: "manus", params }, work(exchanges), environment).edits.length,
    );
    expect(masks).toEqual([4, 4, 4, 4]);
  });
});

test("gemini-mask: beyond the newest tokens and the latest turn, keeps both ends of the text; the original can be fetched", () => {
  const store = rememberingStore();
  const params = { protect: 1200, minimum: 100 };
  const history = work(8, [7], "search");
  const result = checkStrategy({ id: "gemini-mask", params }, history, testEnvironment({ store }));
  expect(result.edits).toHaveLength(5);
  const masked = result.conversation.messages[2]?.parts[0];
  expect(masked && partText(masked)).toMatch(
    /^<tool_output_masked ref="out_[0-9a-f]+">\nword [\s\S]*characters omitted/,
  );
  for (const { id } of result.references) expect(store.contents.get(id)).toBe(LONG.trim());
  const few = { ...params, minimum: 10_000 };
  expect(checkStrategy({ id: "gemini-mask", params: few }, history, environment).status).toBe("noop");
});
