/**
 * Compares every cache policy with the reads that the shared transcripts report, and break detectors with each other:
 *
 *     node scripts/run-ts.mjs bench/cache/accuracy.ts
 */

import { readFileSync } from "node:fs";
import { loadSharedSessions } from "@/bench/shared";
import { measureAgreement, type ReadAgreement, readPairs } from "@/lib/cache/agreement";
import { cacheLines } from "@/lib/cache/cache-lines";
import { type CacheRequest, toCacheRequests } from "@/lib/cache/cache-request";
import { CACHE_POLICIES, cachePolicyOf } from "@/lib/cache/policies";
import type { CacheOutcome } from "@/lib/cache/policies/policy";
import { simulateCache } from "@/lib/cache/simulate-cache";
import { resolveModel } from "@/lib/models/resolve-model";
import { analyzeCache } from "@/lib/pipeline/analyze-cache";
import { type Analysis, analyzeSession, mainModel } from "@/lib/pipeline/analyze-session";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { cacheWritten } from "@/lib/transcript/usage";
import { importCase, listCases } from "../accuracy/load-sessions";
import { percent, printTable } from "../accuracy/print-table";
import { scoreBreaks } from "./break-score";

type Named = { readonly name: string; readonly analysis: Analysis; readonly requests: readonly CacheRequest[] };

const HEAD = [
  "policy",
  "n",
  "exact",
  "within 2 %",
  "wMAPE",
  "bias",
  "agreement",
  "breaks logged",
  "predicted",
  "precision",
  "recall",
];

const all = await loadAll();
if (all.length === 0) console.log("No shared transcripts next to this checkout; nothing to measure.");
for (const named of all) printPolicies(named);
printCosts();
printFindings();
await printDetectors();
for (const name of ["entire-43-opus46-queue.jsonl", "entire-b8-2compact-18err.jsonl"]) printBreaks(name);

/** Sessions in which at least one request, other than the first of its chain, reports what it read. */
async function loadAll(): Promise<Named[]> {
  const cases = await Promise.all(
    listCases().map(async (entry) => (await importCase(entry)).map((session) => ({ name: entry.name, session }))),
  );
  const others = (await loadSharedSessions())
    .filter(({ file }) => !file.startsWith("claude-code/"))
    .map(({ file, session }) => ({ name: file, session }));
  return [...cases.flat(), ...others].flatMap(({ name, session }) => {
    const analysis = analyzeSession(session, loadVocabulary);
    const requests = toCacheRequests(analysis.requests, analysis.prefixes);
    const ideal = simulateCache(requests, CACHE_POLICIES[1] as (typeof CACHE_POLICIES)[number]).outcomes;
    const pairs = readPairs(requests, ideal);
    return pairs.some(({ reported }) => reported > 0) ? [{ name, analysis, requests }] : [];
  });
}

function printPolicies({ name, analysis, requests }: Named) {
  const model = mainModel(analysis.session);
  const provider = cachePolicyOf(resolveModel(model));
  const chosen = CACHE_POLICIES.filter(
    (policy) => !policy.isStructural || policy.id === "ideal-prefix" || policy === provider,
  );
  const lines = cacheLines(requests);
  const rows: [string, readonly (CacheOutcome | null)[]][] = [
    ...chosen.map((policy): [string, readonly (CacheOutcome | null)[]] => [
      policy.id,
      simulateCache(requests, policy).outcomes,
    ]),
    ...lines.map(({ id, outcomes }): [string, readonly (CacheOutcome | null)[]] => [`line: ${id}`, outcomes]),
  ];
  printTable(
    `${name} (${model ?? "no model named"})`,
    HEAD,
    rows.flatMap(([label, outcomes]) => {
      const agreement = measureAgreement(readPairs(requests, outcomes));
      return agreement.transitions === 0 ? [] : [toRow(label, agreement, scoreBreaks(requests, outcomes))];
    }),
  );
}

function toRow(label: string, read: ReadAgreement, { logged, predicted, both }: ReturnType<typeof scoreBreaks>) {
  const share = (part: number, whole: number) => (whole === 0 ? "–" : percent(part / whole));
  const { transitions, exact, near, meanError, bias, agreement } = read;
  const figures = [percent(meanError), percent(bias), percent(agreement)];
  return [label, transitions, exact, near, ...figures, logged, predicted, share(both, predicted), share(both, logged)];
}

/**
 * Prints breaks by the rule "read less than the previous row read and wrote", applied to rows, to merged responses and
 * per chain; and breaks as found by Winnow.
 */
async function printDetectors() {
  const rows = await Promise.all(
    listCases().map(async (entry) => {
      const named = all.find(({ name }) => name === entry.name);
      if (named === undefined) return [entry.name];
      const { requests, analysis } = named;
      const usages = requests.flatMap(({ usage }) => usage ?? []);
      const merged = usages.map((usage) => [usage.cacheRead ?? 0, cacheWritten(usage) ?? 0] as const);
      return [entry.name, countDrops(rowUsages(entry.main)), countDrops(merged), analysis.cache.breaks.length];
    }),
  );
  printTable("Break detectors", ["file", "naive, every row", "naive, merged responses", "ours"], rows);
}

function printFindings() {
  const rows = all.flatMap(({ name, analysis }) =>
    analyzeCache(analysis).findings.map(({ id, kind, requests, lostTokens, lostCost }) => [
      name,
      id,
      kind,
      requests.length,
      lostTokens,
      lostCost === null ? null : `$${lostCost.amount.toFixed(2)}`,
    ]),
  );
  printTable("Findings", ["file", "finding", "kind", "requests", "tokens", "money"], rows);
}

function printCosts() {
  const rows = all.map(({ name, analysis }) => {
    const { total, isFloor } = analyzeCache(analysis).economics;
    const money = (value: { amount: number } | null) => (value === null ? null : `$${value.amount.toFixed(2)}`);
    const reported = money(total.reported);
    return [name, isFloor ? `≥ ${reported}` : reported, money(total.withoutCache), money(total.perfectCache)];
  });
  printTable("Cost", ["file", "reported", "without cache", "perfect cache"], rows);
}

function rowUsages(file: string): (readonly [number, number])[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      if (!line.includes('"cache_read_input_tokens"')) return [];
      const usage = JSON.parse(line).message?.usage;
      return usage ? [[usage.cache_read_input_tokens ?? 0, usage.cache_creation_input_tokens ?? 0] as const] : [];
    });
}

function countDrops(usages: readonly (readonly [number, number])[]): number {
  return usages.filter(([read], index) => {
    const [before, written] = usages[index - 1] ?? [0, 0];
    return read < before + written;
  }).length;
}

function printBreaks(name: string) {
  const named = all.find((entry) => entry.name === name);
  if (named === undefined) return;
  const { analysis, requests } = named;
  const rows = analysis.cache.breaks.map(({ request, cause, confidence, lostTokens, evidence }) => {
    const call = analysis.requests[request];
    const next = analysis.requests.find(({ index, agent }) => index > request && agent === call?.agent);
    const written = call?.usage ? cacheWritten(call.usage) : null;
    return [
      `${call?.agent === "main" ? "main" : "sub-agent"} #${(call?.indexInAgent ?? 0) + 1}`,
      `${cause}, ${confidence}`,
      requests[request]?.usage?.cacheRead ?? null,
      written,
      next?.usage?.cacheRead ?? null,
      lostTokens,
      evidence[0] === undefined ? "" : breakEvidence(evidence[0]),
    ];
  });
  printTable(`Breaks of ${name}`, ["request", "shown as", "read", "written", "next reads", "lost", "because"], rows);
}
