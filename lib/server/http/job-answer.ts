import type { Job } from "../../api/schemas/job";

/** A 202 answer that says where the job's state can be read. */
export const jobAnswer = (job: Job): Response =>
  Response.json({ job }, { status: 202, headers: { location: `/api/jobs/${job.id}` } });
