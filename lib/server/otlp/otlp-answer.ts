import { Problem } from "@/lib/api/problem";
import type { OtlpAnswer } from "@/lib/api/schemas/otlp";
import { getDb } from "../db/get-db";
import { readJsonBytes } from "../door/body";
import { currentProject } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { runTask } from "../sessions/healing-task";
import type { OtlpTrace } from "../workers/otlp-task";
import { parseJsonBody } from "../workers/parse-json";
import { laneFor } from "../workers/pool";
import { isKnownTrace, keepEvents, keepTrace } from "./otlp-sessions";

const NO_MODEL = "only traces with spans of model calls are kept";
const COUNTS_ONLY = "Claude Code's spans hold counts and no messages; follow its transcripts instead";
const NO_COUNTS = "of log records, Claude Code's api_request and api_error are kept";
const HAS_TRANSCRIPT = "the transcript of that session is in the library, with the same counts";
const NO_METRICS = "metrics are not kept; the same counts come with Claude Code's events (OTEL_LOGS_EXPORTER=otlp)";
const FULL = "the file of that conversation is full";

/** POST /api/otlp/v1/{signal}: spans and events of Claude Code become sessions; the rest is answered as OTLP says, and not kept. */
export async function answerOtlp(signal: string, request: Request): Promise<OtlpAnswer> {
  const body = await readExport(request);
  if (signal === "traces") return keepTraces(body, request.signal);
  if (signal === "logs") return keepLogs(body, request.signal);
  if (signal === "metrics") return refuseMetrics(itemsIn(parseJsonBody(body), "dataPoints"));
  throw new Problem(404, "no-such-signal", "OTLP has traces, logs and metrics");
}

async function keepTraces(body: Uint8Array, signal: AbortSignal): Promise<OtlpAnswer> {
  const { traces, sent } = await runTask({ kind: "otlp", input: { body } }, { lane: laneFor(body.byteLength), signal });
  const reasons = new Set<string>();
  let kept = 0;
  for (const trace of traces) {
    const reason = (await reasonAgainst(trace)) ?? ((await keepTrace(trace)) ? null : FULL);
    if (reason === null) kept += trace.spans;
    else reasons.add(reason);
  }
  if (kept === sent) return {};
  const errorMessage = [...reasons].join("; ") || "a span has a traceId and a spanId";
  return { partialSuccess: { rejectedSpans: sent - kept, errorMessage } };
}

async function reasonAgainst({ traceId, isGenerative, isCountsOnly }: OtlpTrace): Promise<string | null> {
  if (isCountsOnly) return COUNTS_ONLY;
  return isGenerative || (await isKnownTrace(traceId)) ? null : NO_MODEL;
}

async function keepLogs(body: Uint8Array, signal: AbortSignal): Promise<OtlpAnswer> {
  const task = { kind: "otlp-logs", input: { body } } as const;
  const { sessions, sent } = await runTask(task, { lane: laneFor(body.byteLength), signal });
  const reasons = new Set<string>();
  let kept = 0;
  let told = 0;
  for (const events of sessions) {
    const reason = (await hasTranscript(events.session)) ? HAS_TRANSCRIPT : (await keepEvents(events)) ? null : FULL;
    if (reason === null) kept += events.records;
    else reasons.add(reason);
    told += events.records;
  }
  if (kept === sent) return {};
  if (told < sent) reasons.add(NO_COUNTS);
  return { partialSuccess: { rejectedLogRecords: sent - kept, errorMessage: [...reasons].join("; ") } };
}

const refuseMetrics = (items: number): OtlpAnswer =>
  items === 0 ? {} : { partialSuccess: { rejectedDataPoints: items, errorMessage: NO_METRICS } };

/** How many items of a kind are anywhere in an export; its depth is limited. */
function itemsIn(value: unknown, name: string): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + itemsIn(item, name), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === name && Array.isArray(inner) ? inner.length : itemsIn(inner, name)),
    0,
  );
}

/** The JSON of an export, unpacked. Protobuf is refused with what to set. */
async function readExport(request: Request): Promise<Uint8Array> {
  if (/protobuf/i.test(request.headers.get("content-type") ?? ""))
    throw new Problem(
      415,
      "unsupported-media-type",
      "protobuf is not taken; export JSON: OTEL_EXPORTER_OTLP_PROTOCOL=http/json",
    );
  return readJsonBytes(request, LIMITS.jsonBodyBytes);
}

/** Claude Code names a transcript by the id of its session, which is a UUID. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the transcript of a session of Claude Code is in the project, where its counts would be seen twice. */
export async function hasTranscript(session: string): Promise<boolean> {
  if (!SESSION_ID.test(session)) return false;
  const db = await getDb();
  const found = await db.importedFile.findFirst({
    where: {
      projectId: currentProject(),
      format: "claude-code",
      name: { endsWith: `${session}.jsonl` },
      sessions: { some: {} },
    },
    select: { id: true },
  });
  return found !== null;
}
