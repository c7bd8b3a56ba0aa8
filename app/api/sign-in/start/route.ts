import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { answerStart } from "@/lib/server/people/provider-sign-in";

export const dynamic = "force-dynamic";

/** Redirects a browser to the OpenID provider. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["next"]);
  return answerStart(url);
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
