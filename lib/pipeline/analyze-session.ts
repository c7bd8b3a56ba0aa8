import type { CacheReport } from "../cache/cache-break";
import { explainCache } from "../cache/explain-cache";
import { buildTokenLedger, type TokenLedger } from "../ledger/build-token-ledger";
import { resolveModel } from "../models/resolve-model";
import type { PromptPrefix } from "../requests/prompt-prefix";
import { promptPrefixes } from "../requests/prompt-prefixes";
import { type ModelRequest, reconstructRequests } from "../requests/reconstruct-requests";
import { createTokenizer, type TokenizerId, type VocabularyLoader } from "../tokenizers/tokenizer";
import type { Session } from "../transcript/session";

/** Everything known about a session. View models need nothing else. */
export type Analysis = {
  readonly session: Session;
  readonly ledger: TokenLedger;
  readonly requests: readonly ModelRequest[];
  /** The prompts as paths of one tree, by request index. Cache policies are simulated on them. */
  readonly prefixes: readonly PromptPrefix[];
  readonly cache: CacheReport;
};

/** For sessions without a known model. Its counts are estimates, because the real tokenizer is unknown. */
const DEFAULT_TOKENIZER: TokenizerId = "generic";

/**
 * Counts tokens, anchors them, reconstructs the requests and explains the cache. Deterministic; linear in messages +
 * requests.
 */
export function analyzeSession(session: Session, load: VocabularyLoader): Analysis {
  const tokenizer = createTokenizer(resolveModel(mainModel(session))?.tokenizer ?? DEFAULT_TOKENIZER, load);
  const ledger = buildTokenLedger(session, tokenizer);
  const requests = reconstructRequests(session, ledger);
  const prefixes = promptPrefixes(session, ledger, requests);
  return { session, ledger, requests, prefixes, cache: explainCache(requests, session, resolveModel, prefixes) };
}

/** The model with the most responses of the main agent (of all agents if the main one has none). */
export function mainModel(session: Session): string | null {
  const main = session.responses.filter((response) => response.agent === "main");
  const counts = new Map<string, number>();
  for (const { model } of main.length > 0 ? main : session.responses)
    if (model !== null) counts.set(model, (counts.get(model) ?? 0) + 1);
  return [...counts].reduce<[string | null, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    [null, 0],
  )[0];
}
