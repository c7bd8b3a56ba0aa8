import { job, jobEvents, jobList } from "../schemas/job";
import type { RouteTable } from "./route";

export const JOBS = {
  "GET /api/jobs": {
    summary: "Jobs that wait, run, or failed and can be retried; newest first, at most a hundred.",
    answers: { 200: jobList },
  },
  "POST /api/jobs/{id}": {
    summary: "Retry a job that failed for a temporary reason, under the same id.",
    answers: { 202: job },
  },
  "GET /api/jobs/{id}": { summary: "The progress of a job.", answers: { 200: job } },
  "DELETE /api/jobs/{id}": {
    summary: "Ask a job to stop; the answer is its current state.",
    answers: { 200: job },
  },
  "GET /api/jobs/{id}/events": {
    summary: "Follow a job: `progress` at each change, then one `end`.",
    answers: {},
    events: jobEvents,
  },
} as const satisfies RouteTable;
