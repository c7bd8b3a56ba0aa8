import { createHash } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { networkOf } from "../http/network-of";
import { currentCaller } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { processState } from "../process/process-state";
import { callerAddress } from "../process/request-facts";
import { allowedHosts } from "../process/settings";
import { isShared } from "../replicas/channel";
import { takeShared } from "./shared-rate";

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

/**
 * Identifies the caller: the person or key that the gate knows; if no key is required, the hash of the key that was sent; or
 * else the address. A key that the gate does not know is no caller, because anybody can make up a new one for each call.
 */
function callerOf({ headers }: Request): string {
  const { who, rights } = currentCaller();
  if ("id" in who) return who.id;
  const key = rights.length === 0 ? null : (headers.get("authorization") ?? headers.get("x-api-key"));
  if (key !== null) return createHash("sha256").update(key).digest("base64url");
  return `at ${networkOf(callerAddress() ?? "")}`;
}

/**
 * Throws a 429 with Retry-After for a caller above its rate, in all servers that share the database together. Each caller has
 * its own allowance, which fills again evenly, so that one who calls in a loop takes nothing from the others.
 */
export function assertRate(request: Request, now = performance.now()): Promise<void> | undefined {
  const rate = callsPerSecond();
  if (rate === null) return undefined;
  const caller = callerOf(request);
  if (isShared()) return assertShared(caller, rate, now);
  assertOwn(caller, rate, now);
  return undefined;
}

async function assertShared(caller: string, rate: number, now: number): Promise<void> {
  const isAllowed = await takeShared(caller, rate, now);
  // If the database does not say in time, what this server alone knows has to do.
  if (isAllowed === null) assertOwn(caller, rate, now);
  else if (!isAllowed) throw tooOften(rate, 1);
}

function assertOwn(caller: string, rate: number, now: number): void {
  const wait = take(caller, rate, now);
  if (wait > 0) throw tooOften(rate, Math.ceil(wait));
}

/** Takes one call from the allowance that this server keeps; answers the seconds to wait, 0 if the call may be made. */
function take(caller: string, rate: number, now: number): number {
  const before = buckets().get(caller) ?? { calls: rate, at: now };
  const calls = Math.min(rate, before.calls + ((now - before.at) / 1000) * rate);
  buckets().delete(caller); // so that the map is in the order of the last calls
  buckets().set(caller, { calls: calls >= 1 ? calls - 1 : calls, at: now });
  forgetOldest(buckets());
  return calls >= 1 ? 0 : (1 - calls) / rate;
}

/** Whoever sends a new key with each call only makes others start with a full allowance again. */
function forgetOldest(known: Map<string, unknown>): void {
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
