import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { integerParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { listProjects, makeProject } from "@/lib/server/projects/projects";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;
/** A hundred years. */
const MAX_DAYS = 36_500;

/** The caller's projects. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["retention_days"]);
  const days = integerParam(url, "retention_days", { min: 0, max: MAX_DAYS, default: 0 });
  return Response.json(await listProjects(days || null));
});

export const POST = guard(
  async (request) => Response.json(await makeProject(await readJsonBytes(request, MAX_BODY_BYTES)), { status: 201 }),
  { maxBody: MAX_BODY_BYTES },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
