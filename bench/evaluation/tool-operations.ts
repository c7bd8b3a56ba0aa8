// Prints what the tool calls of the shared transcripts do, according to the table of client tools.
// node scripts/run-ts.mjs bench/evaluation/tool-operations.ts [--other]   (--other: lists the unknown tools)

import { loadSharedSessions, NEWER_TRANSCRIPTS, SHARED_TRANSCRIPTS } from "@/bench/shared";
import { callFacts } from "@/lib/tools/call-facts";
import { OPERATIONS } from "@/lib/tools/operations";
import { loadSharedSessions as loadFolder } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const older = await loadSharedSessions();
const sessions = older.length === 0 ? [] : [...older, ...(await loadFolder(NEWER_TRANSCRIPTS))];
if (sessions.length === 0) console.error(`nothing to read in ${SHARED_TRANSCRIPTS}`);

const facts = sessions.flatMap(({ session }) =>
  session.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" ? [{ part, ...callFacts(part, session.tools) }] : [])),
  ),
);
const rows = Object.keys(OPERATIONS).map((operation) => {
  const calls = facts.filter((call) => call.operation === operation);
  const listed = calls.filter(({ basis }) => basis === "listed");
  return [operation, calls.length, listed.length, calls.length - listed.length];
});
printTable(`${facts.length} tool calls`, ["operation", "calls", "listed", "guessed"], rows);
const touched = facts.filter(({ files }) => files.length > 0);
const changed = facts.filter(({ files }) => files.some(({ operation }) => operation !== "read"));
console.log(`${touched.length} calls name a file that they read or change; ${changed.length} change one`);
if (process.argv.includes("--other")) console.log(otherNames().join("\n"));

function otherNames(): string[] {
  const counts = new Map<string, number>();
  for (const { part, operation } of facts)
    if (operation === "other") counts.set(part.toolName, (counts.get(part.toolName) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${count} ${name}`);
}
