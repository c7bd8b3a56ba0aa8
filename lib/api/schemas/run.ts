import * as z from "zod";
import { jsonValue } from "../../conversation/part-schema";
import { DIMENSIONS } from "../../evaluation/judge/criteria";
import { adviceResult } from "./advise";
import { cacheEffect, compressionStats, compressionStatus, usedStrategy } from "./compression";
import { corpusResult } from "./corpus";
import { evaluationFields } from "./evaluation";
import { type Answer, absent, count, named, time } from "./fields";
import { replayAnswer, replayTotals } from "./replay";

/** With `object` the schema reads the known fields of an answer; with `strictObject` it describes what is stored. */
type ObjectSchema = typeof z.object | typeof z.strictObject;

const name = z.string().min(1).max(1_000);
const rows = <Row extends z.ZodType>(row: Row) => z.array(row).min(1).max(100);

const strategyName = (object: ObjectSchema) =>
  object({ id: name.describe("The strategy."), version: usedStrategy.shape.version.max(1_000) });

const savedSizes = (object: ObjectSchema) => {
  const { tokens_before, tokens_after, saved_fraction } = compressionStats.shape;
  return {
    whole: object({ tokens_before, tokens_after, saved_fraction }),
    after: object({ tokens_after, saved_fraction }),
  };
};

/** What is stored of an evaluation: figures, but no transcript text. */
const savedLoss = (object: ObjectSchema) => {
  const { validity, hindsight, artifact_trail, dimensions, metrics } = evaluationFields;
  const { needed, recall, span_recall, regret_total } = hindsight.unwrap().shape;
  return {
    validity: object({ valid: validity.shape.valid }),
    hindsight: object({ needed, recall, span_recall, regret_total }).nullable(),
    artifact_trail: object({ f1: artifact_trail.shape.f1 }),
    dimensions: object({ overall: dimensions.shape.overall }),
    metrics: absent(object(metrics.partial().shape)).describe("Absent in results of older versions."),
  };
};

const savedComparison = (object: ObjectSchema) =>
  object({
    original: object({
      tokens_before: compressionStats.shape.tokens_before,
      request: z.int().nullable().describe("The request's index in a stored session."),
      number: absent(z.int().nullable()).describe(
        "The request's number within its agent, from 1. Absent in results of older versions.",
      ),
    }),
    results: rows(
      object({
        strategy: strategyName(object),
        status: compressionStatus,
        stats: savedSizes(object).after,
        cache: object({ net_cost_after_10_requests: cacheEffect.shape.net_cost_after_10_requests }),
        evaluation: object(savedLoss(object)).nullable().default(null),
      }),
    ),
  });

const savedTotals = replayTotals.omit({
  requests: true,
  output_tokens: true,
  refetch_tokens: true,
  summary_cost: true,
  summary_cost_range: true,
  summary_calls: true,
  summary_basis: true,
  fetches: true,
  fetch_cost: true,
  cost_with_fetches: true,
  failures: true,
}).shape;

const savedReplay = (object: ObjectSchema) => {
  const { kind, recipe } = replayAnswer.shape.replays.element.shape.policy.shape;
  return object({
    session: object({ agent: name.describe("The replayed agent.") }),
    replays: rows(
      object({ policy: object({ id: name.describe("The policy."), kind, recipe }), totals: object(savedTotals) }),
    ),
  });
};

const scored = z.enum([...DIMENSIONS, "overall"]);
const tokensOrUnknown = z.int().nullable().describe("In tokens; null if one is not known.");

const savedJudgement = (object: ObjectSchema) =>
  object({
    model: name.describe("Who judged."),
    answer_model: name.describe("Who answered."),
    seed: z.int(),
    repeats: z.int().describe("Verdicts per question."),
    candidates: rows(
      object({
        name,
        dimensions: z.partialRecord(scored, z.number().nullable()).describe("The judge's means, 0 to 5."),
        spread: z
          .partialRecord(scored, z.tuple([z.number(), z.number()]).nullable())
          .describe("The minimum and maximum mean of the repeats."),
      }),
    ),
    calls: object({
      made: z.int().describe("Calls of models."),
      failed: z.int().describe("Those that failed."),
      invalid_verdicts: z.int().describe("Unreadable verdicts."),
      input_tokens: tokensOrUnknown,
      output_tokens: tokensOrUnknown,
      cost: cacheEffect.shape.net_cost_after_10_requests.describe("null if a model has no known price."),
    }),
  });

