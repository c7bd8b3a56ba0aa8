import * as z from "zod";
import { droppedBy, savedBy } from "../../conversation/edit";
import { isTypedUser } from "../../conversation/message";
import { collectArtifacts } from "../facts/artifacts";
import { when } from "../grammar/combinators";
import type { Environment } from "../grammar/environment";
import { choice, share, whole } from "../grammar/params";
import type { Outcome, Procedure } from "../grammar/procedure";
import { defineStrategy, folding, type Strategy } from "../grammar/strategy";
import { overWindow, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { type Folded, type FoldOptions, fold } from "../summaries/fold";
import { parseSections } from "../summaries/sections";
import { OPENCODE, PLAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import {
  aiderBudget,
  aiderTail,
  cutBefore,
  HISTORY_TOKENS,
  lettaTail,
  partialEvictCut,
  piCut,
  piTail,
  roomOf,
} from "./tail-cuts";

const READ = "Read Files";
const MODIFIED = "Modified Files";
const LISTS = new RegExp(`\\n*^## (?:${READ}|${MODIFIED})\\n(?:(?!## ).*(?:\\n|$))*`, "gm");

/**
 * Adds pi's two file lists to its summary: modified files, and files only read. Rules write both lists, and include the
 * files of earlier summaries.
 */
function withFileLists(text: string, { parts, previous }: Folded, view: View): string {
  const known = parseSections(previous ?? "");
  const { created, modified, read } = collectArtifacts(parts, view, "file tools");
  const written = new Set([...(known.get(MODIFIED) ?? []), ...created, ...modified]);
  const onlyRead = [...new Set([...(known.get(READ) ?? []), ...read])].filter((path) => !written.has(path));
  const lists = [listOf(READ, onlyRead), listOf(MODIFIED, [...written])].filter((list) => list !== "");
  return [text.replace(LISTS, "").trimEnd(), ...lists].join("\n\n");
}

const listOf = (title: string, paths: readonly string[]): string =>
  paths.length === 0 ? "" : `## ${title}\n${paths.map((path) => `- ${path}`).join("\n")}`;

/** The cuts of ./tail-cuts.ts with these products' summaries in place of what is cut. */

const cutOf = (cut: Strategy, params: Readonly<Record<string, unknown>>, environment: Environment): Procedure => {
  const bound = cut.bind(params);
  if (!bound.ok) throw new Error(bound.error.message);
  return bound.value.build(environment);
};

const MODELS_LIMIT = "Maximum tokens of the summary; null = the model's maximum output, else the reserve";

/** Replaces what the cut removes with a summary. The cut's own trigger decides whether it runs. */
const folded = (options: Omit<FoldOptions, "place">): Procedure => fold({ ...options, place: "start" });

export const pi = defineStrategy(
  folding({ id: "pi", version: "3", variantOf: "pi-1.5", product: piTail.product }),
  z.object({
    reserve: whole(16_384, "Starts when fewer tokens than this are left in the window"),
    keepRecent: whole(20_000, "Tokens of the newest messages to keep", 1),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    instructions,
    summaryTokens: summaryTokens(13_107),
  }),
  ({ instructions, summaryTokens, ...params }, environment) =>
    folded({
      id: "compact",
      cut: cutOf(piTail, params, environment),
      style: OPENCODE,
      maxTokens: summaryTokens,
      instructions,
      complete: withFileLists,
    }),
);

/** Current pi: the summary may be as long as its model can write, and the cut falls back as described at `piCut`. */
export const pi15 = defineStrategy(
  folding({
    id: "pi-1.5",
    product: { ...piTail.product, version: "1.5.2", date: "2026-11-22" },
  }),
  z.object({
    reserve: whole(16_384, "Starts when fewer tokens than this are left in the window"),
    keepRecent: whole(20_000, "Tokens of the newest messages to keep", 1),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    instructions,
    summaryTokens: z.number().int().min(50).nullable().default(null).describe(MODELS_LIMIT),
  }),
  ({ reserve, keepRecent, comparison, instructions, summaryTokens }, environment) =>
    when(
      targetOr(overWindow({ fraction: 1, reserve, comparison })),
      folded({
        id: "compact",
        cut: cutBefore("cut", piCut(roomOf(environment, keepRecent), "last")),
        style: OPENCODE,
        maxTokens: summaryTokens ?? (environment.budget.reserve || reserve),
        instructions,
        complete: withFileLists,
      }),
    ),
);

export const aider = defineStrategy(
  folding({ id: "aider", version: "3", product: aiderTail.product }),
  z.object({
    share: share(1 / 16, "Share of the window that the chat history may take, 1,024 to 8,192 tokens"),
    comparison: choice([">", ">="], "Starts when the token count reaches (>=) or exceeds (>) the limit"),
    instructions,
    summaryTokens: summaryTokens(4000),
  }),
  ({ instructions, summaryTokens, ...params }, environment) => {
    const cut = cutOf(aiderTail, params, environment);
    const most = aiderBudget(environment.budget.window, params.share);
    return (view) => {
      const outcome = cut(view);
      return folded({
        id: "summarize",
        cut: () => outcome,
        style: PLAIN,
        maxTokens: summaryTokens,
        ceiling: () => withinBudget(outcome, most, view),
        instructions,
        before: "I spoke to you previously about a number of things.",
        ...(endsWithSummary(outcome, view) && { acknowledgement: "Ok." }),
      })(view);
    };
  },
);

/** Minimum tokens for a summary, even if the remaining messages use up the budget. */
const LEAST_ROOM = 500;

/**
 * Token limit of the entire request that brings the history back within its budget. The product summarises its own
 * summaries until that size is reached.
 */
function withinBudget(outcome: Outcome, most: number, view: View): number {
  const beside = view.tokens() - HISTORY_TOKENS.of(view);
  return Math.max(beside + most, view.tokens() - savedBy(outcome.edits) + LEAST_ROOM);
}

/** True if no assistant message remains before the last prompt; the product then has the assistant say "Ok.". */
function endsWithSummary(outcome: Outcome, { conversation: { messages } }: View): boolean {
  const gone = new Set(droppedBy(outcome.edits));
  const last = messages.at(-1);
  const history = last && isTypedUser(last) ? messages.slice(0, -1) : messages;
  return !history.some(({ role, parts }) => role === "assistant" && parts.some(({ id }) => !gone.has(id)));
}

export const letta = defineStrategy(
  folding({ id: "letta-sliding", product: lettaTail.product }),
  z.object({
    threshold: share(0.9, "Evicts above this share of the window"),
    percentage: share(0.3, "The kept part is below 1 minus this share of the window"),
    instructions,
    summaryTokens: summaryTokens(2000),
  }),
  ({ instructions, summaryTokens, ...params }, environment) =>
    folded({
      id: "evict",
      cut: cutOf(lettaTail, params, environment),
      style: OPENCODE,
      maxTokens: summaryTokens,
      instructions,
    }),
);

export const lettaPartialEvict = defineStrategy(
  folding({
    id: "letta-partial-evict",
    product: { ...lettaTail.product, version: "87fd37aa, partial_evict_message_buffer" },
  }),
  z.object({
    threshold: share(0.9, "Evicts above this share of the window"),
    percentage: share(
      0.3,
      "Share of the messages to keep, newest first, starting at the first assistant message among them",
    ),
    instructions,
    summaryTokens: summaryTokens(2000),
  }),
  ({ threshold, percentage, instructions, summaryTokens }) =>
    when(
      targetOr(overWindow({ fraction: threshold, reserve: 0, comparison: ">" })),
      folded({
        id: "evict",
        cut: cutBefore("evict", partialEvictCut(percentage)),
        style: OPENCODE,
        maxTokens: summaryTokens,
        instructions,
      }),
    ),
);
