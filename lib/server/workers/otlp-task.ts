import { Problem } from "@/lib/api/problem";
import { otlpExport } from "@/lib/api/schemas/otlp";
import { problemOfZod } from "@/lib/api/zod-problem";
import { splitTraces, type TraceGroup } from "@/lib/importers/otel-genai/split-traces";
import { parseJsonBody } from "./parse-json";

export type OtlpInput = { readonly body: Uint8Array };

/** One trace of an export, as a line of the file of its conversation. */
export type OtlpTrace = Omit<TraceGroup, "exported"> & { readonly line: string };
export type OtlpOutput = { readonly traces: readonly OtlpTrace[]; readonly sent: number };

/** Takes an export of spans apart by traces. */
export function otlpTask({ body }: OtlpInput): OtlpOutput {
  const parsed = otlpExport.safeParse(parseJsonBody(body));
  if (!parsed.success) throw problemOfZod(parsed.error);
  if (!("resourceSpans" in parsed.data || "resource_spans" in parsed.data))
    throw new Problem(422, "invalid-parameter", "an export of spans has resourceSpans");
  const { groups, sent } = splitTraces(parsed.data);
  return { traces: groups.map(({ exported, ...group }) => ({ ...group, line: JSON.stringify(exported) })), sent };
}
