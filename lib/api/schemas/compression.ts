import * as z from "zod";
import { message, part, returnedConversation } from "./conversation";
import {
  type Answer,
  absent,
  bytes,
  count,
  milliseconds,
  money,
  named,
  time,
  tokenizer,
  tokens,
  warning,
} from "./fields";
import { outputSource } from "./stored-output";

export const compressionStatus = z
  .enum(["applied", "noop", "unavailable", "failed"])
  .describe("`noop`: nothing to do; `unavailable`: the strategy could not act, and a warning gives the reason.");

const modelCall = named("ModelCall", "One call of a model, for a summary.", {
  model: z.string().describe("`provider/model`."),
  input_tokens: z.int().min(0).nullable().describe("Tokens of the prompt; null if not reported."),
  output_tokens: z.int().min(0).nullable().describe("Tokens of the answer; null if not reported."),
  cost: money.nullable().describe("null if the model has no known price."),
  ms: milliseconds("How long it took."),
  analysis: z
    .string()
    .nullable()
    .describe("The model's analysis, in tags before its summary and not part of it; null = none."),
});
export type ModelCallAnswer = Answer<typeof modelCall>;

const modelCalls = z.array(modelCall).nullable().describe("Model calls for summaries; null = none.");

const sizeFields = {
  tokens_before: tokens("The entire request before compression."),
  tokens_after: tokens("The entire request after compression."),
  tokens_saved: z.int().describe("The difference, in tokens."),
  saved_fraction: z.number().describe("1 − after / before."),
  messages_before: count("Messages before, excluding those left out to repair the history."),
  messages_after: count("Messages after."),
  tokenizer,
};

export const sizes = named("Sizes", "The size of a request before and after.", sizeFields);
export type Sizes = Answer<typeof sizes>;

export const compressionStats = named("CompressionStats", "The figures of one run of a strategy.", {
  ...sizeFields,
  parts: z
    .strictObject({
      kept: count("Unchanged parts."),
      replaced: count("Parts replaced by something shorter."),
      put_aside: count("Replaced parts whose original can be fetched again."),
      dropped: count("Removed parts."),
    })
    .describe("The fate of the parts."),
  trigger: z
    .strictObject({
      fired: z.boolean().describe("Whether the rule's condition is met."),
      rule: z.string().describe("The rule in words."),
      value: z.number().nullable().describe("The current value that the rule tests."),
      limit: z.number().nullable().describe("The limit in the rule; null if it has none."),
      forced: absent(z.boolean()).describe("True if the caller forced the run although the condition is not met."),
    })
    .nullable()
    .describe("Why the strategy ran or did not; null if it has no trigger."),
  steps: z
    .array(
      z.strictObject({
        id: z.string().describe("The step's name."),
        before: tokens("The entire request before the step."),
        after: tokens("The entire request after the step."),
        edits: count("Edits made by the step."),
        ms: z.null().describe("Single steps are not timed."),
      }),
    )
    .describe("The steps of the strategy, in order."),
  model_calls: modelCalls,
  ms: z.number().min(0).nullable().describe("Wall time of the whole run, in milliseconds; null = not measured."),
});
export type CompressionStats = Answer<typeof compressionStats>;

export const cacheEffect = named("CacheEffect", "The effect of a compression on the provider's prefix cache.", {
  prefix_tokens_kept: tokens(
    "The longest common prefix of the request before and after compression, which can still be read from the cache. For `as-messages-arrive`, the entire result.",
  ),
  suffix_tokens_rewritten: tokens("Everything after that prefix, paid for once at the write price."),
  break_even_requests: z
    .number()
    .nullable()
    .describe("Requests until the saving covers the rewrite; null if nothing is saved."),
  net_cost_after_10_requests: money.nullable().describe("Negative: cheaper than not compressing; null without prices."),
});
export type CacheEffectAnswer = Answer<typeof cacheEffect>;

export const storeReference = named("StoredOutputReference", "Where a put-aside original can be fetched again.", {
  id: z.string().describe("For GET /api/refs/:id."),
  tool: z.string().nullable().describe("The tool of the output; null if unknown."),
  tokens: tokens("The original."),
  bytes: bytes("The original."),
});
/** A reference, and where its original was. */
const sourcedReference = named("PutAsideOutput", "A put-aside original, and its place.", {
  ...storeReference.shape,
  source: outputSource.describe("Its place; the first one if several hold the same text."),
});

export type StoreReferenceAnswer = Answer<typeof storeReference>;

