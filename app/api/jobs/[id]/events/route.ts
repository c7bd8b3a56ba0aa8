import { jobEvents } from "@/lib/server/door/event-stream";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Sends server-sent events: `progress` at each change, then one `end`. */
export const GET = guard<{ id: string }>(async (request, { params }) => jobEvents((await params).id, request.signal));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
