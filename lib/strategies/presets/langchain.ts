import * as z from "zod";
import type { Message } from "../../conversation/message";
import { needingWindow, pipe, step, when } from "../grammar/combinators";
import { minGain, reportShortenedLoops } from "../grammar/guards";
import { choice, flag, nameList, names, whole } from "../grammar/params";
import { selectResults, toolResults } from "../grammar/selectors";
import { holeTargets, partsOf } from "../grammar/spans";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { drop } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import { type Unit, unitsOf } from "../grammar/units";
import type { View } from "../grammar/view";
import { clearUse, selectOldUses } from "./anthropic";
import { clauseParams, clausesOf } from "./langchain-clauses";

const source = (path: string) => `https://github.com/langchain-ai/langchainjs/blob/main/${path}`;

type Trim = {
  readonly strategy: "last" | "first";
  readonly limit: number;
  readonly startOn: "any" | "user";
  readonly endOn: "any" | "user-or-tool";
  readonly includeSystem: boolean;
};

/** The messages that `trimMessages` would keep; none if not even one fits. */
function trimmed(units: readonly Unit[], sizeOf: (unit: Unit) => number, trim: Trim): Set<Unit> {
  const isEnd = ({ message }: Unit) => trim.endOn === "any" || message.role === "user" || message.role === "tool";
  const isStart = ({ message }: Unit) => trim.startOn === "any" || isHuman(message);
  const usable = trim.strategy === "last" ? units.slice(0, units.findLastIndex(isEnd) + 1) : units;
  const [head] = usable;
  const system = trim.strategy === "last" && trim.includeSystem && head?.message.role === "system" ? [head] : [];
  const rest = usable.slice(system.length);
  const ordered = trim.strategy === "last" ? rest.toReversed() : rest;
  const room = trim.limit - system.reduce((sum, unit) => sum + sizeOf(unit), 0);
  const fitting = ordered.slice(0, countFitting(ordered, sizeOf, room));
  const isLast = trim.strategy === "last" ? isStart : isEnd;
  return new Set([...system, ...fitting.slice(0, fitting.findLastIndex(isLast) + 1)]);
}

/**
 * True if LangChain calls the message human. Some formats send tool results as user messages; to LangChain these are
 * tool messages.
 */
const isHuman = (message: Message) =>
  message.role === "user" && message.parts.some((part) => part.type !== "tool-result");

function countFitting(units: readonly Unit[], sizeOf: (unit: Unit) => number, room: number): number {
  let left = room;
  const index = units.findIndex((unit) => {
    left -= sizeOf(unit);
    return left < 0;
  });
  return index === -1 ? units.length : index;
}

export const langchainTrim = defineStrategy(
  deterministic({
    id: "langchain-trim",
    family: "cut",
    product: {
      name: "LangChain",
      version: "@langchain/core 1.4.0",
      date: "2026-11-22",
      read: "2026-11-22",
      source: source("libs/langchain-core/src/messages/transformers.ts"),
    },
    cache: "rewrites-all",
  }),
  z.object({
    maxTokens: z
      .number()
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe("Tokens of messages to keep; null = the target, else the window less the reserve"),
    strategy: choice(["last", "first"], "Which end of the history to keep"),
    startOn: choice(
      ["user", "any"],
      "Kind of message with which the kept part begins, if the end of the history is kept",
    ),
    endOn: choice(["any", "user-or-tool"], "Kind of message with which the kept part ends"),
    includeSystem: flag(true, "A system message at the start stays; otherwise it counts like any other"),
    faithful: flag(false, "Separates calls from their results and may drop the last user message, as the product does"),
  }),
  ({ maxTokens, faithful, ...params }, { budget, fixedTokens }) => {
    const whole = budget.target ?? (budget.window === null ? Number.POSITIVE_INFINITY : budget.window - budget.reserve);
    const limit = maxTokens ?? Math.max(0, whole - fixedTokens);
    const select = (view: View) => {
      const units = unitsOf(view, { by: "message", systemMessages: "counted" });
      const kept = trimmed(units, (unit) => view.environment.tokensOf(unit.message), { ...params, limit });
      const gone = units.filter((unit) => !kept.has(unit));
      const head = new Set(params.strategy === "first" ? partsOf([...kept]) : []);
      return holeTargets(view, partsOf(gone), { straddling: faithful ? "none" : "drop", head });
    };
    const trim = step({
      id: "trim",
      select,
      transform: drop,
      guards: [reportShortenedLoops],
      respects: faithful ? "pinned" : "all",
    });
    const run = when(always, trim);
    return maxTokens === null ? needingWindow(run) : run;
  },
);

const orphanResults = selectResults("orphan", (result, view) => {
  const pairs = view.pairs();
  return pairs.orphanResults.has(result.id) || pairs.earlyResults.has(result.id);
});

export const langchainClearTools = defineStrategy(
  deterministic({
    id: "langchain-clear-tools",
    version: "2",
    family: "in-place",
    product: {
      name: "LangChain",
      version: "langchain 1.5.14",
      date: "2026-11-22",
      read: "2026-11-22",
      source: source("libs/langchain/src/agents/middleware/contextEditing.ts"),
    },
    cache: "rewrites-suffix",
  }),
  z.object({
    ...clauseParams({ fraction: 0, tokens: 100_000 }),
    keep: whole(3, "Number of newest tool results to keep"),
    keepTokens: whole(0, "Tokens of the newest tool results to keep; 0 = `keep` decides"),
    clearAtLeast: whole(0, "Does nothing unless at least this many tokens are cleared"),
    excludeTools: names([], "Tools whose results are never cleared"),
    clearToolInputs: flag(false, "Also empties the arguments of the cleared calls"),
    placeholder: z.string().min(1).max(200).default("[cleared]").describe("Text that replaces a cleared result"),
    faithful: flag(
      false,
      "As in the product: excluded tools count among the newest, and results without a call are cleared regardless of the trigger",
    ),
  }),
  ({ clearAtLeast, clearToolInputs, faithful, keep, keepTokens, placeholder, ...given }, { budget: { window } }) => {
    const rule = { placeholder, excludeTools: nameList(given.excludeTools), countExcluded: faithful };
    const select = (view: View) =>
      selectOldUses({ ...rule, keep: keepTokens > 0 ? newestWithin(view, keepTokens) : keep })(view);
    const clear = when(
      clausesOf(given, window),
      step({
        id: "clear",
        select,
        transform: clearUse(placeholder, () => clearToolInputs),
        guards: [minGain(clearAtLeast)],
      }),
    );
    return faithful ? pipe(step({ id: "orphans", select: orphanResults, transform: drop }), clear) : clear;
  },
);

/** How many of the newest tool results fit in this many tokens in total. */
function newestWithin(view: View, tokens: number): number {
  const results = toolResults(view);
  let left = tokens;
  const over = results.findLastIndex((result) => {
    left -= view.environment.tokensOf(result);
    return left < 0;
  });
  return results.length - 1 - over;
}
