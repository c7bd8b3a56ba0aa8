import type { Readers } from "../evaluation/evidence";
import type { Environment } from "../strategies/grammar/environment";
import type { Recipe } from "../strategies/recipe/recipe";
import type { Session } from "../transcript/session";
import type { EditedTexts } from "./edited-texts";
import type { LoggedRequest } from "./logged-request";
import type { LoggedSummaries } from "./logged-summaries";
import type { SummaryBill } from "./summary-bill";
import type { UsedFacts } from "./used-facts";

/**
 * When a recipe runs: at a prompt of this many tokens or this share of the window, and again after this much growth.
 */
export type ReplayTrigger = {
  readonly tokens?: number;
  /** Share of the window; default `DEFAULT_FRACTION`. */
  readonly fraction?: number;
  /**
   * Growth in tokens before the policy may run again. By default a tenth of the threshold or of the prompt
   * after its last run, whichever is larger.
   */
  readonly regrowth?: number;
};

export type ReplayPolicy =
  /** The log itself, including its own compactions. */
  | { readonly kind: "logged"; readonly id: string }
  /** Everything is kept and nothing compacted, even beyond the window. */
  | { readonly kind: "keep-all"; readonly id: string }
  | RecipePolicy;

export type RecipePolicy = {
  readonly kind: "recipe";
  readonly id: string;
  /** The recipe to run; null for the default. */
  readonly recipe: Recipe | null;
  readonly trigger?: ReplayTrigger;
  /**
   * Target size of the entire prompt in tokens. A recipe that cannot reach it comes as close as possible; one that
   * ignores targets runs as if there were none.
   */
  readonly floor?: number;
  /**
   * The prompt is changed only if that pays within this many requests, or if it no longer fits the window. Without a
   * horizon, it is always changed.
   */
  readonly horizon?: number;
};

/** A request under a policy. Sizes are in tokens; null if the log lacks the data. */
export type ReplayRow = {
  /** Index into `Session.responses`. */
  readonly request: number;
  readonly prompt: number;
  readonly read: number | null;
  readonly written: number | null;
  readonly uncached: number | null;
  readonly output: number | null;
  /** US dollars of this request, including `summaryCost`; null without prices or usage. */
  readonly cost: number | null;
  /**
   * US dollars of the calls that wrote this firing's summaries; 0 if there were none, null without prices. 0 for the
   * log, whose cost includes its client's summaries only if the log reports those calls.
   */
  readonly summaryCost: number | null;
  /** The recipe changed the prompt before this request; for the log: the client compacted. */
  readonly fired: boolean;
  /** The change affected cached tokens. */
  readonly brokeCache: boolean;
  /** Identifiers used in the agent's answer to the previous request although nothing in its prompt contained them. */
  readonly lostFactsUsed: number;
  /** How many of the lost facts could be fetched, because the call that brought them was still in the prompt. */
  readonly reachable: number;
  /**
   * Parts that contained the lost facts, each fetched again with one more call; 0 for the log, which
   * contains those calls.
   */
  readonly fetches: number;
  /** Modelled cost of these calls in US dollars; null without prices. */
  readonly fetchCost: number | null;
};

export type ReplayTotals = {
  readonly requests: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly peakPrompt: number;
  /** Requests whose prompt exceeds the window. */
  readonly overWindow: number;
  readonly cost: number | null;
  /** Cost of summaries; null if one of them has no price. */
  readonly summaryCost: number | null;
  /** The cost with the shortest and with the longest expected summaries. */
  readonly summaryRange: { readonly least: number; readonly most: number } | null;
  /** Calls that wrote summaries. */
  readonly summaryCalls: number;
  readonly summaryTokens: number;
  /** Source of the summaries' length; null if none was written. */
  readonly summaryBasis: SummaryBill["basis"] | null;
  /** The cost is a lower bound, because some requests have no price or no complete output. */
  readonly isCostFloor: boolean;
  /** Read ÷ prompt over the requests that report both; null without any. */
  readonly readShare: number | null;
  readonly fired: number;
  /** How often a run of the recipe changed the cached prefix. */
  readonly breaks: number;
  readonly lostFactsUsed: number;
  /** Edits whose old text had been shown, and how many of them no longer had it in the prompt because of a cut. */
  readonly edits: { readonly all: number; readonly blind: number };
  readonly reachable: number;
  /** Modelled tokens of fetching lost facts that were used again. */
  readonly refetchTokens: number;
  readonly fetches: number;
  /** Modelled cost of those fetches in US dollars; null if one of them has no price. */
  readonly fetchCost: number | null;
  /** promptTokens + outputTokens + summaryTokens + refetchTokens. */
  readonly tokensPerTask: number;
  /** Failure codes that kept the recipe from running. */
  readonly failures: readonly string[];
};

export type Replay = {
  readonly policy: ReplayPolicy;
  readonly rows: readonly ReplayRow[];
  readonly totals: ReplayTotals;
};

/** Data computed once per agent of a session, and shared by all policies and firings: see `prepareReplay`. */
export type PreparedReplay = {
  readonly session: Session;
  readonly agent: string;
  readonly readers: Readers;
  readonly usedFacts: UsedFacts;
  readonly editedTexts: EditedTexts;
  readonly logged: readonly LoggedRequest[];
  /** Prompt tokens that stay if all messages are removed. */
  readonly systemTokens: number;
  readonly environmentOf: (request: LoggedRequest) => Environment;
  readonly loggedSummaries: LoggedSummaries | null;
};
