import * as z from "zod";
import type { BreakEvidence } from "../../cache/break-evidence";
import type { FindingEvidence } from "../../cache/findings/finding-evidence";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
import { factOf } from "./fact";
import { type Answer, absent, count, named, share, tokens } from "./fields";
import { type CheckFact, finding } from "./finding";

const usd = (description: string) => z.number().describe(`${description} In US dollars.`);

const AMOUNT_REASONS = ["no-cache", "no-price", "no-usage", "free-provider"] as const;

/** A known amount, a range, or unknown. Unknown is neither zero nor a bound. */
export const amount = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("known"), usd: usd("The amount.") }),
    z.strictObject({ kind: z.literal("range"), low: usd("The least that it can be."), high: usd("The most.") }),
    z.strictObject({
      kind: z.literal("unknown"),
      why: z
        .enum(AMOUNT_REASONS)
        .describe(
          "`no-cache`: the log does not report cache reads; `no-price`: no price is known; `no-usage`: the log has no token counts for its prompts; `free-provider`: the models run on the user's machine or cost nothing.",
        ),
    }),
  ])
  .meta({ id: "Amount", description: "Money that is known, lies between two ends, or is unknown." });
export type Amount = Answer<typeof amount>;

/** Causes that a change could avoid, in the order of docs/metrics.md. */
export const CAUSE_IDS = [
  "head-per-turn",
  "volatile-front",
  "tool-churn",
  "tool-choice",
  "moved-block",
  "key-order",
  "history-edit",
  "skill-loaded",
  "params-changed",
  "model-switch",
  "idle",
  "refused",
  "restart",
  "shorter-prompt",
  "lookback-overflow",
  "below-minimum",
  "nothing-marked",
  "unread-writes",
  "doubled-results",
  "stale-read",
  "same-text",
  "repeated-error",
  "restated-plan",
  "unused-tools",
  "unexplained",
] as const;
export type CauseId = (typeof CAUSE_IDS)[number];

const answerRequest = named("AnswerRequest", "A request that a cause points to.", {
  index: count("Counted from 0 over all agents."),
  agent: z.string().describe("The agent that sent it."),
  number: z.int().min(1).describe("Counted from 1 within its agent, as on pages."),
});
export type AnswerRequest = Answer<typeof answerRequest>;

const answerPart = named("AnswerPart", "A part of the prompt carried needlessly.", {
  id: z.string().describe("The part's id."),
  label: z.string().describe("File, command, or the first words."),
  tokens: tokens("The part."),
  first: answerRequest.describe("The first request whose prompt contained the part."),
  since: answerRequest.describe("The first request that carried it needlessly."),
  times: count("Requests that carried it needlessly."),
});

export const EVIDENCE_NOUNS = ["requests", "edits", "outputs", "errors", "lists", "tools"] as const;
export const CAUSE_ACTIONS = ["see-requests", "see-parts", "record", "copy-setting"] as const;

export const CAUSE_ACTORS = ["you", "authors", "winnow", "nobody"] as const;

/** What a cause's note adds to the cause's own figures. In tokens and seconds. */
export type CauseFact =
  | { readonly id: "full-misses"; readonly typed: number; readonly empty: number }
  /**
   * `request`: the only pause. `lives`: lifetimes of the entries, null if not in the log. `withinHour`: pauses that
   * entries of an hour would have outlived. `restarts`: pauses in which the client was closed. `awaited`: pauses in
   * which the agent waited for calls, and their tools.
   */
  | {
      readonly id: "pauses";
      readonly count: number;
      readonly shortest: number;
      readonly longest: number;
      readonly request: AnswerRequest | null;
      readonly lives: { readonly shortest: number; readonly longest: number } | null;
      readonly withinHour: number;
      readonly restarts: number;
      readonly awaited: { readonly count: number; readonly tools: readonly string[] };
    }
  /** Nothing after a cut can be read from the cache. `turns`: cuts of the reasoning of earlier answers. */
  | { readonly id: "cut"; readonly turns: number }
  /**
   * The observed cause, and what happened just before it. `isSaving`: a switch led to a cheaper model. `isAfterExpiry`: the
   * entries of the former model had expired before a switch.
   */
  | {
      readonly id: "break";
      readonly request: AnswerRequest;
      readonly evidence: readonly BreakEvidence[];
      readonly isSaving?: boolean;
      readonly isAfterExpiry?: boolean;
    }
  /** Outdated reads were also written again at cache breaks. */
  | { readonly id: "overlap" }
  | { readonly id: "finding"; readonly evidence: FindingEvidence };

const causeSetting = z.strictObject({
  text: z.string().describe("What to type."),
  since: z.string().nullable().describe("The first client version that has it; null: any."),
  source: z.string().describe("Where it is documented."),
  as_of: z.string().describe("The date of the source."),
  update_from: absent(z.string()).describe("The session's client version, if it is older than `since`."),
});
export type CauseSetting = Answer<typeof causeSetting>;

