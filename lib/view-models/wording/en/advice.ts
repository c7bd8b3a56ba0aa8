import type { NoAdvice } from "@/lib/advice/advise";

/** What a person does who follows a strategy, as the beginning of a sentence. */
const DOING: Readonly<Record<string, string>> = {
  "anthropic-clear-tool-uses": "Clear tool outputs",
  "opencode-prune": "Prune old tool outputs",
  manus: "Put tool outputs aside",
  "roo-truncate": "Drop the oldest half of the messages",
  winnow: "Run winnow",
  "claude-code": "Compact",
  "codex-local": "Compact",
  "opencode-compact": "Compact",
};

export const doing = (strategy: string): string => DOING[strategy] ?? `Run ${strategy}`;

const FOLDS = new Set(["claude-code", "codex-local", "opencode-compact"]);

/** What a strategy is called in the middle of a sentence: a client's own compaction is no strategy that anybody knows. */
export const naming = (strategy: string): string => (FOLDS.has(strategy) ? "the client's own compaction" : strategy);

/** Why there is no advice, and what would settle it. `figures` is what the best policy would bring, in words. */
export const NO_ADVICE: Readonly<Record<NoAdvice | "no-cache-counters", (figures: string) => string>> = {
  "no-usage": () =>
    "This log holds no token counts of the provider, so no policy can be priced. Import a log of a client that records usage.",
  "no-cache-counters": () =>
    "This log does not say what was read from the cache, so no other policy can be priced. A log with cache counters would settle it.",
  "too-short": () => "There are fewer than 30 requests, which is too few to advise anything. Add more sessions.",
  "too-few-parts": () =>
    "There are fewer than five parts to compare, which is too few for an interval. Add more sessions.",
  "nothing-fired": () =>
    "No policy changed a prompt: the prompts stayed below every trigger. Compacting is not needed here.",
  "over-window": () =>
    "No policy that was searched could have been run here: each went over the model's window more often than this log did, or changed nothing.",
  "none-cheaper": (figures) => `No policy is cheaper than what you did. ${figures}`,
  "cannot-tell": (figures) => `It cannot be told whether compacting differently is cheaper. ${figures}`,
  "not-held-out": (figures) => `What looks cheapest does not hold on the parts it was not chosen on. ${figures}`,
};

/** What a saved advice is called after its reason, where it advises nothing. */
export const NO_ADVICE_TITLE: Readonly<Record<NoAdvice | "no-cache-counters", string>> = {
  "no-usage": "No advice: no token counts",
  "no-cache-counters": "No advice: no cache counters",
  "too-short": "No advice: under 30 requests",
  "too-few-parts": "No advice: under five parts",
  "nothing-fired": "No advice: nothing fired",
  "over-window": "No advice: every policy overflows",
  "none-cheaper": "None is cheaper than the log",
  "cannot-tell": "Cannot be told",
  "not-held-out": "Cannot be told",
};

type Tone = { readonly tone: "good" | "bad" | "open" };

/** `10 of 14 sessions surely gain, 4 cannot be told, none is surely dearer.` */
function sessionsNote(sessions: readonly Tone[]): string {
  if (sessions.length === 0) return "";
  const [good, open, bad] = (["good", "open", "bad"] as const).map(
    (wanted) => sessions.filter(({ tone }) => tone === wanted).length,
  ) as [number, number, number];
  const gain = good === 1 ? "surely gains" : "surely gain";
  const dearer = bad === 1 ? "is surely dearer" : "are surely dearer";
  return `${good} of ${sessions.length} sessions ${gain}, ${open} cannot be told, ${bad === 0 ? "none is surely dearer" : `${bad} ${dearer}`}.`;
}

export const advice = { sessionsNote };
