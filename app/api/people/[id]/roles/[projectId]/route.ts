import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { changeRole, roleIn } from "@/lib/server/people/people-admin";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;
type Place = { id: string; projectId: string };

export const PUT = guard<Place>(
  async (request, { params }) => {
    const { id, projectId } = await params;
    return Response.json(await changeRole(id, projectId, roleIn(await readJsonBytes(request, MAX_BODY_BYTES))));
  },
  { maxBody: MAX_BODY_BYTES },
);

/** Removes somebody from a project. */
export const DELETE = guard<Place>(async (_request, { params }) => {
  const { id, projectId } = await params;
  return Response.json(await changeRole(id, projectId, null));
});

export const { GET, POST, PATCH, OPTIONS } = refuseOtherMethods("PUT", "DELETE");
