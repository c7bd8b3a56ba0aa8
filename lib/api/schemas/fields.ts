import * as z from "zod";
import type { JsonValue } from "../../conversation/part";

/** The type of an answer: its schema's output, read-only. */
export type Answer<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

/** JsonValue is left as it is, because it is already read-only, and it is recursive. */
type Frozen<T> = [JsonValue] extends [T] ? T : T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;

/** A named object of the OpenAPI document. Unknown keys are rejected, which reveals renamed fields. */
export const named = <Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) =>
  z.strictObject(shape).meta({ id, description });

/** An optional field of an answer. If present, it is neither `undefined` nor null. */
export const absent = z.exactOptional;

/** A non-negative count. */
export const count = (description: string) => z.int().min(0).describe(description);
export const tokens = (description: string) => z.int().min(0).describe(`${description} In tokens.`);
export const maybeTokens = (description: string) => tokens(description).nullable();
/** 0 to 1. */
export const share = (description: string) => z.number().describe(`${description} 0 to 1.`);
export const milliseconds = (description: string) => z.number().min(0).describe(`${description} In milliseconds.`);
export const bytes = (description: string) => z.int().min(0).describe(`${description} In bytes.`);
/** An optional query parameter that is true or false. */
export const flag = (description: string) => z.stringbool().optional().describe(description);
export const perMillion = (description: string) =>
  z.number().describe(`${description} In US dollars per million tokens.`);
/** ISO 8601, from the log or the server. */
export const time = (description: string) => z.string().describe(`${description} ISO 8601.`);

export const money = named("Money", "An amount of money.", {
  amount: z.number().describe("In units of the currency, not in cents; at most ten decimals."),
  currency: z.literal("USD").describe("The prices of all models are in US dollars."),
});
export type Money = Answer<typeof money>;

export const warning = named("Warning", "A warning to a caller whose call succeeded.", {
  code: z.string().describe("A stable name in kebab-case."),
  message: z.string().describe("A sentence for people."),
  part_id: absent(z.string()).describe("The part in question, if any."),
});
export type Warning = Answer<typeof warning>;

export const failure = named("Failure", "Why something is missing.", {
  code: z.string().describe("A stable name in kebab-case."),
  message: z.string().describe("A sentence for people."),
});
export type Failure = Answer<typeof failure>;

/** How a token count was obtained. */
export const tokenBasis = z
  .enum(["reported", "exact", "anchored", "estimated"])
  .describe(
    "How a token count was obtained: `reported` by the provider, `exact` by the model's tokenizer, `anchored` (counted here and scaled so that the parts sum to a reported total), or `estimated`.",
  );

export const tokenizer = named("Tokenizer", "The tokenizer.", {
  id: z.string().describe("`o200k`, `cl100k`, `claude` …; `generic` for an unknown model."),
  basis: z.enum(["exact", "estimated"]).describe("Whether this tokenizer is the model's own."),
});

export const sessionId = z.string().min(1).max(128).describe("The id of a stored session, from GET /api/sessions.");
