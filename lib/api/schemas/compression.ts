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
  .describe("`noop`: nothing had to be done; `unavailable`: the strategy could not act, and a warning says why.");

const modelCall = named("ModelCall", "One call of a model, for a summary.", {
  model: z.string().describe("`provider/model`."),
  input_tokens: z.int().min(0).nullable().describe("Tokens of the prompt; null if not reported."),
  output_tokens: z.int().min(0).nullable().describe("Tokens of the answer; null if not reported."),
  cost: money.nullable().describe("null if the model has no known price."),
  ms: milliseconds("How long it took."),
  analysis: z
    .string()
    .nullable()
    .describe(
      "What the model wrote in tags of an analysis before its summary, which does not hold it; null = nothing.",
    ),
});
export type ModelCallAnswer = Answer<typeof modelCall>;

const modelCalls = z.array(modelCall).nullable().describe("Calls that models made for summaries; null = none.");

const sizeFields = {
  tokens_before: tokens("The whole request before."),
  tokens_after: tokens("The whole request after."),
  tokens_saved: z.int().describe("The difference, in tokens."),
  saved_fraction: z.number().describe("1 − after / before."),
  messages_before: count("Messages before, without those that were left out to mend the history."),
  messages_after: count("Messages after."),
  tokenizer,
};

export const sizes = named("Sizes", "How large a request is before and after.", sizeFields);
export type Sizes = Answer<typeof sizes>;

export const compressionStats = named("CompressionStats", "What one run of a strategy did, in figures.", {
  ...sizeFields,
  parts: z
    .strictObject({
      kept: count("Parts that stay as they are."),
      replaced: count("Parts that were replaced by something shorter."),
      put_aside: count("Of the replaced ones, those whose original can be fetched again."),
      dropped: count("Parts that were removed."),
    })
    .describe("What became of the parts."),
  trigger: z
    .strictObject({
      fired: z.boolean().describe("Whether the rule holds."),
      rule: z.string().describe("The rule in words."),
      value: z.number().nullable().describe("What the rule looks at, now."),
      limit: z.number().nullable().describe("The limit that it is compared with; null if the rule has none."),
      forced: absent(z.boolean()).describe("True if the caller asked for the run although the rule does not hold."),
    })
    .nullable()
    .describe("Why the strategy ran or did not; null if it has no trigger."),
  steps: z
    .array(
      z.strictObject({
        id: z.string().describe("The step's name."),
        before: tokens("The whole request before the step."),
        after: tokens("The whole request after it."),
        edits: count("Edits that the step made."),
        ms: z.null().describe("Single steps are not timed."),
      }),
    )
    .describe("The steps of the strategy, in order."),
  model_calls: modelCalls,
  ms: z.number().min(0).nullable().describe("Wall time of the whole run, in milliseconds; null = not measured."),
});
export type CompressionStats = Answer<typeof compressionStats>;

export const cacheEffect = named("CacheEffect", "What a compression does to the provider's prefix cache.", {
  prefix_tokens_kept: tokens(
    "The longest common prefix of the request before and after: it can still be read. As messages arrive: the whole result.",
  ),
  suffix_tokens_rewritten: tokens("Everything behind it, paid once at the price of a write."),
  break_even_requests: z
    .number()
    .nullable()
    .describe("Requests until the saving has paid for the rewrite; null if nothing is saved."),
  net_cost_after_10_requests: money
    .nullable()
    .describe("Less than zero: cheaper than not compressing; null without prices."),
});
export type CacheEffectAnswer = Answer<typeof cacheEffect>;

export const storeReference = named("StoredOutputReference", "Where a put-aside original can be fetched again.", {
  id: z.string().describe("For GET /api/refs/:id."),
  tool: z.string().nullable().describe("The tool whose output it is; null if not known."),
  tokens: tokens("The original."),
  bytes: bytes("The original."),
});
/** A reference with its original's place. */
const sourcedReference = named("PutAsideOutput", "A put-aside original, and where it stood.", {
  ...storeReference.shape,
  source: outputSource.describe("Where it stood; of several places with the same text the first."),
});

export type StoreReferenceAnswer = Answer<typeof storeReference>;

