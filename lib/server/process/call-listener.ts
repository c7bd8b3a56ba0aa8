import { processState } from "./process-state";

/** One answered API call: method, path, status and duration in milliseconds. */
export type CallListener = (method: string, pathname: string, status: number, ms: number) => void;

const state = () => processState("call-listener", () => ({ listener: null as CallListener | null }));

/**
 * `metrics.ts` counts calls by route, for which it needs the whole API description. Each route is a separate bundle and
 * would include that too, so `guard.ts` calls a listener instead.
 */
export function listenToCalls(listener: CallListener): void {
  state().listener = listener;
}

export const tellCall: CallListener = (...call) => state().listener?.(...call);
