import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { loadPart } from "@/lib/server/sessions/sessions";

export const dynamic = "force-dynamic";

/** One whole part, with its text and structure. */
export const GET = guard<{ id: string; partId: string }>(async (_request, { params }) => {
  const { id, partId } = await params;
  return Response.json(await loadPart(id, partId));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
