import { Problem } from "@/lib/api/problem";
import type { OtlpAnswer } from "@/lib/api/schemas/otlp";
import { answerInProtobuf } from "@/lib/importers/otel-genai/otlp-protobuf";
import { getDb } from "../db/get-db";
import { readBytes, readJsonBytes } from "../door/body";
import { currentProject } from "../process/caller-context";
import { LIMITS } from "../process/limits";
import { runTask } from "../sessions/healing-task";
import { exportIn, type OtlpInput, type OtlpTrace } from "../workers/otlp-task";
import { laneFor } from "../workers/pool";
import { isKnownTrace, keepEvents, keepTrace } from "./otlp-sessions";

const NO_MODEL = "only traces with spans of model calls are kept";
const COUNTS_ONLY = "Claude Code's spans hold counts and no messages; follow its transcripts instead";
const NO_COUNTS = "of log records, Claude Code's api_request and api_error are kept";
const HAS_TRANSCRIPT = "the transcript of that session is in the library, with the same counts";
const NO_METRICS = "metrics are not kept; the same counts come with Claude Code's events (OTEL_LOGS_EXPORTER=otlp)";
const FULL = "the file of that conversation is full";

/**
 * POST /api/otlp/v1/{signal}: spans and events of Claude Code become sessions; everything else is answered
 * as OTLP requires, and not stored. The answer uses the encoding of the export.
 */
export async function answerOtlp(signal: string, request: Request): Promise<Response> {
  const input = await readExport(request);
  const answer = await kept(signal, input, request.signal);
  if (!input.isProtobuf) return Response.json(answer);
  const bytes = answerInProtobuf(answer);
  return new Response(bytes.buffer as ArrayBuffer, { headers: { "content-type": "application/x-protobuf" } });
}

function kept(signal: string, input: OtlpInput, aborted: AbortSignal): Promise<OtlpAnswer> | OtlpAnswer {
  if (signal === "traces") return keepTraces(input, aborted);
  if (signal === "logs") return keepLogs(input, aborted);
  if (signal === "metrics") return refuseMetrics(itemsIn(exportIn(input, signal), "dataPoints"));
  throw new Problem(404, "no-such-signal", "OTLP has traces, logs and metrics");
}

async function keepTraces(input: OtlpInput, signal: AbortSignal): Promise<OtlpAnswer> {
  const lane = laneFor(input.body.byteLength);
  const { traces, sent } = await runTask({ kind: "otlp", input }, { lane, signal });
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

async function keepLogs(input: OtlpInput, signal: AbortSignal): Promise<OtlpAnswer> {
  const lane = laneFor(input.body.byteLength);
  const { sessions, sent } = await runTask({ kind: "otlp-logs", input }, { lane, signal });
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

/** Counts items of a kind anywhere in an export; its depth is limited. */
function itemsIn(value: unknown, name: string): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + itemsIn(item, name), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === name && Array.isArray(inner) ? inner.length : itemsIn(inner, name)),
    0,
  );
}

/** A decompressed export in JSON or protobuf. */
async function readExport(request: Request): Promise<OtlpInput> {
  const isProtobuf = /^application\/(?:x-)?protobuf\b/i.test(request.headers.get("content-type") ?? "");
  const body = await (isProtobuf ? readBytes : readJsonBytes)(request, LIMITS.jsonBodyBytes);
  return { body, isProtobuf };
}

/** Claude Code names a transcript by its session's id, a UUID. */
const SESSION_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True if the project has the transcript of a Claude Code session, whose counts would otherwise appear twice. */
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
