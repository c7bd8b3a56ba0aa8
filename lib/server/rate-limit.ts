import { createHash } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { LIMITS } from "./limits";
import { processState } from "./process-state";
import { allowedHosts } from "./settings";

/** The calls of one caller that may still be made, as of a moment in milliseconds. */
type Bucket = { calls: number; at: number };

const buckets = () => processState("rate-limit", () => new Map<string, Bucket>());

/**
 * Calls of the API that one caller may make in a second: WINNOW_RATE_LIMIT, or by default 50 once others can reach the
 * server (WINNOW_ALLOWED_HOSTS). Null: any number, because a caller on this machine only slows down itself.
 */
function callsPerSecond(): number | null {
  const stated = Number(process.env.WINNOW_RATE_LIMIT?.trim() || Number.NaN);
  if (stated >= 1) return Math.floor(stated);
  return allowedHosts().length > 0 ? LIMITS.callsPerSecond : null;
}

/** Who calls: the key that was sent, kept as a hash only, or everybody without one together. */
function callerOf({ headers }: Request): string {
  const key = headers.get("authorization") ?? headers.get("x-api-key");
  return key === null ? "without a key" : createHash("sha256").update(key).digest("base64url");
}

/**
 * Throws a 429 with Retry-After for a caller above its rate. Each caller has its own allowance, which fills again evenly,
 * so that one who calls in a loop takes nothing from the others.
 */
export function assertRate(request: Request, now = performance.now()): void {
  const rate = callsPerSecond();
  if (rate === null) return;
  const caller = callerOf(request);
  const before = buckets().get(caller) ?? { calls: rate, at: now };
  const calls = Math.min(rate, before.calls + ((now - before.at) / 1000) * rate);
  buckets().delete(caller); // so that the map is in the order of the last calls
  buckets().set(caller, { calls: calls >= 1 ? calls - 1 : calls, at: now });
  forgetOldest();
  if (calls < 1) throw tooOften(rate, Math.ceil((1 - calls) / rate));
}

/** Whoever sends a new key with each call only makes others start with a full allowance again. */
function forgetOldest(): void {
  const known = buckets();
  for (const caller of known.keys()) {
    if (known.size <= LIMITS.rateCallers) return;
    known.delete(caller);
  }
}

const tooOften = (rate: number, seconds: number): Problem =>
  new Problem(429, "too-many-requests", `more than ${rate} calls in a second; try again in ${seconds} s`, {
    headers: {
      "retry-after": String(seconds),
      "ratelimit-limit": String(rate),
      "ratelimit-remaining": "0",
      "ratelimit-reset": String(seconds),
    },
  });
