import * as z from "zod";
import { count, named, tokens } from "./fields";

/**
 * Bodies and answers of other products' routes, so that their clients can use this server. Unknown fields are allowed
 * wherever the original allows them, because a newer client may send more.
 */

/**
 * Body of POST /v1/compress, as documented by headroom 0.42 (docs/content/docs/proxy.mdx at 05008f4f, read 2026-11-23).
 */
export const headroomBody = z
  .looseObject({
    messages: z.array(z.unknown()).describe("The conversation, in the shape of OpenAI or Anthropic."),
    model: z.string().max(200).describe("Sets tokenizer, window and prices."),
    token_budget: z
      .int()
      .min(1)
      .nullish()
      .describe("Maximum tokens of the result; if unreachable, as close as possible."),
    config: z
      .looseObject({
        protect_recent: z.int().min(0).nullish().describe("Trailing messages that must not change."),
        frozen_message_count: z.int().min(0).nullish().describe("Leading messages that must not change."),
        target_ratio: z.number().gt(0).max(1).nullish().describe("Share of the tokens to keep."),
      })
      .nullish()
      .describe("Other settings are those of headroom's own compressors, and have no effect here."),
  })
  .meta({ id: "HeadroomBody", description: "A call of headroom's `POST /v1/compress`." });
export type HeadroomBody = z.infer<typeof headroomBody>;

export const headroomAnswer = named("HeadroomAnswer", "The answer of headroom's `POST /v1/compress`.", {
  messages: z.array(z.unknown()).describe("The smaller conversation, in the shape of the request."),
  tokens_before: tokens("The entire request before compression."),
  tokens_after: tokens("The entire request after compression."),
  tokens_saved: z.int().describe("The difference, in tokens."),
  compression_ratio: z.number().describe("after / before."),
  transforms_applied: z.array(z.string()).describe("`winnow:` and each effective step."),
  transforms_summary: z.record(z.string(), count("Edits of that step.")),
  ccr_hashes: z.array(z.string()).describe("Put-aside outputs: GET /api/refs/out_ followed by the hash."),
});
export type HeadroomAnswer = z.infer<typeof headroomAnswer>;

/**
 * The body of POST /compact and its answer, as in context-guru's proxy (proxy/proxy.go at da73fed, read 2026-11-23).
 */
export const inferenceBody = z
  .looseObject({})
  .meta({ id: "InferenceBody", description: "A complete request body for a provider." });
