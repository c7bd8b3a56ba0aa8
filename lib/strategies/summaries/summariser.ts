import type { View } from "../view";
import type { SummaryStyle } from "./styles";
import { transcriptOf } from "./transcript-text";

/** What a fold wants summarised. Planned purely: the same history asks the same question, under the same key. */
export type SummaryRequest = {
  readonly style: SummaryStyle;
  /** Ids of the parts that go, oldest first; an earlier summary among them is in `previous` instead. */
  readonly parts: readonly string[];
  readonly view: View;
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
export type SummaryNeed = {
  /** Equal questions about one conversation have equal keys. */
  readonly key: string;
  readonly style: SummaryStyle;
  readonly transcript: string;
  readonly previous: string | null;
  readonly instructions: string | null;
  readonly maxTokens: number;
};

export type KnownSummaries = ReadonlyMap<string, SummaryAnswer>;

/**
 * The bridge to models: answers what is known already, and reports what is not. The caller has the needs answered and
 * runs the strategy again; it comes to the same question and goes on from there. The result of a run that reported a
 * need is to be thrown away.
 */
export function supplied(known: KnownSummaries, report: (need: SummaryNeed) => void): Summariser {
  return (request) => {
    const key = keyOf(request);
    const answer = known.get(key);
    if (answer) return answer;
    const { style, previous, instructions, maxTokens } = request;
    report({ key, style, transcript: transcriptOf(request.parts, request.view), previous, instructions, maxTokens });
    return { ok: false, code: "summary-pending", message: "the summary is still to be written" };
  };
}

const keyOf = ({ style, parts, previous, instructions, maxTokens }: SummaryRequest): string =>
  JSON.stringify([style.id, parts, previous, instructions, maxTokens]);
