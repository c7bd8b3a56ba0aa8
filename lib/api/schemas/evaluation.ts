import * as z from "zod";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
import { OWN_METRICS } from "../../evaluation/metrics";
import { violation } from "./conversation";
import { type Answer, absent, count, named, share, tokens } from "./fields";

/** What a compression lost. Shares are 0 to 1; null if not measurable. */

const maybeShare = (description: string) => share(description).nullable();
const score = (description: string) => z.number().nullable().describe(`${description} 0 to 5.`);

const metricFigure = (explanation: string) => z.number().nullable().describe(explanation);

const entityKind = z.enum(ENTITY_KINDS).describe("The kind of fact, recognised by its form.");

const source = named("EvaluationSource", "Its place in the original.", {
  message: z.int().min(0).describe("Index of the message in the request, from 0."),
  part_id: z.string().nullable().describe("The part; null if unknown."),
});
export type EvaluationSource = Answer<typeof source>;

const retention = z.strictObject({
  total: maybeShare("Of the facts in the original, the share that the result still shows, weighted by kind."),
  by_kind: z
    .record(z.enum([...ENTITY_KINDS, "instruction", "decision", "state"]), maybeShare("The same of one kind."))
    .describe("The same by kind; null if the original has none of it."),
});

const regret = named("Regret", "Something that was lost and needed later.", {
  kind: entityKind,
  value: z.string().describe("The original text."),
  source,
  first_use: z.strictObject({ calls_later: count("Calls after the cut at which it was first needed.") }),
  tokens: tokens("The part that contained it."),
  recoverable: z.boolean().describe("Whether a reference in the result still leads to it."),
});
export type RegretAnswer = Answer<typeof regret>;

const hindsight = z
  .strictObject({
    needed: count("Facts of the original that the agent used later without seeing them again."),
    needed_spans: count("Passages that contained them."),
    recall: maybeShare("Of the needed facts, the weighted share that the result still shows."),
    span_recall: maybeShare("The same for passages."),
    sole_source_recall: maybeShare("The same for facts that occurred in one place only."),
    regret: z.array(regret).describe("Lost needed facts, at most 200, earliest need first."),
    regret_total: count("Total number.").nullable(),
    kept: absent(count("Needed facts whose content is still there.").nullable()),
    fetchable: absent(
      count("Needed facts that are gone but reachable by a path, a URL or a reference in the result.").nullable(),
    ),
    gone: absent(count("Needed facts that are gone and unreachable.").nullable()),
    regret_tokens: tokens("The parts that contained them.").nullable(),
    regret_per_call: z.number().min(0).nullable().describe("Lost facts per later call."),
    oracle_tokens: tokens("What a strategy that knew the future would have kept."),
    oracle_saved_tokens: z.int().describe("Tokens that could be removed without losing anything needed."),
    oracle_efficiency: z.number().nullable().describe("Actual saving relative to the possible one."),
    over_keep: z.number().nullable().describe("Content kept beyond need, relative to the needed content."),
  })
  .nullable()
  .describe("Measured by the log's own future; null if there is none.");

const fileOperation = z.enum(["created", "modified", "deleted", "renamed", "read"]);

const toolBasis = z
  .enum(["listed", "guessed"])
  .describe(
    "Whether a table lists the tool, or it was guessed from its input's field names; absent in older saved runs.",
  );

const artifactTrail = z.strictObject({
  precision: maybeShare("Share of the reported file operations that happened."),
  recall: maybeShare("Share of the actual file operations that the result reports."),
  f1: maybeShare("The harmonic mean of both."),
  path_f1: maybeShare("The same with the operation ignored."),
  operation_accuracy: maybeShare("Of the reported files, the share whose reported operation happened."),
  change_detail: maybeShare("Share of the changed files with a changed symbol still shown."),
  operations: count("Pairs of path and operation that happened."),
  missed_total: count("Those no longer reported.").nullable(),
  missed: z
    .array(z.strictObject({ path: z.string(), operation: fileOperation, basis: toolBasis.optional(), source }))
    .describe("Those, at most 200."),
  untrue: z
    .array(z.strictObject({ path: z.string(), operation: fileOperation }))
    .describe("Reported operations that never happened, at most 200."),
});

