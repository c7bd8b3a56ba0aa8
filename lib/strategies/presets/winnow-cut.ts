import type { Edit } from "../../conversation/edit";
import { type Part, partText } from "../../conversation/part";
import { artifactIndex } from "../facts/artifact-index";
import { excerptLines, namedLines } from "../facts/excerpt";
import { ShownNames } from "../facts/shown-names";
import { type Ceiling, TOKENS } from "../grammar/ceiling";
import { step, until } from "../grammar/combinators";
import { keepLoops, noInflation, reportShortenedLoops } from "../grammar/guards";
import { oldestDialogue } from "../grammar/oldest-dialogue";
import { NOTHING, type Procedure } from "../grammar/procedure";
import type { Target } from "../grammar/selectors";
import { drop, mapStrings, rewrite, type Transform, withOutput } from "../grammar/transforms";
import type { View } from "../grammar/view";
import { type CandidateRule, candidatesOf } from "./winnow-candidates";
import { type Candidate, oncePerCandidate, RANK } from "./winnow-plan";
import { belowText, isPutAside, leave, putAsidePart } from "./winnow-put-aside";

export type CutRule = CandidateRule & {
  /**
   * A prompt of this many tokens is cut to `floor`, if that is set. 0 means that a prompt is cut only if it does not
   * fit the window.
   */
  readonly trigger: number;
  /** 0: not set. */
  readonly floor: number;
  /** Maximum tokens for names in the index of dropped content; less if the limit is below `FULL_INDEX`. */
  readonly indexNames: number;
};

/** A prompt beyond the window is cut to this share of it. */
const WINDOW_SHARE = 0.6;
/** Prompts of at least this many tokens get the full index of names. */
const FULL_INDEX = 60_000;
/**
 * Maximum sizes of the index of dropped content (without its names) and of its list of references, each as a share of
 * the limit and in tokens.
 */
const INDEX_SHARE = 0.05;
const INDEX_TOKENS = 1500;
const REFERENCE_SHARE = 0.005;
const REFERENCE_TOKENS = 500;
/** Outputs of at least this many characters are removed if the limit requires it. */
const SMALL_OUTPUT = 300;

/** Cuts the prompt to a given target or floor, or to fit the window. Removes more than Winnow would otherwise. */
export const cutDown =
  (rule: CutRule): Procedure =>
  (view) => {
    const limit = limitOf(view, rule);
    const isSteady = view.environment.budget.target === undefined;
    return limit === null ? NOTHING : ladder(rule, limit, isSteady)(view);
  };

function limitOf(view: View, rule: CutRule): number | null {
  const { window, reserve, target } = view.environment.budget;
  const room = window === null ? Number.POSITIVE_INFINITY : Math.max(1, window - reserve);
  if (target !== undefined) return Math.min(room, target);
  const isSet = rule.floor > 0 && rule.trigger > 0;
  const trigger = isSet ? Math.min(rule.trigger, room) : room;
  const tokens = view.tokens();
  if (tokens < trigger || trigger === Number.POSITIVE_INFINITY) return null;
  const floor = Math.floor(trigger * WINDOW_SHARE);
  return tokens - wholeSteps(tokens, trigger, isSet ? Math.min(rule.floor, floor) : floor);
}

/**
 * Tokens to remove: as many whole steps from trigger to floor as bring the prompt below the trigger. While a history
 * grows by less than a step, the same tokens are removed from its front, so that callers who send all of it each time
 * keep their cache.
 */
function wholeSteps(tokens: number, trigger: number, floor: number): number {
  const size = Math.max(1, trigger - floor);
  return (Math.floor((tokens - trigger) / size) + 1) * size;
}

/** Ordered by information lost, least first. Each rung runs only as far as the limit requires. */
function ladder(rule: CutRule, limit: number, isSteady: boolean): Procedure {
  const ceiling: Ceiling = { measure: TOKENS, limit };
  const index = Math.min(INDEX_TOKENS, Math.floor(limit * INDEX_SHARE));
  const names = Math.min(rule.indexNames, Math.floor(limit * (rule.indexNames / FULL_INDEX)));
  const references = Math.min(REFERENCE_TOKENS, Math.floor(limit * REFERENCE_SHARE));
  const fold = { select: oldestDialogue, transform: drop };
  const all = { ...rule, minCharacters: SMALL_OUTPUT, takesAnswers: true };
  // Between two cuts to a floor the front must not change, so later rungs must not depend on the newest content.
  const newer = [
    putAsideAll("put-aside-newer", { ...all, keepNewest: 1 }, ceiling),
    thinExcerpts("thin", 0.3, ceiling),
  ];
  return until(ceiling, [
    putAsideAll("put-aside-large", rule, ceiling),
    putAsideAll("put-aside-all", all, ceiling),
    ...(isSteady ? [] : newer),
    step({
      ...fold,
      id: "fold",
      guards: [reportShortenedLoops, artifactIndex(index, names, references)],
      ceiling: { measure: TOKENS, limit: limit - index - names },
    }),
    ...(isSteady ? [thinExcerpts("thin", 0.3, ceiling)] : []),
    thinExcerpts("bare", 0, ceiling),
    step({
      ...fold,
      id: "drop-oldest",
      guards: [reportShortenedLoops, artifactIndex(index)],
      ceiling: { measure: TOKENS, limit: limit - index },
    }),
  ]);
}

