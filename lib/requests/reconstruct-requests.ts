import type { TokenLedger } from "../ledger/build-token-ledger";
import type { ContentKind } from "../ledger/content-kind";
import type { TokenCount } from "../ledger/token-count";
import { type PromptSpan, promptSpans } from "../transcript/context-at";
import type { ReportedLimits, Session } from "../transcript/session";
import type { Usage } from "../transcript/usage";
import { capturedSums } from "./captured-sums";
import { fitComposition, fitExact } from "./fit-composition";
import { visibleSums } from "./visible-sums";

/** One API call, as far as the log shows it. */
export type ModelRequest = {
  /** 0-based, in the order of `Session.responses`. */
  readonly index: number;
  readonly indexInAgent: number;
  readonly agent: string;
  readonly model: string | null;
  /** ISO 8601; reconstructed, see `Response.startedAt`. */
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** See `Response.firstTokenMs`. */
  readonly firstTokenMs?: number;
  readonly span: PromptSpan;
  readonly promptTokens: TokenCount;
  readonly usage: Usage | null;
  /** The room that this call had, if the log states it. */
  readonly limits?: ReportedLimits;
  /** Reported output tokens; may be a floor (`TokenLedger.outputs`). */
  readonly output: number | null;
  /** Whole tokens by kind; they sum to `promptTokens.tokens`. */
  readonly composition: Readonly<Record<ContentKind, number>>;
};

/**
 * The requests of a session, in order, with what filled each prompt. What the log shows is counted part by part; tokens
 * that the provider reports beyond it are `unseen`. Linear in messages + requests: compositions are differences of prefix sums.
 */
export function reconstructRequests(session: Session, ledger: TokenLedger): ModelRequest[] {
  const spans = promptSpans(session);
  const sums = visibleSums(ledger);
  const exactSums = session.captured && capturedSums(session.captured, ledger);
  const countOfAgent = new Map<string, number>();
  const unseenOfAgent = new Map<string, number>();
  return session.responses.map((response, index): ModelRequest => {
    const { agent, model, startedAt, endedAt, firstTokenMs, usage, limits, prompt } = response;
    const step = ledger.steps[index] as TokenLedger["steps"][number];
    const indexInAgent = countOfAgent.get(agent) ?? 0;
    countOfAgent.set(agent, indexInAgent + 1);
    const exact = (prompt && exactSums?.(prompt)) ?? null;
    const fitted =
      exact === null
        ? fitComposition(sums(step), step.promptTokens, unseenOfAgent.get(agent) ?? 0)
        : fitExact(exact, step.promptTokens);
    if (step.promptTokens !== null) unseenOfAgent.set(agent, fitted.composition.unseen);
    return {
      index,
      indexInAgent,
      agent,
      model,
      ...(startedAt !== undefined && { startedAt }),
      ...(endedAt !== undefined && { endedAt }),
      ...(firstTokenMs !== undefined && { firstTokenMs }),
      span: spans[index] as PromptSpan,
      // Without a report the tokens that the log does not hold can only be estimated, however exactly the rest is counted.
      promptTokens: { tokens: fitted.tokens, basis: step.promptTokens === null ? "estimated" : "reported" },
      usage,
      ...(limits && { limits }),
      output: usage?.output ?? null,
      composition: fitted.composition,
    };
  });
}
