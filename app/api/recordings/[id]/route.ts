import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { stopRecording } from "@/lib/server/follow/running-recordings";

export const dynamic = "force-dynamic";

/** Ends a recording; the client continues without it. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) => {
  stopRecording((await params).id);
  return new Response(null, { status: 204 });
});

export const { GET, POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("DELETE");
