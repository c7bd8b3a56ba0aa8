import * as z from "zod";
import { ENTITY_KINDS } from "../../evaluation/entities/entity";
import { OWN_METRICS } from "../../evaluation/metrics";
import { violation } from "./conversation";
import { type Answer, absent, count, named, share, tokens } from "./fields";

/** The losses of a compression. Shares are 0 to 1; null = not measurable here. */

const maybeShare = (description: string) => share(description).nullable();
const score = (description: string) => z.number().nullable().describe(`${description} 0 to 5.`);

const metricFigure = (explanation: string) => z.number().nullable().describe(explanation);

const entityKind = z.enum(ENTITY_KINDS).describe("The kind of fact, recognised by its form.");

const source = named("EvaluationSource", "Where in the original.", {
  message: z.int().min(0).describe("Index of the message in the request, from 0."),
  part_id: z.string().nullable().describe("The part; null if unknown."),
});
export type EvaluationSource = Answer<typeof source>;

const retention = z.strictObject({
  total: maybeShare("Share of the facts of the original that the result still shows, weighted by kind."),
  by_kind: z
    .record(z.enum([...ENTITY_KINDS, "instruction", "decision", "state"]), maybeShare("The same of one kind."))
    .describe("The same by kind; null if the original has none of it."),
});

const regret = named("Regret", "Something that was lost and needed later.", {
  kind: entityKind,
  value: z.string().describe("As it was written."),
  source,
  first_use: z.strictObject({ calls_later: count("Calls after the cut at which it was first needed.") }),
  tokens: tokens("The part that held it."),
  recoverable: z.boolean().describe("Whether a reference of the result still leads to it."),
});
export type RegretAnswer = Answer<typeof regret>;

const hindsight = z
  .strictObject({
    needed: count("Facts of the original that the log's own future used."),
    needed_spans: count("Passages that held them."),
    recall: maybeShare("Share of the needed facts that the result still shows, weighted."),
    span_recall: maybeShare("The same of passages."),
    sole_source_recall: maybeShare("The same of facts that stood in one place only."),
    regret: z.array(regret).describe("What was lost and needed, at most 200, the earliest need first."),
    regret_total: count("How many there were.").nullable(),
    kept: absent(count("Of the needed facts, those whose content is still there.").nullable()),
    fetchable: absent(
      count("Those that are gone, but that a path, an address or a reference of the result leads to.").nullable(),
    ),
    gone: absent(count("Those that are gone, and that nothing leads to.").nullable()),
    regret_tokens: tokens("The parts that held them.").nullable(),
    regret_per_call: z.number().min(0).nullable().describe("Lost facts per call of the future."),
    oracle_tokens: tokens("What a strategy that knew the future would have kept."),
    oracle_saved_tokens: z.int().describe("What could go without losing anything that was needed, in tokens."),
    oracle_efficiency: z.number().nullable().describe("What was saved, against what could have been."),
    over_keep: z.number().nullable().describe("What was kept beyond what was needed, against what was needed."),
  })
  .nullable()
  .describe("Measured by the log's own future; null if there is none.");

const fileOperation = z.enum(["created", "modified", "deleted", "renamed", "read"]);

const toolBasis = z
  .enum(["listed", "guessed"])
  .describe(
    "Whether a table lists the tool, or it was guessed from the names of its input's fields; absent in older saved runs.",
  );

const artifactTrail = z.strictObject({
  precision: maybeShare("Of the file operations that the result reports, the share that happened."),
  recall: maybeShare("Of the file operations that happened, the share that the result reports."),
  f1: maybeShare("The harmonic mean of both."),
  path_f1: maybeShare("The same with the operation ignored."),
  operation_accuracy: maybeShare("Of the reported files, the share whose reported operation happened."),
  change_detail: maybeShare("Of the changed files, those of which a changed symbol is still shown."),
  operations: count("Pairs of path and operation that happened."),
  missed_total: count("Those that are no longer reported.").nullable(),
  missed: z
    .array(z.strictObject({ path: z.string(), operation: fileOperation, basis: toolBasis.optional(), source }))
    .describe("Those, at most 200."),
  untrue: z
    .array(z.strictObject({ path: z.string(), operation: fileOperation }))
    .describe("What is reported but never happened, at most 200."),
});

