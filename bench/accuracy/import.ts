/**
 * What the import does with every row of the shared Claude Code transcripts, and how wrong sums over the raw
 * rows would be.
 *
 * node scripts/run-ts.mjs bench/accuracy/import.ts
 */
import type { Session } from "@/lib/transcript/session";
import { promptTokens, sumKnown } from "@/lib/transcript/usage";
import { readIndependently } from "./independent-reading";
import { importCase, listCases, type TranscriptCase } from "./load-sessions";
import { printTable } from "./print-table";

type Measured = { readonly entry: TranscriptCase; readonly session: Session; readonly milliseconds: number };

const measured: Measured[] = [];
for (const entry of listCases()) {
  const start = performance.now();
  const [session] = await importCase(entry);
  if (session) measured.push({ entry, session, milliseconds: performance.now() - start });
}
if (measured.length === 0) console.log("No shared transcripts next to this checkout; nothing to measure.");
else report(measured);

function report(all: readonly Measured[]) {
  printTable(
    "Rows",
    ["file", "read", "interpreted", "kept", "bad", "pending bytes", "ms"],
    all.map(({ entry, session: { rows }, milliseconds }) => [
      entry.name,
      rows.read,
      rows.interpreted,
      rows.kept,
      rows.bad,
      rows.pendingBytes,
      Math.round(milliseconds),
    ]),
  );
  printTable(
    "Responses and prompt tokens",
    ["file", "responses", "prompt tokens", "summed over rows", "too high by"],
    all.map(tokensRow),
  );
  printTable("Rows kept, not interpreted", ["kind", "rows"], keptKinds(all));
}

function tokensRow({ entry, session }: Measured) {
  const total = sumKnown(session.responses.map(({ usage }) => usage && promptTokens(usage))) ?? 0;
  const naive = readIndependently(entry).naiveInput;
  return [entry.name, session.responses.length, total, naive, `${(naive / total).toFixed(2)} ×`];
}

function keptKinds(all: readonly Measured[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { session } of all) for (const { kind } of session.keptRows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
