import type { JobView } from "./jobs";

/** 202: where to look for the end of long work. */
export const jobAnswer = (job: JobView): Response =>
  Response.json({ job }, { status: 202, headers: { location: `/api/jobs/${job.id}` } });
