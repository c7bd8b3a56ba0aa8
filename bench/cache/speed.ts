/**
 * Time of the cache analysis after tokenization, for sessions with prompts of 150,000 tokens:
 *
 *     node scripts/run-ts.mjs bench/cache/speed.ts
 */
import { explainCache } from "@/lib/cache/explain-cache";
import { buildTokenLedger } from "@/lib/ledger/build-token-ledger";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { promptPrefixes } from "@/lib/requests/prompt-prefixes";
import { reconstructRequests } from "@/lib/requests/reconstruct-requests";
import { printTable } from "../accuracy/print-table";
import { drawLongSession } from "./draw-long-session";

const count = (text: string) => Math.ceil(text.length / 4);
const tokenizer = { id: "generic", title: "four characters a token", basis: "estimated", count } as const;
const SIZES = [1000, 2000, 4000, 8000];
const ROUNDS = 20;

type Run = { readonly requests: number; readonly messages: number; readonly analyze: () => void };

function prepare(requests: number): Run {
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

/** Milliseconds of processor time, including garbage collection in that time. */
function measure({ analyze }: Run): number {
  const before = process.cpuUsage();
  analyze();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Runs the sizes in turn, so that a busy moment of the machine or a late optimisation affects all of them. */
function leastOfRounds(runs: readonly Run[]): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    runs.forEach((run, at) => {
      best[at] = Math.min(best[at] as number, measure(run));
    });
  return best;
}

const runs = SIZES.map(prepare);
const best = leastOfRounds(runs);
printTable(
  "Cache analysis after tokenization",
  ["requests", "messages", "processor time", "against half as many"],
  runs.map(({ requests, messages }, at) => [
    requests,
    messages,
    `${(best[at] as number).toFixed(0)} ms`,
    at === 0 ? "–" : `${((best[at] as number) / (best[at - 1] as number)).toFixed(2)} ×`,
  ]),
);
