import { Problem } from "@/lib/api/problem";
import { type Access, ROUTE_ACCESS } from "../../api/route-scopes";
import type { Job } from "../../api/schemas/job";
import { isEnded } from "../jobs/job-rows";
import { loadJob, watchJob } from "../jobs/jobs";
import { whenAccessChanges } from "../people/access-changes";
import { isStillOpen, keepingCaller } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { processState } from "../process/process-state";
import { stoppingSignal } from "../process/stopping";

const streams = () => processState("event-streams", () => ({ open: 0 }));
const encoder = new TextEncoder();
const frame = (event: string, data: unknown) => encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

/** A source's handle on its stream. Both functions do nothing once the stream is closed. */
type Stream = { readonly send: (event: string, data: unknown) => void; readonly close: () => void };

type Source = {
  readonly access: Access;
  /** Rejects once the caller may no longer see this. */
  readonly isThere: () => Promise<unknown>;
  /** Starts sending. Returns a function that stops it. */
  readonly begin: (stream: Stream) => () => void;
};

/**
 * Server-sent events of one job: `progress` at each change, then one `end`. Comment lines are the heartbeat. The stream
 * closes without an `end` if the caller's key is revoked, or if the caller signs out or loses access to the job.
 */
export async function jobEvents(id: string, signal: AbortSignal): Promise<Response> {
  const first = await loadJob(id);
  return eventStream(signal, {
    access: ROUTE_ACCESS["GET /api/jobs/{id}/events"],
    isThere: () => loadJob(id),
    begin: ({ send, close }) => {
      const tell = (view: Job) => {
        send(isEnded(view) ? "end" : "progress", view);
        if (isEnded(view)) close();
      };
      const unwatch = watchJob(first, tell);
      tell(first);
      // The job may have ended between loading and watching.
      if (!unwatch && !isEnded(first)) void loadJob(id).then(tell, close);
      return () => unwatch?.();
    },
  });
}

/** 429 if too many streams are open. The stream ends with the caller's connection or access, or with this process. */
export function eventStream(signal: AbortSignal, source: Source): Response {
  if (streams().open >= LIMITS.eventStreams)
    throw new Problem(429, "too-many-streams", "too many event streams are open", { headers: { "retry-after": "5" } });
  const stop = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => feed(controller, source, AbortSignal.any([signal, stop.signal])),
    cancel: () => stop.abort(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function feed(controller: ReadableStreamDefaultController<Uint8Array>, source: Source, signal: AbortSignal) {
  streams().open += 1;
  let isOpen = true;
  let end: (() => void) | null = null;
  const heartbeat = setInterval(() => controller.enqueue(encoder.encode(": alive\n\n")), LIMITS.eventHeartbeatMs);
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    streams().open -= 1;
    clearInterval(heartbeat);
    end?.();
    forget();
    stoppingSignal().removeEventListener("abort", close);
    if (!signal.aborted) controller.close();
  };
  const forget = whenAccessChanges(
    keepingCaller(() => void isStillOpen(source.access, source.isThere).then((isOpen) => isOpen || close())),
  );
  signal.addEventListener("abort", close, { once: true });
  stoppingSignal().addEventListener("abort", close, { once: true });
  if (signal.aborted) return close();
  end = source.begin({ send: (event, data) => isOpen && controller.enqueue(frame(event, data)), close });
  if (!isOpen) end(); // the stream ended while its source began
}
