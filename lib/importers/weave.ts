import { append } from "../conversation/append";
import type { SourceLocation } from "../conversation/part";
import { asCount, asObject, asText, type JsonObject } from "../formats/json-fields";
import type { RowVerdict } from "./import-run";
import type { Importer } from "./importer";
import { isoTime } from "./iso-time";
import type { PartDraft } from "./item-session";
import { type CallReader, firstRowOf, parseCallRows } from "./model-calls/call-rows";
import { sessionsOf } from "./model-calls/conversations";
import type { ModelCall } from "./model-calls/model-call";
import { readProviderUsage } from "./model-calls/provider-usage";
import { readTracedAnswer } from "./model-calls/traced-answer";
import { readTracedMessages } from "./model-calls/traced-message";

/**
 * Calls of W&B Weave as exported. The usage of an outer call sums the calls inside it, so only calls without children
 * are model calls. One session per thread, or per trace if there are no threads. Source: wandb/weave,
 * weave/trace_server/trace_server_interface.py (CallSchema, LLMUsageSchema).
 */
export const weave: Importer = {
  id: "weave",
  title: "W&B Weave calls",
  limitations: [
    "Inputs and outputs that Weave stores elsewhere are only references in the export (weave:///…), so they are left out.",
    "If only root calls were exported, their usage is a sum over several model calls. It belongs to no single call, so it is not shown as usage.",
  ],
  unchecked: "Weave's exports",
  detect(sample) {
    const row = firstRowOf(sample);
    const isCall = row && asText(row.id) !== null && asText(row.op_name) !== null && asText(row.trace_id) !== null;
    return isCall && "inputs" in row ? "calls with op_name, trace_id and inputs" : null;
  },
  parse: (files, sample, run) => parseCallRows(files, sample, run, new OpReader()),
};

type Op = { readonly row: JsonObject; readonly id: string; readonly source: SourceLocation };

class OpReader implements CallReader {
  private readonly ops: Op[] = [];

  readonly identityOf = (row: JsonObject) => asText(row.id);

  readonly interpret = (row: JsonObject, source: SourceLocation): RowVerdict => {
    const id = asText(row.id);
    if (id === null) return { bad: "invalid-row", message: `Row ${source.line} is not a call.` };
    if (!isModelOp(row)) return { kept: requestsIn(row) > 1 ? "sum-of-calls" : nameOf(row) };
    this.ops.push({ row, id, source });
    return "interpreted";
  };

  readonly sessions = () => {
    const parents = new Set(this.ops.map(({ row }) => asText(row.parent_id)));
    const conversations = new Map<string, ModelCall[]>();
    for (const op of this.ops.filter(({ id }) => !parents.has(id))) {
      const call = callOf(op);
      append(conversations, call.group, call);
    }
    return sessionsOf(conversations, "weave");
  };
}

/** `weave:///entity/project/op/NAME:digest` */
const nameOf = (row: JsonObject) => /([^/]+?)(:[^/:]*)?$/.exec(asText(row.op_name) ?? "")?.[1] ?? "op";

const usagesIn = (row: JsonObject) => Object.entries(asObject(asObject(row.summary)?.usage) ?? {});

/** How many requests the usage of a call includes. */
const requestsIn = (row: JsonObject) =>
  usagesIn(row).reduce((sum, [, usage]) => sum + (asCount(asObject(usage)?.requests) ?? 1), 0);

/** True for a model call: a call with the usage of one request. A failed call has no usage, but has messages. */
function isModelOp(row: JsonObject): boolean {
  const requests = requestsIn(row);
  const inputs = asObject(row.inputs);
  const isAsked = asText(inputs?.model) !== null && (Array.isArray(inputs?.messages) || inputs?.input !== undefined);
  return requests === 1 || (requests === 0 && isAsked);
}

function callOf({ row, id, source }: Op): ModelCall {
  const inputs = asObject(row.inputs);
  const [model, usage] = usagesIn(row)[0] ?? [];
  return {
    prompt: readTracedMessages(isReference(inputs?.messages) ? null : inputs).flatMap((message) => {
      const parts = withoutReferences(message.parts);
      return parts.length > 0 ? [{ ...message, parts }] : [];
    }),
    answer: withoutReferences(readTracedAnswer(row.output)),
    id,
    model: model ?? asText(inputs?.model),
    usage: readProviderUsage(usage),
    startedAt: isoTime(row.started_at),
    endedAt: isoTime(row.ended_at),
    group: asText(row.thread_id) ?? asText(row.trace_id) ?? id,
    groupTitle: asText(row.display_name) ?? nameOf(row),
    error: asText(row.exception),
    source,
  };
}

const isReference = (value: unknown) => asText(value)?.startsWith("weave:///") === true;

const withoutReferences = (parts: readonly PartDraft[]) =>
  parts.filter((part) => part.type !== "text" || !isReference(part.text));
