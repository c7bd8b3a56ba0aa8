import type { CompressBody } from "../api/schemas/compress-body";
import type { WireFormat } from "../formats";
import type { SavedPrompt, SummaryRules } from "../strategies/grammar/environment";
import {
  type ItemAnswer,
  type ItemMaker,
  type ItemProvider,
  type ItemRequest,
  suppliedItems,
} from "../strategies/grammar/item-maker";
import {
  type ModelCall,
  type Summariser,
  type SummaryAnswer,
  type SummaryNeed,
  supplied,
} from "../strategies/grammar/summariser";
import { type ShownPrompt, shownPrompt } from "../strategies/summaries/prompt";

/** Summary input at the start of a call: the model to use, and the answers of earlier rounds by key. */
export type SummaryInput = {
  readonly defaultModel: string | null;
  /** Task texts that the reader saved, for recipes that refer to them. */
  readonly saved?: readonly SavedPrompt[];
  readonly answers: readonly (readonly [string, SummaryAnswer])[];
  /** Compaction items made by a provider. */
  readonly items?: readonly (readonly [string, ItemAnswer])[];
  /** Why no more summaries can be written. Missing ones then fail for this reason, so the call gets an answer. */
  readonly ended?: string;
};

/** Summaries and items that a model must produce first, all with the same model. */
export type ModelNeeds = {
  readonly model: string;
  readonly summaries: readonly SummaryNeed[];
  readonly items?: readonly ItemRequest[];
};

const NONE: SummaryInput = { defaultModel: null, answers: [] };

type SummaryFields = Partial<Pick<CompressBody, "summarizer" | "instructions" | "input">>;

/** The summaries available to the strategies of a call, and those found to be missing. */
export type SummaryDesk = {
  readonly rules: SummaryRules;
  /** The missing summaries; null if there are none. */
  readonly missing: () => ModelNeeds | null;
  /** Warnings about summaries that the body requests and that are not possible here. */
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly calls: readonly ModelCall[];
  /** Returns the distinct prompts of summaries requested since it was last called. */
  readonly takePrompts: () => readonly ShownPrompt[];
};

const NO_ANALYSIS = {
  code: "analysis-by-rule",
  message: "summarizer.analysis has no effect: summaries are written by rule here, and only a model writes an analysis",
};

/**
 * Uses the body's model, otherwise the server's. With `extractive` or without a model, rules write the summaries.
 * `format` is the conversation's, for items.
 */
export function summaryDesk(
  { summarizer, instructions, input }: SummaryFields,
  given: SummaryInput = NONE,
  format: WireFormat | null = null,
): SummaryDesk {
  const asked = typeof summarizer === "object" ? summarizer : { model: summarizer };
  const chosen = asked.model ?? given.defaultModel;
  const model = chosen === "extractive" ? null : chosen;
  const needs = new Map<string, SummaryNeed>();
  const items = new Map<string, ItemRequest>();
  let prompts = new Map<string, ShownPrompt>();
  return {
    rules: {
      ...(model !== null && { summarise: summariserOf(given, (need) => needs.set(need.key, need)) }),
      // Together with `input`, `instructions` is the system prompt of the Responses API.
      ...(instructions !== undefined && input === undefined && { instructions }),
      ...(asked.max_tokens !== undefined && { maxTokens: asked.max_tokens }),
      ...(asked.analysis !== undefined && { analysis: asked.analysis }),
      ...(given.saved !== undefined && { saved: given.saved }),
      onAsked: (request) => {
        const prompt = shownPrompt(request);
        prompts.set(Object.values(prompt).join("\n"), prompt);
      },
      items: itemMaker({ model, format }, given, (request) => items.set(request.key, request)),
    },
    missing: () =>
      model === null || needs.size + items.size === 0
        ? null
        : { model, summaries: [...needs.values()], items: [...items.values()] },
    warnings: asked.analysis === true && model === null ? [NO_ANALYSIS] : [],
    takePrompts: () => {
      const taken = [...prompts.values()];
      prompts = new Map();
      return taken;
    },
    calls: [...given.answers, ...(given.items ?? [])].flatMap(([, answer]) => answer.calls ?? []),
  };
}

function summariserOf({ answers, ended }: SummaryInput, report: (need: SummaryNeed) => void): Summariser {
  const written = new Map(answers);
  if (ended === undefined) return supplied(written, report);
  return ({ key }) => written.get(key) ?? { ok: false, code: "summary-failed", message: ended };
}

/** The only format that can contain each provider's items. */
const FORMAT_OF: Readonly<Record<ItemProvider, WireFormat>> = {
  openai: "openai-responses",
  anthropic: "anthropic",
};

function itemMaker(
  { model, format }: { readonly model: string | null; readonly format: WireFormat | null },
  { items, ended }: SummaryInput,
  report: (request: ItemRequest) => void,
): ItemMaker {
  const provider = /^(openai|anthropic)\//.exec(model ?? "")?.[1] as ItemProvider | undefined;
  if (provider === undefined)
    return {
      reason:
        "only a provider can make a compaction item: set WINNOW_SUMMARY_MODEL, or name a summarizer, openai/… or anthropic/…",
    };
  if (FORMAT_OF[provider] !== format)
    return {
      reason: `a compaction item of ${provider} can only stand in ${FORMAT_OF[provider]}, and this is ${format ?? "another format"}`,
    };
  const made = new Map(items);
  if (ended === undefined) return suppliedItems(provider, made, report);
  return { provider, make: ({ key }) => made.get(key) ?? { ok: false, code: "item-failed", message: ended } };
}
