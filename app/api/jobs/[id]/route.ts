import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { cancelJob, retryJob } from "@/lib/server/job-queue/enqueue";
import { loadJob } from "@/lib/server/jobs/jobs";

export const dynamic = "force-dynamic";

export const GET = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await loadJob((await params).id)),
);

/** Asks the job to stop; returns its current state. */
export const DELETE = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await cancelJob((await params).id)),
);

/** Retries a job that failed for a temporary reason. */
export const POST = guard<{ id: string }>(async (_request, { params }) =>
  Response.json(await retryJob((await params).id), { status: 202 }),
);

export const { PUT, PATCH, OPTIONS } = refuseOtherMethods("GET", "POST", "DELETE");
