import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { answerStart } from "@/lib/server/people/provider-sign-in";
import { refuseUnknownParams } from "@/lib/server/query-params";

export const dynamic = "force-dynamic";

/** Sends a browser to the OpenID provider. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["next"]);
  return answerStart(url);
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
