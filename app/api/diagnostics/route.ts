import { diagnose } from "@/lib/server/answers/diagnostics";
import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";

export const dynamic = "force-dynamic";

/** Diagnostics without content or secrets, as a file to attach to a report. */
export const GET = guard(async () =>
  Response.json(await diagnose(), {
    headers: { "content-disposition": 'attachment; filename="winnow-diagnostics.json"' },
  }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
