import * as z from "zod";
import { isTypedUser, type Message } from "../../conversation/message";
import type { JsonValue, OpaquePart } from "../../conversation/part";
import { when } from "../grammar/combinators";
import { TOKEN_COUNT } from "../grammar/gauges";
import type { ItemProvider } from "../grammar/item-maker";
import { flag, whole } from "../grammar/params";
import type { Procedure } from "../grammar/procedure";
import { atomTarget } from "../grammar/selectors";
import { defineStrategy, folding } from "../grammar/strategy";
import { always, compares, requested, targetOr } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { fold } from "../summaries/fold";
import { atomsBefore, cutBy } from "../summaries/fold-cuts";
import { compactByProvider, isPending } from "../summaries/provider-item";
import { PLAIN } from "../summaries/styles";
import { instructions, summaryTokens } from "../summaries/summary-params";
import { compactionEndpoint } from "./compaction-endpoints";

/**
 * True if the part is a provider's own compaction: OpenAI's encrypted item or Anthropic's block. A block with null
 * content is a failed compaction and does not count.
 */
export function isCompaction({ value }: OpaquePart): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { type, content, encrypted_content } = value as { readonly [key: string]: JsonValue };
  if (type === "compaction_summary" || type === "context_compaction") return true;
  return (
    type === "compaction" && (typeof encrypted_content === "string" || (content !== null && content !== undefined))
  );
}

function compactionIndex({ conversation: { messages } }: View): number {
  return messages.findLastIndex(({ parts }) => parts.some((part) => part.type === "opaque" && isCompaction(part)));
}

const selectSeen = (view: View, index: number) =>
  atomsBefore(view, index).flatMap((atom) => (atom.kind === "user" ? [] : [atomTarget(atom, "in-opaque-item")]));

/**
 * Drops everything before the item, because the item contains it. Typed messages stay, as the provider also
 * returns them.
 */
const passThrough = (index: number): Procedure => cutBy("pass-through", (view) => selectSeen(view, index));

const isWork = (message: Message | undefined) => message !== undefined && !isTypedUser(message);

/** Imitates the shape of OpenAI's answer with a readable summary: typed messages verbatim, the summary last. */
const emulation = (maxTokens: number, instructions: string): Procedure =>
  fold({
    id: "emulate",
    cut: cutBy("emulate", (view) =>
      atomsBefore(view, view.conversation.messages.length).flatMap((atom) =>
        isWork(view.conversation.messages[atom.start]) ? [atomTarget(atom, "summarised")] : [],
      ),
    ),
    style: PLAIN,
    place: "end",
    maxTokens,
    instructions,
  });

type Compaction = {
  readonly provider?: ItemProvider;
  readonly emulate: boolean;
  readonly instructions: string;
  readonly summaryTokens: number;
};

/**
 * Uses the compaction item in the history. If there is none, the provider makes one; if that fails and `emulate` is
 * set, a summary takes its shape.
 */
export const compaction =
  ({ provider, emulate, instructions, summaryTokens }: Compaction): Procedure =>
  (view) => {
    const index = compactionIndex(view);
    if (index !== -1) return passThrough(index)(view);
    const options = { id: "compact", instructions, maxTokens: summaryTokens };
    const made = compactByProvider({ ...options, ...(provider !== undefined && { provider }) })(view);
    if (made.status === "applied" || !emulate || isPending(made)) return made;
    const emulated = emulation(summaryTokens, instructions)(view);
    return { ...emulated, warnings: [...made.warnings, ...emulated.warnings] };
  };

const openai = compactionEndpoint("context_management compaction");
const anthropic = compactionEndpoint("compact_20260112");
const onDemand = compactionEndpoint("compaction summarize");

export const compactionParams = {
  emulate: flag(
    false,
    "If the provider's item is missing, a result of the same form replaces it: typed messages verbatim and one readable summary",
  ),
  instructions,
  summaryTokens: summaryTokens(4000),
};

export const opaque = defineStrategy(
  folding({
    id: "opaque",
    isByProvider: true,
    alsoCalled: ["opaque compression"],
    version: "2",
    product: {
      name: "OpenAI compaction and Anthropic compaction",
      version: "both services",
      date: "2026-11-22",
      read: "2026-11-22",
      source: compactionEndpoint("compaction_trigger").source,
    },
  }),
  z.object(compactionParams),
  (params) => when(always, compaction(params)),
);

export const openaiCompact = defineStrategy(
  folding({
    id: "openai-compact",
    isByProvider: true,
    product: {
      name: "OpenAI Responses compaction",
      version: openai.name,
      date: openai.asOf,
      read: openai.asOf,
      source: openai.source,
    },
  }),
  z.object({
    threshold: z
      .number()
      .int()
      .min(1)
      .nullable()
      .default(openai.trigger)
      .describe(
        "Runs automatically from this many tokens; null = only on request, because the API specifies no number",
      ),
    ...compactionParams,
  }),
  ({ threshold, ...params }) =>
    when(
      targetOr(threshold === null ? requested : compares(TOKEN_COUNT, ">=", threshold)),
      compaction({ ...params, provider: "openai" }),
    ),
);

export const anthropicCompact = defineStrategy(
  folding({
    id: "anthropic-compact",
    isByProvider: true,
    product: {
      name: "Anthropic compaction",
      version: anthropic.name,
      date: "2026-01-12",
      read: anthropic.asOf,
      source: anthropic.source,
    },
  }),
  z.object({
    threshold: whole(
      anthropic.trigger ?? 0,
      "Runs from this many tokens; the API accepts no less than 50,000",
      anthropic.leastTrigger ?? 0,
    ),
    ...compactionParams,
  }),
  ({ threshold, ...params }) =>
    when(targetOr(compares(TOKEN_COUNT, ">=", threshold)), compaction({ ...params, provider: "anthropic" })),
);

/**
 * A separate request whose answer is only the compaction block. The block goes first, in place of what it summarises.
 * Only the caller starts such a request.
 */
export const anthropicCompactOnDemand = defineStrategy(
  folding({
    id: "anthropic-compact-on-demand",
    isByProvider: true,
    product: {
      name: "Anthropic compaction",
      version: onDemand.beta ?? onDemand.name,
      date: "2026-09-04",
      read: onDemand.asOf,
      source: onDemand.source,
    },
  }),
  z.object(compactionParams),
  (params) => when(targetOr(requested), compaction({ ...params, provider: "anthropic" })),
);