export const costCause = named("CostCause", "A cost with its cause, in money or tokens.", {
  id: z.enum(CAUSE_IDS).describe("What it is."),
  name: z.string().describe("The same in a few words."),
  note: z.string().describe("One line of evidence."),
  fact: factOf<CauseFact>()
    .nullable()
    .describe("The note as an id with values; null: it follows from the other fields."),
  confidence: z.enum(["certain", "likely", "unknown"]).describe("How sure the cause is."),
  money: amount.describe(
    "What it cost. Content carried needlessly (outdated reads, duplicates, errors, to-do lists) is counted whole: leaving it out saves at most this.",
  ),
  share: z
    .strictObject({ low: share("The least."), high: share("The most.") })
    .nullable()
    .describe("Of the session's cost; null if either is unknown."),
  tokens: tokens(
    "Paid again although cached, or carried needlessly. For breaks and reduced reads at most this if `cache` is `reads-only`.",
  ),
  evidence: z.strictObject({
    count: count("How many."),
    noun: z.enum(EVIDENCE_NOUNS).describe("Of what."),
    requests: z.array(answerRequest).describe("The requests, in session order; at most 500 for wastes."),
  }),
  covers: z.strictObject({
    breaks: z
      .array(z.int().min(0))
      .describe("Requests whose cache break has this cause, counted from 0 over all agents."),
    parts: z.array(answerPart).describe("Content carried needlessly, costliest first; at most 50."),
  }),
  change: z.string().describe("The recommended change, in a sentence or two."),
  saving: absent(
    usd("What the change would have saved, less what it costs itself: the higher price of one-hour cache writes."),
  ).describe("Present only for the one-hour cache, which saves less than `money`."),
  who: absent(z.enum(CAUSE_ACTORS)).describe(
    "Who can make the change: `you`, by a setting or a habit; the client's `authors`; `winnow` in the loop; `nobody`. Absent in an answer of an older version.",
  ),
  action: z.enum(CAUSE_ACTIONS).describe("Immediate actions."),
  setting: absent(causeSetting).describe("Settings of the session's client; absent: none known."),
  is_small: z.boolean().describe("True if it is under 2 % of the session's cost."),
});
export type CostCause = Answer<typeof costCause>;

export const costNote = z
  .enum(["output-in-part", "requests-in-part", "requests-and-output-in-part", "writes-not-logged"])
  .nullable()
  .describe("What the log leaves out of a known cost; null: nothing.");

export const ANSWER_CASES = [
  "too-short",
  "no-usage",
  "free-provider",
  "no-cache",
  "no-price",
  "one-cause",
  "several",
  "unexplained",
  "reads-only",
  "healthy",
  "healthy-in-part",
] as const;

const check = z.strictObject({
  id: z.string().describe("The rule, in kebab-case."),
  fact: factOf<CheckFact>().describe("The result as an id with values."),
  name: z.string().describe("What the rule looks for."),
  note: z.string().describe("Its result, or what it needs."),
});

/** The answer to GET /api/sessions/:id/answer. Computed once per session; every page, command and export quotes it. */
export const costAnswer = named(
  "CostAnswer",
  "A session's cost, its causes and possible changes: the one answer that everything quotes.",
  {
    version: z.literal(1).describe("Increases when the meaning of a figure changes."),
    case: z.enum(ANSWER_CASES).describe("Which of the possible first sentences applies."),
    sentence: z.string().describe("The first sentence: the largest cost found, or what is unknown."),
    requests: count("Requests of all agents in the log."),
    agents_missing: absent(
      count("Sub-agents whose requests are not in the log: their cost is not included. Absent: none known."),
    ),
    requests_unpriced: absent(
      count(
        "Requests without a known price, such as those whose model is not in the log. Absent: none, or no known cost.",
      ),
    ),
    cost: amount.describe("The session's cost over all agents."),
    cost_note: costNote,
    stated_cost: usd("The cost by the client's own count.").nullable().describe("null: not in the log."),
    input_tokens: tokens("All prompts whose size is reported, or the total that the log states.")
      .nullable()
      .describe("null: the log has no token counts."),
    list_price: amount
      .nullable()
      .describe("The cost at list prices if the provider is free; null if the cost already uses list prices."),
    cache: z
      .enum(["reported", "reads-only", "not-reported", "no-usage"])
      .describe("The log's cache data: reads and writes, reads alone, neither, or no token counts of prompts."),
    breaks: z.strictObject({
      count: count("Cache breaks; with reads alone, requests that read less than the previous one.").nullable(),
      money: amount.describe("Their extra cost over reading."),
      tokens: tokens("Paid again although cached; at most this if `cache` is `reads-only`.").nullable(),
    }),
    causes: z.array(costCause).describe("Ordered by minimum cost. Causes may share tokens, so never add them up."),
    unexplained: costCause.nullable().describe("Breaks without a cause in the log; null: none."),
    risks: z.array(finding).describe("Possible harm, without evidence of it in the log."),
    compactions: z
      .strictObject({
        count: count("Compactions of all agents."),
        breaks: z.array(z.int().min(0)).describe("Requests that wrote the prompt again after one."),
        rewrites: amount.describe("The cost of those rewrites."),
        sentence: z.string().describe("What they dropped, in a sentence."),
        between: count("Compactions with a request on both sides; only these can show a loss."),
        unreadable: count("Of those, compactions whose summary's text is not in the log."),
        measured: count("Compactions whose loss could be checked."),
        needed: count(
          "Facts that the agent wrote afterwards without having seen them in between, over those compactions.",
        ),
        kept: count("Facts that the next prompt still contained."),
        dropped: z
          .array(
            z.strictObject({
              kind: z.enum(ENTITY_KINDS).describe("As in an evaluation."),
              count: count("Facts of this kind."),
              examples: z.array(z.string()).describe("Up to three of them, as written."),
            }),
          )
          .describe("The other facts by kind, the most frequent kind first."),
        gone: count("Facts neither kept nor reachable by a reference."),
        files: count("Distinct files read before a compaction and after it, not always the same lines."),
        refetch_tokens: tokens("Those."),
        refetch: amount.describe(
          "The cost of reading them again: what the first request that sends each of them pays.",
        ),
      })
      .nullable()
      .describe("null: the session has none."),
    checked: z.array(check).describe("Rules without a finding."),
    unanswerable: z.array(check).describe("Rules that need more data than the log contains."),
  },
);
export type CostAnswer = Answer<typeof costAnswer>;
