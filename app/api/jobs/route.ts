import { guard } from "@/lib/server/door/guard";
import { refuseOtherMethods } from "@/lib/server/door/other-methods";
import { listJobs } from "@/lib/server/job-queue/enqueue";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json({ jobs: await listJobs() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
