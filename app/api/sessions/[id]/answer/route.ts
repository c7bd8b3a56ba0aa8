import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { loadCostAnswer } from "@/lib/server/sessions/cache-page";

export const dynamic = "force-dynamic";

/** A session's cost, its causes, and possible changes. */
export const GET = guard<{ id: string }>(
  async (request, { params }) => {
    refuseUnknownParams(new URL(request.url), []);
    return Response.json(await loadCostAnswer((await params).id));
  },
  { isTagged: true },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
