import { listKeys, makeKey } from "@/lib/server/door/api-keys";
import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 64 * 1024;

/** The keys, without their secrets. */
export const GET = guard(async () => Response.json(await listKeys()));

export const POST = guard(
  async (request) => Response.json(await makeKey(await readJsonBytes(request, MAX_BODY_BYTES)), { status: 201 }),
  { maxBody: MAX_BODY_BYTES },
);

export const { PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "POST");
