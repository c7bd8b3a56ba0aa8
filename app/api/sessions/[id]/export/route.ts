import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { exportSessionAnswer, parseExportRequest } from "@/lib/server/sessions/export-session";

export const dynamic = "force-dynamic";

/** The session in another format, or (`format=raw`, the default) the imported bytes exactly as received. */
export const GET = guard<{ id: string }>(async (request, { params }) =>
  exportSessionAnswer((await params).id, parseExportRequest(new URL(request.url)), request.signal),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
