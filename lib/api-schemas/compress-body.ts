import { z } from "zod";
import { recipeSchema } from "../strategies/recipe/recipe";

/**
 * Our parameters of POST /api/compress, /compare and /api/tokens with the conversation, told apart from the provider's
 * settings by `splitBody`. Strict: a misspelt parameter must not be silently ignored.
 */

const count = z.int().min(0);

const target = z.union([
  z.strictObject({ tokens: z.int().min(1) }),
  z.strictObject({ fraction: z.number().gt(0).max(1) }),
]);

const protect = z.strictObject({
  first: count.optional(),
  last: count.optional(),
  tools: z.array(z.string()).optional(),
  paths: z.array(z.string()).optional(),
  ids: z.array(z.string()).optional(),
});

const summarizer = z.union([z.string(), z.strictObject({ model: z.string(), max_tokens: z.int().min(1).optional() })]);

const conversationFields = {
  messages: z.array(z.unknown()).optional(),
  system: z.unknown().optional(),
  tools: z.unknown().optional(),
  input: z.union([z.string(), z.array(z.unknown())]).optional(),
  /** Beside `input` the system prompt; else what a summary is to look at. */
  instructions: z.string().optional(),
  previous_response_id: z.string().optional(),
  contents: z.array(z.unknown()).optional(),
  systemInstruction: z.unknown().optional(),
  system_instruction: z.unknown().optional(),
  session: z.strictObject({ id: z.string().min(1).max(128), request: count.optional() }).optional(),
  format: z.string().max(40).default("auto"),
  model: z.string().max(200).optional(),
  context_window: z.int().min(1).optional(),
  reserve: count.optional(),
  tokenizer: z.string().max(40).optional(),
};

const commonFields = {
  ...conversationFields,
  /** What the provider would read from its cache; a stored request says it itself. */
  cached_tokens: count.optional(),
  target: target.optional(),
  /** Start at, go down to: instead of a target, for a history that grows. Fractions are of the window. */
  trigger: target.optional(),
  drain: target.optional(),
  force: z.boolean().default(false),
  protect: protect.optional(),
  state: z.unknown().optional(),
  summarizer: summarizer.optional(),
  include: z.array(z.enum(["edits", "provenance", "text_diff", "evaluation"])).default([]),
  repair: z.boolean().default(false),
};

type Limits = { readonly target?: unknown; readonly trigger?: unknown; readonly drain?: unknown };

/** `trigger` and `drain` go together, and take the place of `target`. */
function checkLimits({ target, trigger, drain }: Limits, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if ((trigger === undefined) !== (drain === undefined))
    refuse(trigger === undefined ? "trigger" : "drain", "trigger (start at) and drain (go down to) go together");
  if (target !== undefined && trigger !== undefined) refuse("target", "give target, or trigger and drain");
}

export const compressBody = z
  .strictObject({
    ...commonFields,
    strategy: recipeSchema.optional(),
    store: z.boolean().default(true),
    dry_run: z.boolean().default(false),
  })
  .superRefine(checkLimits);
export type CompressBody = z.infer<typeof compressBody>;

export const compareBody = z
  .strictObject({ ...commonFields, strategies: z.array(recipeSchema).min(1).max(8) })
  .superRefine(checkLimits);
export type CompareBody = z.infer<typeof compareBody>;

/** What names the conversation, in every body that takes one. */
export type ConversationFields = z.infer<z.ZodObject<typeof conversationFields>>;

export const tokensBody = z.strictObject({
  ...conversationFields,
  /** A text to count; an object is the Responses API's setting of that name. */
  text: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  tokenizers: z.array(z.string().max(40)).min(1).max(10).optional(),
});
