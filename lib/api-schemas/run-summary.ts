import { z } from "zod";
import { fail, ok, type Result } from "../conversation/errors";

/** The figures of a result that a saved run keeps: no text of a transcript, and little enough to keep hundreds of them. */

const share = z.number().nullable();
const count = z.number().int();
const name = z.string().min(1).max(1_000);
const money = z.object({ amount: z.number(), currency: z.literal("USD") }).nullable();
const rows = <T extends z.ZodType>(row: T) => z.array(row).min(1).max(100);

const evaluation = z.object({
  validity: z.object({ valid: z.boolean() }),
  hindsight: z.object({ needed: count, recall: z.number(), span_recall: z.number(), regret_total: count }).nullable(),
  artifact_trail: z.object({ f1: z.number() }),
  dimensions: z.object({ overall: share }),
});

const comparison = z.object({
  original: z.object({ tokens_before: count, request: count.nullable() }),
  results: rows(
    z.object({
      strategy: z.object({ id: name, version: z.string().max(1_000) }),
      status: z.enum(["applied", "noop", "unavailable", "failed"]),
      stats: z.object({ tokens_after: count, saved_fraction: z.number() }),
      cache: z.object({ net_cost_after_10_requests: money }),
      evaluation: evaluation.nullish().transform((value) => value ?? null),
    }),
  ),
});

const replay = z.object({
  session: z.object({ agent: name }),
  replays: rows(
    z.object({
      policy: z.object({ id: name, kind: z.enum(["logged", "keep-all", "recipe"]), recipe: z.unknown() }),
      totals: z.object({
        prompt_tokens: count,
        tokens_per_task: count,
        peak_prompt_tokens: count,
        over_window: count,
        cost: money,
        cost_is_floor: z.boolean(),
        cost_against_logged: money,
        read_share: share,
        fired: count,
        breaks: count,
        regretted: count,
      }),
    }),
  ),
});

const DIMENSION_KEYS = [
  "accuracy",
  "context",
  "artifact",
  "completeness",
  "continuity",
  "instruction",
  "overall",
] as const;
const scores = z.partialRecord(z.enum(DIMENSION_KEYS), share);

const judged = z.object({
  model: name,
  answer_model: name,
  seed: count,
  repeats: count,
  candidates: rows(
    z.object({
      name,
      dimensions: scores,
      spread: z.partialRecord(z.enum(DIMENSION_KEYS), z.tuple([z.number(), z.number()]).nullable()),
    }),
  ),
  calls: z.object({
    made: count,
    failed: count,
    invalid_verdicts: count,
    input_tokens: count.nullable(),
    output_tokens: count.nullable(),
    cost: money,
  }),
});
const evaluated = z.object({
  strategy: z.object({ id: name, version: z.string().max(1_000) }).optional(),
  stats: z.object({ tokens_before: count, tokens_after: count, saved_fraction: z.number() }),
  ...evaluation.shape,
  judge: judged.optional(),
});

export const SAVED_KINDS = ["comparison", "replay", "evaluation"] as const;
export type SavedKind = (typeof SAVED_KINDS)[number];
const SUMMARIES = { comparison, replay, evaluation: evaluated } as const;

export type ComparisonSummary = z.infer<typeof comparison>;
export type ReplaySummary = z.infer<typeof replay>;
export type EvaluationSummary = z.infer<typeof evaluated>;

/** Takes the figures out of an answer of the API; `run-result-invalid` for what is none of that kind. */
export function toRunSummary(
  kind: SavedKind,
  result: unknown,
): Result<ComparisonSummary | ReplaySummary | EvaluationSummary> {
  const parsed = SUMMARIES[kind].safeParse(result);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const at = `$.result${issue ? issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("") : ""}`;
  return fail({ code: "run-result-invalid", message: `the result is not the answer of a ${kind}`, at });
}
