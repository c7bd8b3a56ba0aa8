import { asServer } from "../process/caller-context";
import { processState } from "../process/process-state";
import { tell, whenTold } from "../replicas/channel";

const listeners = () => processState("library-listeners", () => new Set<(ids: readonly string[]) => void>());

/** Tells all processes on the database, this one included, that these sessions were added, changed or removed. */
export function libraryChanged(ids: readonly string[]): void {
  void tell("library", ids);
  asServer(() => {
    for (const listener of listeners()) listener(ids);
  });
}

/** Calls the listener when any process may have changed the session. Returns a function that removes the listener. */
export function whenSessionChanges(id: string, listener: () => void): () => void {
  const own = (ids: readonly string[]) => ids.includes(id) && listener();
  listeners().add(own);
  const forget = whenTold(({ topic, ids }) => {
    if (topic === "missed" || (topic === "library" && ids.includes(id))) listener();
  });
  return () => {
    listeners().delete(own);
    forget();
  };
}
