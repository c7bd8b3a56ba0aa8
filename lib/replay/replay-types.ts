import type { Readers } from "../evaluation/evidence";
import type { Environment } from "../strategies/grammar/environment";
import type { Recipe } from "../strategies/recipe/recipe";
import type { Session } from "../transcript/session";
import type { LoggedRequest } from "./logged-request";

/** When a recipe runs: at a prompt of so many tokens or such a share of the window, and again after that much growth. */
export type ReplayTrigger = {
  readonly tokens?: number;
  /** Of the window; 0.8 where nothing is said. */
  readonly fraction?: number;
  /** Growth since it last ran before it may run again; a tenth of the threshold or of what it left, the larger, where nothing is said. */
  readonly regrowth?: number;
};

export type ReplayPolicy =
  /** As the log has it, its own compactions included. */
  | { readonly kind: "logged"; readonly id: string }
  /** Everything kept, nothing compacted, whatever the window. */
  | { readonly kind: "keep-all"; readonly id: string }
  | { readonly kind: "recipe"; readonly id: string; readonly recipe: Recipe | null; readonly trigger?: ReplayTrigger };

/** One request under a policy. Tokens; null where the log does not say enough. */
export type ReplayRow = {
  /** Index into `Session.responses`. */
  readonly request: number;
  readonly prompt: number;
  readonly read: number | null;
  readonly written: number | null;
  readonly uncached: number | null;
  readonly output: number | null;
  /** US dollars of this request; null without prices or usage. */
  readonly cost: number | null;
  /** The recipe changed the prompt before this request; of the log: the client compacted. */
  readonly fired: boolean;
  /** That changed what had been cached. */
  readonly brokeCache: boolean;
  /** Identifiers that were lost before and that the agent used in answering the request before this one. */
  readonly regretted: number;
  /** Parts that held them, each fetched again by one more call; 0 of the log, whose own calls did so. */
  readonly fetches: number;
  /** US dollars, modelled: what these calls would cost; null without prices. */
  readonly fetchCost: number | null;
};

export type ReplayTotals = {
  readonly requests: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly peakPrompt: number;
  /** Requests whose prompt is over the window. */
  readonly overWindow: number;
  readonly cost: number | null;
  /** Some requests have no price or no whole output, so that the cost is a lower bound. */
  readonly isCostFloor: boolean;
  /** Read / prompt over the requests that report both; null without. */
  readonly readShare: number | null;
  readonly fired: number;
  /** Times that a firing changed the cached prefix. */
  readonly breaks: number;
  readonly regretted: number;
  /** Modelled: what fetching the regretted things again would have taken. */
  readonly refetchTokens: number;
  readonly fetches: number;
  /** US dollars, modelled: those fetches as calls; null where one of them has no price. */
  readonly fetchCost: number | null;
  /** promptTokens + outputTokens + refetchTokens. */
  readonly tokensPerTask: number;
  /** The recipe could not run, by code of its failure. */
  readonly failures: readonly string[];
};

export type Replay = {
  readonly policy: ReplayPolicy;
  readonly rows: readonly ReplayRow[];
  readonly totals: ReplayTotals;
};

/** Shared by all policies of one replay. */
export type ReplayInput = {
  readonly session: Session;
  readonly agent: string;
  readonly readers: Readers;
  readonly logged: readonly LoggedRequest[];
  readonly environmentOf: (request: LoggedRequest) => Environment;
};
