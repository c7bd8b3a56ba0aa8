import { z } from "zod";
import { type ToolResultPart, toolOutputText } from "../../conversation/part";
import { artifactIndex } from "../artifact-index";
import { TOKENS } from "../ceiling";
import { pipe, step, until, when } from "../combinators";
import { keepLoops, reportShortenedLoops } from "../guards";
import { oldestDialogue } from "../oldest-dialogue";
import { whole } from "../params";
import { PUT_ASIDE, writePreview } from "../put-aside";
import { duplicateCalls, staleReads, supersededReads } from "../relations";
import { type Candidate, planRewrites, type RewriteRule } from "../rewrite-plan";
import { callOf, type Selector, selectResults, toolResults } from "../selectors";
import { defineStrategy, deterministic } from "../strategy";
import { factsOf } from "../tool-facts";
import { drop, externalise } from "../transforms";
import { always } from "../triggers";
import type { View } from "../view";
import { selectOldReasoning } from "./anthropic";

const LIMITS = { logLines: 10, entries: 5, fields: 10, headLines: 5, lineCharacters: 160, characters: 800 };
/** What a put-aside output leaves in tokens, about: its first line, and for a large one a short preview. */
const NEEDLESS_LEFT = 45;
const LARGE_LEFT = 250;
/** Needless outputs below this many characters are not worth a reference. */
const MIN_NEEDLESS = 300;
/** Share of the ceiling that the artifact index may take. */
const INDEX_SHARE = 0.05;

const textOf = (result: ToolResultPart) => toolOutputText(result.output);

const canGo = (result: ToolResultPart) =>
  !result.isError && result.output.every(({ type }) => type === "text") && !PUT_ASIDE.test(textOf(result));

type Rule = RewriteRule & { readonly minCharacters: number; readonly keepNewest: number };

/** Needless outputs (repeated calls, reads that were overtaken) and large old ones, each with what makes it so. */
function candidatesOf(view: View, { minCharacters, keepNewest }: Rule): Candidate[] {
  const indexOf = new Map(view.entries().map(({ part }, index) => [part.id, index]));
  const results = toolResults(view);
  const relations = [duplicateCalls(), supersededReads, staleReads].flatMap((select) => select(view));
  const needless = new Map(relations.map((target) => [target.parts[0] as string, target]));
  const safe = view.protectedIds();
  const place = (id: string) => indexOf.get(id) ?? 0;
  return results.flatMap((result, index): Candidate[] => {
    const overtaken = needless.get(result.id);
    const later = results[index + keepNewest];
    const least = overtaken ? MIN_NEEDLESS : minCharacters;
    if (!later || safe.has(result.id) || !canGo(result) || textOf(result).length < least) return [];
    return [
      {
        result,
        reason: overtaken?.reason ?? "large-output",
        at: place(result.id),
        knownAt: Math.max(place(later.id), overtaken?.by === undefined ? 0 : place(overtaken.by)),
        tokensLeft: overtaken ? NEEDLESS_LEFT : LARGE_LEFT,
      },
    ];
  });
}

const selectPaying =
  (rule: Rule): Selector =>
  (view) =>
    planRewrites(view, candidatesOf(view, rule), rule).map(({ partId, reason }) => ({ parts: [partId], reason }));

/** A large output leaves a preview, a needless one says why it is needless. */
const putAside = externalise((result, view) => {
  const name = view.toolNameOf(result) ?? "tool";
  const call = callOf(result, view);
  const paths = call ? factsOf(call).paths.join(", ") : "";
  const text = textOf(result);
  // A preview of more than a quarter would hardly save anything.
  const characters = Math.min(LIMITS.characters, Math.floor(text.length / 4));
  return writePreview(paths === "" ? name : `${name} ${paths}`, text, { ...LIMITS, characters });
});

const selectOld = (minCharacters: number, keepNewest: number): Selector => {
  const select = selectResults("over-budget", (result) => canGo(result) && textOf(result).length >= minCharacters);
  return (view) => {
    const kept = new Set(
      toolResults(view)
        .slice(-keepNewest)
        .map(({ id }) => id),
    );
    return select(view).filter(({ parts }) => !parts.some((id) => kept.has(id)));
  };
};

export const winnow = defineStrategy(
  deterministic({
    id: "winnow",
    title: "Winnow: cache-aware composite",
    family: "in-place",
    product: { name: "Winnow", version: "1", source: "docs/strategies.md" },
    reversible: false,
    cache: "rewrites-suffix",
  }),
  z.object({
    minCharacters: whole(2000, "Outputs of at least this many characters are large", 1),
    keepNewest: whole(3, "Newest tool results that stay in full", 1),
    horizon: whole(20, "Requests within which a rewrite of cached tokens must pay", 1),
    batch: whole(5, "Decisions are made only every this many tool results", 1),
  }),
  (rule, { budget }) => {
    const window = budget.window === null ? Number.POSITIVE_INFINITY : Math.max(1, budget.window - budget.reserve);
    const limit = Math.min(window, budget.target ?? Number.POSITIVE_INFINITY);
    const ceiling = { measure: TOKENS, limit };
    const room = Math.min(1500, Math.floor(limit * INDEX_SHARE));
    const fold = { select: oldestDialogue, transform: drop };
    return when(
      always,
      pipe(
        step({ id: "put-aside", select: selectPaying(rule), transform: putAside }),
        until(ceiling, [
          step({
            id: "put-aside-large",
            select: selectOld(rule.minCharacters, rule.keepNewest),
            transform: putAside,
            ceiling,
          }),
          step({ id: "put-aside-all", select: selectOld(MIN_NEEDLESS, rule.keepNewest), transform: putAside, ceiling }),
          step({
            id: "drop-old-reasoning",
            select: selectOldReasoning(1),
            transform: drop,
            guards: [keepLoops],
            ceiling,
          }),
          step({
            ...fold,
            id: "fold",
            guards: [reportShortenedLoops, artifactIndex(room)],
            ceiling: { measure: TOKENS, limit: limit - room },
          }),
          step({ ...fold, id: "drop-oldest", guards: [reportShortenedLoops], ceiling }),
        ]),
      ),
    );
  },
);
