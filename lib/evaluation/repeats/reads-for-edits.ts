import type { ToolCallPart } from "../../conversation/part";
import { calledFiles, callFacts } from "../../tools/call-facts";
import type { FileOperation } from "../../tools/operations";
import { trailOf } from "../artifacts/read-trail";
import { pathEntity } from "../entities/classify-word";
import type { Evidence, Readers } from "../evidence";
import type { FutureStep } from "../future-step";
import type { Repeat } from "./repeat";

/**
 * Files that were read again right before they were edited, although a reading before the cut shows long lines that the edit
 * names. Readings that the agent's own changes made old do not count. Each file counts once.
 */
export function findReadsForEdits(evidence: Evidence, future: readonly FutureStep[], { spansOf }: Readers): Repeat[] {
  const readings = validReadings(evidence);
  const done = new Set<string>();
  const found: Repeat[] = [];
  let last: { readonly path: string; readonly step: number } | null = null;
  for (const [step, { part, isAgents }] of future.entries()) {
    if (!isAgents || part.type !== "tool-call") continue;
    const edited = onlyFile(part, evidence, "modified");
    if (edited !== null && edited === last?.path && !done.has(edited)) {
      const named = spansOf(part);
      const enough = (readings.get(edited) ?? []).filter((block) =>
        [...named].some((span) => evidence.spans.get(span)?.includes(block)),
      );
      if (enough.length > 0) found.push({ kind: "read-for-edit", blocks: enough, step: last.step });
    }
    if (edited !== null) done.add(edited);
    const read = callFacts(part, evidence.original.tools).showsFile ? onlyFile(part, evidence, "read") : null;
    last = read === null ? null : { path: read, step };
  }
  return found;
}

/** By path, the blocks of results that still show the file as it is: no call of the agent changed it behind them. */
function validReadings(evidence: Evidence): ReadonlyMap<string, readonly number[]> {
  const results = new Map(
    evidence.blocks.flatMap(({ part }, block) => (part.type === "tool-result" ? [[part.toolCallId, block]] : [])),
  );
  const readings = new Map<string, number[]>();
  for (const { path, operation, block } of trailOf(evidence)) {
    const call = evidence.blocks[block]?.part;
    const result = call?.type === "tool-call" ? results.get(call.toolCallId) : undefined;
    if (operation !== "read") readings.delete(path);
    else if (result !== undefined) readings.set(path, [...(readings.get(path) ?? []), result]);
  }
  return readings;
}

/** The path of the one file to which the call does this; null if it names none or several. */
function onlyFile(call: ToolCallPart, { roots, original }: Evidence, wanted: FileOperation): string | null {
  const files = calledFiles(call, original.tools);
  const [file] = files;
  if (files.length !== 1 || file?.operation !== wanted) return null;
  return pathEntity(file.path, roots).key.slice("path:".length);
}
