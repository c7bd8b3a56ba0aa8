import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { choiceParam, refuseUnknownParams } from "@/lib/server/http/query-params";
import { deleteProject } from "@/lib/server/projects/delete-project";
import { changeProject } from "@/lib/server/projects/projects";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** Renames it, or sets its retention period. */
export const PATCH = guard<{ id: string }>(
  async (request, { params }) =>
    Response.json(await changeProject((await params).id, await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const DELETE = guard<{ id: string }>(async (request, { params }) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["sessions"]);
  const isAll = choiceParam(url, "sessions", ["delete"]) === "delete";
  return Response.json(await deleteProject((await params).id, isAll));
});

export const { GET, POST, PUT, OPTIONS } = refuseOtherMethods("PATCH", "DELETE");
