import type { Job } from "@/lib/api/schemas/job";
import type { QueuedKind } from "./works";

/**
 * Where work waits for a process. There are two: the embedded queue runs work immediately in this process,
 * the PostgreSQL queue hands it to any worker process. Work is its kind and params, which contain ids and
 * choices but no content, and it may be started more than once.
 */
export type JobQueue = {
  enqueue(kind: QueuedKind, params: object, id: string): Promise<Job>;
  /** Asks the job to stop. The job ends as `cancelled` within a second, or as `done` if a partial result exists. */
  cancel(id: string): Promise<Job>;
  /** Retries failed work under the same id. */
  retry(id: string, kind: QueuedKind, params: unknown): Promise<Job>;
};
