import { exportSessionAnswer, parseExportRequest } from "@/lib/server/export-session";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

/** The session in another format, or (`format=raw`, the default) the imported bytes exactly as received. */
export const GET = guard<{ id: string }>(async (request, { params }) =>
  exportSessionAnswer((await params).id, parseExportRequest(new URL(request.url)), request.signal),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