const lostFacts = z.strictObject({
  kind: entityKind,
  of: count("Number in the original."),
  lost: count("Number lost."),
  facts: z
    .array(
      z.strictObject({
        value: z.string().describe("The original text."),
        messages: count("Messages of the original that contained it."),
        source,
      }),
    )
    .describe("The rarest lost ones, at most 40."),
});

const economics = z.strictObject({
  prefix_tokens_kept: tokens("The prefix still readable from the cache."),
  suffix_tokens_rewritten: tokens("Everything behind it."),
  break_even_requests: z.number().nullable().describe("Requests until the saving covers the rewrite."),
  refetch_tokens: z
    .number()
    .nullable()
    .describe("Modelled: tokens of the calls that would fetch lost needed content again, with their results."),
  tokens_per_task: z
    .number()
    .nullable()
    .describe("Modelled: all prompts and outputs of the rest of the log, including re-fetches, in tokens."),
  tokens_per_task_original: z.number().nullable().describe("The same for the original, in tokens."),
});

const dimensions = z.strictObject({
  basis: z.literal("proxy").describe("Computed without a model; not comparable with a judge's figures."),
  facts: absent(score("Kept facts, and facts not made up; absent in older saved runs.")),
  accuracy: score("The earlier name of `facts`, with the same value.").meta({ deprecated: true }),
  context: score("The current state of the conversation."),
  artifact: score("File operations."),
  completeness: score("Whether all points are present."),
  continuity: score("Whether the work could continue."),
  instruction: score("Whether instructions are kept."),
  overall: score("Mean of the measurable scores."),
  discriminating: score("Mean of facts, context, artifact and continuity."),
});

export const evaluationFields = {
  validity: z.strictObject({
    valid: z.boolean().describe("True if the result meets every rule that the original met."),
    violations: z.array(violation).describe("The rules it breaks."),
  }),
  retention,
  faithfulness: maybeShare("Of the facts in newly written text, the share that is also in the original."),
  hindsight,
  artifact_trail: artifactTrail,
  recoverability: z
    .strictObject({
      share: share("Share of the lost facts that a reference still leads to."),
      broken_refs: count("Dangling references."),
    })
    .nullable()
    .describe("null if no needed fact is lost."),
  lost_statements: z
    .array(
      z.strictObject({
        kind: z.enum(["instruction", "decision"]),
        text: z.string().describe("The sentence."),
        source,
      }),
    )
    .describe("Lost instructions and decisions, at most 200."),
  lost_facts: z.array(lostFacts).describe("Lost facts, by kind."),
  probes: absent(
    z.array(
      z.strictObject({
        family: z.enum(["recall", "artifact", "continuation", "decision"]).describe("What the question is about."),
        question: z.string(),
        known_answer: z.string().describe("In the log's own words, at most 400 characters."),
        before: z.boolean().describe("Whether these words are in the original."),
        after: z.boolean().describe("Whether they are in the result; a model may still not find them."),
        source,
      }),
    ),
  ).describe(
    "Questions about the original, answered by rule; empty if nothing was changed. Absent in older saved runs.",
  ),
  economics,
  metrics: z
    .strictObject(Object.fromEntries(OWN_METRICS.map(({ key, explanation }) => [key, metricFigure(explanation)])))
    .describe("Other figures, by key (docs/metrics.md)."),
  dimensions,
  not_measurable: z
    .enum(["invalid", "opaque", "unchanged"])
    .nullable()
    .describe(
      "Why every score is null: the result breaks rules, contains content that only its provider can read, or is unchanged.",
    ),
};

export const evaluation = named("Evaluation", "The losses and savings of a compression.", evaluationFields);
export type EvaluationAnswer = Answer<typeof evaluation>;
