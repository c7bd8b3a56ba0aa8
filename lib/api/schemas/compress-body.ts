import * as z from "zod";
import { recipeSchema } from "../../strategies/recipe/recipe";
import { conversationFields } from "./conversation";
import { count } from "./fields";

/**
 * Our parameters of POST /api/compress, /compare and /api/tokens with the conversation, separated from the provider's
 * settings by `splitBody`. Strict: a misspelt parameter must not be silently ignored.
 */

const target = z
  .union([z.strictObject({ tokens: z.int().min(1) }), z.strictObject({ fraction: z.number().gt(0).max(1) })], {
    error: ({ input }) => sizeWanted(input),
  })
  .meta({ id: "Target", description: 'A size of the whole prompt: `{"tokens": n}`, or `{"fraction": f}`.' });

/** The expected form of a size; the number sent decides which of the two was meant. */
function sizeWanted(given: unknown): string {
  if (typeof given !== "number" || !(given > 0)) return 'write {"tokens": 50000}, or {"fraction": 0.5}';
  return `write ${JSON.stringify(given > 1 ? { tokens: Math.round(given) } : { fraction: given })}`;
}

const protect = z.strictObject({
  first: count("Messages at the start.").optional(),
  last: count("Messages at the end.").optional(),
  tools: z.array(z.string()).optional().describe("Calls and results of these tools."),
  paths: z.array(z.string()).optional().describe("Calls that name one of these paths, and their results."),
  ids: z.array(z.string()).optional().describe("Messages or parts with these ids."),
});

const summarizer = z.union([
  z.string(),
  z.strictObject({
    model: z
      .string()
      .optional()
      .describe('`provider/model` or `"extractive"`; left out: the one that the server is set up with.'),
    max_tokens: z.int().min(1).optional().describe("Longest summary, in tokens."),
    analysis: z
      .boolean()
      .optional()
      .describe(
        "Show the model a sample, and have it write an analysis before the summary, which is taken off it and answered in `stats.model_calls`. Not for a summary by rule.",
      ),
  }),
]);

/** A recipe as sent, with limits on its levels and strategies. */
export const recipe = recipeSchema;

/** The values of `include`. */
const INCLUDES = ["edits", "provenance", "text_diff", "evaluation", "prompts"] as const;
export type Include = (typeof INCLUDES)[number];

const commonFields = {
  ...conversationFields,
  cached_tokens: count(
    "Tokens at the start of the prompt that the provider would read from its cache (`cache_read` of the last answer); known for a stored session. Unknown is taken as warm; 0 is cold.",
  ).optional(),
  target: target
    .optional()
    .describe(
      "A hard ceiling of the whole prompt, as /api/tokens counts it under `prompt`, frames and tools included (texts and tools alone if the provider's frames are not published). A fraction is of what it is now. Unreachable is a 422; its `best_achievable_tokens`, sent back as the target, is accepted.",
    ),
  trigger: target
    .optional()
    .describe(
      "With `drain`, instead of a target, for a history that grows: below it nothing is done. A fraction is of the window.",
    ),
  drain: target
    .optional()
    .describe("With `trigger`: the size to which the prompt is then reduced, a hard limit like a target."),
  force: z.boolean().default(false).describe("Run even if the strategy's own trigger has not fired."),
  protect: protect.optional().describe("What must stay as it is."),
  state: z
    .unknown()
    .optional()
    .describe(
      "What the call before answered under `state`, for a client that keeps its own history and sends all of it each time: below.",
    ),
  summarizer: summarizer
    .optional()
    .describe('Who writes summaries: a model as `provider/model`, or `"extractive"`, which needs none.'),
  include: z
    .array(z.enum(INCLUDES))
    .default([])
    .describe(
      "What the answer holds besides: edits, provenance, evaluation, and the prompts by which a model would write or wrote the summaries.",
    ),
  strict: z
    .boolean()
    .default(false)
    .describe(
      "Refuse a history that breaks a structural rule (422 `invalid-history`) instead of mending it with a warning `history-mended` for each thing that was done.",
    ),
  repair: z.boolean().optional().describe("Mending is the default now; `false` refuses as `strict` does."),
};

type Limits = { readonly target?: unknown; readonly trigger?: unknown; readonly drain?: unknown };

/** `trigger` and `drain` go together, and replace `target`. */
function checkLimits({ target, trigger, drain }: Limits, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if ((trigger === undefined) !== (drain === undefined))
    refuse(trigger === undefined ? "trigger" : "drain", "trigger (start at) and drain (go down to) go together");
  if (target !== undefined && trigger !== undefined) refuse("target", "give target, or trigger and drain");
}

export const compressBody = z
  .strictObject({
    ...commonFields,
    strategy: recipe
      .optional()
      .describe(
        "The strategy ([strategies.md](strategies.md)); left out: `winnow`, which spares the cached prefix, puts old large outputs aside, then cuts to the target.",
      ),
    store: z
      .boolean()
      .default(true)
      .describe("Keep put-aside originals, so that their references can be fetched later."),
    dry_run: z.boolean().default(false).describe("Answer without messages and store nothing."),
  })
  .superRefine(checkLimits)
  .meta({ id: "CompressBody" });
export type CompressBody = z.infer<typeof compressBody>;

export const compareBody = z
  .strictObject({
    ...commonFields,
    strategies: z.array(recipe).min(1).max(8).describe("The strategies, one row of the answer each."),
  })
  .superRefine(checkLimits)
  .meta({ id: "CompareBody" });
export type CompareBody = z.infer<typeof compareBody>;