export const edit = named("Edit", "One atomic change of the conversation.", {
  op: z.enum(["drop", "replace", "insert"]).describe("What is done."),
  targets: z.array(z.string()).describe("Ids of the parts that it changes; for an insert, those it stands for."),
  reason: z.string().describe("Stable and machine-readable, e.g. `over-budget`, `oldest`."),
  step: z.string().describe("The step of the strategy that asked for it."),
  tokens_before: tokens("The targets before."),
  tokens_after: tokens("The parts after the edit."),
  reversible: z.boolean().describe("Whether the original can be restored from the result itself."),
  produced: absent(part).describe("For a replace: the part that replaces the target."),
  reference: absent(storeReference).describe("Of a replace: if the original was put aside."),
  message: absent(message).describe("Of an insert: the new message."),
  after: absent(z.string().nullable()).describe(
    "For an insert: the message after which it is added; null = at the start.",
  ),
});
export type EditAnswer = Answer<typeof edit>;

export const partProvenance = named("PartProvenance", "What became of one part of the original.", {
  part_id: z.string().describe("The part."),
  message: z.int().min(0).nullable().describe("Index of its message in the conversation that was sent, from 0."),
  fate: z.enum(["kept", "replaced", "dropped"]).describe("What became of it."),
  edit: absent(z.int().min(0)).describe("Index of the edit that did it; absent of a kept part."),
  by: absent(z.string()).describe("The id of the part in its place."),
  reference: absent(z.string()).describe("Where its original was put aside."),
  summarised_by: absent(z.string()).describe("The id of the message that sums it up."),
});
export type PartProvenanceAnswer = Answer<typeof partProvenance>;

const summaryPrompt = named("SummaryPrompt", "How a model is asked for a summary, without the transcript.", {
  frame: z
    .string()
    .describe(
      "The system prompt. It keeps what stands in a transcript from giving orders, so that it cannot be replaced.",
    ),
  goal: z.string().describe("What the summary is for, which depends on whether there is an earlier one."),
  task: z.string().describe("The task text: the product's, or what the strategy's parameter `prompt` said."),
  end: z.string().describe("What stands behind it: wishes, the form of an analysis, and how long the answer may be."),
});
export type SummaryPromptAnswer = Answer<typeof summaryPrompt>;

const prompts = absent(z.array(summaryPrompt)).describe(
  "Asked for by `include`: each prompt for a summary once, whether a model or a rule wrote it.",
);

export const MODES = ["late-cut", "as-messages-arrive"] as const;

export const usedStrategy = named("UsedStrategy", "A strategy with every parameter filled in.", {
  id: z.string().describe("Of a recipe: the ids of its strategies, joined by `+`."),
  version: z.string().describe("Grows when the strategy's results change."),
  mode: absent(
    z
      .enum(MODES)
      .describe(
        "`late-cut`: the cache figures are those of one change of what was sent before. `as-messages-arrive`: it has decided about each message when that was first sent, and what was sent stays. Not in rows that were kept before it was known.",
      ),
  ),
  params: z.record(z.string(), z.unknown()).describe("All parameters, defaults among them."),
});

/** To be sent back unchanged in the next call. Its content is internal. */
const returnedState = z
  .union([
    z.strictObject({
      version: z.literal(1),
      cycle: z.int().min(1).describe("Runs that changed something."),
      requests: count("The request at which something was decided last, counted from 0.").optional(),
      messages: count("Messages at the start that the edits depend on."),
      digest: z.string().describe("Of those messages, SHA-256 in hexadecimal."),
      edits: z.array(z.unknown()).describe("The edits so far."),
    }),
    z.strictObject({
      version: z.literal(1),
      cycle: z.int().min(1).describe("Runs that changed something."),
      ref: z.string().describe("Where a state of more than 16 KB is kept."),
    }),
  ])
  .nullable()
  .meta({
    id: "CompressionState",
    description: "To be sent back unchanged with the same, grown history; null if nothing was changed.",
  });

/** Our report on one call, beside the compressed conversation. */
const accountFields = {
  id: z.string().describe("`cmp_` and a random part."),
  object: z.literal("context.compression").describe("What this is."),
  created_at: time("When it was made."),
  status: compressionStatus,
  format: z.string().describe("The format of the conversation that came back."),
  stats: compressionStats,
  cache: cacheEffect,
  refs: z.array(sourcedReference).describe("What was put aside, each once."),
  tools_to_add: z
    .array(z.unknown())
    .describe(
      "The definition of `get_tool_output` as the format writes tools, to be put behind the `tools` of the next request; empty if nothing is put aside, or the body defines it already.",
    ),
  warnings: z.array(warning).describe("What the caller should know."),
  strategy: usedStrategy,
  state: returnedState,
  edits: absent(z.array(edit)).describe("Asked for by `include`."),
  provenance: absent(z.array(partProvenance)).describe("Asked for by `include`: each original part once."),
  prompts,
};

export { accountFields, modelCalls, prompts, returnedConversation };
