import * as z from "zod";
import { recipeSchema } from "../../strategies/recipe/recipe-schema";
import { conversationFields } from "./conversation";
import { count } from "./fields";

/**
 * Winnow's parameters of POST /api/compress, /compare and /api/tokens, with the conversation. `splitBody` has separated
 * them from the provider's settings. Strict, so that a misspelt parameter is reported.
 */

const target = z
  .union([z.strictObject({ tokens: z.int().min(1) }), z.strictObject({ fraction: z.number().gt(0).max(1) })], {
    error: ({ input }) => sizeWanted(input),
  })
  .meta({ id: "Target", description: 'A size of the whole prompt: `{"tokens": n}`, or `{"fraction": f}`.' });

/** The expected form of a size. The number that was sent decides which of the two forms was meant. */
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
    model: z.string().optional().describe('`provider/model` or `"extractive"`; default: the model in the settings.'),
    max_tokens: z.int().min(1).optional().describe("Longest summary, in tokens."),
    analysis: z
      .boolean()
      .optional()
      .describe(
        "Show the model a sample, and have it write an analysis before the summary. The analysis is removed and returned in `stats.model_calls`. No effect on rule-based summaries.",
      ),
  }),
]);

/** A recipe as sent, with limits on its depth and number of strategies. */
export const recipe = recipeSchema;

const INCLUDES = ["edits", "provenance", "text_diff", "evaluation", "prompts"] as const;
export type Include = (typeof INCLUDES)[number];

const commonFields = {
  ...conversationFields,
  cached_tokens: count(
    "Leading tokens of the prompt that the provider would read from its cache (`cache_read` of the last answer); known for a stored session. If unknown, the cache is assumed to be warm; 0 means cold.",
  ).optional(),
  target: target
    .optional()
    .describe(
      "A hard limit for the entire prompt, as counted by /api/tokens under `prompt`, including frames and tools (if the provider does not publish its frames, only text and tools are counted). A fraction refers to the current size. An unreachable target is a 422; its `best_achievable_tokens` is accepted as a target.",
    ),
  trigger: target
    .optional()
    .describe(
      "With `drain`, in place of `target`, for a growing history: a prompt below this size stays unchanged. A fraction refers to the window.",
    ),
  drain: target
    .optional()
    .describe("With `trigger`: the size to which the prompt is reduced, a hard limit like a target."),
  force: z.boolean().default(false).describe("Run even if the strategy's own trigger has not fired."),
  protect: protect.optional().describe("Content that must not change."),
  state: z
    .unknown()
    .optional()
    .describe(
      "The `state` of the previous answer (see below), for a client that keeps its own history and sends all of it each time.",
    ),
  summarizer: summarizer
    .optional()
    .describe('Who writes summaries: a model as `provider/model`, or `"extractive"`, which needs none.'),
  include: z
    .array(z.enum(INCLUDES))
    .default([])
    .describe(
      "Extras of the answer: edits, provenance, evaluation, and the prompts for the summaries (even if no model wrote them).",
    ),
  strict: z
    .boolean()
    .default(false)
    .describe(
      "Refuse a history that breaks a structural rule (422 `invalid-history`) instead of repairing it with a warning `history-mended` for each repair.",
    ),
  repair: z
    .boolean()
    .optional()
    .describe("Unnecessary, because repairing is the default; `false` refuses like `strict`."),
};

type Limits = { readonly target?: unknown; readonly trigger?: unknown; readonly drain?: unknown };

/** `trigger` and `drain` require each other, and replace `target`. */
function checkLimits({ target, trigger, drain }: Limits, context: z.RefinementCtx): void {
  const refuse = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
  if ((trigger === undefined) !== (drain === undefined))
    refuse(trigger === undefined ? "trigger" : "drain", "give both trigger (start at) and drain (go down to)");
  if (target !== undefined && trigger !== undefined) refuse("target", "give either target, or trigger and drain");
}

export const compressBody = z
  .strictObject({
    ...commonFields,
    strategy: recipe
      .optional()
      .describe(
        "The strategy ([strategies.md](strategies.md)); default: `winnow`, which preserves the cached prefix, puts old large outputs aside, then cuts to the target.",
      ),
    store: z.boolean().default(true).describe("Store put-aside originals, so their references can be fetched later."),
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
