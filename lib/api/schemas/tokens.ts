import * as z from "zod";
import { conversationFields } from "./conversation";
import { type Answer, absent, named, tokens, warning } from "./fields";

/** Body of POST /api/tokens: a text, or a conversation along with the provider's settings. */
export const tokensBody = z
  .strictObject({
    ...conversationFields,
    text: z
      .union([z.string(), z.record(z.string(), z.unknown())])
      .optional()
      .describe("A text to count, instead of a conversation; an object is the Responses API's setting of that name."),
    tokenizers: z
      .array(z.string().max(40))
      .min(1)
      .max(10)
      .optional()
      .describe("Several tokenizers; default: the model's."),
    include: z
      .array(z.enum(["offsets"]))
      .default([])
      .describe("`offsets` adds the tokens of every part: ids and end positions."),
  })
  .meta({ id: "TokensBody" });
export type TokensBody = z.infer<typeof tokensBody>;

const encoding = named("Encoding", "The tokens of one part.", {
  text: z.string().describe("The part's text after the tokenizer's normaliser."),
  ids: z.array(z.int()).describe("The tokens."),
  ends: z.array(z.int()).describe("End of each token in `text`, in UTF-16 units."),
});

const promptCount = z
  .strictObject({
    tokens: tokens("Texts, frames and tools together: an estimate of the provider's bill."),
    messages: tokens("Frames around the messages."),
    tools: tokens("The tools as the provider writes them."),
    source: z.string().describe("The source of the frames."),
  })
  .nullable()
  .describe("null if the provider's frames are not published.");

const tokenCount = named("TokenCount", "The counts of one tokenizer.", {
  tokenizer: z.string().describe("What counted."),
  basis: z.enum(["exact", "estimated"]).describe("Whether it is the provider's own tokenizer."),
  tokens: tokens("All texts."),
  messages: z.array(
    z.strictObject({
      index: z.int().min(0),
      tokens: tokens("The message."),
      parts: z.array(z.int().min(0)).describe("Tokens of each part."),
      encodings: absent(z.array(encoding.nullable())).describe("With `offsets`: for each part; null for estimates."),
    }),
  ),
  prompt: absent(promptCount).describe("Of a conversation."),
});

export type TokenCountAnswer = Answer<typeof tokenCount>;

/** The answer to POST /api/tokens. */
export const tokensAnswer = named("TokensAnswer", "Tokens by message and part, for each tokenizer.", {
  counts: z.array(tokenCount).describe("One per tokenizer, in the requested order."),
  warnings: absent(z.array(warning)).describe("If the model is unknown."),
});