const savedEvaluation = (object: ObjectSchema) =>
  object({
    strategy: z.exactOptional(strategyName(object)).describe("If a strategy made the result."),
    stats: savedSizes(object).whole,
    ...savedLoss(object),
    judge: z.exactOptional(savedJudgement(object)).describe("If models judged it."),
  });

/** Reads the stored fields from an API answer and drops all others. */
export const READ_SUMMARIES = {
  comparison: savedComparison(z.object),
  replay: savedReplay(z.object),
  evaluation: savedEvaluation(z.object),
} as const;

const comparisonSummary = savedComparison(z.strictObject).meta({
  id: "ComparisonSummary",
  description: "The stored figures of a comparison.",
});
const replaySummary = savedReplay(z.strictObject).meta({
  id: "ReplaySummary",
  description: "The stored figures of a replay.",
});
const evaluationSummary = savedEvaluation(z.strictObject).meta({
  id: "EvaluationSummary",
  description: "The stored figures of an evaluation.",
});

export type ComparisonSummary = Answer<typeof comparisonSummary>;
export type ReplaySummary = Answer<typeof replaySummary>;
export type EvaluationSummary = Answer<typeof evaluationSummary>;

const SAVED_KINDS = ["comparison", "replay", "evaluation"] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];

/** Body of POST /api/runs: an API answer to save. Runs over many sessions are saved automatically. */
export const runBody = z
  .strictObject({
    kind: z.enum(SAVED_KINDS).describe("What was asked."),
    session: z.strictObject({ id: z.string().min(1).max(128) }).describe("The session in question."),
    title: z.string().trim().min(1).max(200).optional().describe("Default: its strategies."),
    params: z
      .record(z.string(), jsonValue)
      .default({})
      .describe("The request, to repeat it: the sent body, and the query of the sending page."),
    result: z.unknown().describe("The API's answer; its figures are stored, no text of the transcript."),
  })
  .meta({ id: "RunBody" });
export type RunBody = z.infer<typeof runBody>;

export const RUN_KINDS = [...SAVED_KINDS, "corpus", "advice"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const staleReason = named("StaleReason", "Why a run may be out of date.", {
  code: z.enum([
    "parser-changed",
    "measures-changed",
    "session-changed",
    "session-gone",
    "session-added",
    "strategy-changed",
    "price-changed",
  ]),
  message: z.string().describe("The same in words."),
});
export type StaleReason = Answer<typeof staleReason>;

const runVersions = named(
  "RunVersions",
  "The versions a result depends on; a run is stale if one of them has changed.",
  {
    parser: count("Version of the importers and derived files."),
    measures: count("Version of the rules for losses, costs and advice."),
    files: z.record(z.string(), z.string()).describe("SHA-256 of each session's file, by session."),
    strategies: z.record(z.string(), z.string()).describe("Versions of the strategies, by id."),
    prices: z
      .record(z.string(), z.string())
      .describe(
        "A hash of the prices, window and cache rules of each model of the sessions, by its name in the log; empty in results of older versions.",
      ),
  },
);
export type RunVersions = Answer<typeof runVersions>;

const runRow = named("RunRow", "A saved run in a list.", {
  id: z.string().describe("`run_` and a random part."),
  kind: z.enum(RUN_KINDS),
  title: z.string(),
  session_id: z.string().nullable().describe("null = over many sessions."),
  created_at: time("When it was saved."),
  stale: z.array(staleReason).describe("Empty if computing it today would give the same result."),
});
export type RunRow = Answer<typeof runRow>;

/** The answer to GET /api/runs. */
export const runList = named("RunList", "Saved runs, newest first.", { runs: z.array(runRow) });

/** The answer to GET /api/runs/:id. */
export const runAnswer = named("Run", "A saved run with its figures.", {
  ...runRow.shape,
  params: z.record(z.string(), z.unknown()).describe("What was asked."),
  versions: runVersions,
  result: z
    .union([comparisonSummary, replaySummary, evaluationSummary, corpusResult, adviceResult])
    .describe("The figures, by `kind`."),
});
export type RunAnswer = Answer<typeof runAnswer>;
