import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { changePerson } from "@/lib/server/people/people-admin";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** Grants or removes server admin rights. */
export const PATCH = guard<{ id: string }>(
  async (request, { params }) =>
    Response.json(await changePerson((await params).id, await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, POST, PUT, DELETE, OPTIONS } = refuseOtherMethods("PATCH");
