import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { answerOtlp } from "@/lib/server/otlp/otlp-answer";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

/** Accepts an OpenTelemetry export, in JSON or protobuf. */
export const POST = guard<{ signal: string }>(
  async (request, { params }) => answerOtlp((await params).signal, request),
  { maxBody: LIMITS.jsonBodyBytes },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
