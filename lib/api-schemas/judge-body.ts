import { z } from "zod";
import { recipeSchema } from "../strategies/recipe/recipe";

/** `judge` of POST /api/evaluate. What it costs grows with questions × (candidates + repeats). */
export const judgeFields = z.strictObject({
  /** `provider/model`, as summaries take it; absent: the operator's. */
  model: z.string().min(1).max(200).optional(),
  /** Who answers; absent: the operator's, else the judge. */
  answer_model: z.string().min(1).max(200).optional(),
  /** Verdicts per question: their spread tells how far to trust the mean. */
  repeats: z.int().min(1).max(9).default(3),
  /** Questions per family (recall, artifact, continuation, decision). */
  per_family: z.int().min(1).max(6).default(2),
  seed: z.int().min(0).max(2_147_483_647).default(1),
  /** Judged blind beside the result: the original as it was, or what other recipes make of it. */
  against: z
    .array(z.union([z.literal("original"), z.strictObject({ strategy: recipeSchema, force: z.boolean().optional() })]))
    .max(7)
    .default([]),
  max_calls: z.int().min(1).max(5_000).default(400),
  /** Estimated tokens of all prompts together. */
  max_input_tokens: z.int().min(1).max(100_000_000).default(2_000_000),
  /** Say what would be asked, and call no model. */
  dry_run: z.boolean().default(false),
});
export type JudgeFields = z.infer<typeof judgeFields>;
