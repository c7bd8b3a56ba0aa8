import type { SummaryStyle } from "./summary-style";

/** A summary request. The same history gives the same request and key. */
export type SummaryRequest = {
  /** Equal requests about one conversation have equal keys. */
  readonly key: string;
  readonly style: SummaryStyle;
  /** The removed messages as text, oldest first, without an earlier summary (see `previous`). Computed on demand. */
  readonly transcript: () => string;
  /** An earlier summary that the new one replaces. */
  readonly previous: string | null;
  /** What the caller wants emphasised. */
  readonly instructions: string | null;
  /** The user's task text, which replaces the style's. */
  readonly task?: string;
  /** Maximum tokens of the summary: within its own limit and the target, and fewer than what it replaces. */
  readonly maxTokens: number;
  /** True if a model should write an analysis before the summary. The analysis is then removed. */
  readonly analysis?: boolean;
};

/** Codes: `summary-failed`, `summary-empty`, `summary-pending`, `summary-no-room`, and the writer's own. */
export type SummaryAnswer =
  | {
      readonly ok: true;
      readonly text: string;
      readonly calls?: readonly ModelCall[];
      readonly warnings?: readonly { readonly code: string; readonly message: string }[];
    }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly calls?: readonly ModelCall[] };

/** One model call and its cost; null if the provider does not report it or the price is unknown. */
export type ModelCall = {
  readonly model: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
  readonly ms: number;
  /** The model's tagged analysis before its summary; absent if there was none. */
  readonly analysis?: string;
};

/** Writes a summary or returns a reason. Synchronous: a model's summary is supplied from outside (`supplied`). */
export type Summariser = (request: SummaryRequest) => SummaryAnswer;

/** A request as plain data, for the code that can call a model. */
export type SummaryNeed = Omit<SummaryRequest, "transcript"> & { readonly transcript: string };

export type KnownSummaries = ReadonlyMap<string, SummaryAnswer>;

/**
 * The bridge to models: returns known summaries and reports missing ones. The caller gets those from a model
 * and runs the strategy again, which reaches the same request and continues. The caller must discard the
 * result of a run that reported a missing summary.
 */
export function supplied(known: KnownSummaries, report: (need: SummaryNeed) => void): Summariser {
  return (request) => {
    const answer = known.get(request.key);
    if (answer) return answer;
    report({ ...request, transcript: request.transcript() });
    return { ok: false, code: "summary-pending", message: "the summary is still to be written" };
  };
}
