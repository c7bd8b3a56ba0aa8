import type { Message, ToolDefinition } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { type CalledAction, calledFiles } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import type { FileOperation } from "../../tools/operations";
import { pathEntity } from "../entities/classify-word";
import { callsById } from "../error-retention";
import type { Block, Evidence } from "../evidence";
import { onceFor } from "../once-for";
import { textOperations } from "./text-operations";

export type TrailEntry = {
  /** Repo-relative if the project's folder is known. */
  readonly path: string;
  readonly operation: FileOperation;
  readonly basis: CalledAction["basis"];
  /** Index of the call's block. */
  readonly block: number;
};

/** Every file operation of the successful calls, in order. */
export const trailOf = onceFor(readTrail);

/** What is read of the evidence; without the original, tools that are not in the table are judged without their schema. */
type Trailed = Pick<Evidence, "blocks" | "roots"> & Partial<Pick<Evidence, "original">>;

function readTrail({ blocks, roots, original }: Trailed): readonly TrailEntry[] {
  const failed = failedCalls(blocks, original?.tools);
  const known = new Set<string>();
  return blocks.flatMap(({ part, message }, block) =>
    operationsIn(part, message, failed, original?.tools).map(({ path, operation, basis }): TrailEntry => {
      const plain = pathEntity(path, roots).key.slice("path:".length);
      const isKnown = known.has(plain);
      known.add(plain);
      return { path: plain, operation: operation === "created" && isKnown ? "modified" : operation, basis, block };
    }),
  );
}

/** Operations of tool calls, and of the calls that some clients write into the text of their answers. */
function operationsIn(
  part: Part,
  { role }: Message,
  failed: ReadonlySet<string>,
  tools?: readonly ToolDefinition[],
): readonly CalledAction[] {
  if (part.type === "tool-call") return failed.has(part.toolCallId) ? [] : calledFiles(part, tools);
  return part.type === "text" && role === "assistant" ? textOperations(part.text) : [];
}

function failedCalls(blocks: readonly Block[], tools?: readonly ToolDefinition[]): Set<string> {
  const calls = callsById(blocks);
  const isFailed = ({ part }: Block) =>
    part.type === "tool-result" && hasFailed(part, calls.get(part.toolCallId), tools);
  return new Set(blocks.filter(isFailed).flatMap(({ part }) => (part.type === "tool-result" ? [part.toolCallId] : [])));
}
