import { loadSessionCache } from "@/lib/server/cache-page";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { refuseUnknownParams } from "@/lib/server/query-params";

export const dynamic = "force-dynamic";

/** What the rules found in a session, as the page of its findings shows it. */
export const GET = guard<{ id: string }>(async (request, { params }) => {
  refuseUnknownParams(new URL(request.url), []);
  const { findings } = await loadSessionCache((await params).id);
  return Response.json({ findings });
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