const lostFacts = z.strictObject({
  kind: entityKind,
  of: count("How many the original holds."),
  lost: count("How many are lost."),
  facts: z
    .array(
      z.strictObject({
        value: z.string().describe("As it was written."),
        messages: count("Messages of the original that held it."),
        source,
      }),
    )
    .describe("The rarest of those, at most 40."),
});

const economics = z.strictObject({
  prefix_tokens_kept: tokens("The prefix that can still be read from the cache."),
  suffix_tokens_rewritten: tokens("Everything behind it."),
  break_even_requests: z.number().nullable().describe("Requests until the saving has paid for the rewrite."),
  refetch_tokens: z
    .number()
    .nullable()
    .describe("Modelled: the calls that would fetch back what was lost and needed, and their results, in tokens."),
  tokens_per_task: z
    .number()
    .nullable()
    .describe("Modelled: all prompts and outputs of the rest of the log, re-fetches among them, in tokens."),
  tokens_per_task_original: z.number().nullable().describe("The same of the original, in tokens."),
});

const dimensions = z.strictObject({
  basis: z.literal("proxy").describe("Computed without a model; not comparable with a judge's figures."),
  facts: absent(score("Facts that are kept, and facts that are not made up; absent in older saved runs.")),
  accuracy: score("The earlier name of `facts`, with the same value.").meta({ deprecated: true }),
  context: score("The present state of the conversation."),
  artifact: score("What was done to files."),
  completeness: score("Whether all points are there."),
  continuity: score("Whether the work could go on."),
  instruction: score("Whether instructions are kept."),
  overall: score("Mean of those that are measurable."),
  discriminating: score("Mean of facts, context, artifact and continuity."),
});

export const evaluationFields = {
  validity: z.strictObject({
    valid: z.boolean().describe("Whether the result breaks no rule that the original kept."),
    violations: z.array(violation).describe("The rules it breaks."),
  }),
  retention,
  faithfulness: maybeShare("Of the facts that the result newly writes, those that the original holds."),
  hindsight,
  artifact_trail: artifactTrail,
  recoverability: z
    .strictObject({
      share: share("Of the lost facts, the share that a reference still leads to."),
      broken_refs: count("References that lead nowhere."),
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
    .describe("Instructions and decisions that are lost, at most 200."),
  lost_facts: z.array(lostFacts).describe("Facts that are lost, by kind."),
  probes: absent(
    z.array(
      z.strictObject({
        family: z.enum(["recall", "artifact", "continuation", "decision"]).describe("What the question is about."),
        question: z.string(),
        known_answer: z.string().describe("In the log's own words, at most 400 characters."),
        before: z.boolean().describe("Whether these words stand in the original."),
        after: z.boolean().describe("Whether they stand in the result; a model may still not find them."),
        source,
      }),
    ),
  ).describe(
    "Questions about the original, answered by rule; empty if nothing was changed. Absent in older saved runs.",
  ),
  economics,
  metrics: z
    .strictObject(Object.fromEntries(OWN_METRICS.map(({ key, explanation }) => [key, metricFigure(explanation)])))
    .describe("Figures without a place of their own in this answer, by key (docs/metrics.md)."),
  dimensions,
  not_measurable: z
    .enum(["invalid", "opaque", "unchanged"])
    .nullable()
    .describe(
      "Why every score is null: the result breaks rules, holds what only its provider can read, or nothing was changed.",
    ),
};

export const evaluation = named("Evaluation", "What a compression lost, and what it saved.", evaluationFields);
export type EvaluationAnswer = Answer<typeof evaluation>;
