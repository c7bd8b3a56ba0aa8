import { processState } from "./process-state";

/** One answered call of the API: its method, path and status, and how many milliseconds it took. */
export type CallListener = (method: string, pathname: string, status: number, ms: number) => void;

const state = () => processState("call-listener", () => ({ listener: null as CallListener | null }));

/**
 * `metrics.ts` counts calls by their route, for which it needs the whole description of the API. Each route is a bundle of
 * its own and would hold that too, so `guard.ts` tells a listener instead.
 */
export function listenToCalls(listener: CallListener): void {
  state().listener = listener;
}

export const tellCall: CallListener = (...call) => state().listener?.(...call);
