import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { answerCandidates } from "@/lib/server/sessions/candidate-models";
import { stateModel, unstateModel } from "@/lib/server/sessions/state-model";

export const dynamic = "force-dynamic";

type Params = { id: string };
const MAX_BODY_BYTES = 64 * 1024;

/** Models that the log may have used, with the session's cost for each. `?ask=` adds one by name. */
export const GET = guard<Params>(async (request, { params }) => {
  refuseUnknownParams(new URL(request.url), ["ask"]);
  return answerCandidates((await params).id, request);
});

/** Sets the model and window of a log that does not name them. */
export const PUT = guard<Params>(
  async (request, { params }) =>
    Response.json(await stateModel((await params).id, await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

/** Undoes it. */
export const DELETE = guard<Params>(async (request, { params }) =>
  Response.json(await unstateModel((await params).id, new URL(request.url).searchParams.get("scope"))),
);

export const { POST, PATCH, OPTIONS } = refuseOtherMethods("GET", "PUT", "DELETE");
