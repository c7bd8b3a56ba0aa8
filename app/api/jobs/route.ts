import { guard } from "@/lib/server/guard";
import { listJobs } from "@/lib/server/job-queue/enqueue";
import { refuseOtherMethods } from "@/lib/server/other-methods";

export const dynamic = "force-dynamic";

export const GET = guard(async () => Response.json({ jobs: await listJobs() }));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = refuseOtherMethods("GET");
