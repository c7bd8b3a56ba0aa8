import { checkJson } from "@/lib/conversation/check-json";
import type { RouteKeyOf } from "../../api/routes";
import { RUN_KINDS, runBody } from "../../api/schemas/run";
import { problemOfZod } from "../../api/zod-problem";
import { measurePromise } from "../answers/promise";
import { choiceParam } from "../http/query-params";
import { deleteRun, listRuns, loadRun, RUN_LIMITS, saveRun } from "../sessions/runs";
import { parseJsonBody } from "../workers/parse-json";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"runs">> = {
  "GET /api/runs": async ({ url }) => {
    const sessionId = url.searchParams.get("session");
    const kind = choiceParam(url, "kind", RUN_KINDS);
    return { runs: await listRuns({ ...(sessionId && { sessionId }), ...(kind && { kind }) }) };
  },
  "POST /api/runs": {
    maxBody: RUN_LIMITS.bodyBytes,
    run: async ({ json }) => {
      const parsed = checkJson(runBody, parseJsonBody(await json()));
      if (!parsed.success) throw problemOfZod(parsed.error);
      const run = await saveRun(parsed.data);
      return Response.json(run, { status: 201, headers: { location: `/api/runs/${run.id}` } });
    },
  },
  "GET /api/runs/{id}": ({ params }) => loadRun(params.id),
  "GET /api/runs/{id}/promise": ({ url, params }) => {
    const { searchParams } = url;
    return measurePromise(params.id, { since: searchParams.get("since"), policy: searchParams.get("policy") });
  },
  "DELETE /api/runs/{id}": ({ params }) => deleteRun(params.id),
};
