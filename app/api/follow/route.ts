import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { changeFollowing, ensureFollowing, followView } from "@/lib/server/follow/follow-loop";

export const dynamic = "force-dynamic";

/** The followed folders, the number of live sessions, and a number that changes with the library. */
export const GET = guard(async () => {
  ensureFollowing();
  return Response.json(followView());
});

/** Turns following of one folder on or off, from `{ root, on }`; answers like GET. */
export const PUT = guard(async (request) => Response.json(await changeFollowing(request)), { maxBody: 1 << 12 });

export const { POST, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "PUT");
