import { Problem } from "@/lib/api/problem";
import { otlpExport } from "@/lib/api/schemas/otlp";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import type { JsonObject } from "@/lib/formats/json-fields";
import { splitEvents } from "@/lib/importers/claude-code-events/split-events";
import { exportFromProtobuf, type OtlpSignal } from "@/lib/importers/otel-genai/otlp-protobuf";
import { splitTraces, type TraceGroup } from "@/lib/importers/otel-genai/split-traces";
import { parseJsonBody } from "./parse-json";

export type OtlpInput = { readonly body: Uint8Array; readonly isProtobuf: boolean };

/** One trace of an export, as a line of its conversation's file. */
export type OtlpTrace = Omit<TraceGroup, "exported"> & { readonly line: string };
export type OtlpOutput = { readonly traces: readonly OtlpTrace[]; readonly sent: number };

/** The events of one Claude Code session, as a line of its file. */
export type OtlpEvents = { readonly session: string; readonly records: number; readonly line: string };
export type OtlpLogsOutput = { readonly sessions: readonly OtlpEvents[]; readonly sent: number };

/** Splits an export of spans by trace. */
export function otlpTask(input: OtlpInput): OtlpOutput {
  const exported = exportIn(input, "traces");
  if (!input.isProtobuf && !("resourceSpans" in exported || "resource_spans" in exported))
    throw new Problem(422, "invalid-parameter", "an export of spans has resourceSpans");
  const { groups, sent } = splitTraces(exported);
  return { traces: groups.map(({ exported, ...group }) => ({ ...group, line: JSON.stringify(exported) })), sent };
}

/** Splits an export of log records by Claude Code session. */
export function otlpLogsTask(input: OtlpInput): OtlpLogsOutput {
  const { groups, sent } = splitEvents(exportIn(input, "logs"));
  return { sessions: groups.map(({ exported, ...group }) => ({ ...group, line: JSON.stringify(exported) })), sent };
}

/** The content of an export as JSON. 400 if the bytes do not match their declared type. */
export function exportIn({ body, isProtobuf }: OtlpInput, signal: OtlpSignal): JsonObject {
  if (isProtobuf) {
    const read = exportFromProtobuf(body, signal);
    if (read) return read;
    throw new Problem(400, "invalid-protobuf", `the body is not an export of ${signal} in protobuf`);
  }
  const parsed = checkJson(otlpExport, parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  return parsed.data;
}
