import { Problem } from "@/lib/api/problem";
import type { OtlpAnswer } from "@/lib/api/schemas/otlp";
import { runTask } from "./healing-task";
import { readExport } from "./otlp-body";
import { isKnownTrace, keepTrace } from "./otlp-sessions";
import { laneFor } from "./pool";
import type { OtlpTrace } from "./workers/otlp-task";
import { parseJsonBody } from "./workers/parse-json";

const NO_MODEL = "only traces with spans of model calls are kept";
const COUNTS_ONLY = "Claude Code's spans hold counts and no messages; follow its transcripts instead";
const FULL = "the file of that conversation is full";

/** POST /api/otlp/v1/{signal}: spans become sessions; other signals are answered as OTLP says, and not kept. */
export async function answerOtlp(signal: string, request: Request): Promise<OtlpAnswer> {
  const body = await readExport(request);
  if (signal === "traces") return keepTraces(body, request.signal);
  const exported = parseJsonBody(body);
  if (signal === "logs") return refused("rejectedLogRecords", itemsIn(exported, "logRecords"), "logs");
  if (signal === "metrics") return refused("rejectedDataPoints", itemsIn(exported, "dataPoints"), "metrics");
  throw new Problem(404, "no-such-signal", "OTLP has traces, logs and metrics");
}

async function keepTraces(body: Uint8Array, signal: AbortSignal): Promise<OtlpAnswer> {
  const { traces, sent } = await runTask({ kind: "otlp", input: { body } }, { lane: laneFor(body.byteLength), signal });
  const reasons = new Set<string>();
  let kept = 0;
  for (const trace of traces) {
    const reason = reasonAgainst(trace) ?? (keepTrace(trace) ? null : FULL);
    if (reason === null) kept += trace.spans;
    else reasons.add(reason);
  }
  if (kept === sent) return {};
  const errorMessage = [...reasons].join("; ") || "a span has a traceId and a spanId";
  return { partialSuccess: { rejectedSpans: sent - kept, errorMessage } };
}

function reasonAgainst({ traceId, isGenerative, isCountsOnly }: OtlpTrace): string | null {
  if (isCountsOnly) return COUNTS_ONLY;
  return isGenerative || isKnownTrace(traceId) ? null : NO_MODEL;
}

type Rejected = "rejectedLogRecords" | "rejectedDataPoints";
const refused = (name: Rejected, items: number, signal: string): OtlpAnswer =>
  items === 0
    ? {}
    : { partialSuccess: { [name]: items, errorMessage: `${signal} are not kept; spans of model calls are` } };

/** How many items of a kind are anywhere in an export; its depth is limited. */
function itemsIn(value: unknown, name: string): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + itemsIn(item, name), 0);
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) => sum + (key === name && Array.isArray(inner) ? inner.length : itemsIn(inner, name)),
    0,
  );
}