/**
 * Puts candidates aside even if that does not pay, least needed first, then oldest, until the prompt fits the ceiling.
 */
const putAsideAll =
  (id: string, rule: CandidateRule, ceiling: Ceiling): Procedure =>
  (view) => {
    const orderOf = ({ rank }: Candidate) => Math.max(rank, RANK.output);
    const round = oncePerCandidate(candidatesOf(view, rule)).sort((a, b) => orderOf(a) - orderOf(b) || a.at - b.at);
    return step({
      id,
      select: () =>
        round.map(({ part, reason }): Target => ({ parts: [part.id], reason: `${reason}: over the ceiling` })),
      transform: putAsideTogether(round, rule.excerpt, view),
      // Only dropped parts can break a tool loop, and finding loops costs a pass over the entire history.
      guards: round.some(({ part }) => part.type === "reasoning") ? [keepLoops] : [],
      ceiling,
    })(view);
  };

/**
 * Drops reasoning, and replaces other parts with a reference and an excerpt. See `putAside` for what counts as shown.
 */
function putAsideTogether(round: readonly Candidate[], share: number, view: View): Transform {
  const shown = new ShownNames(view);
  let isFirst = true;
  return {
    needs: "store",
    apply: (target, _, stepId): readonly Edit[] => {
      if (isFirst) {
        shown.readTo(view.entries().length);
        for (const { part } of round) shown.remove(part);
        isFirst = false;
      }
      const part = view.entry(target.parts[0] ?? "")?.part as Part;
      if (part.type === "reasoning") return drop.apply(target, view, stepId);
      const edit = putAsidePart(part, shown, share, { view, stepId, reason: target.reason });
      if (!edit) shown.putBack(part);
      return edit ? [edit] : [];
    },
  };
}

/**
 * Shortens excerpts to this share of their length, oldest first, while the prompt exceeds the ceiling. References stay.
 */
const thinExcerpts =
  (id: string, share: number, ceiling: Ceiling): Procedure =>
  (view) => {
    const safe = view.protectedIds();
    const shown = new ShownNames(view);
    shown.readTo(view.entries().length);
    return step({
      id,
      select: () =>
        view
          .entries()
          .flatMap(({ part }) =>
            !safe.has(part.id) && isPutAside(part) ? [{ parts: [part.id], reason: "excerpt: over the ceiling" }] : [],
          ),
      transform: rewrite((part) => thinned(part, shown, share)),
      guards: [noInflation],
      ceiling,
    })(view);
  };

const HEAD = /^\[[^\n]* put aside as out_[0-9a-f]+;[^\n]*/;
const BELOW = /, some below(?=\]$)/;

/** A put-aside part with its excerpt shortened to this share; null without an excerpt. */
function thinned(part: Part, shown: ShownNames, share: number): Part | null {
  shown.remove(part);
  const shorten = (text: string) => shortenExcerpt(text, shown, share);
  const changed = mapTexts(part, shorten);
  shown.putBack(changed ?? part);
  return changed;
}

function shortenExcerpt(text: string, shown: ShownNames, share: number): string {
  const head = HEAD.exec(text)?.[0];
  if (head === undefined || head.length === text.length) return text;
  const excerpt = text.slice(head.length + 1);
  const { names, has } = shown;
  const lines = share === 0 ? [] : excerptLines(namedLines(excerpt, names), names, has, excerpt.length * share);
  return leave(head.replace(BELOW, belowText(lines.length)), lines);
}

/** The part with its texts changed; null if none changes. */
function mapTexts(part: Part, change: (text: string) => string): Part | null {
  if (part.type === "tool-call") {
    const { inputText: _, ...kept } = part;
    const input = mapStrings(part.input, change);
    return JSON.stringify(input) === JSON.stringify(part.input) ? null : { ...kept, input };
  }
  if (part.type !== "tool-result" && part.type !== "text") return null;
  const text = partText(part);
  const changed = change(text);
  if (changed === text) return null;
  return part.type === "text" ? { ...part, text: changed } : withOutput(part, changed);
}
