import { jobEvents } from "@/lib/server/event-stream";
import { guard } from "@/lib/server/guard";

export const dynamic = "force-dynamic";

/** Server-sent events: `progress` at each change, then one `end`. */
export const GET = guard<{ id: string }>(async (request, { params }) => jobEvents((await params).id, request.signal));
