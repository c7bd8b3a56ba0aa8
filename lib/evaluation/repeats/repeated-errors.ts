import { type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { hasFailed } from "../../tools/failures/failure";
import { callsById, findReportedErrors, taskOf } from "../error-retention";
import type { Evidence, Readers } from "../evidence";
import type { FutureStep } from "../future-step";
import type { Repeat } from "./repeat";

/** Shorter reports ("Exit code 1") are alike without being the same error. */
const FEWEST_LETTERS = 20;

/** The same call failing after the cut with the words of a failure before it; of several in the future, the first. */
export function findRepeatedErrors(evidence: Evidence, future: readonly FutureStep[], readers: Readers): Repeat[] {
  const { blocks, original } = evidence;
  const calls = callsById(blocks);
  const before = new Map<string, number[]>();
  for (const { block } of findReportedErrors(evidence, readers)) {
    const part = blocks[block]?.part;
    const report = part?.type === "tool-result" ? reportOf(part, calls.get(part.toolCallId)) : null;
    if (report !== null) before.set(report, [...(before.get(report) ?? []), block]);
  }
  return future.flatMap(({ part }, step): Repeat[] => {
    if (part.type === "tool-call") calls.set(part.toolCallId, part);
    if (part.type !== "tool-result") return [];
    const call = calls.get(part.toolCallId);
    const report = hasFailed(part, call, original.tools) ? reportOf(part, call) : null;
    const same = report === null ? undefined : before.get(report);
    if (report === null || !same) return [];
    before.delete(report);
    return [{ kind: "error", blocks: same, step }];
  });
}

/** What was called and what it said, with all numbers taken for alike: times, lines and addresses differ from run to run. */
function reportOf(result: ToolResultPart, call: ToolCallPart | undefined): string | null {
  const words = toolOutputText(result.output)
    .replace(/\b0x[0-9a-f]{1,16}\b|\d{1,20}/gi, "0")
    .replace(/\s+/g, " ")
    .trim();
  const task = taskOf(call);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return task === null || letters < FEWEST_LETTERS ? null : `${task}\n${words}`;
}
