import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { loadSpend } from "@/lib/server/sessions/cache-page";

export const dynamic = "force-dynamic";

/** A session's tokens and money by spender. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  refuseUnknownParams(new URL(request.url), []);
  return Response.json(await loadSpend((await params).id));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
