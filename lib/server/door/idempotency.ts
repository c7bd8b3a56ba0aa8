import { createHash } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { callFiles } from "../kept-calls/call-files";
import { callRows } from "../kept-calls/call-rows";
import type { CallStore } from "../kept-calls/call-store";
import { currentCaller, namedProject } from "../process/caller-context";
import { isShared } from "../replicas/channel";

export type Answered = { readonly json: string; readonly isReplay: boolean };

/**
 * The `Idempotency-Key` of a request, prefixed with its owner, because callers may choose the same key. Null if there
 * is none.
 */
export function idempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key")?.trim() ?? "";
  if (key === "") return null;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return ownKey(key);
  throw new Problem(400, "bad-idempotency-key", "Idempotency-Key must be 1 to 255 printable characters without spaces");
}

const store = (): CallStore => (isShared() ? callRows : callFiles);
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/**
 * Without authentication, and for the server's own command, the key is used as sent. Otherwise it is scoped to caller
 * and project: the same key in another project is another call, and somebody who has left a project cannot replay its
 * answers.
 */
function ownKey(key: string): string {
  const { who } = currentCaller();
  return "id" in who ? `${who.kind} ${who.id} ${namedProject() ?? ""} ${key}` : key;
}

/**
 * Runs the work once per key, across all processes that share the library. The same body again gets the stored answer,
 * another body with the same key gets a 422, and a call while the first is still running gets a 409. Failures are not
 * stored, so a failed call can be retried.
 */
export async function once(key: string | null, body: Uint8Array, work: () => Promise<string>): Promise<Answered> {
  if (key === null) return { json: await work(), isReplay: false };
  const calls = store();
  const [name, hash] = [sha256(key), sha256(body)];
  const call = await calls.begin(name, hash);
  if (call.kind === "running")
    throw new Problem(409, "in-progress", "a call with this Idempotency-Key is still running", {
      headers: { "retry-after": "2" },
    });
  if (call.kind === "answered") {
    if (call.body === hash) return { json: call.json, isReplay: true };
    throw new Problem(422, "idempotency-key-reused", "this Idempotency-Key was used with another body");
  }
  try {
    const json = await work();
    await calls.keep(name, hash, json);
    return { json, isReplay: false };
  } catch (error) {
    await calls.drop(name);
    throw error;
  }
}
