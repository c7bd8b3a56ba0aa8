import { fail } from "../../conversation/errors";
import { notReadable } from "../describe-file";
import { finishAll, firstOf, readEnvelopes } from "../envelopes";
import type { Importer, ImportFailure } from "../importer";
import { either, readSpan, type Span, spansIn } from "./span";
import { isModelCall, kindOf, sessionsOfSpans } from "./span-sessions";

/**
 * Spans of OpenTelemetry's conventions for generative AI (and of OpenLLMetry, OpenInference and the AI SDK) in
 * OTLP/JSON. Every span of a model call repeats its entire history. There is one session per conversation id or, if the
 * spans have none, per trace. Source: OpenTelemetry semantic conventions 1.27–1.38, opentelemetry-proto `trace/v1`.
 */
export const otelGenai: Importer = {
  id: "otel-genai",
  title: "OpenTelemetry GenAI spans",
  detect(sample) {
    const first = firstOf(sample);
    return first && Array.isArray(either(first, "resourceSpans", "resource_spans")) ? "OTLP spans" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const spans: Span[] = [];
    const failure = await readEnvelopes(file, sample, run, (object, envelope) => {
      envelope.read(spansIn(object), ({ value, service }, source) => {
        const span = readSpan(value, source, service);
        if (!span) return { bad: "invalid-row", message: `Item ${source.line} is not a span.` };
        spans.push(span);
        return isModelCall(span) ? "interpreted" : { kept: kindOf(span) };
      });
      return "interpreted";
    });
    if (failure) return fail(failure);
    const latest = richestOf(spans);
    const sessions = sessionsOfSpans(latest, "otel-genai");
    if (latest.length > 0 && sessions.every(({ messages }) => messages.length === 0))
      return fail(withoutMessages(latest));
    return finishAll(sessions, file, run);
  },
};

/**
 * Some exporters, such as Visual Studio's, write a span several times while it grows. The version with the most
 * attributes is used.
 */
function richestOf(spans: readonly Span[]): readonly Span[] {
  const richest = new Map<string, Span>();
  for (const span of spans) {
    const key = `${span.traceId}/${span.id}`;
    const known = richest.get(key);
    if (!known || sizeOf(span) >= sizeOf(known)) richest.set(key, span);
  }
  return [...richest.values()];
}

const sizeOf = ({ attributes, events }: Span) => JSON.stringify([attributes, events]).length;

/** Programs whose spans contain no messages, by the name of their service. Facts of 2026-08. */
const SERVICES: Readonly<Record<string, string>> = {
  // Known from one real file of version 18.6, in VSGitHubCopilotLogs in the folder for temporary files.
  "vs-copilot": "GitHub Copilot in Visual Studio",
};

/** Why the spans are not a conversation: none of them contains messages. */
function withoutMessages(spans: readonly Span[]): ImportFailure {
  const service = spans.find((span) => span.service !== null)?.service ?? null;
  const writer = service === null ? "a program that it does not name" : (SERVICES[service] ?? service);
  const tools = spans.filter((span) => span.attributes["gen_ai.operation.name"] === "execute_tool").length;
  const looks = `OpenTelemetry spans of ${writer} without messages (${spans.length} spans, ${tools} of them of tools): what was asked and answered is not in the file`;
  return notReadable(looks, ADVICE);
}

const ADVICE =
  "Record the content of messages (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, or the setting of the program), or export the chat itself.";
