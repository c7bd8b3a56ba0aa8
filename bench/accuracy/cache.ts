/**
 * How accurate the numbers are, for every shared Claude Code transcript: expected and reported cache reads, breaks by
 * cause, and the error of the token estimate before and after calibration.
 *
 *     node scripts/run-ts.mjs bench/accuracy/cache.ts
 */
import { type Analysis, analyzeSession } from "@/lib/pipeline/analyze-session";
import type { ModelRequest } from "@/lib/requests/reconstruct-requests";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { importCase, listCases } from "./load-sessions";
import { percent, printTable } from "./print-table";

type Named = { readonly name: string; readonly analysis: Analysis };
type Transition = { readonly request: ModelRequest; readonly read: number; readonly expected: number };

const analyses: Named[] = [];
for (const entry of listCases())
  for (const session of await importCase(entry))
    analyses.push({ name: entry.name, analysis: analyzeSession(session, loadVocabulary) });
if (analyses.length === 0) console.log("No shared transcripts next to this checkout; nothing to measure.");
else report(analyses);

function report(all: readonly Named[]) {
  printReads("Expected against reported reads, main threads", all, (request) => request.agent === "main");
  printReads("Expected against reported reads, sub-agents", all, (request) => request.agent !== "main");
  printDeviations(all);
  printBreaks(all);
  printEstimates(all);
}

function transitionsOf({ requests, cache }: Analysis, isCounted: (request: ModelRequest) => boolean): Transition[] {
  return requests.filter(isCounted).flatMap((request) => {
    const expected = cache.expectedRead[request.index] ?? null;
    const read = request.usage?.cacheRead ?? null;
    return expected === null || read === null ? [] : [{ request, read, expected }];
  });
}

function printReads(title: string, all: readonly Named[], isCounted: (request: ModelRequest) => boolean) {
  const groups = all.map(({ name, analysis }) => ({ name, transitions: transitionsOf(analysis, isCounted) }));
  const total = { name: "all", transitions: groups.flatMap((group) => group.transitions) };
  printTable(
    title,
    ["file", "transitions", "exact", "over", "under", "agreement", "wMAPE"],
    [...groups, total].filter((group) => group.transitions.length > 0).map(readsRow),
  );
}

function readsRow({ name, transitions }: { name: string; transitions: readonly Transition[] }) {
  const sum = (value: (transition: Transition) => number) => transitions.reduce((all, next) => all + value(next), 0);
  const count = (test: (transition: Transition) => boolean) => transitions.filter(test).length;
  return [
    name,
    transitions.length,
    count(({ read, expected }) => read === expected),
    count(({ read, expected }) => read > expected),
    count(({ read, expected }) => read < expected),
    percent(
      sum(({ read, expected }) => Math.min(read, expected)) / sum(({ read, expected }) => Math.max(read, expected)),
    ),
    percent(sum(({ read, expected }) => Math.abs(read - expected)) / sum(({ read }) => read)),
  ];
}

function printDeviations(all: readonly Named[]) {
  const rows = all.flatMap(({ name, analysis }) =>
    transitionsOf(analysis, () => true)
      .filter(({ read, expected }) => read !== expected)
      .map(({ request, read, expected }) => {
        const found = analysis.cache.breaks.find((entry) => entry.request === request.index);
        const isUnlogged = analysis.cache.unloggedCalls.includes(request.index);
        const shown = found
          ? `${found.letter} ${found.cause}, ${found.confidence}`
          : isUnlogged
            ? "unlogged call"
            : "within the threshold";
        const agent = request.agent === "main" ? "main" : "sub-agent";
        return [name, `${agent} #${request.indexInAgent + 1}`, expected, read, read - expected, shown];
      }),
  );
  printTable("Every deviation", ["file", "request", "expected", "read", "difference", "shown as"], rows);
}

function printBreaks(all: readonly Named[]) {
  const rows = all.flatMap(({ name, analysis }) =>
    [...new Set(analysis.cache.breaks.map((entry) => entry.cause))].map((cause) => {
      const own = analysis.cache.breaks.filter((entry) => entry.cause === cause);
      const lost = own.reduce((sum, entry) => sum + entry.lostTokens, 0);
      const money = own.reduce((sum, entry) => sum + (entry.lostCost?.amount ?? 0), 0);
      return [name, cause, own.length, lost, `$${money.toFixed(3)}`];
    }),
  );
  printTable("Breaks by cause", ["file", "cause", "breaks", "lost tokens", "lost"], rows);
}

function printEstimates(all: readonly Named[]) {
  const rows = all.map(({ name, analysis: { ledger } }) => [
    name,
    ledger.tokenizer.id,
    ledger.residual.steps,
    ledger.residual.unaccounted,
    ledger.residual.tokens,
    percent(ledger.residual.before),
    percent(ledger.residual.after),
    [...ledger.scales.values()].map((scale) => scale.toFixed(3)).join(", "),
    ledger.outputs.floors.size,
  ]);
  printTable(
    "Token estimate against the growth of prompts",
    [
      "file",
      "tokenizer",
      "steps",
      "left out",
      "tokens",
      "error before",
      "error after",
      "scale k",
      "outputs counted in part",
    ],
    rows,
  );
}
