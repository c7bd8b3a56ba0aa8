import { append } from "../conversation/append";
import type { SourceLocation } from "../conversation/part";
import { asArray, asCount, asLabel, asObject, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import { type CallReader, firstRowOf, parseCallRows } from "./model-calls/call-rows";
import { sessionsOf } from "./model-calls/conversations";
import type { ModelCall } from "./model-calls/model-call";
import { inclusiveUsage, positiveCount } from "./model-calls/provider-usage";
import { readTracedAnswer } from "./model-calls/traced-answer";
import { parsedJsonOr, readTracedMessages } from "./model-calls/traced-message";

/**
 * Spans of Braintrust's project logs and experiments, as its API and its export list them. Spans of type `llm` are the
 * calls; the metrics of their parents are sums over them. Each trace is one session. Source:
 * braintrustdata/braintrust-sdk-javascript, js/src/generated_types.ts (ProjectLogsEvent).
 */
export const braintrust: Importer = {
  id: "braintrust",
  title: "Braintrust spans",
  limitations: [
    "Braintrust's clients write zero for cached and reasoning tokens that a provider does not report, so these zeros are shown as unknown.",
  ],
  unchecked: "Braintrust's exports",
  detect(sample) {
    const row = firstRowOf(sample);
    const isSpan = row && asText(row.span_id) !== null && asText(row.root_span_id) !== null;
    return isSpan && "_xact_id" in row ? "spans with root_span_id and _xact_id" : null;
  },
  parse: (files, sample, run) => parseCallRows(files, sample, run, new SpanReader()),
};

type Span = { readonly row: JsonObject; readonly id: string; readonly source: SourceLocation };

class SpanReader implements CallReader {
  /** The newest version of each row, by its id. */
  private readonly spans = new Map<string, Span>();

  readonly interpret = (row: JsonObject, source: SourceLocation): RowVerdict => {
    const id = asText(row.id) ?? asText(row.span_id);
    if (id === null) return { bad: "invalid-row", message: `Row ${source.line} is not a span.` };
    const known = this.spans.get(id);
    if (!known || isNewer(row, known.row)) this.spans.set(id, { row, id, source: known?.source ?? source });
    return isModelCall(row) ? "interpreted" : { kept: typeOf(row) ?? "span" };
  };

  readonly sessions = () => {
    const calls = [...this.spans.values()].filter(({ row }) => isModelCall(row) && row._object_delete !== true);
    // If two libraries trace the same call, the outer span only wraps the inner one.
    const wrappers = new Set(calls.flatMap(({ row }) => asArray(row.span_parents) ?? []));
    const traces = new Map<string, ModelCall[]>();
    for (const span of calls.filter(({ row }) => !wrappers.has(row.span_id))) {
      const call = callOf(span);
      append(traces, call.group, call);
    }
    return sessionsOf(traces, "braintrust");
  };
}

const typeOf = (row: JsonObject) => asText(asObject(row.span_attributes)?.type);

const isModelCall = (row: JsonObject) => typeOf(row) === "llm";

/** Compares transaction ids, which are integers written as text because they are too large for a number. */
function isNewer(row: JsonObject, known: JsonObject): boolean {
  const [left, right] = [asLabel(row._xact_id) ?? "", asLabel(known._xact_id) ?? ""];
  return left.length === right.length ? left >= right : left.length > right.length;
}

function callOf({ row, id, source }: Span): ModelCall {
  const metrics = asObject(row.metrics);
  return {
    prompt: readTracedMessages(row.input),
    answer: readTracedAnswer(choicesOf(row.output)),
    id,
    model: asText(asObject(row.metadata)?.model),
    usage: inclusiveUsage({
      prompt: asCount(metrics?.prompt_tokens),
      cacheRead: positiveCount(metrics?.prompt_cached_tokens),
      cacheWrite: positiveCount(metrics?.prompt_cache_creation_tokens),
      output: asCount(metrics?.completion_tokens),
      reasoning: positiveCount(metrics?.completion_reasoning_tokens),
    }),
    startedAt: isoTime(metrics?.start) ?? isoTime(row.created),
    endedAt: isoTime(metrics?.end),
    group: asText(row.root_span_id) ?? id,
    groupTitle: asText(asObject(row.span_attributes)?.name),
    error: errorOf(row.error),
    source,
  };
}

/** Some clients log only the list of choices, without the response object around it. */
function choicesOf(output: unknown): unknown {
  const list = asArray(parsedJsonOr(output));
  return list?.length && list.every((item) => asObject(asObject(item)?.message)) ? { choices: list } : output;
}

function errorOf(error: unknown): string | null {
  if (error === null || error === undefined || error === "") return null;
  return asText(error) ?? asText(asObject(error)?.message) ?? JSON.stringify(error);
}
