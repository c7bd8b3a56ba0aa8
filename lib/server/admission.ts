import { LIMITS } from "./limits";
import { Problem } from "./problem";
import { processState } from "./process-state";

const state = () => processState("admission", () => ({ bytes: 0 }));

/** Reserves room for a body before a byte of it is read; over the total it is 503 with Retry-After. Returns the release. */
export function admit(bytes: number): () => void {
  const current = state();
  if (current.bytes > 0 && current.bytes + bytes > LIMITS.inFlightBytes)
    throw new Problem(503, "too-many-uploads", "too many bytes are being received at one time; try again", {
      headers: { "retry-after": "10" },
    });
  current.bytes += bytes;
  let isHeld = true;
  return () => {
    if (isHeld) current.bytes -= bytes;
    isHeld = false;
  };
}

export const admittedBytes = (): number => state().bytes;
