// What predicts rework after the log's own compactions: Spearman's rank correlation, with an interval over
// sessions. Run: node scripts/run-ts.mjs bench/evaluation/compactions.ts Rework is the share of calls (without
// reads) between a compaction and the next that repeat an earlier call exactly.
import { loadSharedSessions, NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { partText } from "@/lib/conversation/part";
import { trailOf } from "@/lib/evaluation/artifacts/read-trail";
import { rootsOf } from "@/lib/evaluation/cut-at";
import { callsById, taskOf } from "@/lib/evaluation/error-retention";
import { createReaders } from "@/lib/evaluation/evidence";
import { randomIndexes } from "@/lib/evaluation/seeded-random";
import { compactionPlaces, measureCompaction } from "@/lib/replay/compaction-loss";
import { callFacts } from "@/lib/tools/call-facts";
import { promptSpans } from "@/lib/transcript/context-at";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";
import { spearman } from "./spearman";

/** Minimum number of calls after a compaction; a share of fewer means nothing. */
const FEWEST_CALLS = 5;
const RESAMPLES = 1_000;

const RATES = ["files read again", "used without being shown again", "recall"] as const;
type Observed = { readonly rework: number } & { readonly [rate in (typeof RATES)[number]]: number | null };

const bySession: Observed[][] = [];
for (const folder of [SHARED_TRANSCRIPTS, NEWER_TRANSCRIPTS])
  for (const shared of await loadSharedSessions(folder)) bySession.push(observe(shared));
printTable(
  "What predicts re-work after a logged compaction",
  ["rate", "compactions", "sessions", "ρ", "95 %"],
  RATES.map(correlationOf),
);

function observe({ session }: SharedSession): Observed[] {
  const readers = createReaders((part) => Math.ceil(partText(part).length / 4), rootsOf(session));
  const spans = promptSpans(session);
  return compactionPlaces(session, "main").flatMap((place) => {
    if (!place) return [];
    const { evidence, loss, used, missed, rereads } = measureCompaction(session, place, readers);
    const own = session.responses.flatMap(({ agent }, index) => (agent === "main" ? [index] : []));
    const end = spans[own[place.untilAt] ?? -1]?.end ?? session.messages.length;
    const after = session.messages
      .slice(spans[place.after]?.end ?? 0, end)
      .filter(({ agent }) => agent === "main")
      .flatMap(({ parts }) => parts.filter((part) => part.type === "tool-call"))
      .filter((call) => callFacts(call, evidence.original.tools).operation !== "read");
    if (after.length < FEWEST_CALLS) return [];
    const known = new Set([...callsById(evidence.blocks).values()].map((call) => taskOf(call)));
    const read = new Set(trailOf(evidence).flatMap(({ operation, path }) => (operation === "read" ? path : [])));
    return {
      rework: after.filter((call) => known.has(taskOf(call))).length / after.length,
      "files read again": read.size === 0 ? null : rereads.length / read.size,
      "used without being shown again":
        used === 0 ? null : missed.filter(({ seenAt }) => seenAt === null).length / used,
      recall: (loss.hindsight?.needed ?? 0) === 0 ? null : (loss.hindsight?.recall ?? null),
    };
  });
}

function correlationOf(rate: (typeof RATES)[number]): (string | number)[] {
  const groups = bySession
    .map((own) => own.flatMap((seen) => (seen[rate] === null ? [] : [[seen[rate], seen.rework] as const])))
    .filter(({ length }) => length > 0);
  const next = randomIndexes(42);
  const draws = Array.from({ length: RESAMPLES }, () =>
    spearman(Array.from({ length: groups.length }, () => groups[next(groups.length)] ?? []).flat()),
  )
    .filter((rho) => !Number.isNaN(rho))
    .sort((a, b) => a - b);
  const at = (share: number) => (draws[Math.floor(draws.length * share)] ?? Number.NaN).toFixed(2);
  const pairs = groups.flat();
  return [rate, pairs.length, groups.length, spearman(pairs).toFixed(2), `[${at(0.025)}, ${at(0.975)}]`];
}
