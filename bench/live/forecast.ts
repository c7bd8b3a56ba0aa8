/**
 * How often the forecast's range includes the request at which a session really compacted. Checks every request after
 * the tenth since the start or a compaction, in every stretch of the corpus that ended in a compaction by the client
 * itself. The range comes from fold 1.
 *
 *     node scripts/run-ts.mjs bench/live/forecast.ts
 */
import { percent, printTable } from "@/bench/accuracy/print-table";
import { corpusRows, corpusSession } from "@/bench/corpus-sessions";
import { forecastCompaction, paceOf } from "@/lib/read-models/compaction-forecast";
import type { Session } from "@/lib/transcript/session";

type Case = { readonly session: string; readonly holds: boolean; readonly width: number };

const byFold = new Map<number, Case[]>();
for (const row of corpusRows(({ compactions }) => compactions > 0)) {
  const session = await corpusSession(row);
  if (session) byFold.set(row.fold, [...(byFold.get(row.fold) ?? []), ...casesOf(row.id, session)]);
}

printTable(
  "The range holds the true compaction",
  ["fold", "sessions", "forecasts", "holds", "mean of sessions", "median width / true distance"],
  [...byFold]
    .sort(([one], [other]) => one - other)
    .filter(([, cases]) => cases.length > 0)
    .map(([fold, cases]) => [fold === 1 ? "1 (tuned on)" : fold, ...cellsOf(cases)]),
);
const others = [...byFold].flatMap(([fold, cases]) => (fold === 1 ? [] : cases));
console.log(`\nFolds 2 to 5 together: ${cellsOf(others).join(" · ")}`);

/** One entry for each request with a range that precedes a compaction by the client itself. */
function casesOf(id: string, session: Session): Case[] {
  const cases: Case[] = [];
  let events: Session["events"] = [];
  const own = session.responses.filter(({ agent, usage }) => agent === "main" && usage !== null);
  for (const event of session.events) {
    if (event.type !== "compaction" || event.agent !== "main") continue;
    const isAutomatic = event.trigger === "auto" || (event.trigger === "unknown" && session.format === "codex");
    const before = own.filter(({ messageIndex }) => messageIndex < event.atMessage);
    // The session as known at that time: earlier compactions and requests.
    const { sizes, trigger } = paceOf({ ...session, events, responses: before });
    for (let at = 1; isAutomatic && at <= sizes.length; at += 1) {
      const forecast = forecastCompaction(sizes.slice(0, at), trigger);
      const distance = sizes.length - at + 1;
      if (forecast.kind !== "range") continue;
      const { low, high } = forecast;
      cases.push({ session: id, holds: low <= distance && distance <= high, width: (high - low) / distance });
    }
    events = [...events, event];
  }
  return cases;
}

function cellsOf(cases: readonly Case[]) {
  const sessions = [...new Set(cases.map(({ session }) => session))];
  const share = (some: readonly Case[]) => some.filter(({ holds }) => holds).length / some.length;
  const mean =
    sessions.reduce((sum, id) => sum + share(cases.filter(({ session }) => session === id)), 0) / sessions.length;
  const widths = cases.map(({ width }) => width).sort((one, other) => one - other);
  return [
    sessions.length,
    cases.length,
    percent(share(cases)),
    percent(mean),
    (widths[widths.length >> 1] ?? 0).toFixed(1),
  ];
}
