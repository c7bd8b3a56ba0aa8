import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { sessionEvents } from "@/lib/server/sessions/session-events";

export const dynamic = "force-dynamic";

/** Sends server-sent events: `session` at once and at each change; `gone` ends them. */
export const GET = guard<{ id: string }>(async (request, { params }) =>
  sessionEvents((await params).id, request.signal),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
