import { LIMITS } from "./limits";
import { Problem } from "./problem";
import { processState } from "./process-state";

/** Bytes that arrived and are still being worked on: of all requests, and of each. */
const state = () => processState("admission", () => ({ bytes: 0, of: new WeakMap<Request, number>() }));

/**
 * Refuses a request whose declared bytes would not fit now. They are not reserved: one who declares much and sends
 * little takes no room. Returns the release of what will have arrived.
 */
export function admit(request: Request, declared: number): () => void {
  assertRoom(declared);
  return () => {
    const current = state();
    current.bytes -= current.of.get(request) ?? 0;
    current.of.delete(request);
  };
}

/** Reserves room for bytes of an admitted request that have arrived. Throws a 503 where there is none. */
export function reserve(request: Request, bytes: number): void {
  const current = state();
  assertRoom(bytes);
  current.bytes += bytes;
  current.of.set(request, (current.of.get(request) ?? 0) + bytes);
}

/** One request alone is always let in. */
function assertRoom(bytes: number): void {
  const held = state().bytes;
  if (held === 0 || held + bytes <= LIMITS.inFlightBytes) return;
  throw new Problem(503, "too-many-uploads", "too many bytes are being received at one time; try again", {
    headers: { "retry-after": "10" },
  });
}

export const admittedBytes = (): number => state().bytes;
