import { z } from "zod";
import { filterFields } from "../conversation/exact-json";
import { type ConversationFields, tokensBody } from "./compress-body";

/**
 * Bodies of POST /api/validate and /convert: a provider's own request body, whole, with one or two fields of ours beside
 * it. What else the provider takes (settings, limits) is none of our business and passes.
 */
const providerBody = z.looseObject(tokensBody.omit({ text: true, tokenizers: true }).shape);

export const validateBody = providerBody.extend({
  repair: z.boolean().default(false),
  /** Adds what in the prompt costs the prefix cache or leads the model astray. */
  lint: z.boolean().default(false),
  /** The request before, in the same format: what changed since is looked at too. */
  previous: z.looseObject({}).optional(),
});
export type ValidateBody = z.infer<typeof validateBody>;

export const convertBody = providerBody.extend({
  /** A wire format; `ai-sdk-ui` writes UI messages, `ai-sdk` model messages. */
  to: z.string().max(40),
});

/** The fields of ours, which no provider is to see. */
const OURS = [
  "format",
  "session",
  "repair",
  "lint",
  "previous",
  "to",
  "tokenizer",
  "context_window",
  "reserve",
] as const;

/** The provider's body without our fields. */
export function withoutOurs(body: ConversationFields & { readonly [key: string]: unknown }): Record<string, unknown> {
  const ours: readonly string[] = OURS;
  return filterFields(body, (key, value) => !ours.includes(key) && value !== undefined);
}
