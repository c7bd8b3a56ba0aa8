import type { ToolDefinition } from "../conversation/message";
import { onceFor } from "../conversation/once-for";
import type { ToolCallPart } from "../conversation/part";
import { callSubject } from "../tools/call-subject";
import { hasFailed } from "../tools/failures/failure";
import { normalCommand } from "./entities/part-entities";
import type { Block, Evidence, Readers } from "./evidence";
import { isShown, type Shown } from "./shown";
import { weightedShare } from "./weighted-share";

/** Weight of an unresolved error, because the agent is probably working on it. */
const UNRESOLVED_WEIGHT = 3;

/** A tool result that reports an error. */
export type ReportedError = { readonly block: number; readonly isResolved: boolean; readonly keys: readonly string[] };

/** Of the errors, the weighted share whose class and message are still shown; null if the original reports none. */
export function measureErrors(evidence: Evidence, shown: Shown, readers: Readers): number | null {
  const errors = findReportedErrors(evidence, readers);
  if (errors.length === 0) return null;
  return weightedShare(
    errors,
    ({ isResolved }) => (isResolved ? 1 : UNRESOLVED_WEIGHT),
    ({ block, keys }) => isErrorShown(evidence, shown, block, keys),
  );
}

function isErrorShown(evidence: Evidence, shown: Shown, block: number, keys: readonly string[]): boolean {
  const part = evidence.blocks[block]?.part;
  if (part && shown.keptParts.has(part)) return true;
  return keys.some((key) => {
    const known = evidence.entities.get(key);
    return known !== undefined && isShown(known, shown);
  });
}

/** Reported errors in order. An error is resolved if the same command or call later ran without an error. */
export const findReportedErrors = onceFor(reportedErrors);

function reportedErrors({ blocks, original }: Evidence, { entitiesOf }: Readers): readonly ReportedError[] {
  const calls = callsById(blocks);
  const errors: { block: number; task: string | null; keys: string[] }[] = [];
  const succeeded = new Map<string, number>();
  for (const [index, { part }] of blocks.entries()) {
    if (part.type !== "tool-result") continue;
    const call = calls.get(part.toolCallId);
    const task = taskOf(call, original.tools);
    if (hasFailed(part, call, original.tools))
      errors.push({
        block: index,
        task,
        keys: [...entitiesOf(part)].flatMap(([key, { kind }]) => (kind === "error" ? key : [])),
      });
    else if (task !== null) succeeded.set(task, index);
  }
  return errors.map(({ block, task, keys }) => ({
    block,
    keys,
    isResolved: task !== null && (succeeded.get(task) ?? -1) > block,
  }));
}

export const callsById = (blocks: readonly Block[]): Map<string, ToolCallPart> =>
  new Map(blocks.flatMap(({ part }) => (part.type === "tool-call" ? [[part.toolCallId, part] as const] : [])));

/** A call's short form, equal for two runs of the same call; null without a call. */
export const taskOf = (call: ToolCallPart | undefined, tools?: readonly ToolDefinition[]): string | null =>
  call ? `${call.toolName} ${normalCommand(callSubject(call, tools))}` : null;
