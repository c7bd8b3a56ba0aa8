import { guard } from "@/lib/server/guard";
import { LIMITS } from "@/lib/server/limits";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerOtlp } from "@/lib/server/otlp-answer";

export const dynamic = "force-dynamic";

/** Takes what an OpenTelemetry exporter sends in JSON. */
export const POST = guard<{ signal: string }>(
  async (request, { params }) => Response.json(await answerOtlp((await params).signal, request)),
  { maxBody: LIMITS.jsonBodyBytes },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
