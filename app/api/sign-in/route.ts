import { readJsonBytes } from "@/lib/server/door/body";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { signedIn, signedOut } from "@/lib/server/door/sign-in";
import { whoAsks } from "@/lib/server/people/own-sign-ins";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** Stores the key in a cookie. */
export const POST = guard(
  async (request) => signedIn(await readJsonBytes(request, MAX_BODY_BYTES), request.headers.get("origin")),
  { maxBody: MAX_BODY_BYTES },
);

/** The caller, and the caller's other sign-ins. */
export const GET = guard(async (request) => Response.json(await whoAsks(request.headers.get("cookie"))));

/** Clears the cookies. */
export const DELETE = guard(async (request) => signedOut(request.headers.get("cookie")));

export const { PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "POST", "DELETE");
