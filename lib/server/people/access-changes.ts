import { processState } from "../process/process-state";

/** Long-lived work re-checks its caller when keys, sign-ins or roles may have changed. */
const listeners = () => processState("access-listeners", () => new Set<() => void>());

/** Calls the listener whenever this process learns of a change. Returns a function that removes it. */
export function whenAccessChanges(listener: () => void): () => void {
  listeners().add(listener);
  return () => listeners().delete(listener);
}

export function accessChanged(): void {
  for (const listener of listeners()) listener();
}
