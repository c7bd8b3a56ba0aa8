import { explainCache } from "@/lib/cache/explain-cache";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { resolveModel } from "@/lib/models/resolve-model";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import type { Session } from "@/lib/transcript/session";
import { quarterTokenizer } from "./fake-tokenizer";
import { sketchSession } from "./sketch-session";

/** The analysis of a sketched session, counted at four characters per token. */
export function analyzeSketch(drawing: string, changes: Partial<Session> = {}): Analysis {
  return analyzeDrawn({ ...sketchSession(drawing), ...changes });
}

/** The analysis of a session, counted at four characters per token. */
export function analyzeDrawn(session: Session): Analysis {
  const ledger = buildTokenLedger(session, quarterTokenizer);
  const requests = reconstructRequests(session, ledger);
  const prefixes = promptPrefixes(session, ledger, requests);
  return { session, ledger, requests, prefixes, cache: explainCache(requests, session, resolveModel, prefixes) };
}
