import { inertDownload } from "@/lib/server/download";
import { guard } from "@/lib/server/guard";
import { refuseOtherMethods } from "@/lib/server/other-methods";
import { findRawFile } from "@/lib/server/sessions";

export const dynamic = "force-dynamic";

/** The imported bytes, exactly as received, as an attachment that no browser runs. */
export const GET = guard<{ id: string }>(async (_request, { params }) =>
  inertDownload(await findRawFile((await params).id)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
