import { notReadable } from "../describe-file";
import type { ImportFailure } from "../importer";
import type { Span } from "./span";

/** Programs whose spans carry no messages, by the name of their service. Facts of 2026-08. */
const SERVICES: Readonly<Record<string, string>> = {
  // Known from one real file of version 18.6; VSGitHubCopilotLogs in the folder for temporary files.
  "vs-copilot": "GitHub Copilot in Visual Studio",
};

/** Why the spans are no conversation: none of them holds messages. */
export function withoutMessages(spans: readonly Span[]): ImportFailure {
  const service = spans.find((span) => span.service !== null)?.service ?? null;
  const writer = service === null ? "a program that it does not name" : (SERVICES[service] ?? service);
  const tools = spans.filter((span) => span.attributes["gen_ai.operation.name"] === "execute_tool").length;
  const looks = `OpenTelemetry spans of ${writer} without messages (${spans.length} spans, ${tools} of them of tools): what was asked and answered is not in the file`;
  return notReadable(looks, ADVICE);
}

const ADVICE =
  "Record the content of messages (OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, or the setting of the program), or export the chat itself.";
