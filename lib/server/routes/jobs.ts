import type { RouteKeyOf } from "../../api/routes";
import { jobEvents } from "../door/event-stream";
import { cancelJob, listJobs, retryJob } from "../job-queue/enqueue";
import { loadJob } from "../jobs/jobs";
import type { Handlers } from "./handlers";

export const handlers: Handlers<RouteKeyOf<"jobs">> = {
  "GET /api/jobs": async () => ({ jobs: await listJobs() }),
  "POST /api/jobs/{id}": ({ params }) => retryJob(params.id),
  "GET /api/jobs/{id}": ({ params }) => loadJob(params.id),
  "DELETE /api/jobs/{id}": ({ params }) => cancelJob(params.id),
  "GET /api/jobs/{id}/events": ({ request, params }) => jobEvents(params.id, request.signal),
};
