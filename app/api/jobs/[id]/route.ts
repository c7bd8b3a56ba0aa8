import { guard } from "@/lib/server/guard";
import { cancelJob, loadJob } from "@/lib/server/jobs";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await loadJob((await params).id)),
);

/** Asks the job to stop; the answer is the job as it is now. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await cancelJob((await params).id)),
);

export const { POST, PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "DELETE");
