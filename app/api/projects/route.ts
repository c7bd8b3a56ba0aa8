import { readJsonBytes } from "@/lib/server/body";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { listProjects, makeProject } from "@/lib/server/projects";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** The projects that exist for the caller. */
export const GET = guard(async () => Response.json(await listProjects()));

/** Makes a project. */
export const POST = guard(
  async (request) => Response.json(await makeProject(await readJsonBytes(request, MAX_BODY_BYTES)), { status: 201 }),
  { maxBody: MAX_BODY_BYTES },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
