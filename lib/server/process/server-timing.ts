import { AsyncLocalStorage } from "node:async_hooks";
import { processState } from "./process-state";

/** Stages of one request, in the order in which they first ended. */
export type Stage = "receive" | "queue" | "work" | "model" | "save";
type Stages = Map<Stage, number>;

const storage = () => processState("stages", () => new AsyncLocalStorage<Stages>());

/** Runs the work of a request so that its stages are noted. */
export const withStages = <Value>(work: () => Promise<Value>): Promise<Value> => storage().run(new Map(), work);

/**
 * Adds to a stage of the request that is being answered; nothing if there is none. Ask for it before work is put into a
 * queue, which runs it in the context of another request.
 */
export function stageNotes(): (stage: Stage, startedAt: number) => void {
  const stages = storage().getStore();
  return (stage, startedAt) => stages?.set(stage, (stages.get(stage) ?? 0) + performance.now() - startedAt);
}

/** Does a stage of the request that is being answered. A failure ends the stage too. */
export async function inStage<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
  const note = stageNotes();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    note(stage, startedAt);
  }
}

/** The value of `Server-Timing` for the request that is being answered, in milliseconds. */
export function serverTiming(startedAt: number): string {
  const stages = [...(storage().getStore() ?? []), ["total", performance.now() - startedAt] as const];
  return stages.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(", ");
}
