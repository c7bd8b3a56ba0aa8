import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { loadCostAnswer } from "@/lib/server/sessions/cache-page";
import { toOldFindings } from "@/lib/view-models/answer/old-findings";

export const dynamic = "force-dynamic";

/** The answer's causes and risks in the format of older versions. */
export const GET = guard<{ id: string }>(
  async (request, { params }) => {
    refuseUnknownParams(new URL(request.url), []);
    return Response.json({ findings: toOldFindings(await loadCostAnswer((await params).id)) });
  },
  { isTagged: true },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
