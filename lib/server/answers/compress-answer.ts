import { randomUUID } from "node:crypto";
import { Problem } from "@/lib/api/problem";
import { readJsonBytes } from "../door/body";
import { type Answered, idempotencyKey, once } from "../door/idempotency";
import { problemOfPlatform, problemResponse } from "../http/problem";
import { keptFor } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { log } from "../process/log";
import { runTask } from "../sessions/healing-task";
import { saveOutputs } from "../store/stored-outputs";
import { withSummaries } from "../summarise/with-summaries";
import { laneFor, type RunOptions } from "../workers/pool";

/**
 * POST /api/compress: one JSON answer, or (`Accept: text/event-stream`) `step`, `edit`, `summary.delta` and `warning`
 * events and then `completed` or `error`. Disconnecting cancels the work.
 */
export async function compressAnswer(request: Request): Promise<Response> {
  const body = await readJsonBytes(request, LIMITS.jsonBodyBytes);
  const key = idempotencyKey(request);
  const run = (options: Omit<RunOptions, "lane">) => once(key, body, () => compress(body, options));
  if (/\btext\/event-stream\b/i.test(request.headers.get("accept") ?? "")) return eventStream(run, request.signal);
  const { json, isReplay } = await run({ signal: request.signal });
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return new Response(json, { headers: { ...headers, ...(isReplay && { "idempotency-replayed": "true" }) } });
}

async function compress(body: Uint8Array, options: Omit<RunOptions, "lane">): Promise<string> {
  const lane = laneFor(body.byteLength);
  const { json, outputs } = await withSummaries(
    (summaries) => runTask({ kind: "compress", input: { body, summaries, keptFor: keptFor() } }, { ...options, lane }),
    options,
  );
  await saveOutputs(outputs);
  return json;
}

const encoder = new TextEncoder();

type Run = (options: Omit<RunOptions, "lane">) => Promise<Answered>;

function eventStream(run: Run, signal: AbortSignal): Response {
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void feed(controller, run, AbortSignal.any([signal, stop.signal])),
    cancel: () => stop.abort(),
  });
  const headers = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" };
  return new Response(body, { headers: { "content-type": "text/event-stream", ...headers } });
}

/** Sends one line of JSON per event. Comment lines keep proxies from closing the connection while a model writes. */
async function feed(controller: ReadableStreamDefaultController<Uint8Array>, run: Run, signal: AbortSignal) {
  const send = (text: string) => {
    if (!signal.aborted) controller.enqueue(encoder.encode(text));
  };
  const event = (name: string, json: string) => send(`event: ${name}\ndata: ${json}\n\n`);
  const heartbeat = setInterval(() => send(": alive\n\n"), LIMITS.eventHeartbeatMs);
  try {
    const onProgress = (progress: Record<string, unknown>) =>
      event(String(progress.event), JSON.stringify(progress.data));
    event("completed", (await run({ signal, onProgress })).json);
  } catch (error) {
    // A disconnected client reads nothing more, and the disconnect is not an error.
    if (!signal.aborted) event("error", await problemText(error));
  } finally {
    clearInterval(heartbeat);
    if (!signal.aborted) controller.close();
  }
}

async function problemText(error: unknown): Promise<string> {
  const problem = error instanceof Problem ? error : problemOfPlatform(error);
  const id = randomUUID();
  if (!problem) log().error({ id, name: error instanceof Error ? error.name : typeof error }, "unexpected");
  const told =
    problem ?? new Problem(500, "internal", "an unexpected error; the log has the details under this request id");
  return problemResponse(told, id).text();
}
