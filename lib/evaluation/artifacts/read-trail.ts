import type { Message } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { pathEntity } from "../entities/classify-word";
import type { Block, Evidence } from "../evidence";
import { onceFor } from "../once-for";
import type { Operation, PathOperation } from "./shell-operations";
import { textOperations } from "./text-operations";
import { operationsOf } from "./tool-operations";

export type TrailEntry = {
  /** Repo-relative where the project's folder is known. */
  readonly path: string;
  readonly operation: Operation;
  /** Index of the call's block. */
  readonly block: number;
};

/** Every file operation of the successful calls, in order. */
export const trailOf = onceFor(readTrail);

function readTrail({ blocks, roots }: Pick<Evidence, "blocks" | "roots">): readonly TrailEntry[] {
  const failed = failedCalls(blocks);
  const known = new Set<string>();
  return blocks.flatMap(({ part, message }, block) =>
    operationsIn(part, message, failed).map(({ path, operation }): TrailEntry => {
      const plain = pathEntity(path, roots).key.slice("path:".length);
      const isKnown = known.has(plain);
      known.add(plain);
      return { path: plain, operation: operation === "created" && isKnown ? "modified" : operation, block };
    }),
  );
}

/** Operations of tool calls, and of the calls that some clients write into the text of their answers. */
function operationsIn(part: Part, { role }: Message, failed: ReadonlySet<string>): readonly PathOperation[] {
  if (part.type === "tool-call") return failed.has(part.toolCallId) ? [] : operationsOf(part);
  return part.type === "text" && role === "assistant" ? textOperations(part.text) : [];
}

function failedCalls(blocks: readonly Block[]): Set<string> {
  return new Set(blocks.flatMap(({ part }) => (part.type === "tool-result" && part.isError ? [part.toolCallId] : [])));
}
