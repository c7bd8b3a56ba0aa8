// Prints the artifact trail of every shared Claude Code and Codex session: what the tool calls did to which file.
// node scripts/run-ts.mjs bench/evaluation/artifacts.ts [--list <part of a file name>]

import { loadSharedSessions } from "@/bench/shared";
import { trailOf } from "@/lib/evaluation/artifacts/read-trail";
import { rootsOf } from "@/lib/evaluation/cut-at";
import type { Block } from "@/lib/evaluation/evidence";
import type { Session } from "@/lib/transcript/session";
import { printTable } from "../accuracy/print-table";

const listed = process.argv[2] === "--list" ? process.argv[3] : undefined;
const OPERATIONS = ["created", "modified", "deleted", "renamed", "read"] as const;

const sessions = (await loadSharedSessions()).filter(({ file }) => /^(claude-code|codex)\//.test(file));
const rows = sessions.map(({ file, session }) => {
  const trail = trailOf({ blocks: blocksOf(session), roots: rootsOf(session) });
  const pairs = new Set(trail.map(({ path, operation }) => `${operation} ${path}`));
  if (listed !== undefined && file.includes(listed)) console.log([...pairs].sort().join("\n"));
  const counts = OPERATIONS.map((operation) => [...pairs].filter((pair) => pair.startsWith(`${operation} `)).length);
  return [file.replace(/^[^/]+\//, ""), trail.length, new Set(trail.map(({ path }) => path)).size, ...counts];
});
if (listed === undefined) printTable("Artifact trail", ["file", "operations", "files", ...OPERATIONS], rows);

/** Every part of every agent, in order, because the trail covers the entire session and not one prompt. */
function blocksOf({ messages }: Session): Block[] {
  return messages.flatMap((message, position) => message.parts.map((part) => ({ part, message, position, tokens: 0 })));
}
