import { RUN_KINDS, runBody } from "@/lib/api/schemas/run";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { choiceParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { listRuns, RUN_LIMITS, saveRun } from "@/lib/server/sessions/runs";
import { parseJsonBody } from "@/lib/server/workers/parse-json";

export const dynamic = "force-dynamic";

/** Saved runs, newest first: `{ runs }`. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["session", "kind"]);
  const sessionId = url.searchParams.get("session");
  const kind = choiceParam(url, "kind", RUN_KINDS);
  return Response.json({ runs: await listRuns({ ...(sessionId && { sessionId }), ...(kind && { kind }) }) });
});

/** Saves the figures of an answer: 201 with the run. */
export const POST = guard(
  async (request) => {
    const parsed = checkJson(runBody, parseJsonBody(await readJsonBytes(request, RUN_LIMITS.bodyBytes)));
    if (!parsed.success) throw problemOfZod(parsed.error);
    const run = await saveRun(parsed.data);
    return Response.json(run, { status: 201, headers: { location: `/api/runs/${run.id}` } });
  },
  { maxBody: RUN_LIMITS.bodyBytes },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
