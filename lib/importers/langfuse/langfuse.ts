import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { Usage } from "../../transcript/usage";
import { firstOf, parseEnvelopes } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { writeCalls } from "../model-calls/call-threads";
import { inOrder, type ModelCall } from "../model-calls/model-call";
import { readTracedAnswer } from "../model-calls/traced-answer";
import { parsedJsonOr, readTracedMessages } from "../model-calls/traced-message";
import { usageOf } from "../part-drafts";

const CACHE_READ = ["input_cached_tokens", "cache_read_input_tokens", "input_cache_read", "input_cached"];
const CACHE_WRITE = ["cache_creation_input_tokens", "input_cache_creation", "input_cache_write"];
const REASONING = ["output_reasoning_tokens", "output_reasoning", "reasoning_tokens", "reasoning"];

/**
 * Parses `usageDetails` of an observation. Its keys can be chosen freely, but Langfuse requires that the counters do
 * not overlap and that they add up to `total`. Some integrations pass on a provider's overlapping counters, in which
 * case input + output equals the total already.
 */
function observationUsage(observation: JsonObject): Usage | null {
  const details = asObject(observation.usageDetails);
  if (!details || Object.keys(details).length === 0) return legacyUsage(asObject(observation.usage));
  const first = (names: readonly string[]) =>
    names.map((name) => asCount(details[name])).find((count) => count !== null) ?? null;
  const [input, output, total] = [asCount(details.input), asCount(details.output), asCount(details.total)];
  const [cacheRead, cacheWriteUnsplit, reasoning] = [first(CACHE_READ), first(CACHE_WRITE), first(REASONING)];
  const overlaps = total !== null && total === (input ?? 0) + (output ?? 0);
  const cached = (cacheRead ?? 0) + (cacheWriteUnsplit ?? 0);
  return usageOf({
    uncachedInput: input === null || !overlaps ? input : Math.max(0, input - cached),
    cacheRead,
    cacheWriteUnsplit,
    output: output === null || overlaps ? output : output + (reasoning ?? 0),
    reasoning,
  });
}

/** Before version 3: `usage {input, output}` or, older still, `{promptTokens, completionTokens}`. */
function legacyUsage(usage: JsonObject | null): Usage | null {
  if (!usage || (usage.unit !== undefined && usage.unit !== null && usage.unit !== "TOKENS")) return null;
  return usageOf({
    uncachedInput: asCount(usage.input) ?? asCount(usage.promptTokens),
    output: asCount(usage.output) ?? asCount(usage.completionTokens),
  });
}

/**
 * Langfuse traces: `{trace, observations}` of the export, or a trace as the API returns it. Generations are the calls;
 * everything else is kept. Inputs and outputs are values or JSON text. Source: Langfuse documentation, "Data model".
 */
export const langfuse: Importer = {
  id: "langfuse",
  title: "Langfuse trace",
  detect: (sample) => (isTrace(firstOf(sample)) ? "a trace with observations" : null),
  parse: (files, sample, run) =>
    parseEnvelopes(files, sample, run, (object, envelope) => {
      if (!isTrace(object)) return null;
      const trace = asObject(object.trace) ?? object;
      const reader = new TraceReader(trace);
      envelope.read(asArray(object.observations) ?? [], reader.interpret);
      return reader.finish();
    }),
};

function isTrace(object: JsonObject | null): boolean {
  const observation = asObject(asArray(object?.observations)?.[0]);
  if (!object || !observation) return false;
  return asObject(object.trace) !== null || ("traceId" in observation && "startTime" in observation);
}

class TraceReader {
  private readonly session = new ItemSession("langfuse", null);
  private readonly calls: ModelCall[] = [];
  /** Messages by the model from other observations, for a generation logged without its output. */
  private readonly answers: { readonly at: number; readonly parts: readonly PartDraft[] }[] = [];

  constructor(private readonly trace: JsonObject) {
    this.session.title = asText(trace.name);
    this.session.logId = asText(trace.id) ?? "";
    this.session.isSnapshot = true;
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const observation = asObject(value);
    const id = asText(observation?.id);
    if (!observation || id === null)
      return { bad: "invalid-row", message: `Item ${source.line} is not an observation.` };
    const kind = asText(observation.type) ?? "observation";
    const call = kind === "GENERATION" ? this.callOf(observation, id, source) : null;
    // A generation without prompt, answer and usage only marks an event of another generation.
    const isCall = call !== null && (call.prompt.length > 0 || call.answer.length > 0 || call.usage !== null);
    if (isCall) this.calls.push(call);
    else this.noteAnswer(observation);
    return isCall ? "interpreted" : { kept: kind };
  };

  finish(): ItemSession {
    const calls = inOrder(this.calls);
    const last = calls.at(-1);
    writeCalls(last && last.answer.length === 0 ? [...calls.slice(0, -1), this.withAnswer(last)] : calls, this.session);
    return this.session;
  }

  private callOf(observation: JsonObject, id: string, source: SourceLocation): ModelCall {
    return {
      prompt: readTracedMessages(observation.input),
      answer: readTracedAnswer(observation.output),
      id,
      model: asText(observation.model),
      usage: observationUsage(observation),
      startedAt: isoTime(observation.startTime),
      endedAt: isoTime(observation.endTime),
      group: asText(observation.traceId) ?? asText(this.trace.id) ?? "",
      groupTitle: asText(observation.name),
      error: observation.level === "ERROR" ? (asText(observation.statusMessage) ?? "The generation failed.") : null,
      source,
    };
  }

  private noteAnswer(observation: JsonObject) {
    const output = asObject(parsedJsonOr(observation.output));
    if (output?.role !== "assistant") return;
    const parts = readTracedAnswer(output);
    const at = Date.parse(isoTime(observation.startTime) ?? "");
    if (parts.length > 0) this.answers.push({ at, parts });
  }

  /** Adds the model's last message after the call began. */
  private withAnswer(call: ModelCall): ModelCall {
    const start = Date.parse(call.startedAt ?? "");
    const after = this.answers.filter(({ at }) => at >= start).sort((a, b) => a.at - b.at);
    return { ...call, answer: after.at(-1)?.parts ?? [] };
  }
}
