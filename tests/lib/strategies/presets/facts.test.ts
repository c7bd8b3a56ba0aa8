import { describe, expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type Part, partText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { STRATEGIES } from "@/lib/strategies";
import { crushJson } from "@/lib/strategies/crush/json";
import { crushText } from "@/lib/strategies/crush/text";
import { recentBudget } from "@/lib/strategies/presets/opencode-compact";
import { aiderBudget, aiderSplit, partialEvictCut } from "@/lib/strategies/presets/tail-cuts";
import { readSummary } from "@/lib/strategies/summaries/summary-message";
import { checkStrategy } from "@/tests/support/check-strategy";
import { drawConversation, drawKept } from "@/tests/support/draw-conversation";
import { failing, fakeSummariser } from "@/tests/support/fake-summariser";
import { rememberingStore, testEnvironment } from "@/tests/support/strategy-environment";

/** Single facts of the products, as input and expected result, unless the preset's own test covers them. */

const LONG = "word ".repeat(400);
const chat = (n: number, text = LONG): Conversation =>
  drawConversation(
    Array.from({ length: n }, (_, i) => `${i % 2 === 0 ? "user" : "assistant"}: ${i} ${text}`).join("\n"),
  );
const own = ({ messages }: Conversation) =>
  messages.reduce((sum, message) => sum + testEnvironment().tokensOf(message), 0);
/** This many tokens in a window. */
const filled = (conversation: Conversation, tokens: number, window = 100_000, more = {}) =>
  testEnvironment({ budget: { window, reserve: 0 }, fixedTokens: tokens - own(conversation), ...more });
const firesAt = (id: string, params: object, tokens: number, window = 100_000) => {
  const conversation = chat(9, "short");
  const recipe = { id, params: { ...params } };
  return compressConversation(conversation, recipe, filled(conversation, tokens, window)).trigger?.fired;
};
const textsOf = ({ messages }: Conversation) => messages.flatMap(({ parts }) => parts.map(partText));
const summariesIn = ({ messages }: Conversation) => messages.flatMap((message) => readSummary(message) ?? []);
const forced = testEnvironment({ force: true });

test("every promised preset exists, under its id", () => {
  const promised = `claude-code roo-3.25 roo-latest continue-prune continue-summary continue-cli-auto factory-anchored
    regenerate opaque centagent-externalise centagent-budget manus kilo-truncate cline-classic cline-agentic cline-basic
    cline-projection openhands-recent openhands-masking openhands-amortised openhands-window openhands-summarising
    openhands-structured openhands-attention swe-agent-last-n codex-local codex-remote gemini-compress gemini-mask
    opencode-prune opencode-compact dcp-dedup dcp-supersede-writes dcp-purge-errors dcp-compress goose aider crush pi
    langchain-summarize langchain-clear-tools anthropic-clear-tool-uses langchain-trim anthropic-clear-thinking
    anthropic-compact openai-truncation-auto openai-compact ai-sdk-prune letta-sliding letta-partial-evict headroom-crush
    headroom-log headroom-diff headroom-search headroom-read-lifecycle headroom-text`.split(/\s+/);
  const ids = STRATEGIES.map(({ id }) => id);
  expect(promised.filter((id) => !ids.includes(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});

/** Token counts at the boundary: one that fires, and one token less or more that does not. */
describe("where presets start, to the token", () => {
  test.each([
    ["claude-code", {}, 94_001, 94_000],
    ["claude-code", { comparison: ">=" }, 94_000, 93_999],
    ["roo-3.25", { threshold: 0.5 }, 50_000, 49_999],
    ["roo-3.25", { threshold: 0.5, comparison: ">" }, 50_001, 50_000],
    ["roo-3.25", {}, 81_809, 81_808],
    ["roo-latest", { threshold: 0.5 }, 50_000, 49_999],
    ["roo-latest", {}, 81_809, 81_808],
    ["factory-anchored", {}, 80_000, 79_999],
    ["regenerate", {}, 80_000, 79_999],
    ["codex-local", {}, 90_000, 89_999],
    ["codex-local", { fraction: 1 }, 90_000, 89_999],
    ["codex-user-messages", {}, 90_000, 89_999],
    ["codex-remote", {}, 90_000, 89_999],
    ["gemini-compress", {}, 50_000, 49_999],
    ["opencode-compact", {}, 100_000, 99_999],
    ["goose-middle-out", {}, 80_001, 80_000],
    ["pi", {}, 83_617, 83_616],
    ["pi-cut", {}, 83_617, 83_616],
    ["letta-sliding", {}, 90_001, 90_000],
    ["letta-partial-evict", {}, 90_001, 90_000],
    ["anthropic-compact", { threshold: 50_000 }, 50_000, 49_999],
    ["openai-truncation-auto", {}, 100_001, 100_000],
    ["openhands-window", {}, 100_001, 100_000],
    ["fixed-threshold", {}, 75_000, 74_999],
  ] as const)("%s %o: %i fires, %i does not", (id, params, fires, not) => {
    expect([firesAt(id, params, fires), firesAt(id, params, not)]).toEqual([true, false]);
  });

  test("shares of an odd window are whole tokens, rounded down, if the product rounds", () => {
    for (const id of ["codex-local", "codex-user-messages"])
      expect([firesAt(id, {}, 90_000, 100_001), firesAt(id, {}, 89_999, 100_001)]).toEqual([true, false]);
    const half = { fraction: 0.5 };
    expect([
      firesAt("langchain-summarize", half, 50_000, 100_001),
      firesAt("langchain-summarize", half, 49_999, 100_001),
    ]).toEqual([true, false]);
    expect([
      firesAt("claude-code", { fraction: 0.5 }, 50_000, 100_001),
      firesAt("claude-code", { fraction: 0.5 }, 50_001, 100_001),
    ]).toEqual([false, true]);
  });

  test("a request of 132,848 tokens overflows a window of 131,072", () => {
    expect(firesAt("openhands-window", {}, 132_848, 131_072)).toBe(true);
    expect(firesAt("openhands-window", {}, 131_072, 131_072)).toBe(false);
  });

  test("aider: only its history counts, a sixteenth of the window between 1,024 and 8,192", () => {
    expect([8_000, 16_384, 32_000, 131_072, 200_000, null].map((window) => aiderBudget(window, 1 / 16))).toEqual([
      1024, 1024, 2000, 8192, 8192, 8192,
    ]);
    const history = chat(9, "word ".repeat(20));
    const at = (system: number) =>
      compressConversation(
        {
          tools: [],
          messages: [...drawConversation(`system: ${"x".repeat(system)}`).messages.map(renamed), ...history.messages],
        },
        "aider-cut",
        testEnvironment({ budget: { window: 10_000, reserve: 0 }, fixedTokens: 50_000 }),
      ).trigger;
    expect(at(40_000)).toMatchObject({ fired: false, value: own(history), limit: 1024 });
  });
});

const renamed = (message: Message): Message => ({
  ...message,
  id: `b${message.id}`,
  parts: message.parts.map((part) => ({ ...part, id: `b${part.id}` })),
});

describe("Roo Code", () => {
  test("non-destructive window: does nothing below three messages or at a fraction of 0, and keeps the conversation", () => {
    for (const [n, fraction] of [
      [1, 0.5],
      [2, 0.5],
      [11, 0],
    ] as const) {
      const before = chat(n, "short");
      const result = checkStrategy({ id: "roo-latest-truncate", params: { fraction } }, before, forced);
      expect(result.conversation).toBe(before);
    }
  });

  test("latest: the workflow begun by the first message continues after the summary", () => {
    const history = drawConversation(
      `user: <command name="ship">run the tests, then tag</command>\nassistant: a ${LONG}\nuser: b ${LONG}\nassistant: c ${LONG}\nuser: d`,
    );
    const { summaries } = fakeSummariser("## Current Work\n- tagging");
    const result = checkStrategy("roo-latest", history, testEnvironment({ force: true, summaries }));
    expect(summariesIn(result.conversation)[0]?.body).toBe(
      '## Current Work\n- tagging\n\n## Active Workflow\n<command name="ship">run the tests, then tag</command>',
    );
  });
});

describe("Continue: pruning", () => {
  const history = drawConversation(`user: ${LONG}\nassistant: ${LONG}\nuser: ${LONG}\nassistant: ok\nuser: now`);
  /** Continue's own count adds four tokens per message. */
  const total = own(history) + 4 * history.messages.length;

  test.each([
    [100, 100_000],
    [4096, 40_000],
  ])("prunes when the messages exceed the window less min(1000, 2 %%) and min(1000, %i)", (maxTokens, window) => {
    const room = window - Math.min(1000, window * 0.02) - Math.min(1000, maxTokens);
    const left = (tokens: number) => {
      const environment = testEnvironment({ budget: { window, reserve: 0 }, fixedTokens: tokens });
      return compressConversation(history, { id: "continue-prune", params: { maxTokens } }, environment).stats
        .messagesAfter;
    };
    expect([left(room - total), left(room - total + 1)]).toEqual([5, 4]);
  });

  test("calls and results count ten more each", () => {
    const tools = drawConversation("user: go\nassistant: call 1 t x\ntool: result 1 y\nuser: now");
    const { trigger, stats } = compressConversation(
      tools,
      "continue-prune",
      testEnvironment({ budget: { window: 1000, reserve: 0 } }),
    );
    expect([trigger, stats.tokensBefore]).toEqual([null, own(tools)]);
    const tight = (window: number) =>
      compressConversation(
        tools,
        { id: "continue-prune", params: { maxTokens: 0 } },
        testEnvironment({ budget: { window, reserve: 0 } }),
      ).stats.messagesAfter;
    const needed = own(tools) + 4 * 4 + 10 * 2;
    expect([tight(needed - 1), tight(needed)]).toEqual([3, 4]);
  });

  test("images become text for a model without vision; messages without text are removed", () => {
    const image = { id: "m0.i", type: "file", mediaType: "image/png", byteLength: 9, data: "iVBORw0KGgo=" } as const;
    const drawn = drawConversation("user: look\nassistant: a\nuser: b\nassistant: c\nuser: d");
    const messages = drawn.messages.map((message, index): Message => {
      if (index === 0) return { ...message, parts: [...message.parts, image] };
      return index === 3
        ? { ...message, parts: [{ ...(message.parts[0] as Extract<Part, { type: "text" }>), text: "  " }] }
        : message;
    });
    const result = checkStrategy(
      { id: "continue-prune", params: { vision: false } },
      { tools: [], messages },
      testEnvironment(),
    );
    expect(textsOf(result.conversation)).toEqual(["look", "[image]", "a", "b", "d"]);
    expect(
      textsOf(checkStrategy("continue-prune", { tools: [], messages }, testEnvironment()).conversation),
    ).toHaveLength(5);
  });
});

describe("CentAgent", () => {
  const log = (n: number) => Array.from({ length: 200 }, (_, i) => `turn ${n} line ${i}`).join("\\n");

  test("over twenty turns, what was sent stays as it was sent", () => {
    const lines = Array.from(
      { length: 20 },
      (_, n) =>
        `user: ask ${n}\nassistant: call ${n} get_container_logs x\ntool: result ${n} ${log(n)}\nassistant: answer ${n}`,
    );
    const store = rememberingStore();
    let sent: readonly Message[] = [];
    for (let turn = 1; turn <= 20; turn += 1) {
      const history = drawConversation(lines.slice(0, turn).join("\n"));
      const { conversation } = compressConversation(history, "centagent-externalise", testEnvironment({ store }));
      expect(conversation.messages.slice(0, sent.length)).toEqual(sent);
      sent = conversation.messages;
    }
    expect(store.contents.size).toBe(20);
  });

  test("estimated tokens are half of the characters, Chinese or not", () => {
    const history = drawConversation(
      `user: 开始\nassistant: ${"构建".repeat(300)}\nuser: 继续\nassistant: ${"a".repeat(601)}\nuser: now`,
    );
    const run = (budget: number) =>
      compressConversation(
        history,
        { id: "centagent-budget", params: { unit: "estimated-tokens", budget } },
        testEnvironment(),
      ).trigger;
    const characters = textsOf(history).join("").length;
    expect(run(characters / 2)).toMatchObject({ fired: false, value: characters / 2 });
    expect(run(Math.floor(characters / 2) - 1)).toMatchObject({ fired: true });
  });
});

describe("SWE-agent: tagged tools", () => {
  const history = drawConversation(
    [
      "user: task",
      ...Array.from(
        { length: 8 },
        (_, i) => `assistant: call ${i} ${i % 2 === 0 ? "edit" : "bash"} x\ntool: result ${i} ${LONG}`,
      ),
    ].join("\n"),
  );
  const masked = (params: object) =>
    checkStrategy({ id: "swe-agent-last-n", params: { n: 3, ...params } }, history, testEnvironment(), {
      isIdempotent: true,
    }).edits.map(({ targets }) => (Number(targets[0]?.slice(1, -2)) - 2) / 2);

  test("kept tools stay, removed ones go however new they are, and removal wins", () => {
    expect(masked({})).toEqual([1, 2, 3, 4]);
    expect(masked({ keepTools: "edit" })).toEqual([1, 3]);
    expect(masked({ removeTools: ["edit"] })).toEqual([0, 1, 2, 3, 4, 6]);
    expect(masked({ keepTools: ["edit", "bash"], removeTools: ["bash"] })).toEqual([1, 3, 5, 7]);
  });
});

describe("Codex", () => {
  test("sixteen tokens of user messages: the edge says how much was cut, the summary comes last", () => {
    const { summaries } = fakeSummariser("what was done");
    const history = drawConversation(
      `user: <environment_context>here</environment_context>\nuser: ${LONG}\nassistant: a\nuser: the last one\n`,
    );
    const recipe = { id: "codex-local", params: { userTokens: 16 } };
    const { messages } = checkStrategy(recipe, history, testEnvironment({ force: true, summaries })).conversation;
    expect(messages.map(({ role }) => role)).toEqual(["user", "user", "user"]);
    expect(partText(messages[0]?.parts[0] as Part)).toMatch(/^word.*…\d+ tokens truncated….*word/);
    expect(readSummary(messages[2] as Message)?.body).toBe("what was done");
  });

  test("remote: keeps the provider's item, and of the remaining messages only the client's newest context", () => {
    const history = drawConversation(`
      user: <environment_context>old</environment_context>
      user: task
      assistant: ${LONG}
      user: <environment_context>new</environment_context>
      user: next
      assistant: ${LONG}
      user: last
    `);
    const make = () => ({ ok: true, value: { type: "compaction", id: "cmp_1", encrypted_content: "x" } }) as const;
    const environment = testEnvironment({ force: true, summaries: { items: { provider: "openai", make } } });
    const result = checkStrategy("codex-remote", history, environment);
    expect(drawKept(history, result.conversation)).toBe("1 3 4 -1' 6");
    expect(checkStrategy("codex-remote", history, forced).status).toBe("unavailable");
  });
});

describe("Gemini CLI", () => {
  const outputs = (n: number, tool: string, text: string) =>
    drawConversation(
      `user: go\n${Array.from({ length: n }, (_, i) => `assistant: call ${i} ${tool} ls\ntool: result ${i} ${text}`).join("\n")}\nuser: next\nassistant: call z t x\ntool: result z y\nassistant: done`,
    );

  test("mask: from exactly the minimum, not one token below; exempt tools and the last message stay", () => {
    const history = outputs(8, "search", LONG);
    const run = (params: object) =>
      checkStrategy({ id: "gemini-mask", params: { protect: 1000, ...params } }, history, testEnvironment());
    const { value = 0 } = run({ minimum: 0 }).trigger ?? {};
    expect(value).toBe(3500);
    expect([run({ minimum: value }).status, run({ minimum: value + 1 }).status]).toEqual(["applied", "noop"]);
    expect(run({ minimum: 0, exemptTools: "search" }).status).toBe("noop");
  });

  test("mask: a shell output leaves its first and last ten lines", () => {
    const lines = Array.from({ length: 200 }, (_, i) => `row ${i} of it`).join("\\n");
    const result = checkStrategy(
      { id: "gemini-mask", params: { protect: 0, minimum: 0 } },
      outputs(2, "run_shell_command", lines),
      testEnvironment(),
    );
    const text = partText(result.conversation.messages[2]?.parts[0] as Part);
    for (const shown of ["row 0 of it", "row 9 of it", "row 190 of it", "row 199 of it"]) expect(text).toContain(shown);
    for (const hidden of ["row 10 of it", "row 189 of it"]) expect(text).not.toContain(hidden);
  });

  test("reverse budget: the newest responses stay complete, older long ones are cut and can be fetched", () => {
    const store = rememberingStore();
    const history = outputs(5, "search", LONG);
    const params = { budget: 1100, characters: 500 };
    const result = checkStrategy({ id: "gemini-truncate-outputs", params }, history, testEnvironment({ store }), {
      isIdempotent: true,
    });
    expect(result.edits.map(({ targets }) => targets[0])).toEqual(["m6.0", "m4.0", "m2.0"]);
    expect(partText(result.conversation.messages[2]?.parts[0] as Part)).toMatch(/^<tool_output_truncated ref="out_/);
    for (const { id } of result.references) expect(store.contents.get(id)).toBe(LONG.trim());
    const short = { budget: 1100, characters: 3000 };
    expect(checkStrategy({ id: "gemini-truncate-outputs", params: short }, history, testEnvironment()).status).toBe(
      "noop",
    );
  });

  test("compress: nothing in an empty history; inflated and empty summaries leave the history unchanged", () => {
    expect(checkStrategy("gemini-compress", { tools: [], messages: [] }, forced).status).toBe("noop");
    const run = (text: string) => {
      const { summaries } = fakeSummariser(text);
      const result = checkStrategy(
        "gemini-compress",
        chat(10, "word ".repeat(30)),
        testEnvironment({ force: true, summaries }),
      );
      return [
        result.status,
        result.warnings.some(({ code }) => code === (text.trim() === "" ? "summary-empty" : "summary-grew")),
      ];
    };
    expect(run("long ".repeat(5000))).toEqual(["noop", true]);
    expect(run("  ")).toEqual(["failed", true]);
  });
});

describe("Goose", () => {
  test("ten pairs and a summariser that accepts two tool responses: it is shown fewer, from the middle, until it can write", () => {
    const pairs = Array.from(
      { length: 10 },
      (_, i) => `assistant: call ${i} bash x\ntool: result ${i} out-${i} ${LONG}`,
    );
    const history = drawConversation(["user: go", ...pairs, "assistant: done", "user: more"].join("\n"));
    const responses = (transcript: string) => [...transcript.matchAll(/out-(\d)/g)].map(([, n]) => Number(n));
    const { asked, summaries } = fakeSummariser(({ transcript }) =>
      responses(transcript).length > 2 ? failing() : { ok: true, text: "## User Intent\n- all" },
    );
    const result = checkStrategy("goose", history, testEnvironment({ force: true, summaries }));
    expect(result.status).toBe("applied");
    expect(summariesIn(result.conversation)).toHaveLength(1);
    const shown = asked.map(({ transcript }) => responses(transcript).length);
    expect(shown.slice(0, 5)).toEqual([10, 9, 8, 5, 0]);
    expect(responses(asked[3]?.transcript ?? "")).toEqual([0, 1, 2, 8, 9].map((n) => n));
  });

  test("other errors end it immediately", () => {
    const { asked, summaries } = fakeSummariser(() => ({ ok: false, code: "summary-timeout", message: "slow" }));
    compressConversation(chat(9), "goose", testEnvironment({ force: true, summaries }));
    expect(asked).toHaveLength(1);
  });
});

describe("Aider", () => {
  const { summaries } = fakeSummariser("short");
  const environment = testEnvironment({ force: true, summaries, budget: { window: 20_000, reserve: 0 } });
  const roles = (history: Conversation) =>
    checkStrategy("aider", history, environment).conversation.messages.map(({ role }) => role);

  test('"Ok." follows the summary only if no answer remains before the prompt', () => {
    expect(roles(drawConversation(`user: a ${LONG}\nassistant: b ${LONG}\nuser: c`))).toEqual([
      "user",
      "assistant",
      "user",
    ]);
    expect(roles(chat(20, "word ".repeat(200)))).toEqual(["user", "user", "assistant"]);
  });

  test("at most four messages, or none before an answer in the tail: everything goes", () => {
    const units = (n: number) =>
      chat(n, "x").messages.map((message) => ({ message, parts: message.parts.map(({ id }) => id) }));
    const cut = (n: number, budget: number) => aiderSplit(budget)(units(n), () => 100);
    expect([cut(4, 10_000), cut(10, 600), cut(10, 601), cut(10, 1300)]).toEqual([4, 8, 6, 10]);
  });

  test("the remainder is within the budget again: the product summarises until it is", () => {
    const history = chat(30, "word ".repeat(200));
    const budget = { window: 40_000, reserve: 0 };
    const rule = checkStrategy("aider", history, testEnvironment({ budget }));
    expect(rule.status).toBe("applied");
    expect(rule.stats.tokensAfter).toBeLessThanOrEqual(2500);
  });
});

describe("pi: its two lists", () => {
  test("read but never modified, and modified; they grow from cycle to cycle", () => {
    const work = (n: number, reads: string, writes: string) =>
      `user: ask ${n} ${LONG}\nassistant: call r${n} read ${reads}\ntool: result r${n} ${LONG}\nassistant: call w${n} write ${writes}\ntool: result w${n} ok\nassistant: done ${n}`;
    const { summaries } = fakeSummariser("## Goal\n- it");
    const environment = testEnvironment({ force: true, summaries });
    const recipe = { id: "pi", params: { keepRecent: 1 } };
    const once = checkStrategy(
      recipe,
      drawConversation(`${work(1, "a.ts", "b.ts")}\nuser: go`),
      environment,
    ).conversation;
    expect(summariesIn(once)[0]?.body).toBe("## Goal\n- it\n\n## Read Files\n- a.ts\n\n## Modified Files\n- b.ts");
    const more = drawConversation(`${work(2, "c.ts", "a.ts")}\nuser: go on`).messages.map(renamed);
    const twice = checkStrategy(recipe, { ...once, messages: [...once.messages, ...more] }, environment).conversation;
    expect(summariesIn(twice)[0]?.body).toBe(
      "## Goal\n- it\n\n## Read Files\n- c.ts\n\n## Modified Files\n- b.ts\n- a.ts",
    );
  });
});

describe("Letta", () => {
  const units = (n: number) =>
    chat(n, "x").messages.map((message) => ({ message, parts: message.parts.map(({ id }) => id) }));

  test.each([
    [10, 0.3, 7],
    [11, 0.3, 9],
    [20, 0.3, 15],
    [10, 0.5, 5],
    [1, 0.3, 0],
  ])(
    "partial eviction: of %i messages the newest %d stay, from the first assistant message: cut at %i",
    (n, percentage, cut) => {
      expect(partialEvictCut(percentage)(units(n), () => 1)).toBe(cut);
    },
  );

  test("partial eviction: the summary is a user message, after the system prompt", () => {
    const { summaries } = fakeSummariser("evicted");
    const history = {
      tools: [],
      messages: [...drawConversation("system: rules").messages.map(renamed), ...chat(10).messages],
    };
    const result = checkStrategy("letta-partial-evict", history, testEnvironment({ force: true, summaries }));
    expect(result.conversation.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(readSummary(result.conversation.messages[1] as Message)?.body).toBe("evicted");
  });
});

describe("DCP", () => {
  test("equal calls in any argument order, at any depth, and omits empty ones", () => {
    const drawn = drawConversation(
      `user: go\nassistant: call 1 grep x\ntool: result 1 ${LONG}\nassistant: call 2 grep x\ntool: result 2 ${LONG}\nassistant: call 3 grep x\ntool: result 3 ${LONG}\nassistant: done`,
    );
    const inputs: Record<string, object> = {
      "1": { path: "a", options: { deep: 1, wide: [1, 2] }, limit: null },
      "2": { options: { wide: [1, 2], deep: 1 }, path: "a" },
      "3": { options: { wide: [2, 1], deep: 1 }, path: "a" },
    };
    const messages = drawn.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === "tool-call" ? ({ ...part, input: inputs[part.toolCallId] } as Part) : part,
      ),
    }));
    const result = checkStrategy("dcp-dedup", { tools: [], messages }, testEnvironment());
    expect(result.edits.map(({ targets }) => targets[0])).toEqual(["m2.0"]);
  });

  test("errors of exactly the fourth newest step stay, of the fifth go", () => {
    const history = (turns: number) =>
      drawConversation(
        `user: go\nassistant: call 1 run ${LONG}\ntool: error 1 no\nassistant: hm\n${Array.from({ length: turns }, (_, i) => `user: t${i}\nassistant: a${i}`).join("\n")}`,
      );
    const params = { keepPaths: false };
    const run = (turns: number) =>
      checkStrategy({ id: "dcp-purge-errors", params }, history(turns), testEnvironment()).status;
    expect([run(2), run(3)]).toEqual(["noop", "applied"]);
  });
});

test("OpenCode: a quarter of what is usable stays, 2,000 to 8,000 tokens", () => {
  expect([0, 4_000, 8_000, 20_000, 32_000, 200_000].map(recentBudget)).toEqual([2000, 2000, 2000, 5000, 8000, 8000]);
});

test("Anthropic: inputs of the given tools are cleared", () => {
  const history = drawConversation(
    `user: go\nassistant: call 1 a x\ntool: result 1 ${LONG}\nassistant: call 2 b x\ntool: result 2 ${LONG}\nassistant: call 3 a x\ntool: result 3 ${LONG}\nassistant: done`,
  );
  const params = { value: 1, keep: 1, clearInputsOf: "b" };
  const result = checkStrategy({ id: "anthropic-clear-tool-uses", params }, history, testEnvironment());
  const emptied = result.conversation.messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "tool-call" && JSON.stringify(part.input) === "{}" ? [part.toolCallId] : [],
    ),
  );
  expect(emptied).toEqual(["2"]);
});

