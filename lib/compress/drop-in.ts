import { type HeadroomAnswer, type HeadroomBody, headroomBody } from "../api/schemas/drop-in";
import { CONVERSATION_FIELDS } from "../api/whole-body";
import { problemOfZod } from "../api/zod-problem";
import { checkJson } from "../conversation/check-json";
import { asResult, type CallResult } from "./call";
import { compressRequest } from "./compress-request";
import type { Surroundings } from "./surroundings";

/**
 * Handles calls in the shapes of other products: translates each call into Winnow's shape, and Winnow's answer back.
 */

type Fields = Readonly<Record<string, unknown>>;

/** The fields of Winnow's answer that a translation uses. */
type Account = {
  readonly stats: {
    readonly tokens_before: number;
    readonly tokens_after: number;
    readonly tokens_saved: number;
    readonly steps: readonly { readonly id: string; readonly edits: number }[];
  };
  readonly refs: readonly { readonly id: string }[];
};

/** Calls no model, because a client of another product has not requested one. */
const OURS = { summarizer: "extractive" };

/**
 * POST /v1/compress. For an unreachable budget it returns the best result, because this product's clients rely on that.
 */
export const headroomRequest = (
  body: unknown,
  strategy: string | null,
  surroundings: Surroundings,
): Promise<CallResult> =>
  asResult(async () => {
    const parsed = checkJson(headroomBody, body);
    if (!parsed.success) throw problemOfZod(parsed.error);
    const { messages, model } = parsed.data;
    const ours = { ...OURS, ...(strategy !== null && { strategy }), ...settingsOf(parsed.data) };
    const call = (winnow: Fields) => compressRequest({ messages, model, winnow }, {}, surroundings);
    const first = await call(ours);
    const nearest = first.ok ? undefined : first.error.options.extra?.best_achievable_tokens;
    const result = typeof nearest === "number" ? await call({ ...ours, target: { tokens: nearest } }) : first;
    if (!result.ok) throw result.error;
    const { messages: kept, winnow } = result.value.answer as { messages: unknown[]; winnow: Account };
    return { answer: headroomAnswerOf(kept, winnow), needs: null };
  });

function settingsOf({ token_budget, config }: HeadroomBody): Fields {
  const { target_ratio, protect_recent, frozen_message_count } = config ?? {};
  const protect = {
    ...(protect_recent && { last: protect_recent }),
    ...(frozen_message_count && { first: frozen_message_count }),
  };
  const target = token_budget ? { tokens: token_budget } : target_ratio ? { fraction: target_ratio } : undefined;
  return { ...(target && { target }), ...(Object.keys(protect).length > 0 && { protect }) };
}

function headroomAnswerOf(messages: unknown[], { stats, refs }: Account): HeadroomAnswer {
  const { tokens_before, tokens_after, tokens_saved } = stats;
  const steps = stats.steps.filter(({ edits }) => edits > 0);
  return {
    messages,
    tokens_before,
    tokens_after,
    tokens_saved,
    compression_ratio: tokens_before === 0 ? 1 : tokens_after / tokens_before,
    transforms_applied: steps.map(({ id }) => `winnow:${id}`),
    transforms_summary: Object.fromEntries(steps.map(({ id, edits }) => [`winnow:${id}`, edits])),
    ccr_hashes: refs.map(({ id }) => id.replace(/^out_/, "")),
  };
}

export type CompactOptions = { readonly strategy: string | null; readonly preset: string | null };

/** POST /compact: returns the body with a smaller conversation and without Winnow's fields. */
export const compactRequest = (
  body: unknown,
  { strategy, preset }: CompactOptions,
  surroundings: Surroundings,
): Promise<CallResult> =>
  asResult(async () => {
    const own = preset === "codesmart" || preset === "codesafe" ? { id: "context-guru", params: { preset } } : null;
    const recipe = strategy ?? own;
    const winnow = { ...OURS, ...(recipe !== null && { strategy: recipe }) };
    const result = await compressRequest({ ...(body as Fields), winnow }, {}, surroundings);
    if (!result.ok) throw result.error;
    const { winnow: _, ...smaller } = result.value.answer as { readonly winnow: Account };
    return { answer: inOrderOf(body as Fields, smaller), needs: null };
  });

/** Keys in the order in which they were sent, because a provider's cache may depend on the exact bytes. */
function inOrderOf(sent: Fields, smaller: Fields): Fields {
  const names = [...new Set([...Object.keys(sent), ...CONVERSATION_FIELDS])].filter((name) => name in smaller);
  return Object.fromEntries(names.map((name) => [name, smaller[name]]));
}
