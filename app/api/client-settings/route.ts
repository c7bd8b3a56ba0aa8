import { clientSettings } from "@/lib/server/answers/client-settings";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";

export const dynamic = "force-dynamic";

/** Settings for each client that match a policy. */
export const GET = guard(async (request) => {
  const url = new URL(request.url);
  refuseUnknownParams(url, ["strategy", "trigger", "floor", "window", "client"]);
  return Response.json(clientSettings(url));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
