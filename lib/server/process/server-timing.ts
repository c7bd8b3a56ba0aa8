import { AsyncLocalStorage } from "node:async_hooks";
import { processState } from "./process-state";

/** Stages of one request, in the order in which they first ended. */
export type Stage = "receive" | "queue" | "work" | "model" | "save";
type Stages = Map<Stage, number>;

const storage = () => processState("stages", () => new AsyncLocalStorage<Stages>());

/** Runs a request's work and records its stages. */
export const withStages = <Value>(work: () => Promise<Value>): Promise<Value> => storage().run(new Map(), work);

/**
 * Adds to a stage of the current request; does nothing without one. Call it before queueing work, which runs in another
 * request's context.
 */
export function stageNotes(): (stage: Stage, startedAt: number) => void {
  const stages = storage().getStore();
  return (stage, startedAt) => stages?.set(stage, (stages.get(stage) ?? 0) + performance.now() - startedAt);
}

/** Runs a stage of the current request. A failure ends the stage too. */
export async function inStage<Value>(stage: Stage, work: () => Promise<Value>): Promise<Value> {
  const note = stageNotes();
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    note(stage, startedAt);
  }
}

/** The `Server-Timing` value of the current request, in milliseconds. */
export function serverTiming(startedAt: number): string {
  const stages = [...(storage().getStore() ?? []), ["total", performance.now() - startedAt] as const];
  return stages.map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(", ");
}
