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

export const comparedStrategy = named("ComparedStrategy", "What one strategy made of the conversation.", {
  strategy: usedStrategy,
  status: compressionStatus,
  failure: failure.nullable().describe("Why it failed; null if it did not."),
  stats: compressionStats,
  cache: cacheEffect,
  refs: z.array(storeReference).describe("What it put aside, each once."),
  warnings: z.array(warning).describe("What the caller should know."),
  edits: z.array(edit).describe("What it changed."),
  provenance: absent(z.array(partProvenance)).describe("Asked for by `include`: each original part once."),
  evaluation: absent(evaluation.nullable()).describe("Asked for by `include`: what was lost."),
  prompts,
});
export type ComparedStrategy = Answer<typeof comparedStrategy>;

/** The answer of POST /api/compress/compare. */
export const compareAnswer = named("CompareAnswer", "What several strategies make of one conversation.", {
  format: z.string().describe("The format of the conversation."),
  original: z
    .strictObject({
      ...sizes.shape,
      request: z
        .int()
        .min(0)
        .nullable()
        .describe("Of a stored session, the index of the request; null of a sent body."),
      agent: z.string().nullable().describe("Of a stored session, the agent that sent the request."),
      number: z
        .int()
        .min(1)
        .nullable()
        .describe("Of a stored session, the request's number among those of its agent, from 1."),
    })
    .describe("Nothing done, to hold the others against."),
  results: z
    .array(comparedStrategy)
    .describe("One row per strategy, in the order asked; one that failed is a row too."),
  model_calls: modelCalls.describe("Calls of models for summaries, all strategies together; null = none."),
  warnings: z.array(warning).describe("About the call as a whole."),
});
/** The answer of POST /api/compress/compare. */
export type CompareAnswer = Answer<typeof compareAnswer>;
