import type { Job } from "../api/schemas/job";

/** 202: where to look for the end of long work. */
export const jobAnswer = (job: Job): Response =>
  Response.json({ job }, { status: 202, headers: { location: `/api/jobs/${job.id}` } });
