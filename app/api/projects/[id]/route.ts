import { readJsonBytes } from "@/lib/server/body";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { changeProject } from "@/lib/server/projects";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** Renames it, or says how long it keeps sessions. */
export const PATCH = guard<{ id: string }>(
  async (request, { params }) =>
    Response.json(await changeProject((await params).id, await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, POST, PUT, DELETE, OPTIONS } = refuseOtherMethods("PATCH");
