import { answerUpload } from "@/lib/server/answers/upload-answer";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { flagParam, integerParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { LIMITS } from "@/lib/server/process/limits";
import { listLibrary } from "@/lib/server/sessions/sessions";

export const dynamic = "force-dynamic";

/** A page of the library, newest import first: `{ sessions, next_cursor }`. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["limit", "cursor"]);
  const limit = integerParam(url, "limit", { min: 1, max: LIMITS.sessionsPerPage, default: 50 });
  return Response.json(await listLibrary({ limit, cursor: url.searchParams.get("cursor") }));
});

/**
 * Imports bytes or a form with files. Answers 201 if imported, 200 if all are duplicates, 202 with a job, or a problem.
 */
export const POST = guard(
  async (request) => {
    const url = new URL(request.url);
    refuseUnknownParams(url, ["wait", "job", "unattended"]);
    return answerUpload(request, {
      isWaiting: flagParam(url, "wait"),
      isJob: flagParam(url, "job"),
      isUnattended: flagParam(url, "unattended"),
    });
  },
  { maxBody: LIMITS.uploadBytes },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
