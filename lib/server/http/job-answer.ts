import type { Job } from "../../api/schemas/job";

/** A 202 answer with the address of the job's state. */
export const jobAnswer = (job: Job): Response =>
  Response.json({ job }, { status: 202, headers: { location: `/api/jobs/${job.id}` } });
