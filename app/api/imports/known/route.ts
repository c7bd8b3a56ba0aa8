import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { findKnown } from "@/lib/server/ingest/known-contents";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 128 * 1024;

/** The hashes that the library already has. */
export const POST = guard(
  async (request) => Response.json(await findKnown(await readJsonBytes(request, MAX_BODY_BYTES))),
  { maxBody: MAX_BODY_BYTES },
);

export const { GET, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("POST");