export const edit = named("Edit", "One atomic change of the conversation.", {
  op: z.enum(["drop", "replace", "insert"]).describe("What is done."),
  targets: z.array(z.string()).describe("Ids of the changed parts; for an insert, of the parts it represents."),
  reason: z.string().describe("Stable and machine-readable, e.g. `over-budget`, `oldest`."),
  step: z.string().describe("The strategy step of the edit."),
  tokens_before: tokens("The targets before."),
  tokens_after: tokens("The parts after the edit."),
  reversible: z.boolean().describe("Whether the original can be restored from the result itself."),
  produced: absent(part).describe("For a replace: the part that replaces the target."),
  reference: absent(storeReference).describe("For a replace: if the original was put aside."),
  message: absent(message).describe("For an insert: the new message."),
  after: absent(z.string().nullable()).describe(
    "For an insert: the message after which it is added; null = at the start.",
  ),
});
export type EditAnswer = Answer<typeof edit>;

export const partProvenance = named("PartProvenance", "The fate of one part of the original.", {
  part_id: z.string().describe("The part."),
  message: z.int().min(0).nullable().describe("Index of its message in the sent conversation, from 0."),
  fate: z.enum(["kept", "replaced", "dropped"]).describe("What became of it."),
  edit: absent(z.int().min(0)).describe("Index of its edit; absent for a kept part."),
  by: absent(z.string()).describe("The id of the part in its place."),
  reference: absent(z.string()).describe("Reference of its put-aside original."),
  summarised_by: absent(z.string()).describe("The id of the message that summarises it."),
});
export type PartProvenanceAnswer = Answer<typeof partProvenance>;

const summaryPrompt = named("SummaryPrompt", "The prompt for a summary, without the transcript.", {
  frame: z
    .string()
    .describe("The system prompt. It keeps a transcript's content from giving orders, so it cannot be replaced."),
  goal: z.string().describe("The purpose of the summary, which depends on whether there is an earlier one."),
  task: z.string().describe("The task text: the product's, or the strategy's parameter `prompt`."),
  end: z.string().describe("The text after it: wishes, the form of an analysis, and the answer's length."),
});
export type SummaryPromptAnswer = Answer<typeof summaryPrompt>;

const prompts = absent(z.array(summaryPrompt)).describe(
  "Only with `include`: the distinct prompts for summaries, answered by a model or by a rule.",
);

export const MODES = ["late-cut", "as-messages-arrive"] as const;

export const usedStrategy = named("UsedStrategy", "A strategy with complete parameters.", {
  id: z.string().describe("For a recipe: the ids of its strategies, joined by `+`."),
  version: z.string().describe("Increases when the strategy's results change."),
  mode: absent(
    z
      .enum(MODES)
      .describe(
        "`late-cut`: the cache figures describe one change of already sent content. `as-messages-arrive`: each message was decided when first sent, and sent content stays. Absent in older rows.",
      ),
  ),
  params: z.record(z.string(), z.unknown()).describe("All parameters, including defaults."),
});

/** To be sent back unchanged in the next call. Its content is internal. */
const returnedState = z
  .union([
    z.strictObject({
      version: z.literal(1),
      cycle: z.int().min(1).describe("Runs that changed something."),
      requests: count("The request of the last decision, counted from 0.").optional(),
      messages: count("Leading messages that the edits depend on."),
      digest: z.string().describe("SHA-256 of those messages, in hexadecimal."),
      edits: z.array(z.unknown()).describe("The edits so far."),
    }),
    z.strictObject({
      version: z.literal(1),
      cycle: z.int().min(1).describe("Runs that changed something."),
      ref: z.string().describe("Where a state of more than 16 KB is stored."),
    }),
  ])
  .nullable()
  .meta({
    id: "CompressionState",
    description: "Send back unchanged with the same, grown history; null if nothing was changed.",
  });

/** Winnow's report on one call, next to the compressed conversation. */
const accountFields = {
  id: z.string().describe("`cmp_` and a random part."),
  object: z.literal("context.compression").describe("What this is."),
  created_at: time("When it was made."),
  status: compressionStatus,
  format: z.string().describe("The format of the returned conversation."),
  stats: compressionStats,
  cache: cacheEffect,
  refs: z.array(sourcedReference).describe("Put-aside outputs without duplicates."),
  tools_to_add: z
    .array(z.unknown())
    .describe(
      "The definition of `get_tool_output` in the format's form, to append to the `tools` of the next request; empty if nothing is put aside, or the body already defines it.",
    ),
  warnings: z.array(warning).describe("Warnings for the caller."),
  strategy: usedStrategy,
  state: returnedState,
  edits: absent(z.array(edit)).describe("Only with `include`."),
  provenance: absent(z.array(partProvenance)).describe("Only with `include`: one row per original part."),
  prompts,
};

export { accountFields, modelCalls, prompts, returnedConversation };
