import { apportion } from "../ledger/apportion";
import type { TokenLedger } from "../ledger/build-token-ledger";
import { modelPricesAt } from "../models/price-at";
import { priceParts } from "../models/price-usage";
import type { ModelRequest } from "../requests/reconstruct-requests";
import type { Session } from "../transcript/session";
import { MODEL, type Source, type SourceOfPart } from "./source";

/** Tokens that the model wrote for one source in one answer. */
export type Written = { readonly source: Source; readonly tokens: number; readonly cost: number };

/**
 * What each answer of a request wrote, by source: calls for their tool, everything else for the model. The reported
 * output is split by part size; the excess was unlogged reasoning. Omits unreported output.
 */
export function writtenBy(
  { session, ledger }: { readonly session: Session; readonly ledger: TokenLedger },
  sourceOf: SourceOfPart,
): (request: ModelRequest) => Written[] {
  const answers = callsByResponse(session, ledger, sourceOf);
  return ({ usage, model, startedAt, index }) => {
    const output = usage?.output ?? null;
    if (usage === null || output === null) return [];
    const prices = modelPricesAt(model, startedAt);
    const cost = prices === null ? null : priceParts(usage, prices).output;
    const rate = cost === null || output === 0 ? 0 : cost / output;
    const calls = answers.get(session.responses[index]?.id ?? "") ?? [];
    return split(output, calls).map(([source, tokens]) => ({ source, tokens, cost: tokens * rate }));
  };
}

type Sized = readonly [source: Source, tokens: number];

function callsByResponse({ messages }: Session, ledger: TokenLedger, sourceOf: SourceOfPart): Map<string, Sized[]> {
  const calls = new Map<string, Sized[]>();
  for (const message of messages) {
    if (message.responseId === undefined) continue;
    const own = calls.get(message.responseId) ?? [];
    calls.set(message.responseId, own);
    for (const part of message.parts)
      if (part.type === "tool-call") own.push([sourceOf(part, message), ledger.parts.get(part.id)?.tokens ?? 0]);
  }
  return calls;
}

/** Whole tokens that sum to the output. */
function split(output: number, calls: readonly Sized[]): Sized[] {
  const inCalls = calls.reduce((sum, [, tokens]) => sum + tokens, 0);
  const rest = Math.max(0, output - inCalls);
  if (inCalls === 0) return [[MODEL, output]];
  const shares = apportion(output, [...calls.map(([, tokens]) => tokens), rest]);
  return [...calls.map(([source], at): Sized => [source, shares[at] as number]), [MODEL, shares.at(-1) as number]];
}
