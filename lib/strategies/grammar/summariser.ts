import type { SummaryStyle } from "./summary-style";

/** What a fold wants summarised. Planned purely: the same history asks the same question, under the same key. */
export type SummaryRequest = {
  /** Equal questions about one conversation have equal keys. */
  readonly key: string;
  readonly style: SummaryStyle;
  /** What goes, as text, oldest first; an earlier summary in it is in `previous` instead. Written when it is asked for. */
  readonly transcript: () => string;
  /** An earlier summary that the new one takes in. */
  readonly previous: string | null;
  /** What the caller wants emphasised. */
  readonly instructions: string | null;
  /** Tokens that the summary may have: its own limit, what the target leaves, and less than what it stands for. */
  readonly maxTokens: number;
};

/** Codes: `summary-failed`, `summary-empty`, `summary-pending`, `summary-no-room`, and those of the one who writes it. */
export type SummaryAnswer =
  | { readonly ok: true; readonly text: string; readonly calls?: readonly ModelCall[] }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly calls?: readonly ModelCall[] };

/** One call of a model, with what it cost; null = the provider does not say, or the price is unknown. */
export type ModelCall = {
  readonly model: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** US dollars. */
  readonly cost: number | null;
  readonly ms: number;
};

/** Writes a summary, or says why not. Synchronous: what a model has to write is supplied from outside (`supplied`). */
export type Summariser = (request: SummaryRequest) => SummaryAnswer;

/** A request as plain data, for whoever can call a model. */
export type SummaryNeed = Omit<SummaryRequest, "transcript"> & { readonly transcript: string };

export type KnownSummaries = ReadonlyMap<string, SummaryAnswer>;

/**
 * The bridge to models: answers what is known already, and reports what is not. The caller has the needs answered and
 * runs the strategy again; it comes to the same question and goes on from there. The result of a run that reported a
 * need is to be thrown away.
 */
export function supplied(known: KnownSummaries, report: (need: SummaryNeed) => void): Summariser {
  return (request) => {
    const answer = known.get(request.key);
    if (answer) return answer;
    report({ ...request, transcript: request.transcript() });
    return { ok: false, code: "summary-pending", message: "the summary is still to be written" };
  };
}
