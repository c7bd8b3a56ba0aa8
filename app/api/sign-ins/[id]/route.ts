import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { revokeOwn } from "@/lib/server/people/own-sign-ins";

export const dynamic = "force-dynamic";

/** Signs another browser of the same person out. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  await revokeOwn((await params).id);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("DELETE");
