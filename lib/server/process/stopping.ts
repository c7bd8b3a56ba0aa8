import { setMaxListeners } from "node:events";
import { Problem } from "@/lib/api/problem";
import { processState } from "./process-state";

const controller = () => processState("stopping", makeController);

/** Every event stream listens, so Node's warning about more than ten listeners would be wrong. */
function makeController(): AbortController {
  const made = new AbortController();
  setMaxListeners(0, made.signal);
  return made;
}

/** Aborts when the server begins to stop, which ends otherwise endless streams. */
export const stoppingSignal = (): AbortSignal => controller().signal;
export const isStopping = (): boolean => controller().signal.aborted;
export const beginStopping = (): void => controller().abort();

/** Throws for a request on an open connection after the server began to stop. */
export function refuseWhileStopping(): void {
  if (!isStopping()) return;
  throw new Problem(503, "stopping", "the server is stopping; try again when it has started", {
    headers: { "retry-after": "5" },
  });
}
