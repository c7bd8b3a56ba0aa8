import type { SummaryStyle } from "./summary-style";

/** A request for a summary. The same history gives the same request with the same key. */
export type SummaryRequest = {
  /** Equal questions about one conversation have equal keys. */
  readonly key: string;
  readonly style: SummaryStyle;
  /** The removed messages as text, oldest first, without an earlier summary, which is in `previous`. Computed on demand. */
  readonly transcript: () => string;
  /** An earlier summary that the new one replaces. */
  readonly previous: string | null;
  /** What the caller wants emphasised. */
  readonly instructions: string | null;
  /** The reader's own task text, in place of the style's. Absent: the style's. */
  readonly task?: string;
  /** The most tokens of the summary: within its own limit and the target, and fewer than what it replaces. */
  readonly maxTokens: number;
  /** Whether a model is to write an analysis before the summary, which is taken off it. Absent: no. */
  readonly analysis?: boolean;
};

/** Codes: `summary-failed`, `summary-empty`, `summary-pending`, `summary-no-room`, and those of the writer. */
export type SummaryAnswer =
  | {
      readonly ok: true;
      readonly text: string;
      readonly calls?: readonly ModelCall[];
      readonly warnings?: readonly { readonly code: string; readonly message: string }[];
    }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly calls?: readonly ModelCall[] };

/** One model call and its cost; null if the provider does not say, or the price is unknown. */
export type ModelCall = {
  readonly model: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
  readonly ms: number;
  /** What the model wrote in tags of an analysis before its summary; absent if it wrote nothing there. */
  readonly analysis?: string;
};

/** Writes a summary, or says why not. Synchronous: a model's summary is supplied from outside (`supplied`). */
export type Summariser = (request: SummaryRequest) => SummaryAnswer;

/** A request as plain data, for the code that can call a model. */
export type SummaryNeed = Omit<SummaryRequest, "transcript"> & { readonly transcript: string };

export type KnownSummaries = ReadonlyMap<string, SummaryAnswer>;

/**
 * The bridge to models: gives summaries that are known already and reports the missing ones. The caller gets those from a
 * model and runs the strategy again, which then reaches the same request and continues. Discard the result of a run that
 * reported a missing summary.
 */
export function supplied(known: KnownSummaries, report: (need: SummaryNeed) => void): Summariser {
  return (request) => {
    const answer = known.get(request.key);
    if (answer) return answer;
    report({ ...request, transcript: request.transcript() });
    return { ok: false, code: "summary-pending", message: "the summary is still to be written" };
  };
}
