import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation, Message } from "@/lib/conversation/message";
import { type JsonValue, toolOutputText } from "@/lib/conversation/part";
import { compressConversation } from "@/lib/pipeline/compress-conversation";
import { agentHistories, ONE_PROMPT, SOME_PROMPTS } from "@/tests/support/agent-histories";
import { describeWhere } from "@/tests/support/describe-where";
import { loadPeer } from "@/tests/support/peers";
import { testEnvironment } from "@/tests/support/strategy-environment";

/**
 * Compares DCP's own rules (3.1.14) with `dcp-dedup` and `dcp-purge-errors`. Intended differences:
 * - the plugin never replaces outputs of `edit` or `write`, which do not occur in the histories below;
 * - for a repeated call that failed, the plugin clears the input, while the preset only masks outputs, so only
 * successful calls are compared;
 * - the preset keeps fields that name a file unless `keepPaths` is off, and the plugin replaces only top-level strings
 * of an input.
 */
type State = { currentTurn: number; prune: { tools: Map<string, number> } };
type Dcp = {
  readonly countTurns: (state: State, messages: unknown) => number;
  readonly syncToolCache: (state: State, config: object, logger: object, messages: unknown) => void;
  readonly deduplicate: (state: State, logger: object, config: object, messages: unknown) => void;
  readonly purgeErrors: (state: State, logger: object, config: object, messages: unknown) => void;
};

const { module, problem } = await loadPeer<Dcp>({
  spec: "@tarquinen/opencode-dcp@3.1.14",
  sha512: "0Wik9lNR//wwDDLBxLhHh9KhU94mqx1Ex/bmw709OLUJc9ygb2hSIlEN+L/yniOieDAE8Z9bNWes09jPG6t1Ig==",
  source: `
    export { deduplicate, purgeErrors } from "./lib/strategies/index";
    export { countTurns } from "./lib/state/utils";
    export { syncToolCache } from "./lib/state/tool-cache";
  `,
});

const logger = { info() {}, warn() {}, debug() {} };
const TOOLS = ["read", "bash", "grep"];

/**
 * The history as OpenCode stores it: one message for the entire answer to a prompt, in which each model call begins a
 * step.
 */
function toOpenCode({ messages }: Conversation) {
  const results = new Map(messages.flatMap(({ parts }) => parts.map((part) => [keyOf(part), part] as const)));
  const stored: { info: object; parts: object[] }[] = [];
  for (const { id, role, parts } of messages) {
    if (role === "tool") continue;
    const last = stored.at(-1);
    if (!last || role === "user" || (last.info as Message).role === "user")
      stored.push({ info: { id, sessionID: "s", role, time: { created: 1 } }, parts: [] });
    const target = stored.at(-1)?.parts;
    if (role === "assistant") target?.push({ type: "step-start" });
    for (const part of parts)
      if (part.type === "tool-call") {
        const result = results.get(`result ${part.toolCallId}`);
        const text = result?.type === "tool-result" ? toolOutputText(result.output) : "";
        const hasFailed = result?.type === "tool-result" && result.isError === true;
        const state = hasFailed ? { status: "error", error: text } : { status: "completed", output: text };
        target?.push({
          type: "tool",
          tool: part.toolName,
          callID: part.toolCallId,
          state: { ...state, input: part.input },
        });
      }
  }
  return stored;
}
const keyOf = (part: Message["parts"][number]) => (part.type === "tool-result" ? `result ${part.toolCallId}` : part.id);

/** Calls that the plugin marks, by rule. */
function theirs(history: Conversation, protectedSteps: number, rule: "deduplicate" | "purgeErrors"): string[] {
  const stored = toOpenCode(history);
  const state = {
    toolIdList: [] as string[],
    toolParameters: new Map<string, object>(),
    prune: { tools: new Map<string, number>(), messages: { byMessageId: new Map() } },
    stats: { totalPruneTokens: 0 },
    currentTurn: 0,
    manualMode: false,
    lastCompaction: 0,
  };
  const config = {
    turnProtection: { enabled: protectedSteps > 0, turns: protectedSteps },
    protectedFilePatterns: [],
    manualMode: { automaticStrategies: true },
    strategies: {
      deduplication: { enabled: true, protectedTools: [] },
      purgeErrors: { enabled: true, turns: 4, protectedTools: [] },
    },
  };
  state.currentTurn = module?.countTurns(state, stored) ?? 0;
  module?.syncToolCache(state, config, logger, stored);
  state.toolIdList = [...state.toolParameters.keys()];
  module?.[rule](state, logger, config, stored);
  return [...state.prune.tools.keys()];
}

const failedOf = ({ messages }: Conversation) =>
  new Set(
    messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === "tool-result" && part.isError ? [part.toolCallId] : [])),
    ),
  );

/** Calls whose input or output has changed. */
function ours(history: Conversation, id: string, params: Record<string, JsonValue>): string[] {
  const { conversation } = compressConversation(history, { id, params }, testEnvironment());
  const before = history.messages.flatMap(({ parts }) => parts);
  return conversation.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => ("toolCallId" in part && !before.includes(part) ? [part.toolCallId] : [])),
  );
}

const SHAPES = [
  ["one typed prompt", ONE_PROMPT],
  ["several prompts", SOME_PROMPTS],
] as const;

describeWhere(module !== null, problem ?? "", "DCP", () => {
  test.each(SHAPES.flatMap(([name, shape]) => [0, 4].map((steps) => [name, steps, shape] as const)))(
    "dcp-dedup: %s, the newest %i steps protected, 50 histories",
    (_, turnProtection, shape) => {
      let marked = 0;
      fc.assert(
        fc.property(agentHistories({ ...shape, tools: TOOLS, size: [200, 400] }), (history) => {
          const failed = failedOf(history);
          const wanted = theirs(history, turnProtection, "deduplicate").filter((id) => !failed.has(id));
          const found = ours(history, "dcp-dedup", { turnProtection }).filter((id) => !failed.has(id));
          expect(found.sort()).toEqual(wanted.sort());
          marked += wanted.length;
        }),
        { numRuns: 50, seed: 7, endOnFailure: true },
      );
      expect(marked).toBeGreaterThan(100);
    },
  );

  test.each(SHAPES)("dcp-purge-errors: %s, 50 histories", (_, shape) => {
    let marked = 0;
    fc.assert(
      fc.property(agentHistories({ ...shape, tools: TOOLS, size: [200, 400] }), (history) => {
        const wanted = theirs(history, 0, "purgeErrors");
        expect(ours(history, "dcp-purge-errors", { keepPaths: false }).sort()).toEqual(wanted.sort());
        marked += wanted.length;
      }),
      { numRuns: 50, seed: 7, endOnFailure: true },
    );
    expect(marked).toBeGreaterThan(100);
  });
});