describe("headroom's crushers: the table of its fixtures", () => {
  const rows = (n: number, row: (i: number) => unknown) => JSON.stringify(Array.from({ length: n }, (_, i) => row(i)));

  test("30 rows with a rare value: 15; 25 texts: 15", () => {
    expect(crushJson(rows(30, (id) => ({ id, level: id % 7 === 0 ? "warn" : "info" })))?.kept).toBe(15);
    expect(crushJson(rows(25, (i) => `text number ${i}`))?.kept).toBe(15);
  });

  test.each([
    ["15 rows, three deep: at the limit", rows(15, (id) => ({ id, a: { b: { c: id } } }))],
    ["20 steps, each its own", rows(20, (id) => ({ id, step: `step ${id}`, done: `at ${id * 3}` }))],
    ["50 points in time without an outlier", rows(50, (id) => ({ at: `10:${id}`, value: 50 + (id % 7) }))],
    ["20 rows in other scripts", rows(20, (id) => ({ id, 名前: `項目 ${id}`, emoji: "🚀".repeat(1 + (id % 5)) + id }))],
  ])("%s: stays", (_, text) => {
    expect(crushJson(text)).toBeNull();
  });

  test("prose: 30 sentences leave 15, 18 of which half are repeats leave 9; short prose stays", () => {
    const sentence = (i: number) => `The module number ${i} reads the file and returns the path of item ${i}.`;
    expect(crushText(Array.from({ length: 30 }, (_, i) => sentence(i)).join(" "))).toMatchObject({
      kept: 15,
      total: 30,
    });
    const twice = Array.from({ length: 18 }, (_, i) => sentence(i % 9)).join(" ");
    expect(crushText(twice)).toMatchObject({ kept: 9, total: 18 });
    expect(crushText("One sentence. And another.")).toBeNull();
  });
});
