import * as z from "zod";
import { recipe } from "./compress-body";
import { compressionStatus, usedStrategy } from "./compression";
import { conversationFields, requestName, storedSession } from "./conversation";
import { evaluationFields } from "./evaluation";
import { type Answer, absent, count, named, tokenizer, tokens, warning } from "./fields";
import { judgeFields, judgement } from "./judge";

const {
  session: _,
  model: __,
  context_window: ___,
  reserve: ____,
  tokenizer: _____,
  ...sentFields
} = conversationFields;

/** A conversation in one wire format, as `messages`, `input` or `contents`. The provider's settings may be included. */
const sent = z.looseObject(sentFields).meta({
  id: "SentConversation",
  description: "A conversation in one wire format; the provider's settings may be included.",
});

/** Body of POST /api/evaluate. Strict, so that a misspelt parameter is reported. */
export const evaluateBody = z
  .strictObject({
    original: sent.optional().describe("The conversation before; default: what the stored request sent."),
    compressed: sent.optional().describe("The compressed conversation; or give `strategy`."),
    strategy: recipe.optional().describe("The recipe that makes the result."),
    force: z.boolean().optional().describe("Run the recipe even if its trigger does not fire."),
    session: storedSession
      .refine(({ number, request }) => number !== undefined || request !== undefined, {
        path: ["number"],
        error: "name the request by its `agent` and `number`",
      })
      .optional()
      .describe("The log whose future, after this request, shows what was needed later."),
    model: z.string().max(200).optional().describe("Sets tokenizer, window and prices."),
    context_window: z.int().min(1).optional().describe("The context window, in tokens."),
    tokenizer: z.string().max(40).optional().describe("What counts the tokens."),
    judge: judgeFields
      .optional()
      .describe("Have a model answer questions from the result, and another grade the answers."),
  })
  .refine(({ compressed, strategy }) => (compressed === undefined) !== (strategy === undefined), {
    path: ["compressed"],
    error: "give either the compressed conversation or the strategy that makes it, not both",
  })
  .refine(({ original, session }) => original !== undefined || session !== undefined, {
    path: ["original"],
    error: "give the original conversation, or the session and request that sent it",
  })
  .meta({ id: "EvaluateBody" });
export type EvaluateBody = z.infer<typeof evaluateBody>;
export type SentConversation = NonNullable<EvaluateBody["compressed"]>;

/** The answer to POST /api/evaluate. */
export const evaluateAnswer = named("EvaluateAnswer", "The losses of a compression, whoever made it.", {
  status: absent(compressionStatus).describe("If a strategy made the result."),
  strategy: absent(usedStrategy).describe("If a strategy made the result."),
  warnings: absent(z.array(warning)).describe("If a strategy made the result."),
  stats: z
    .strictObject({
      tokens_before: tokens("The entire request before compression."),
      tokens_after: tokens("The entire request after compression."),
      tokens_saved: z.int().describe("The difference, in tokens; negative if it grew."),
      saved_fraction: z.number().describe("1 − after / before."),
      messages_before: count("Messages before."),
      messages_after: count("Messages after."),
      parts: z.strictObject({
        kept: count("Parts of the original in the result."),
        written: count("Parts of the result missing from the original."),
        gone: count("Parts of the original missing from the result."),
      }),
      tokenizer,
    })
    .describe("The sizes of both."),
  request: absent(requestName).describe("For a stored session."),
  ...evaluationFields,
  judge: absent(judgement).describe("If requested."),
});
/** What a compression lost. `judge` is set only by the server, if requested. */
export type EvaluateAnswer = Answer<typeof evaluateAnswer>;
