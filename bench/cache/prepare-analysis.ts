import { explainCache } from "@/lib/cache/explain-cache";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { drawLongSession } from "./draw-long-session";

const count = (text: string) => Math.ceil(text.length / 4);
const tokenizer = { id: "generic", title: "four characters a token", basis: "estimated", count } as const;

export type Run = { readonly requests: number; readonly messages: number; readonly analyze: () => void };

/** A session of this many requests with prompts of 150,000 tokens and counted parts. */
export function prepareAnalysis(requests: number): Run {
  // Every session has two compactions, so that only the number of requests grows.
  const session = drawLongSession(requests, 150_000, Math.ceil(60_000 / requests) * 4);
  const ledger = buildTokenLedger(session, tokenizer);
  const calls = reconstructRequests(session, ledger);
  const analyze = () => {
    const prefixes = promptPrefixes(session, ledger, calls);
    const cache = explainCache(calls, session, resolveModel, prefixes);
    analyzeCache({ session, ledger, requests: calls, prefixes, cache });
  };
  return { requests, messages: session.messages.length, analyze };
}
