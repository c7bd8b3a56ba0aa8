import * as z from "zod";
import { oncePerPart } from "../../conversation/once-per-part";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { callFacts } from "../../tools/call-facts";
import { recitePlan } from "../facts/recite-plan";
import { pipe, step, when } from "../grammar/combinators";
import { flag, share, whole } from "../grammar/params";
import { callOf, isFailure, type Selector, toolResults } from "../grammar/selectors";
import { defineStrategy, deterministic } from "../grammar/strategy";
import { externalise, maskOutput, type Transform } from "../grammar/transforms";
import { always } from "../grammar/triggers";
import type { View } from "../grammar/view";
import { FORMS, LEFT_OUT } from "../previews/put-aside";
import { cachedParts } from "./cached-parts";

/** Where to fetch the content again: "at" a URL or "in" a file; null if unknown. */
function addressOf(result: ToolResultPart, view: View): string | null {
  const call = callOf(result, view);
  const facts = call && callFacts(call, view.conversation.tools);
  if (facts?.url) return `at ${facts.url}`;
  return facts?.operation === "read" && facts.paths.length > 0 ? `in ${facts.paths.join(", ")}` : null;
}

/** Replaces content with its address if there is one. Other content is put aside; without a store it stays. */
const leaveAddress = (isVaried: boolean): Transform => ({
  apply: (target, view, stepId) => {
    const form = isVaried ? formOf(target.parts[0], view) : FORMS[0];
    const byAddress = maskOutput((result) => {
      const address = addressOf(result, view);
      return address === null ? null : `[${form} still ${address}]`;
    }).apply(target, view, stepId);
    if (byAddress.length > 0 || !view.environment.store) return byAddress;
    const aside = externalise(() => (id) => `[${form} still kept as ${id}; read it with get_tool_output]`);
    return aside.apply(target, view, stepId);
  },
});

/** Chooses the wording by the result's number in the history, which stays the same as the history grows. */
const formOf = (part: string | undefined, view: View): string =>
  FORMS[(placesOf(view).get(part ?? "") ?? 0) % FORMS.length] ?? FORMS[0];

const placesOf = oncePerPart(
  (view: View): ReadonlyMap<string, number> => new Map(toolResults(view).map(({ id }, place) => [id, place])),
);

type Rule = {
  readonly minCharacters: number;
  readonly keepNewest: number;
  readonly batch: number;
  readonly engage: number;
};

/**
 * Selects large tool results without an error, in whole batches, so that the prompt's prefix changes only once every
 * `batch` results. Cached content stays until more than the share `engage` of the window is full.
 */
const selectLarge =
  ({ minCharacters, keepNewest, batch, engage }: Rule): Selector =>
  (view) => {
    const results = toolResults(view);
    const end = Math.max(0, Math.floor(results.length / batch) * batch - keepNewest);
    const frozen = isFull(view, engage) ? new Set<string>() : cachedParts(view);
    return results.slice(0, end).flatMap((result) => {
      const text = toolOutputText(result.output);
      const isLarge = text.length >= minCharacters && result.output.every(({ type }) => type === "text");
      const isKept = isFailure(result, view) || frozen.has(result.id) || LEFT_OUT.test(text);
      return isLarge && !isKept ? [{ parts: [result.id], reason: "recoverable" }] : [];
    });
  };

function isFull(view: View, share: number): boolean {
  const { window, target } = view.environment.budget;
  const limit = target ?? (window === null ? Number.POSITIVE_INFINITY : window * share);
  return view.tokens() > limit;
}

/** Puts old tool outputs aside, as Manus describes. */
export const manus = defineStrategy(
  deterministic({
    id: "manus",
    version: "2",
    alsoCalled: ["the file system as context", "recitation", "todo.md"],
    family: "in-place",
    product: {
      name: "Manus",
      version: "essay of July 2025",
      date: "2025-07-18",
      read: "2026-11-22",
      source: "https://manus.im/blog/Context-Engineering-for-AI-Agents-Lessons-from-Building-Manus",
    },
    cache: "rewrites-suffix",
  }),
  z.object({
    minCharacters: whole(1000, "Observations of at least this many characters lose their content", 1),
    keepNewest: whole(3, "Number of newest observations to keep"),
    batch: whole(5, "The view changes only once per this many observations", 1),
    engage: share(0.8, "Cached content stays unchanged until more than this share of the window is full"),
    recite: flag(true, "Repeats the current plan at the end of the prompt"),
    vary: flag(
      false,
      "Varies the wording of neighbouring placeholders, so that the model does not imitate their pattern",
    ),
  }),
  ({ recite, vary, ...rule }) => {
    const mask = step({ id: "leave-address", select: selectLarge(rule), transform: leaveAddress(vary) });
    return when(always, recite ? pipe(mask, recitePlan) : mask);
  },
);
