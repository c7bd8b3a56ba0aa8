import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { signOutEverywhere } from "@/lib/server/people/people-admin";

export const dynamic = "force-dynamic";

/** Signs somebody out of every browser. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  await signOutEverywhere((await params).id);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("DELETE");
