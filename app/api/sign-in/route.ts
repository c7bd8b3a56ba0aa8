import { readJsonBytes } from "@/lib/server/body";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { signedIn, signedOut } from "@/lib/server/sign-in";

export const dynamic = "force-dynamic";

const MAX_BODY_BYTES = 4 * 1024;

/** Puts the key into a cookie. */
export const POST = guard(async (request) => signedIn(await readJsonBytes(request, MAX_BODY_BYTES)), {
  maxBody: MAX_BODY_BYTES,
});

/** Takes the cookie away. */
export const DELETE = guard(async () => signedOut());

export const { GET, PUT, PATCH, OPTIONS } = refuseOtherMethods("POST", "DELETE");
