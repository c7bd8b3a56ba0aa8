import { Problem } from "@/lib/api/problem";
import { LIMITS } from "../process/limits";
import { processState } from "../process/process-state";

/** Bytes received and still being processed: in total, and per request. */
const state = () => processState("admission", () => ({ bytes: 0, of: new WeakMap<Request, number>() }));

/**
 * Refuses a request whose declared bytes do not fit now. They are not reserved, so a client that declares much and
 * sends little takes no room from others. Returns a function that releases the bytes received so far.
 */
export function admit(request: Request, declared: number): () => void {
  assertRoom(declared);
  return () => {
    const current = state();
    current.bytes -= current.of.get(request) ?? 0;
    current.of.delete(request);
  };
}

/** Reserves room for received bytes of an admitted request. Throws a 503 if there is no room. */
export function reserve(request: Request, bytes: number): void {
  const current = state();
  assertRoom(bytes);
  current.bytes += bytes;
  current.of.set(request, (current.of.get(request) ?? 0) + bytes);
}

/** Throws a 503 if the bytes do not fit. The only request in flight is always admitted. */
function assertRoom(bytes: number): void {
  const held = state().bytes;
  if (held === 0 || held + bytes <= LIMITS.inFlightBytes) return;
  throw new Problem(503, "too-many-uploads", "too many bytes are being received at the same time; try again", {
    headers: { "retry-after": "10" },
  });
}

export const admittedBytes = (): number => state().bytes;
