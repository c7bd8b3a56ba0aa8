import { asArray, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { NOWHERE } from "../place-of";
import { either, readSpan } from "./span";

/** The spans of one trace in one export, as a separate export. */
export type TraceGroup = {
  readonly traceId: string;
  /** The conversation id in one of its spans; null if none has one. */
  readonly conversation: string | null;
  /** True if one of its spans follows a convention for generative AI. */
  readonly isGenerative: boolean;
  /** True for Claude Code's own spans, which contain counts but no messages. */
  readonly isCountsOnly: boolean;
  readonly spans: number;
  readonly exported: JsonObject;
};

type Place = { readonly resource: unknown; readonly scope: unknown; readonly span: JsonObject };

const GENERATIVE = /^(gen_ai|llm|openinference|traceloop)\./;
const CONVERSATIONS = ["gen_ai.conversation.id", "session.id"];

/**
 * Splits an export by trace. Entries that are not spans are left out, so the spans in the groups may be fewer than
 * those sent.
 */
export function splitTraces(exported: JsonObject): { readonly groups: readonly TraceGroup[]; readonly sent: number } {
  const places = placesIn(exported);
  const byTrace = new Map<string, Place[]>();
  for (const place of places) {
    const traceId = asText(either(place.span, "traceId", "trace_id"));
    if (traceId === null || asText(either(place.span, "spanId", "span_id")) === null) continue;
    const own = byTrace.get(traceId) ?? [];
    own.push(place);
    byTrace.set(traceId, own);
  }
  return { groups: [...byTrace].map(([traceId, own]) => groupOf(traceId, own)), sent: places.length };
}

function placesIn(exported: JsonObject): Place[] {
  return (asArray(either(exported, "resourceSpans", "resource_spans")) ?? []).flatMap((entry) => {
    const resourceSpans = asObject(entry) ?? {};
    return (asArray(either(resourceSpans, "scopeSpans", "scope_spans")) ?? []).flatMap((inner) => {
      const scopeSpans = asObject(inner) ?? {};
      return (asArray(scopeSpans.spans) ?? []).map((span) => ({
        resource: resourceSpans.resource,
        scope: scopeSpans.scope,
        span: asObject(span) ?? {},
      }));
    });
  });
}

function groupOf(traceId: string, places: readonly Place[]): TraceGroup {
  const spans = places.flatMap(({ span }) => readSpan(span, NOWHERE, null) ?? []);
  const named = spans.flatMap(({ attributes }) => CONVERSATIONS.map((name) => asText(attributes[name])));
  const resourceSpans = places.map(({ resource, scope, span }) => ({
    resource,
    scopeSpans: [{ scope, spans: [span] }],
  }));
  return {
    traceId,
    conversation: named.find((id) => id !== null) ?? null,
    isGenerative: spans.some(({ attributes }) => Object.keys(attributes).some((name) => GENERATIVE.test(name))),
    isCountsOnly: spans.every(({ name }) => name.startsWith("claude_code.")),
    spans: places.length,
    exported: { resourceSpans },
  };
}
