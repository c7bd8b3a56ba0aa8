import { revokeKey } from "@/lib/server/door/api-keys";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  await revokeKey((await params).id);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("DELETE");
