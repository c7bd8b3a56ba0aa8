import { z } from "zod";
import { recipeSchema } from "../strategies/recipe/recipe";
import { judgeFields } from "./judge-body";

/** A conversation in one wire format, as `messages`, `input` or `contents`; the provider's settings may stand beside it. */
const sent = z.looseObject({
  messages: z.array(z.unknown()).optional(),
  system: z.unknown().optional(),
  tools: z.unknown().optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
  instructions: z.string().optional(),
  previous_response_id: z.string().optional(),
  contents: z.array(z.unknown()).optional(),
  systemInstruction: z.unknown().optional(),
  system_instruction: z.unknown().optional(),
  format: z.string().max(40).default("auto"),
});

/** Body of POST /api/evaluate. Strict: a misspelt parameter must not be silently ignored. */
export const evaluateBody = z
  .strictObject({
    /** Absent: what the stored request sent. */
    original: sent.optional(),
    /** What somebody made of it; or `strategy`: what a recipe makes of it, run whether or not its trigger fires where `force`. */
    compressed: sent.optional(),
    strategy: recipeSchema.optional(),
    force: z.boolean().optional(),
    /** The log whose future tells what was needed later: what follows this request. */
    session: z.strictObject({ id: z.string().min(1).max(128), request: z.int().min(0) }).optional(),
    model: z.string().max(200).optional(),
    context_window: z.int().min(1).optional(),
    tokenizer: z.string().max(40).optional(),
    /** Have a model answer questions from the result, and another grade the answers. */
    judge: judgeFields.optional(),
  })
  .refine(({ compressed, strategy }) => (compressed === undefined) !== (strategy === undefined), {
    path: ["compressed"],
    error: "give the compressed conversation, or the strategy that is to make it; not both",
  })
  .refine(({ original, session }) => original !== undefined || session !== undefined, {
    path: ["original"],
    error: "give the original conversation, or the session and request that sent it",
  });
export type EvaluateBody = z.infer<typeof evaluateBody>;
export type SentConversation = NonNullable<EvaluateBody["compressed"]>;
