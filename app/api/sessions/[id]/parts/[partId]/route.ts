import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { loadPart } from "@/lib/server/sessions";

export const dynamic = "force-dynamic";

/** One whole part, with its text and structure. */
export const GET = guard<{ id: string; partId: string }>(async (_request, { params }) => {
  const { id, partId } = await params;
  return Response.json(await loadPart(id, partId));
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
