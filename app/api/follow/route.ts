import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { changeFollowing, ensureFollowing, followView } from "@/lib/server/follow/follow-loop";

export const dynamic = "force-dynamic";

/** Tells which folders are followed, how many sessions are live, and a number that changes with the library. */
export const GET = guard(async () => {
  ensureFollowing();
  return Response.json(followView());
});

/** Switches the following of one folder, given `{ root, on }`; answers like GET. */
export const PUT = guard(async (request) => Response.json(await changeFollowing(request)), { maxBody: 1 << 12 });

export const { POST, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET", "PUT");
