import * as z from "zod";
import {
  cacheEffect,
  compressionStats,
  compressionStatus,
  edit,
  modelCalls,
  partProvenance,
  prompts,
  sizes,
  storeReference,
  usedStrategy,
} from "./compression";
import { evaluation } from "./evaluation";
import { type Answer, absent, failure, named, warning } from "./fields";

export const comparedStrategy = named("ComparedStrategy", "The result of one strategy for the conversation.", {
  strategy: usedStrategy,
  status: compressionStatus,
  failure: failure.nullable().describe("Why it failed; null if it did not."),
  stats: compressionStats,
  cache: cacheEffect,
  refs: z.array(storeReference).describe("Put-aside outputs without duplicates."),
  warnings: z.array(warning).describe("Warnings for the caller."),
  edits: z.array(edit).describe("What it changed."),
  provenance: absent(z.array(partProvenance)).describe("Only with `include`: one row per original part."),
  evaluation: absent(evaluation.nullable()).describe("Only with `include`: what was lost."),
  prompts,
});
export type ComparedStrategy = Answer<typeof comparedStrategy>;

/** The answer to POST /api/compress/compare. */
export const compareAnswer = named("CompareAnswer", "Several strategies on one conversation.", {
  format: z.string().describe("The format of the conversation."),
  original: z
    .strictObject({
      ...sizes.shape,
      request: z.int().min(0).nullable().describe("The request's index in a stored session; null for a sent body."),
      agent: z.string().nullable().describe("The agent that sent the request, in a stored session."),
      number: z.int().min(1).nullable().describe("The request's number within its agent, from 1, in a stored session."),
    })
    .describe("The unchanged conversation, for comparison."),
  results: z.array(comparedStrategy).describe("One row per strategy, in the requested order, including failed ones."),
  model_calls: modelCalls.describe("Model calls for summaries, over all strategies; null = none."),
  warnings: z.array(warning).describe("About the call as a whole."),
});
/** The answer to POST /api/compress/compare. */
export type CompareAnswer = Answer<typeof compareAnswer>;
