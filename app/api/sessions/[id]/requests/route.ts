import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { refuseUnknownParams } from "@/lib/server/http/query-params";
import { requestRowsText } from "@/lib/server/sessions/sessions";

export const dynamic = "force-dynamic";

/** The requests of one agent, or of all without `agent`. The stored body is sent unchanged. */
export const GET = guard<{ id: string }>(
  async (request, { params }) => {
    const url = new URL(request.url);
    refuseUnknownParams(url, ["agent"]);
    const body = await requestRowsText((await params).id, url.searchParams.get("agent"));
    return new Response(body, { headers: { "content-type": "application/json" } });
  },
  { isTagged: true },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
