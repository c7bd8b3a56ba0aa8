import { Problem } from "@/lib/api/problem";
import { readJsonBytes } from "../door/body";
import { refuseUnknownParams } from "../http/query-params";
import { keptFor } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { runTask } from "../sessions/healing-task";
import { saveOutputs } from "../store/stored-outputs";
import type { DropInInput } from "../workers/drop-in-task";
import { laneFor } from "../workers/pool";

/** POST /v1/compress. Its clients read the reason for a failure from `error`, so the problem also has that field. */
export async function headroomAnswer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  try {
    refuseUnknownParams(url, ["strategy"]);
    const body = await readJsonBytes(request, LIMITS.jsonBodyBytes);
    return json(
      await compressed(request, { shape: "headroom", body, strategy: url.searchParams.get("strategy"), preset: null }),
    );
  } catch (error) {
    throw error instanceof Problem ? forHeadroom(error) : error;
  }
}

function forHeadroom({ status, code, detail, options }: Problem): Problem {
  const type = status < 500 ? "invalid_request" : "compression_error";
  return new Problem(status, code, detail, {
    ...options,
    extra: { ...options.extra, error: { type, message: detail } },
  });
}

/** POST /compact. A body that cannot be compressed is returned unchanged, with the reason in `X-Winnow-Unchanged`. */
export async function compactAnswer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const body = await readJsonBytes(request, LIMITS.jsonBodyBytes);
  if (request.headers.get("x-context-guru-bypass")?.toLowerCase() === "true") return unchanged(body, "bypass");
  const named = (name: string) => url.searchParams.get(name);
  try {
    return json(
      await compressed(request, { shape: "compact", body, strategy: named("strategy"), preset: named("preset") }),
    );
  } catch (error) {
    // Invalid JSON has no conversation to return, and clients of a full server should retry.
    const isTheirs = error instanceof Problem && error.status === 422;
    if (!isTheirs) throw error;
    return unchanged(body, error.code);
  }
}

async function compressed(request: Request, input: DropInInput): Promise<string> {
  const options = { lane: laneFor(input.body.byteLength), signal: request.signal };
  const output = await runTask({ kind: "drop-in", input: { ...input, keptFor: keptFor() } }, options);
  await saveOutputs(output.outputs);
  return output.json;
}

const TYPE = { "content-type": "application/json", "cache-control": "no-store" };
const json = (text: string): Response => new Response(text, { headers: TYPE });
const unchanged = (body: Uint8Array, reason: string): Response =>
  new Response(new Uint8Array(body), { headers: { ...TYPE, "x-winnow-unchanged": reason } });
