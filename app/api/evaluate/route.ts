import { evaluateAnswer } from "@/lib/server/answers/evaluate-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { flagParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { configuredJudge } from "@/lib/server/judge/judge-models";
import { LIMITS } from "@/lib/server/process/limits";

export const dynamic = "force-dynamic";

/** The configured judge: `{ judge: { model, answer_model } | null }`. */
export const GET = guard(() => Promise.resolve(Response.json({ judge: configuredJudge() })));

/** Measures what a compression lost. `?job=true` answers 202 with a job, because a judge takes long. */
export const POST = guard(
  (request) => {
    const url = new URL(request.url);
    refuseUnknownParams(url, ["job"]);
    return evaluateAnswer(request, flagParam(url, "job"));
  },
  { maxBody: LIMITS.jsonBodyBytes },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
