import * as z from "zod";
import { absent, count } from "./fields";

/**
 * Body of POST /api/otlp/v1/traces: opentelemetry-proto's ExportTraceServiceRequest in JSON. The importer parses it.
 */
export const otlpExport = z.looseObject({}).meta({
  id: "OtlpExport",
  description: "An OTLP export in JSON: `resourceSpans`, `resourceLogs` or `resourceMetrics`.",
});

const rejected = (of: string) => absent(count(`${of} that were rejected.`));

/** The answer to an OTLP/HTTP export: empty if everything was stored. */
export const otlpAnswer = z
  .strictObject({
    partialSuccess: absent(
      z.strictObject({
        rejectedSpans: rejected("Spans"),
        rejectedLogRecords: rejected("Log records"),
        rejectedDataPoints: rejected("Data points"),
        errorMessage: z.string().describe("Why."),
      }),
    ),
  })
  .meta({ id: "OtlpAnswer", description: "Empty, or what of the export was not kept and why." });
export type OtlpAnswer = z.infer<typeof otlpAnswer>;
