/**
 * Time of the cache analysis after tokenization, on sessions of 150,000-token prompts:
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
const RUNS = 12;

/** Processor milliseconds of prefixes, breaks, lines, economics and findings; the least of some runs. */
function measure(requests: number): { milliseconds: number; blocks: number } {
  // Two compactions however long it is: what grows is the number of requests alone.
  const session = drawLongSession(requests, 150_000, Math.ceil(60_000 / requests) * 4);
  const ledger = buildTokenLedger(session, tokenizer);
  const calls = reconstructRequests(session, ledger);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.cpuUsage();
    const prefixes = promptPrefixes(session, ledger, calls);
    const cache = explainCache(calls, session, resolveModel, prefixes);
    analyzeCache({ session, ledger, requests: calls, prefixes, cache });
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return { milliseconds: best, blocks: session.messages.length };
}

measure(200);
const rows: (string | number)[][] = [];
let last: number | null = null;
for (const requests of [1000, 2000, 4000, 8000]) {
  const { milliseconds, blocks } = measure(requests);
  rows.push([
    requests,
    blocks,
    `${milliseconds.toFixed(0)} ms`,
    last === null ? "–" : `${(milliseconds / last).toFixed(2)} ×`,
  ]);
  last = milliseconds;
}
printTable(
  "Cache analysis after tokenization",
  ["requests", "messages", "processor time", "against half as many"],
  rows,
);
